"""All positions of a small game: what is possible, how long it can take, and exactly what random moves come to.

Every kind of game: any number of roles, moves at the same time, chance. Positions are made in batches, each once; what
random play is worth then goes backwards from the ends of the game.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import GameInfo, Move
from ludens.quality.figures import RandomPlay, Whole, exactly

BATCH = 512


@dataclass(frozen=True, slots=True)
class Room:
    """How much may be looked at: positions, moves between them, and seconds of this thread's processor time."""

    positions: int = 30_000
    moves: int = 300_000
    seconds: float = 0.4


def whole_game(game: LoadedGame[Any], room: Room) -> Whole | None:
    """All positions of a game; None where there are too many."""
    graph = _Graph(game.engine)
    return _found(game, graph) if graph.fill(room) else None


class _Graph:
    """Positions by number, and the joint moves between them."""

    def __init__(self, engine: BatchEngine) -> None:
        self.engine = engine
        self.rows = engine.initial()
        self._numbers = {self.rows[0].tobytes(): 0}
        self.over: list[NDArray[np.bool_]] = []
        self.goals: list[NDArray[np.int16]] = []
        self.sources: list[NDArray[np.int64]] = []
        self.targets: list[NDArray[np.int64]] = []
        self.stuck = False
        self.most = 0
        self.turn_based = True
        self.ever: list[NDArray[np.bool_]] = []
        self.first: list[tuple[int, ...]] = []

    def fill(self, room: Room) -> bool:
        """Makes all positions; False when there is no room for them."""
        end, done, moves = time.thread_time() + room.seconds, 0, 0
        while done < len(self.rows):
            if len(self.rows) > room.positions or moves > room.moves or time.thread_time() > end:
                return False
            here = np.arange(done, min(done + BATCH, len(self.rows)))
            moves += self._expand(here, room.moves - moves)
            done = int(here[-1]) + 1
        return moves <= room.moves

    def _expand(self, here: NDArray[np.int64], most: int) -> int:
        """Makes what follows some positions, and returns how many joint moves lead there."""
        engine, rows = self.engine, self.rows[here]
        over, goals = engine.outcome(rows)
        self.over.append(over)
        self.goals.append(goals)
        legal = [moves[~over] for moves in engine.legal(rows)]
        counts = np.stack([moves.sum(axis=1) for moves in legal], axis=1)
        self.stuck |= bool((counts == 0).any()) or bool((goals[over] < 0).any())
        self.most = max(self.most, int(counts.max(initial=0)))
        self.turn_based &= not bool(((counts > 1).sum(axis=1) > 1).any())
        seen = [np.asarray(moves.any(axis=0)) for moves in legal]
        self.ever = seen if not self.ever else [_either(one, other) for one, other in zip(self.ever, seen, strict=True)]
        number = int(counts.prod(axis=1).sum())
        if number > most or not number:
            return number
        places, joint = _joint_moves(legal)
        if not self.first:
            self.first = [tuple(map(int, each)) for each in joint[places == 0]]
        after = engine.step(rows[~over][places], joint)
        self.sources.append(here[~over][places])
        self.targets.append(self._number(after))
        return number

    def _number(self, rows: Rows) -> NDArray[np.int64]:
        """The numbers of positions, new ones for those that are new."""
        numbers, fresh = self._numbers, []
        found = np.empty(len(rows), dtype=np.int64)
        for place, row in enumerate(rows):
            key = row.tobytes()
            number = numbers.get(key)
            if number is None:
                number = numbers[key] = len(numbers)
                fresh.append(place)
            found[place] = number
        if fresh:
            self.rows = np.concatenate([self.rows, rows[fresh]])
        return found


