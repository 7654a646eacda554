"""Which of several kinds of players the other one is, by the moves that it makes.

A kind is an agent that says by which chances it draws its moves. In every turn it is asked what it would do in the
other's place; what the other one then does makes kinds likelier that expected it (Bayes' rule; types of opponents:
Southey et al. 2005, Albrecht and Ramamoorthy 2013). None is ever ruled out: a player may change its ways, and may be
none of them.
"""

from __future__ import annotations

import math
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.game import JointMove, Limit, Move
from ludens.players.agent import Agent

SURPRISES = 0.1
"""The part of moves that may be any legal ones, whatever a kind is."""

FORGETTING = 0.98
"""What the logarithm of a weight is multiplied by in a turn, so that the latest fifty turns count."""

LEAST = -12.0
"""The logarithm of the least weight of a kind beside the greatest."""

FIRST = 1.0
"""The logarithm of the weight at first of a player that is as good as we are, beside any other kind."""

SURE = 2
"""Kinds that are asked first: the likeliest. The others take turns."""

Chances = dict[Move, float]


@dataclass(frozen=True, slots=True)
class Expected:
    """What is expected of the other player: chances of its moves, by all kinds as likely as they are."""

    chances: Chances
    known: float
    """How likely it is that the other one is of a known kind, and not a player that is as good as we are."""


class Recognition:
    """What is known of the other player in a game. ``limit``: of a kind's thought about a position."""

    def __init__(self, role: int, kinds: Mapping[str, Agent[Any]], limit: Limit) -> None:
        self._role, self._kinds, self._limit = role, dict(kinds), limit
        self._cost = dict.fromkeys(kinds, 0.0)
        self.forget()

    def forget(self) -> None:
        """Nothing is known."""
        self._logs = {"": FIRST, **dict.fromkeys(self._kinds, 0.0)}
        self._said: dict[str, Chances] = {}
        self._turn, self._legal = -1, 1

    @property
    def weights(self) -> dict[str, float]:
        """How likely the other player is of each kind; with no name: as good as we are."""
        most = max(self._logs.values())
        weights = {name: math.exp(own - most) for name, own in self._logs.items()}
        total = sum(weights.values())
        return {name: own / total for name, own in weights.items()}

    @property
    def known(self) -> float:
        """See ``Expected.known``."""
        return 1.0 - self.weights[""]

    def hear(self, history: Sequence[JointMove]) -> None:
        """Learns from the last move of the other player, if it was asked about; nothing played is a new game."""
        if len(history) <= self._turn or not history:
            self.forget()
        elif self._said and len(history) == self._turn + 1:
            self._learn(history[-1][self._role])
        self._said = {}

    def expected(self, state: Any, turn: int, legal: int, ours: Chances, until: float = math.inf) -> Expected:
        """What is expected in a position, after so many turns, where so many moves are legal.

        ``ours``: what the other player would do if it were as good as we are. Kinds are asked until the time is up; the
        likeliest one always is.
        """
        said = {"": ours}
        for number, name in enumerate(self._order(turn)):
            begin = time.perf_counter()
            if number and begin + self._cost[name] > until:
                break
            decision = self._kinds[name].decide(state, self._limit)
            said[name] = {report.move: report.chance for report in decision.moves if report.chance} or {
                decision.move: 1.0
            }
            self._cost[name] = max(0.5 * self._cost[name], time.perf_counter() - begin)
        self._said, self._turn, self._legal = said, turn, legal
        return Expected(self._mixed(), self.known)

    def _order(self, turn: int) -> list[str]:
        """The kinds, the likeliest first; all but those take turns."""
        ordered = sorted(self._kinds, key=lambda name: -self._logs[name])
        rest = ordered[SURE:]
        first = turn % len(rest) if rest else 0
        return [*ordered[:SURE], *rest[first:], *rest[:first]]

    def _mixed(self) -> Chances:
        """What all that were asked expect, as likely as they are."""
        weights, found = self.weights, dict[Move, float]()
        total = sum(weights[name] for name in self._said)
        for name, chances in self._said.items():
            for move, chance in chances.items():
                found[move] = found.get(move, 0.0) + weights[name] / total * chance
        return found

    def _learn(self, move: Move) -> None:
        """Makes kinds likelier that expected a move; of those that were not asked nothing is known."""
        usual = self._log(self._mixed().get(move, 0.0))
        for name in self._logs:
            new = self._log(self._said[name].get(move, 0.0)) if name in self._said else usual
            self._logs[name] = FORGETTING * self._logs[name] + new
        most = max(self._logs.values())
        self._logs = {name: max(LEAST, own - most) for name, own in self._logs.items()}

    def _log(self, chance: float) -> float:
        return math.log((1 - SURPRISES) * chance + SURPRISES / self._legal)


def chances_of(moves: Sequence[Move], chances: NDArray[np.float64]) -> Chances:
    """Chances by move; a move may come more than once."""
    found: Chances = {}
    for move, chance in zip(moves, chances.tolist(), strict=True):
        if chance > 0:
            found[move] = found.get(move, 0.0) + chance
    return found
