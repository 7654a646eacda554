"""The evaluations by name, as a user asks for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.games import GAMES
from ludens.games.catalogue import Native
from ludens.players.options import Options, option
from ludens.search.evaluations.choosing import NEGLIGIBLE, best_evaluation
from ludens.search.evaluations.features import fit_features
from ludens.search.evaluations.goal_proximity import goal_notes, goal_proximity
from ludens.search.evaluations.learnt.knowledge import learnt_evaluation
from ludens.search.evaluations.mobility import focus, mobility
from ludens.search.evaluations.mobility_regression import fit_mobility
from ludens.search.evaluations.static import HasEvaluations, MonteCarlo, Static, TerminalOnly
from ludens.search.networks.store import network_for
from ludens.search.random_games import cut_after

Notes = dict[str, float | int | str]

OWNERS = {name: game.name for game in GAMES.values() if isinstance(game, Native) for name in game.evaluations}
"""The evaluations that only one game has, with that game."""

NAMES = (
    "terminal", "monte_carlo", "mobility", "focus", "mobility_regression", "goal_proximity", "features", "learnt",
    "network", *OWNERS, "best",
)  # fmt: skip
"""What ``make_evaluation`` knows."""


@dataclass(frozen=True)
class EvaluationOptions(Options):
    """Options of every agent that searches to a fixed depth."""

    evaluation: str = option(
        "terminal",
        "how to value positions where the search ends: 50 except at the end of the game (terminal), the "
        "mean of random games (monte_carlo), the number of moves (mobility, focus; also with weights by "
        "regression), nearness to the goals (goal_proximity), weights of facts learnt from random games "
        "(features), or weights of many more features learnt from self-play before the match (learnt), a network "
        "that 'ludens train' has trained (network); best tries them",
        choices=NAMES,
    )
    playouts: int = option(64, "random games from each position, with monte_carlo", lowest=1, highest=4096)


@dataclass(frozen=True, slots=True)
class Made:
    """An evaluation and what there is to say about it."""

    evaluation: Static
    notes: Notes = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Request:
    """What an evaluation is made for: the game, and for what they matter to, random games a position and a seed."""

    game: LoadedGame[Any]
    playouts: int = 64
    seed: int = 0


def evaluation_of(options: EvaluationOptions, game: LoadedGame[Any], random: np.random.Generator) -> Made:
    """The evaluation that options ask for; raises UnsuitableGameError where it cannot value the game."""
    return make_evaluation(options.evaluation, Request(game, options.playouts, int(random.integers(1 << 62))))


def make_evaluation(name: str, request: Request) -> Made:
    """The evaluation of that name, one of NAMES; raises UnsuitableGameError where it cannot value the game."""
    return _MAKERS[name](request)


def _monte_carlo(request: Request) -> Made:
    return Made(MonteCarlo(request.playouts, request.seed, cut_after(request.game.info)))


def _mobility(request: Request) -> Made:
    return Made(mobility(request.game))


def _focus(request: Request) -> Made:
    return Made(focus(request.game))


def _mobility_regression(request: Request) -> Made:
    fitted = fit_mobility(request.game, request.seed)
    return Made(fitted, {"explained": round(fitted.explained, 3), "samples": fitted.samples})


def _goal_proximity(request: Request) -> Made:
    found = goal_proximity(request.game)
    return Made(found, goal_notes(found))


def _features(request: Request) -> Made:
    """The features, or where they explain next to nothing what the goals tell."""
    fitted = fit_features(request.game, seed=request.seed)
    notes: Notes = {"explained": round(fitted.explained, 3), "samples": fitted.samples}
    if fitted.explained >= NEGLIGIBLE:
        return Made(fitted.features, notes)
    instead = _goal_proximity(request)
    told = "goal_proximity instead of features, which explain next to nothing"
    return Made(instead.evaluation, notes | {"evaluation": told} | instead.notes)


def _learnt(request: Request) -> Made:
    """Learnt once for all seeds, since it takes long, and kept by the rules."""
    found = learnt_evaluation(request.game)
    found.warm_up()
    return Made(found, {"evaluation": "learnt", "weights": int((found.model.weights != 0).sum())})


def _network(request: Request) -> Made:
    return Made(network_for(request.game), {"evaluation": "network"})


def _own(name: str) -> Callable[[Request], Made]:
    """An evaluation that only one game has."""

    def make(request: Request) -> Made:
        game = request.game
        if not isinstance(game, HasEvaluations) or name not in game.evaluations:
            raise UnsuitableGameError(name, game.info.name, f"it is made for the game {OWNERS[name]}")
        return Made(game.evaluations[name]())

    return make


def _best(request: Request) -> Made:
    evaluation, report = best_evaluation(request.game, seed=request.seed)
    return Made(evaluation, report.notes)


_MAKERS: dict[str, Callable[[Request], Made]] = {
    "terminal": lambda _: Made(TerminalOnly()),
    "monte_carlo": _monte_carlo,
    "mobility": _mobility,
    "focus": _focus,
    "mobility_regression": _mobility_regression,
    "goal_proximity": _goal_proximity,
    "features": _features,
    "learnt": _learnt,
    "network": _network,
    **{name: _own(name) for name in OWNERS},
    "best": _best,
}
