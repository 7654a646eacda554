"""Minimax by the book on a graph of positions that is kept in dictionaries: cheap enough for thousands of positions.

Positions are made by the operations of an engine, which are tested elsewhere; what is searched here is plain to see.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows

Key = bytes
"""A row."""

Value = Callable[[Key], float]
BATCH = 2048


@dataclass(frozen=True)
class Place:
    """A position: its goals if it is over, otherwise what follows each joint move."""

    goals: tuple[int, ...] | None
    following: dict[tuple[int, ...], Key] = field(default_factory=dict)


class Explored:
    """The positions that have been looked at so far."""

    def __init__(self, engine: BatchEngine) -> None:
        self.engine = engine
        self._places: dict[Key, Place] = {}
        self._values: dict[tuple[Key, int, int, object], float] = {}
        self._rested: dict[tuple[Key, int, int], float] = {}

    def row(self, key: Key) -> Rows:
        return np.frombuffer(key, dtype=np.uint64)[None]

    def explore(self, keys: Iterable[Key], depth: int) -> None:
        """Looks at everything within so many moves."""
        keys = set(keys)
        for _ in range(depth + 1):
            unknown = sorted(key for key in keys if key not in self._places)
            for first in range(0, len(unknown), BATCH):
                self._look(unknown[first : first + BATCH])
            keys = {after for key in keys for after in self._places[key].following.values()}

    def place(self, key: Key) -> Place:
        if key not in self._places:
            self._look([key])
        return self._places[key]

    def minimax(self, key: Key, role: int, depth: int, evaluate: Value, name: object = None) -> float:
        """The role's goal when it moves first in every turn and all others answer to do it harm.

        What is known already is used again for evaluations of the same name.
        """
        found = self._values.get((key, role, depth, name))
        if found is not None:
            return found
        place = self.place(key)
        if place.goals is not None:
            found = float(place.goals[role])
        elif depth == 0:
            found = evaluate(key)
        else:
            worst: dict[int, float] = {}
            for moves, after in place.following.items():
                value = self.minimax(after, role, depth - 1, evaluate, name)
                worst[moves[role]] = min(value, worst.get(moves[role], value))
            found = max(worst.values())
        self._values[key, role, depth, name] = found
        return found

    def quiescent(self, key: Key, role: int, captures: int, evaluate: Value, pieces: Callable[[Key], int]) -> float:
        """The value when, up to a number, captures are still made, by whoever is the only one to choose.

        Whoever has a move that does not capture may leave it at the evaluation, which is always the same.
        """
        found = self._rested.get((key, role, captures))
        if found is None:
            found = self._rested[key, role, captures] = self._rest(key, role, captures, evaluate, pieces)
        return found

    def _rest(self, key: Key, role: int, captures: int, evaluate: Value, pieces: Callable[[Key], int]) -> float:
        place = self.place(key)
        if place.goals is not None:
            return float(place.goals[role])
        if captures == 0:
            return evaluate(key)
        loud = [after for after in place.following.values() if pieces(after) < pieces(key)]
        results = [self.quiescent(after, role, captures - 1, evaluate, pieces) for after in loud]
        if len(loud) < len(place.following):
            results.append(evaluate(key))
        chooses = len({moves[role] for moves in place.following}) > 1
        return max(results) if chooses else min(results)

    def _look(self, keys: list[Key]) -> None:
        rows = np.frombuffer(b"".join(keys), dtype=np.uint64).reshape(len(keys), -1)
        over, goals = self.engine.outcome(rows)
        legal = [[np.flatnonzero(moves).tolist() for moves in table] for table in self.engine.legal(rows)]
        joint = [() if over[n] else tuple(itertools.product(*(table[n] for table in legal))) for n in range(len(keys))]
        owners = np.repeat(np.arange(len(keys)), [len(moves) for moves in joint])
        listed = np.array([moves for found in joint for moves in found], dtype=np.int64)
        after = iter(self.engine.step(rows[owners], listed.reshape(len(owners), len(legal))))
        for number, key in enumerate(keys):
            following = {moves: next(after).tobytes() for moves in joint[number]}
            self._places[key] = Place(tuple(goals[number].tolist()) if over[number] else None, following)


def random_keys(engine: BatchEngine, count: int, seed: int, games: int = 200) -> list[Key]:
    """Different positions of random games that are not over; fewer than ``count`` where the game has no more."""
    rng, found = np.random.default_rng(seed), set[Key]()
    for _ in range(50):
        rows = engine.initial(games)
        while len(rows):
            found.update(row.tobytes() for row in rows)
            legal = engine.legal(rows)
            joint = np.stack([(rng.random(table.shape) * table).argmax(axis=1) for table in legal], axis=1)
            rows, over, _ = engine.follow(rows, joint)
            rows = rows[~over]
        if len(found) > 2 * count:
            break
    keys = sorted(found)
    rng.shuffle(keys)
    return keys[:count]
