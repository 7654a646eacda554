"""Positions by number, in memory that is bounded however many are seen.

A position that has been seen gets a number; equal positions get the same. Those used last are kept, in two generations:
when the younger one is full the older one is forgotten. Of a forgotten position there is still the position it came
from and the joint move, a few bytes, so that it can be worked out again: rules are pure functions. It would get a
second number if it were met anew. Only what is older still, by many millions of positions, is gone for good.

A set of facts, which is what a position of a rulesheet is, is kept as the numbers of its facts: a tenth of the bytes.
"""

from __future__ import annotations

import threading
from array import array
from collections.abc import Hashable, Sequence
from typing import Generic, cast

from ludens.game import Game, LudensError, Move, S

KEPT = 1 << 20
"""Positions of a generation: as many different ones can be met before one that is not used is forgotten."""

TRACED = 1 << 26
"""Forgotten positions that can still be worked out."""

NOWHERE = -1
"""Where a position comes from that was given as it is."""

_UNKNOWN = object()


class ForgottenPositionError(LudensError):
    """A row of an engine that has since seen so many positions that it no longer knows this one."""

    def __init__(self, game: str, row: int) -> None:
        super().__init__(f"Position number {row:,} of {game} was seen too long ago; pack the position again.")


class NumberedPositions(Generic[S]):
    """The positions of one game by number. Threads may share it: the rules are asked outside its lock."""

    def __init__(self, game: Game[S], *, kept: int = KEPT, traced: int = TRACED) -> None:
        self._game, self._most_kept, self._most_traced = game, kept, traced
        self._lock = threading.Lock()
        self._facts: list[Hashable] = []
        self._fact_numbers: dict[Hashable, int] = {}
        known = game.info.moves or ((),) * len(game.info.roles)
        self._moves = [list(moves) for moves in known]
        self._move_numbers = [{move: number for number, move in enumerate(moves)} for moves in known]
        self._numbers: dict[Hashable, int] = {}
        self._keys: dict[int, Hashable] = {}
        self._old_numbers: dict[Hashable, int] = {}
        self._old_keys: dict[int, Hashable] = {}
        self._given: dict[int, Hashable] = {}
        self._first = 0  # the number of the first position that can be traced
        self._parents = array("q")
        self._made = array("i")  # the joint moves, one after the other

    def __len__(self) -> int:
        """How many numbers have been given."""
        return self._first + len(self._parents)

    @property
    def kept(self) -> int:
        """How many positions are in memory."""
        return len(self._keys) + len(self._old_keys) + len(self._given)

    def moves(self, role: int) -> tuple[Move, ...]:
        """The moves that have been numbered."""
        with self._lock:
            return tuple(self._moves[role])

    def number_moves(self, role: int, moves: Sequence[Move]) -> list[int]:
        """The numbers of moves; new ones get the next."""
        with self._lock:
            names, numbers = self._moves[role], self._move_numbers[role]
            found = []
            for move in moves:
                number = numbers.get(move)
                if number is None:
                    names.append(move)
                    number = numbers[move] = len(names) - 1
                found.append(number)
            return found

    def give(self, states: Sequence[S]) -> list[int]:
        """The numbers of positions that somebody has; they are kept longer than others."""
        with self._lock:
            return [self._give(self._key(state)) for state in states]

    def follow(self, states: Sequence[S], parents: Sequence[int], joint_moves: Sequence[Sequence[int]]) -> list[int]:
        """The numbers of positions that come from numbered ones by joint moves, given by number."""
        with self._lock:
            return [
                self._number(self._key(state), parent, moves)
                for state, parent, moves in zip(states, parents, joint_moves, strict=True)
            ]

    def states(self, numbers: Sequence[int]) -> list[S]:
        """The positions with these numbers; raises ValueError for a number that was never given."""
        with self._lock:
            for number in numbers:
                if not 0 <= number < len(self):
                    raise ValueError(f"{self._game.info.name} has not seen a position number {number}")
            keys = [self._look(number) for number in numbers]
        return [
            self._worked_out(number) if key is _UNKNOWN else self._state(key)
            for number, key in zip(numbers, keys, strict=True)
        ]

    def _key(self, state: S) -> Hashable:
        """What stands for a position, equal for equal ones: bytes for a set of facts, otherwise the position itself."""
        if isinstance(state, frozenset) and type(state) is frozenset:
            numbers = self._fact_numbers
            for fact in state:
                if fact not in numbers:
                    self._facts.append(fact)
                    numbers[fact] = len(self._facts) - 1
            return array("i", sorted(map(numbers.__getitem__, state))).tobytes()
        return frozenset((state,)) if isinstance(state, bytes) else state

    def _state(self, key: Hashable) -> S:
        if type(key) is bytes:
            return cast("S", frozenset(map(self._facts.__getitem__, array("i", key))))
        return cast("S", next(iter(key)) if type(key) is frozenset else key)

    def _give(self, key: Hashable) -> int:
        number = self._number(key, NOWHERE, (0,) * len(self._moves))
        if number not in self._given:
            self._given[number] = key
            if len(self._given) > self._most_kept:
                del self._given[next(iter(self._given))]
        return number

    def _number(self, key: Hashable, parent: int, moves: Sequence[int]) -> int:
        number = self._numbers.get(key)
        if number is None:
            number = self._old_numbers.get(key)
            if number is None:
                number = len(self)
                self._trace(parent, moves)
            self._keep(number, key)
        return number

    def _trace(self, parent: int, moves: Sequence[int]) -> None:
        """Writes down where the next position comes from. An interrupt may come between any two calls."""
        roles = len(self._moves)
        self._made[len(self._parents) * roles :] = array("i", moves)
        self._parents.append(parent)
        if len(self._parents) > self._most_traced:
            gone = len(self._parents) // 2
            parents, made, first = self._parents[gone:], self._made[gone * roles :], self._first + gone
            self._parents, self._made, self._first = parents, made, first

    def _keep(self, number: int, key: Hashable) -> None:
        """Enters a position into the younger generation."""
        if len(self._keys) >= self._most_kept:
            self._old_keys, self._old_numbers = self._keys, self._numbers
            self._keys, self._numbers = {}, {}
        self._keys[number] = key
        self._numbers.setdefault(key, number)

    def _look(self, number: int) -> Hashable:
        """What stands for the position with a number, which is thereby kept; _UNKNOWN if it is not in memory."""
        key = self._keys.get(number, _UNKNOWN)
        if key is _UNKNOWN:
            key = self._old_keys.get(number, self._given.get(number, _UNKNOWN))
            if key is not _UNKNOWN:
                self._keep(number, key)
        return key

    def _worked_out(self, number: int) -> S:
        """A position that is not in memory, played again from the last one before it that is."""
        line = []
        with self._lock:
            at = number
            while (key := self._look(at)) is _UNKNOWN:
                place, roles = at - self._first, len(self._moves)
                if place < 0 or self._parents[place] == NOWHERE:
                    raise ForgottenPositionError(self._game.info.name, number)
                made = self._made[place * roles : (place + 1) * roles]
                line.append((at, [names[move] for names, move in zip(self._moves, made, strict=True)]))
                at = self._parents[place]
        state = self._state(key)
        for at, moves in reversed(line):
            state = self._game.next_state(state, moves)
            with self._lock:
                self._keep(at, self._key(state))
        return state
