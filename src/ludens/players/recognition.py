"""How the other one plays: as a mixture of known kinds of players, learnt from its moves during a game.

A kind says by which chances it would draw a move in the other's place, and is asked in every turn. The other one is
taken to draw one of the kinds for every move, by weights that are learnt: what it then does makes a kind heavier the
likelier that kind would have done the same (expectation maximisation, a step for each move). So a player that is none
of the kinds is a mixture of those that it resembles. On types of opponents: Southey et al. 2005, Albrecht
and Ramamoorthy 2013.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludens.game import JointMove, Move

SURPRISES = 0.1
"""The part of moves that may be any legal ones, whatever a kind is."""

FIRST = 0.3
"""The weight at first of a player that is as good as we are; the kinds share the rest."""

RATE = 0.1
"""How much the latest move counts, at least; all count the same until there are more of them than this allows."""

Chances = dict[Move, float]

Kind = Callable[[Any], Chances]
"""What a kind of players does in a position."""

OURS = ""
"""The name of the kind that is as good as we are."""


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected of the other player: the chances of its moves, by all kinds as heavy as they are."""

    chances: Chances
    known: float
    """How much of that are known kinds, and not a player that is as good as we are."""


class Recognition:
    """What is known of the other player, of this role, in a game."""

    def __init__(self, role: int, kinds: Mapping[str, Kind]) -> None:
        self._role, self._kinds = role, dict(kinds)
        self._cost = dict.fromkeys(kinds, 0.0)
        self.forget()

    def forget(self) -> None:
        """Nothing is known."""
        each = (1 - FIRST) / max(1, len(self._kinds))
        self.weights: dict[str, float] = {OURS: FIRST, **dict.fromkeys(self._kinds, each)}
        self._said: dict[str, Chances] = {}
        self._heard, self._turn, self._legal = 0, -1, 1
        self.deaf = False
        """Whether turns went by that nobody told of, so that nothing can be learnt."""

    @property
    def known(self) -> float:
        """See ``Expected.known``."""
        return 1.0 - self.weights[OURS]

    def hear(self, history: Sequence[JointMove]) -> None:
        """Learns from the last move of the other player, if it was asked about; a turn that has been is a new game."""
        if len(history) <= self._turn or not history:
            self.forget()
        elif self._said and len(history) == self._turn + 1:
            self._learn(history[-1][self._role])
        self._said, self.deaf = {}, False

    def expected(self, state: Any, turn: int, legal: int, ours: Chances, until: float = math.inf) -> Expected:
        """What is expected in a position, after so many turns, where so many moves are legal.

        ``ours``: what the other player would do if it were as good as we are. Kinds are asked until the time is up; the
        heaviest one always is.
        """
        self.deaf = self.deaf or (bool(self._said) and turn > self._turn)
        said = {OURS: ours}
        for number, name in enumerate(self._order(turn)):
            begin = time.perf_counter()
            if number and begin + self._cost[name] > until:
                break
            said[name] = self._kinds[name](state)
            self._cost[name] = max(0.5 * self._cost[name], time.perf_counter() - begin)
        self._said, self._turn, self._legal = said, turn, legal
        return Expected(self._mixed(), self.known)

    def _order(self, turn: int) -> list[str]:
        """The heaviest kind, then the others, which take turns at being the second."""
        heaviest = max(self._kinds, key=lambda name: self.weights[name])
        others = [name for name in self._kinds if name != heaviest]
        first = turn % max(1, len(others))
        return [heaviest, *others[first:], *others[:first]]

    def _mixed(self) -> Chances:
        """What all that were asked expect, as heavy as they are."""
        found: Chances = {}
        total = sum(self.weights[name] for name in self._said)
        for name, chances in self._said.items():
            for move, chance in chances.items():
                found[move] = found.get(move, 0.0) + self.weights[name] / total * chance
        return found

    def _learn(self, move: Move) -> None:
        """Makes kinds heavier that expected a move; of those that were not asked nothing is learnt."""
        rate = max(RATE, 1 / (len(self.weights) + self._heard))
        self._heard += 1
        likely = {
            name: self.weights[name] * ((1 - SURPRISES) * chances.get(move, 0.0) + SURPRISES / self._legal)
            for name, chances in self._said.items()
        }
        asked, total = sum(self.weights[name] for name in likely), sum(likely.values())
        for name, part in likely.items():
            self.weights[name] = (1 - rate) * self.weights[name] + rate * asked * part / total


def chances_of(moves: Sequence[Move], chances: Sequence[float]) -> Chances:
    """Chances by move, without moves of none; a move may come more than once."""
    found: Chances = {}
    for move, chance in zip(moves, chances, strict=True):
        if chance > 0:
            found[move] = found.get(move, 0.0) + chance
    return found