def _either(one: NDArray[np.bool_], other: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Either is true; moves that are numbered as they are met may have become more."""
    size = max(len(one), len(other))
    return np.asarray(np.pad(one, (0, size - len(one))) | np.pad(other, (0, size - len(other))))


def _joint_moves(legal: list[NDArray[np.bool_]]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """All joint moves of some positions: the place of the position, and the move of each role."""
    places, joint = [], []
    for place, each in enumerate(zip(*legal, strict=True)):
        moves = list(product(*(np.flatnonzero(of_role) for of_role in each)))
        places += [place] * len(moves)
        joint += moves
    return np.array(places, dtype=np.int64), np.array(joint, dtype=np.int64).reshape(-1, len(legal))


def _found(game: LoadedGame[Any], graph: _Graph) -> Whole:
    engine, info = graph.engine, game.info
    size = len(graph.rows)
    over, goals = np.concatenate(graph.over), np.concatenate(graph.goals).astype(np.float64)
    none = np.empty(0, dtype=np.int64)
    sources = np.concatenate([none, *graph.sources])
    targets = np.concatenate([none, *graph.targets])
    order = np.argsort(sources, kind="stable")
    sources, targets = sources[order], targets[order]
    waves = _waves(size, sources, targets)
    endless = sum(map(len, waves)) < size
    sound = not graph.stuck and not endless
    # What is averaged over random play: goals, who wins alone, and draws.
    players = list(info.players)
    mine = goals[:, players]
    top = mine == mine.max(axis=1, keepdims=True)
    alone = top & (top.sum(axis=1, keepdims=True) == 1)
    drawn = (mine == mine[:, :1]).all(axis=1, keepdims=True) & (len(players) > 1)
    means = _means(np.hstack([goals, alone, drawn]), waves, sources, targets) if sound else np.zeros((size, 0))
    names = [engine.moves(role) for role in range(len(info.roles))]
    first = {}
    if sound:
        for target, joint in zip(targets[sources == 0], graph.first, strict=True):
            first[tuple(names[role][move] for role, move in enumerate(joint))] = tuple(
                map(float, means[target, : len(info.roles)])
            )
    return Whole(
        positions=size,
        shortest=_shortest(size, sources, targets, over),
        longest=None if endless else len(waves) - 1,
        goal_sets=frozenset(tuple(map(int, each)) for each in np.unique(goals[over], axis=0)),
        stuck=graph.stuck,
        never=_never(names, graph.ever),
        most=graph.most,
        turn_based=graph.turn_based,
        random=_random_play(info, means[0], len(info.roles)) if sound else None,
        first=first,
    )


def _never(names: list[tuple[Move, ...]], ever: list[NDArray[np.bool_]]) -> tuple[Move, ...]:
    """The moves that nobody ever has, of those that somebody wrote rules for."""
    legal = {of_role[number] for of_role, had in zip(names, ever, strict=False) for number in np.flatnonzero(had)}
    return tuple(sorted({move for of_role in names for move in of_role} - legal))


def _waves(size: int, sources: NDArray[np.int64], targets: NDArray[np.int64]) -> list[NDArray[np.int64]]:
    """Positions by the most joint moves that can follow them; those from which play can come back are in none."""
    left = np.bincount(sources, minlength=size)
    by_target = np.argsort(targets, kind="stable")
    before = sources[by_target]
    starts = np.searchsorted(targets[by_target], np.arange(size + 1))
    waves, wave = [], np.flatnonzero(left == 0)
    while len(wave):
        waves.append(wave)
        counts = starts[wave + 1] - starts[wave]
        edges = np.repeat(starts[wave] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        parents = before[edges]
        np.subtract.at(left, parents, 1)
        wave = np.unique(parents[left[parents] == 0])
    return waves


def _means(
    values: NDArray[np.float64],
    waves: list[NDArray[np.int64]],
    sources: NDArray[np.int64],
    targets: NDArray[np.int64],
) -> NDArray[np.float64]:
    """The mean of values at the end of random play from each position, where these are given at the ends."""
    means = values.copy()
    starts = np.searchsorted(sources, np.arange(len(values) + 1))
    for wave in waves[1:]:
        counts = starts[wave + 1] - starts[wave]
        edges = np.repeat(starts[wave] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        sums = np.add.reduceat(means[targets[edges]], np.cumsum(counts) - counts, axis=0)
        means[wave] = sums / counts[:, None]
    return means


def _shortest(size: int, sources: NDArray[np.int64], targets: NDArray[np.int64], over: NDArray[np.bool_]) -> int | None:
    """The least joint moves to an end; None where there is none."""
    starts = np.searchsorted(sources, np.arange(size + 1))
    seen = np.zeros(size, dtype=np.bool_)
    wave, steps = np.zeros(1, dtype=np.int64), 0
    while len(wave):
        if over[wave].any():
            return steps
        seen[wave] = True
        counts = starts[wave + 1] - starts[wave]
        edges = np.repeat(starts[wave] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
        after = np.unique(targets[edges])
        wave, steps = after[~seen[after]], steps + 1
    return None


def _random_play(info: GameInfo, means: NDArray[np.float64], roles: int) -> RandomPlay:
    goals = tuple(exactly(float(means[role])) for role in info.players)
    wins = tuple(exactly(float(mean)) for mean in means[roles : roles + len(goals)])
    return RandomPlay(0, 0, 0, goals, wins, exactly(float(means[-1])))
