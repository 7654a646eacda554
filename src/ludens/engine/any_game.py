"""An engine for any game at all: one position after another, in Python.

It serves rulesheets that cannot be compiled and games written as Python classes. A row is the number of a position
that has been seen (``engine/numbered.py``); moves are numbered as they are met.
"""

from __future__ import annotations

import operator
import random
from collections.abc import Sequence
from functools import cached_property
from typing import Any, Generic, cast

import numpy as np
from numpy.typing import NDArray

from ludens.engine.checks import check_playouts, checked_count, checked_moves, checked_rows
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.numbered import NumberedPositions
from ludens.engine.playouts import Games, Playouts
from ludens.engine.rows import Rows
from ludens.game import Game, GameInfo, GoalError, Move, NoLegalMoveError, Percept, S, observation


class AnyGameEngine(BatchEngine, Generic[S]):
    """The batch operations on a game that has only single ones. Threads may share it."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game
        self._positions = NumberedPositions(game)

    @property
    def batch(self) -> bool:
        return False

    @property
    def roles(self) -> tuple[str, ...]:
        return self.game.info.roles

    def moves(self, role: int) -> tuple[Move, ...]:
        return self._positions.moves(role)

    def pack(self, states: Sequence[S]) -> Rows:
        """Rows for positions."""
        return _rows(self._positions.give(states))

    def unpack(self, rows: Rows) -> list[S]:
        """The positions of rows."""
        return self._positions.states(self._checked(rows)[:, 0].tolist())

    def initial(self, n: int = 1) -> Rows:
        return self.pack([self.game.initial_state()] * checked_count(n))

    def legal(self, states: Rows) -> list[NDArray[np.bool_]]:
        listed = self.unpack(states)
        tables = []
        for role in range(len(self.roles)):
            found = [self._positions.number_moves(role, self.game.legal_moves(state, role)) for state in listed]
            table = np.zeros((len(listed), len(self._positions.moves(role))), dtype=np.bool_)
            for row, chosen in enumerate(found):
                table[row, chosen] = True
            tables.append(table)
        return tables

    def outcome(self, states: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        listed = self.unpack(states)
        terminal = np.array([self.game.is_terminal(state) for state in listed], dtype=np.bool_)
        return terminal, np.array([self._goals(state) for state in listed], dtype=np.int16).reshape(-1, len(self.roles))

    def step(self, states: Rows, joint_moves: NDArray[np.integer]) -> Rows:
        listed, names = self.unpack(states), [self.moves(role) for role in range(len(self.roles))]
        joint = checked_moves(joint_moves, len(listed), self.roles, list(map(len, names))).tolist()
        following = [
            self.game.next_state(state, tuple(names[role][number] for role, number in enumerate(numbers)))
            for state, numbers in zip(listed, joint, strict=True)
        ]
        return _rows(self._positions.follow(following, states[:, 0].tolist(), joint))

    def follow(
        self, states: Rows, joint_moves: NDArray[np.integer]
    ) -> tuple[Rows, NDArray[np.bool_], NDArray[np.int16]]:
        following = self.step(states, joint_moves)
        return following, *self.outcome(following)

    def games(self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1) -> Games:
        """Single games; ``threads`` makes no difference here."""
        check_playouts(len(self._checked(states)), per_state, max_steps, threads)
        found = self._play(states, per_state, operator.index(seed), max_steps, None)
        return Games(*found)

    def playouts(
        self, states: Rows, per_state: int, seed: int, *, max_steps: int = 0, threads: int = 1, amaf: bool = False
    ) -> Playouts:
        check_playouts(len(self._checked(states)), per_state, max_steps, threads)
        played: list[list[list[set[Move]]]] | None = [] if amaf else None
        ended, lengths, goals = self._play(states, per_state, operator.index(seed), max_steps, played)
        values = [tuple(v for v in np.unique(goals[:, :, role]).tolist() if v >= 0) for role in range(len(self.roles))]
        reached = [
            np.array([(goals[:, :, role] == v).sum(axis=1) for v in listed], dtype=np.int64).reshape(-1, len(states)).T
            for role, listed in enumerate(values)
        ]
        return Playouts(
            goals=np.where(goals < 0, 0, goals).sum(axis=1, dtype=np.int64),
            finished=ended.sum(axis=1, dtype=np.int64),
            cut=(~ended).sum(axis=1, dtype=np.int64),
            steps=lengths.sum(axis=1),
            reached=tuple(reached),
            values=tuple(values),
            played=None if played is None else self._count_played(played, goals),
        )

    def _play(
        self, states: Rows, per_state: int, seed: int, max_steps: int, played: list[list[list[set[Move]]]] | None
    ) -> tuple[NDArray[np.bool_], NDArray[np.int64], NDArray[np.int16]]:
        rng = random.Random(seed)
        shape = (len(states), per_state)
        ended, lengths = np.zeros(shape, dtype=np.bool_), np.zeros(shape, dtype=np.int64)
        goals = np.full((*shape, len(self.roles)), -1, dtype=np.int16)
        for row, start in enumerate(self.unpack(states)):
            made: list[list[set[Move]]] = []
            for number in range(per_state):
                last, length, moves = self._one_game(start, rng, max_steps)
                lengths[row, number], ended[row, number] = length, self.game.is_terminal(last)
                if ended[row, number]:
                    goals[row, number] = self._goals(last)
                made.append(moves)
            if played is not None:
                played.append(made)
        return ended, lengths, goals

    def _one_game(self, state: S, rng: random.Random, max_steps: int) -> tuple[S, int, list[set[Move]]]:
        made: list[set[Move]] = [set() for _ in self.roles]
        length = 0
        while not self.game.is_terminal(state) and (length < max_steps or not max_steps):
            try:
                moves = tuple(rng.choice(self.game.legal_moves(state, role)) for role in range(len(self.roles)))
            except NoLegalMoveError:
                break
            for role, move in enumerate(moves):
                made[role].add(move)
            state = self.game.next_state(state, moves)
            length += 1
        return state, length, made

    def _count_played(
        self, played: list[list[list[set[Move]]]], goals: NDArray[np.int16]
    ) -> tuple[tuple[NDArray[np.int64], NDArray[np.int64]], ...]:
        tables = []
        for role in range(len(self.roles)):
            met = sorted({move for made in played for game in made for move in game[role]})
            numbers = dict(zip(met, self._positions.number_moves(role, met), strict=True))
            counts = np.zeros((len(played), len(self.moves(role))), dtype=np.int64)
            sums = np.zeros_like(counts)
            for row, made in enumerate(played):
                for number, game in enumerate(made):
                    for move in game[role]:
                        counts[row, numbers[move]] += 1
                        sums[row, numbers[move]] += max(0, int(goals[row, number, role]))
            tables.append((counts, sums))
        return tuple(tables)

    def _goals(self, state: S) -> list[int]:
        """The goals; -1 for every role where the rules do not give them."""
        try:
            return list(self.game.goals(state))
        except GoalError:
            return [-1] * len(self.roles)

    @staticmethod
    def _checked(states: Rows) -> Rows:
        return checked_rows(states, 1)


def _rows(numbers: list[int]) -> Rows:
    return np.array(numbers, dtype=np.uint64).reshape(-1, 1)


class GameWithEngine(Generic[S]):
    """Any game with an engine added to it."""

    def __init__(self, game: Game[S]) -> None:
        self.game = game

    def __repr__(self) -> str:
        return f"<{type(self.game).__name__} {self.info.name}>"

    @property
    def info(self) -> GameInfo:
        return self.game.info

    @cached_property
    def engine(self) -> AnyGameEngine[S]:
        """The engine, made when it is first asked for."""
        return AnyGameEngine(self.game)

    def pack(self, states: Sequence[S]) -> Rows:
        """States as rows for the engine."""
        return self.engine.pack(states)

    def unpack(self, rows: Rows) -> list[S]:
        """Rows of the engine as states."""
        return self.engine.unpack(rows)

    def initial_state(self) -> S:
        return self.game.initial_state()

    def is_terminal(self, state: S) -> bool:
        return self.game.is_terminal(state)

    def legal_moves(self, state: S, role: int) -> tuple[Move, ...]:
        return self.game.legal_moves(state, role)

    def next_state(self, state: S, moves: Sequence[Move]) -> S:
        return self.game.next_state(state, moves)

    def goals(self, state: S) -> tuple[int, ...]:
        return self.game.goals(state)

    def text(self, state: S) -> str:
        return self.game.text(state)

    def percepts(self, state: S, moves: Sequence[Move], role: int) -> tuple[Percept, ...]:
        """What a role sees of a joint move; () in a game that does not say."""
        return observation(self.game, state, moves, role).percepts


def with_engine(game: Game[S]) -> LoadedGame[S]:
    """The game itself if it knows its engine; otherwise the game with an engine in Python."""
    if {"engine", "pack", "unpack"} <= set(dir(game)):
        return cast("LoadedGame[Any]", game)
    return GameWithEngine(game)
