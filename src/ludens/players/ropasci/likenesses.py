"""RoPaSci 360: what players of known kinds would do, in a millisecond each: their likenesses in compiled code.

A likeness has the weights of its kind for the figures of ``threats.py``, but as those of a network (``network.py``),
which counts some of them in other ways. So it does nearly what its kind does, and seldom the very same.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import Limit, Move, ParameterError
from ludens.games.ropasci.deep_search import CANDIDATES, DeepSearch, Depths, Pace, Weights, judge_of
from ludens.games.ropasci.heuristics import MOST_CANDIDATES
from ludens.games.ropasci.layout import MOVE_TEXTS
from ludens.games.ropasci.network import FIGURES, NAMES
from ludens.games.ropasci.pessimist import cautious_worths
from ludens.games.ropasci.rules import RopasciState
from ludens.games.ropasci.styles import Style
from ludens.games.ropasci.threats import NAMES as THREATS
from ludens.games.ropasci.turn_moves import MOST_LEGAL
from ludens.games.ropasci.turn_search import Budget
from ludens.players import make_agent
from ludens.players.recognition import Chances, Kind, chances_of
from ludens.players.ropasci import ropasci_aggressive, ropasci_patient, ropasci_repeater, ropasci_steady

SAME = {
    "tokens": ("tokens", 3.0), "throws": ("throws", 3.0), "last throw": ("any throw", 1.0),
    "attacks at 1": ("hunted at 1", 1.0), "attacks at 2": ("hunted at 2", 1.0), "edge": ("cornered", 4.0),
    "dominance": ("dominance", 3.0), "unbeatable": ("unbeatable", 3.0),
}  # fmt: skip
"""Figures of sparring partners that a network calls otherwise, or counts in other units."""

EQUAL = 1e-9
"""Worths that differ by less are the same."""


PLAIN = Style()


@dataclass(frozen=True, slots=True)
class Way:
    """How a kind plays one turn ahead: by an equilibrium, or, with ``hope``, as ``ropasci_steady`` does."""

    style: Style = PLAIN
    hope: float | None = None


WAYS = {
    "ropasci_steady": Way(ropasci_steady.STYLE, ropasci_steady.HOPE),
    "ropasci_patient": Way(ropasci_patient.STYLE),
    "ropasci_nash": Way(),
    "ropasci_aggressive": Way(ropasci_aggressive.STYLE),
    "ropasci_repeater": Way(ropasci_repeater.STYLE),
    "cautious": Way(hope=0.0),
}
"""How kinds of players play that look one turn ahead: agents, and one that only minds what the worst answer leaves."""

KINDS = (*WAYS, "ropasci_greedy")
"""Kinds of players that are recognised."""


def known_kinds(game: LoadedGame[Any], role: int, without: str = "") -> dict[str, Kind]:
    """What the kinds would do in a role, without some of them; raises ParameterError for a name of none."""
    left_out = without.split("+") if without else []
    for name in left_out:
        if name not in KINDS:
            raise ParameterError(f"{name!r} is no kind of player that is recognised; those are {', '.join(KINDS)}.")
    names = [name for name in KINDS if name not in left_out]
    return {name: likeness(game, role, WAYS[name]) if name in WAYS else itself(game, role, name) for name in names}


def itself(game: LoadedGame[Any], role: int, name: str) -> Kind:
    """What an agent says that it would do; for one that thinks for no time."""
    agent = make_agent(name, game, role, 0)

    def chances(state: RopasciState) -> Chances:
        return {report.move: report.chance for report in agent.decide(state, Limit()).moves if report.chance}

    return chances


def likeness(game: LoadedGame[Any], role: int, way: Way) -> Kind:
    """What a player of this way would do."""
    draw = way.style.draw if role == 0 else 1 - way.style.draw
    judge = judge_of(linear_network(way.style.weights), draw, way.style.repeated)
    if way.hope is None:
        search = DeepSearch(judge, Depths(), Pace())

        def by_equilibrium(state: RopasciState) -> Chances:
            turn = search.one_turn(game.pack([state]), Budget(math.inf))
            return _named(turn.moves[role], turn.chances(role).tolist())

        return by_equilibrium

    most, hope = MOST_CANDIDATES + MOST_LEGAL, way.hope
    moves, worths = np.zeros(most, dtype=np.int64), np.zeros(most)

    def with_caution(state: RopasciState) -> Chances:
        total = cautious_worths(game.pack([state])[0], role, judge, hope, CANDIDATES, moves, worths)
        best = moves[:total][worths[:total] >= worths[:total].max() - EQUAL]
        return _named(best, [1 / len(best)] * len(best))

    return with_caution


def linear_network(weights: Sequence[float]) -> Weights:
    """The weights of figures of ``threats.py`` as a network without hidden units that matter."""
    linear = np.zeros(FIGURES)
    for name, weight in zip(THREATS, weights, strict=True):
        figure, unit = SAME.get(name, (name, 1.0))
        linear[NAMES.index(figure)] += unit * weight
    return np.zeros((1, 2 * FIGURES)), np.zeros(1), np.zeros(1), linear


def _named(moves: Sequence[int] | np.ndarray[Any, Any], chances: Sequence[float]) -> dict[Move, float]:
    return chances_of([MOVE_TEXTS[move] for move in moves], chances)
