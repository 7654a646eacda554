"""How well strategies do in a small game with hidden information, and what the best answers to them win.

All games are listed, each history once. A best response takes, in every information set of its role, the move with the
best mean goal over the histories in it, weighted by how likely chance and the others bring them about (as for the
exploitability of poker strategies: Johanson, Waugh, Bowling and Zinkevich 2011).
"""

from __future__ import annotations

import itertools
import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Generic

from ludens.game import BudgetError, Game, JointMove, Move, Observation, S, View
from ludens.search.hidden.information_sets import Information, InformationSets
from ludens.search.hidden.remembered_rules import steps_of

MOST_HISTORIES = 200_000

Chances = Mapping[Move, float]
"""The chance of each move; those that are missing have none."""

Strategy = Callable[[View], Chances]
"""How a role moves, by what it knows."""


Chosen = Callable[[int, int, Sequence[Move]], Chances]
"""The chances of a role's moves, by information set, role, and legal moves."""


@dataclass(frozen=True, slots=True)
class History(Generic[S]):
    """A game up to some point: the position, what everybody knows, and the histories that follow."""

    state: S
    known: Information
    legal: tuple[tuple[Move, ...], ...]
    following: tuple[tuple[JointMove, int], ...]


class HiddenGame(Generic[S]):
    """All histories of a small game; raises BudgetError when there are more than ``most``."""

    def __init__(self, game: Game[S], most: int = MOST_HISTORIES) -> None:
        self.game, self._most = game, most
        self._steps = steps_of(game)
        self._sets: InformationSets[S] = InformationSets(len(game.info.roles), hidden=True)
        self._views: dict[int, View] = {}
        self.histories: list[History[S]] = []
        start = game.initial_state()
        self._list(start, self._sets.at(start), [()] * len(game.info.roles))

    def _list(self, state: S, known: Information, seen: Sequence[tuple[Observation, ...]]) -> int:
        """Adds a history, after all that follow from it; returns its number."""
        legal = self._steps.legal(state)
        for role, moves in enumerate(legal):
            self._views.setdefault(known[role], View(role, seen[role], moves))
        following = []
        for joint in itertools.product(*legal) if legal else ():
            after, percepts = self._steps.after(state, joint)
            views = [(*seen[role], Observation(joint[role], percepts[role])) for role in range(len(joint))]
            following.append((joint, self._list(after, self._sets.after(known, joint, percepts, after), views)))
        if len(self.histories) >= self._most:
            raise BudgetError(f"{self.game.info.name} has more than {self._most:,} different games.")
        self.histories.append(History(state, known, legal, tuple(following)))
        return len(self.histories) - 1

    @cached_property
    def views(self) -> tuple[View, ...]:
        """What a role may know where it has a choice, each once."""
        chance = self.game.info.chance_role
        return tuple(view for view in self._views.values() if len(view.legal or ()) > 1 and view.role != chance)

    def value(self, strategies: Mapping[int, Strategy], role: int) -> float:
        """The mean goal of a role if everybody plays by its strategy."""
        chances = self._chances(strategies)
        values: list[float] = []
        for history in self.histories:
            mixed = self._mixed(history, chances, None)
            values.append(self._goal(history, role, (chance * values[after] for _, after, chance in mixed)))
        return values[-1]

    def best_response(self, strategies: Mapping[int, Strategy], role: int) -> float:
        """The mean goal of a role that knows the strategies of all others and answers as well as can be."""
        chances = self._chances({other: strategy for other, strategy in strategies.items() if other != role})
        weights = self._weights(chances, role)
        members: defaultdict[int, list[int]] = defaultdict(list)
        for number, history in enumerate(self.histories):
            members[history.known[role]].append(number)
        values: list[float] = [math.nan] * len(self.histories)
        # Histories of one information set have the same length, and what follows from any of them is longer.
        for numbers in sorted(members.values(), key=lambda some: -self._length[some[0]]):
            best = self._best_move(numbers, role, chances, weights, values)
            for number in numbers:
                history = self.histories[number]
                mixed = self._mixed(history, chances, role)
                worth = (chance * values[after] for joint, after, chance in mixed if joint[role] == best)
                values[number] = self._goal(history, role, worth)
        return values[-1]

    def exploitability(self, strategies: Mapping[int, Strategy]) -> float:
        """What best responses gain in the mean over the roles, in goals; 0 for an equilibrium."""
        players = self.game.info.players
        gains = [self.best_response(strategies, role) - self.value(strategies, role) for role in players]
        return sum(gains) / len(gains)

    def _best_move(
        self, numbers: Sequence[int], role: int, chances: Chosen, weights: Sequence[float], values: Sequence[float]
    ) -> Move:
        worth: defaultdict[Move, float] = defaultdict(float)
        for number in numbers:
            for joint, after, chance in self._mixed(self.histories[number], chances, role):
                worth[joint[role]] += weights[number] * chance * values[after]
        return max(worth, key=worth.__getitem__, default="")

    def _goal(self, history: History[S], role: int, worth: Iterator[float]) -> float:
        return sum(worth) if history.legal else float(self._steps.goals(history.state)[role])

    def _mixed(self, history: History[S], chances: Chosen, free: int | None) -> Iterator[tuple[JointMove, int, float]]:
        """What follows, with its chance; the moves of the ``free`` role have none."""
        for joint, after in history.following:
            chance = 1.0
            for role, move in enumerate(joint):
                if role != free and len(history.legal[role]) > 1:
                    chance *= chances(history.known[role], role, history.legal[role]).get(move, 0.0)
            if chance > 0:
                yield joint, after, chance

    def _chances(self, strategies: Mapping[int, Strategy]) -> Chosen:
        asked: dict[int, Chances] = {}
        chance_role = self.game.info.chance_role

        def chosen(information: int, role: int, legal: Sequence[Move]) -> Chances:
            if information not in asked:
                even = role == chance_role or role not in strategies
                found = dict.fromkeys(legal, 1 / len(legal)) if even else strategies[role](self._views[information])
                asked[information] = found
            return asked[information]

        return chosen

    def _weights(self, chances: Chosen, free: int) -> list[float]:
        weights = [0.0] * len(self.histories)
        weights[-1] = 1.0
        for number in reversed(range(len(self.histories))):
            for _, after, chance in self._mixed(self.histories[number], chances, free):
                weights[after] += weights[number] * chance
        return weights

    @cached_property
    def _length(self) -> list[int]:
        lengths = [0] * len(self.histories)
        for number in reversed(range(len(self.histories))):
            for _, after in self.histories[number].following:
                lengths[after] = lengths[number] + 1
        return lengths
