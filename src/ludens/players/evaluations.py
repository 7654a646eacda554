"""The evaluations by name, as a user asks for them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.games import GAMES
from ludens.games.catalogue import Native
from ludens.search.evaluations.static import HasEvaluations, MonteCarlo, Static, TerminalOnly
from ludens.search.suitability import LONGEST

Notes = dict[str, float | int | str]

OWNERS = {name: game.name for game in GAMES.values() if isinstance(game, Native) for name in game.evaluations}
"""The evaluations that only one game has, with that game."""

NAMES = ("terminal", "monte_carlo", "mobility", "focus", "goal_proximity", "features", *OWNERS, "best")
"""What ``make_evaluation`` knows."""


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


def make_evaluation(name: str, request: Request) -> Made:
    """The evaluation of that name, one of NAMES; raises UnsuitableGameError where it cannot value the game."""
    return _MAKERS[name](request)


def _monte_carlo(request: Request) -> Made:
    limit = 0 if request.game.info.max_steps is not None else LONGEST
    return Made(MonteCarlo(request.playouts, request.seed, limit))


def _mobility(request: Request) -> Made:
    from ludens.search.evaluations.mobility import mobility  # noqa: PLC0415  (only searches need it)

    return Made(mobility(request.game))


def _focus(request: Request) -> Made:
    from ludens.search.evaluations.mobility import focus  # noqa: PLC0415

    return Made(focus(request.game))


def _goal_proximity(request: Request) -> Made:
    from ludens.search.evaluations.goal_proximity import goal_notes, goal_proximity  # noqa: PLC0415

    found = goal_proximity(request.game)
    return Made(found, goal_notes(found))


def _features(request: Request) -> Made:
    """The features, or where they explain next to nothing what the goals tell."""
    from ludens.search.evaluations.choosing import NEGLIGIBLE  # noqa: PLC0415
    from ludens.search.evaluations.features import fit_features  # noqa: PLC0415

    fitted = fit_features(request.game, seed=request.seed)
    notes: Notes = {"explained": round(fitted.explained, 3), "samples": fitted.samples}
    if fitted.explained >= NEGLIGIBLE:
        return Made(fitted.features, notes)
    instead = _goal_proximity(request)
    told = "goal_proximity instead of features, which explain next to nothing"
    return Made(instead.evaluation, notes | {"evaluation": told} | instead.notes)


def _own(name: str) -> Callable[[Request], Made]:
    """An evaluation that only one game has."""

    def make(request: Request) -> Made:
        game = request.game
        if not isinstance(game, HasEvaluations) or name not in game.evaluations:
            raise UnsuitableGameError(name, game.info.name, f"it is made for the game {OWNERS[name]}")
        return Made(game.evaluations[name]())

    return make


def _best(request: Request) -> Made:
    from ludens.search.evaluations.choosing import best_evaluation  # noqa: PLC0415

    evaluation, report = best_evaluation(request.game, seed=request.seed)
    return Made(evaluation, report.notes)


_MAKERS: dict[str, Callable[[Request], Made]] = {
    "terminal": lambda _: Made(TerminalOnly()),
    "monte_carlo": _monte_carlo,
    "mobility": _mobility,
    "focus": _focus,
    "goal_proximity": _goal_proximity,
    "features": _features,
    **{name: _own(name) for name in OWNERS},
    "best": _best,
}
