"""The truth about a small game, worked out position by position from the plain rules: slow, and obviously right."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from itertools import product
from typing import Any

from ludens.game import IllFormedGameError


@dataclass
class Truth:
    """``best``: goals by role with best play, ``first``: of the mover after each first move, where they mean something.

    ``random``: mean goals by role of random play; None in a game that goes wrong.
    """

    sound: bool
    positions: int
    shortest: int
    longest: int
    most: int
    ends: set[tuple[int, ...]]
    legal: list[set[str]]
    random: tuple[float, ...] | None
    random_first: dict[str, float] = field(default_factory=dict)
    mover: int | None = None
    best: tuple[float, ...] | None = None
    first: dict[str, float] = field(default_factory=dict)


class BruteForce:
    """Looks at every position of a game that always ends."""

    def __init__(self, game: Any) -> None:
        self.game, self.roles = game, range(len(game.info.roles))
        self.value = cache(self._value)
        self.mean = cache(self._mean)
        self.span = cache(self._span)

    def truth(self) -> Truth:
        game = self.game
        start = game.initial_state()
        seen, waiting = {start}, [start]
        sound, most, in_turn, ends, legal = True, 0, True, set(), [set[str]() for _ in self.roles]
        while waiting:
            state = waiting.pop()
            try:
                if game.is_terminal(state):
                    ends.add(game.goals(state))
                    continue
                moves = [game.legal_moves(state, role) for role in self.roles]
            except IllFormedGameError:
                sound = False
                continue
            most = max(most, *map(len, moves))
            in_turn &= sum(len(of_role) > 1 for of_role in moves) <= 1
            for role in self.roles:
                legal[role] |= set(moves[role])
            for joint in product(*moves):
                after = game.next_state(state, joint)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        if not sound:
            return Truth(False, len(seen), 0, 0, most, ends, legal, None)
        found = Truth(True, len(seen), *self.span(start), most, ends, legal, self.mean(start))
        self._first_moves(found, start, in_turn)
        return found

    def _first_moves(self, found: Truth, start: Any, in_turn: bool) -> None:
        game = self.game
        moves = [game.legal_moves(start, role) for role in self.roles]
        found.mover = next((role for role in game.info.players if len(moves[role]) > 1), None)
        if found.mover is None:
            mover = 0
        else:
            mover = found.mover
            for move in moves[mover]:
                afters = [joint for joint in product(*moves) if joint[mover] == move]
                means = [self.mean(game.next_state(start, joint))[mover] for joint in afters]
                found.random_first[move] = sum(means) / len(means)
        opposed = len(self.roles) == 2 and in_turn and len({sum(goals) for goals in found.ends}) == 1
        if (opposed or len(self.roles) == 1) and game.info.chance_role is None and not game.info.hidden:
            found.best = self.value(start)
            if found.mover is not None:
                for joint in product(*moves):
                    found.first[joint[mover]] = self.value(game.next_state(start, joint))[mover]

    def _value(self, state: Any) -> tuple[float, ...]:
        game = self.game
        if game.is_terminal(state):
            return tuple(map(float, game.goals(state)))
        moves = [game.legal_moves(state, role) for role in self.roles]
        mover = next((role for role in self.roles if len(moves[role]) > 1), 0)
        return max(
            (self.value(game.next_state(state, joint)) for joint in product(*moves)), key=lambda goals: goals[mover]
        )

    def _mean(self, state: Any) -> tuple[float, ...]:
        game = self.game
        if game.is_terminal(state):
            return tuple(map(float, game.goals(state)))
        joints = list(product(*(game.legal_moves(state, role) for role in self.roles)))
        means = [self.mean(game.next_state(state, joint)) for joint in joints]
        return tuple(sum(mean[role] for mean in means) / len(means) for role in self.roles)

    def _span(self, state: Any) -> tuple[int, int]:
        game = self.game
        if game.is_terminal(state):
            return 0, 0
        joints = product(*(game.legal_moves(state, role) for role in self.roles))
        spans = [self.span(game.next_state(state, joint)) for joint in joints]
        return 1 + min(low for low, _ in spans), 1 + max(high for _, high in spans)
