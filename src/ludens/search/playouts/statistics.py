"""What many random games say about a game: who wins, how long it takes, how much there is to choose."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.winners import EVEN, WON
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import JointMove, S
from ludens.search.perft import joint_moves

DEVIATIONS = 1.96
"""Of a 95 % interval, in standard deviations."""

BATCH = 1 << 17
"""Games whose single results are held at once."""

FIRST_CALL, LARGEST_CALL = 1 << 20, 1 << 30
"""Games of which only sums are held, at once."""

CERTAIN = 61
"""Of 64 random games from a position: with this many alike the result counts as decided."""


@dataclass(frozen=True, slots=True)
class Value:
    """A mean with its 95 % interval: ``mean`` ± ``margin``."""

    mean: float
    margin: float


@dataclass(frozen=True, slots=True)
class Results:
    """Random games from the start.

    Of the games that ended: ``goals`` and ``wins`` (alone with the highest goal) by role, ``draws`` (all the same),
    and ``lengths``, the number of games of each length.
    """

    games: int
    ended: int
    goals: tuple[Value, ...]
    wins: tuple[Value, ...]
    draws: Value
    lengths: NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Walks:
    """Random games followed step by step.

    ``choices``: at each step, the mean number of moves of the role that has most, over the games still going on;
    ``most``: in any position. ``decided``: the share of games whose result was all but certain half-way.
    """

    games: int
    choices: tuple[float, ...]
    most: int
    decided: float


def results(engine: BatchEngine, games: int, seed: int, *, max_steps: int, threads: int = 1) -> Results:
    """The results of random games from the start; ``games`` is rounded up to whole batches."""
    goals: list[NDArray[np.int16]] = []
    lengths = np.zeros(1, dtype=np.int64)
    played = 0
    while played < games:
        size = min(BATCH, games - played)
        batch = engine.games(engine.initial(), size, seed + len(goals), max_steps=max_steps, threads=threads)
        ended = batch.ended[0]
        goals.append(batch.goals[0][ended])
        counts = np.bincount(batch.lengths[0][ended], minlength=len(lengths))
        lengths = counts + np.pad(lengths, (0, len(counts) - len(lengths)))
        played += size
    return _summary(np.concatenate(goals), lengths, games)


def _summary(goals: NDArray[np.int16], lengths: NDArray[np.int64], games: int) -> Results:
    roles = range(goals.shape[1])
    best = goals.max(axis=1, initial=-1)
    alone = (goals == best[:, None]).sum(axis=1) == 1
    several = len(roles) > 1
    return Results(
        games,
        len(goals),
        tuple(_mean(goals[:, role].astype(np.float64)) for role in roles),
        tuple(_mean((goals[:, role] == best) & alone) for role in roles),
        _mean((goals == goals[:, :1]).all(axis=1) & several),
        lengths,
    )


def counted_results(
    engine: BatchEngine, games: int, seed: int, *, max_steps: int, enough: Callable[[], bool] = lambda: False
) -> Results:
    """The same of as many games as you like, on an engine of a circuit ``with_winners``; without ``lengths``.

    Only sums are held, and calls become larger and larger, so that a graphics processor is busy. ``enough`` is asked
    between them whether these are enough games.
    """
    counts: Counter[tuple[int, int]] = Counter()
    played = ended = calls = 0
    while played < games and not (calls and enough()):
        size = min(FIRST_CALL << calls, LARGEST_CALL, games - played)
        found = engine.playouts(engine.initial(), size, seed + calls, max_steps=max_steps)
        for role, (values, reached) in enumerate(zip(found.values, found.reached, strict=True)):
            counts.update({(role, value): int(times) for value, times in zip(values, reached[0], strict=True)})
        played, ended, calls = played + size, ended + int(found.finished[0]), calls + 1
    roles = range(len(engine.roles))
    own = [{value: counts[role, value] for r, value in counts if r == role and value < WON} for role in roles]
    wins = [{1: counts[role, WON]} for role in roles]
    return Results(
        played,
        ended,
        tuple(_of_counts(each, ended) for each in own),
        tuple(_of_counts(each, ended) for each in wins),
        _of_counts({1: counts[0, EVEN]}, ended),
        np.zeros(1, dtype=np.int64),
    )


def _of_counts(counts: Mapping[int, int], total: int) -> Value:
    """The mean of values that came up so often each, of so many; those that are missing are 0."""
    if not total:
        return Value(math.nan, math.nan)
    mean = sum(value * count for value, count in counts.items()) / total
    square = sum(value * value * count for value, count in counts.items()) / total
    return Value(mean, DEVIATIONS * math.sqrt(max(0.0, square - mean * mean) / total))


def _mean(sample: NDArray[np.float64] | NDArray[np.bool_]) -> Value:
    if not len(sample):
        return Value(math.nan, math.nan)
    return Value(float(sample.mean()), DEVIATIONS * float(sample.std()) / math.sqrt(len(sample)))


def first_moves(
    game: LoadedGame[S], games: int, seed: int, *, max_steps: int, threads: int = 1
) -> list[tuple[JointMove, tuple[Value, ...]]]:
    """The goals of each role after each first joint move, in the order of the moves."""
    start = game.initial_state()
    moves = list(joint_moves(game, start))
    if not moves:
        return []
    rows = game.pack([game.next_state(start, joint) for joint in moves])
    found = game.engine.playouts(rows, games, seed, max_steps=max_steps, threads=threads)
    table = []
    for number, joint in enumerate(moves):
        values = []
        for reached, goals in zip(found.reached, found.values, strict=True):
            values.append(_mean(np.repeat(np.array(goals, dtype=np.float64), reached[number])))
        table.append((joint, tuple(values)))
    return table


def walks(engine: BatchEngine, games: int, seed: int, *, max_steps: int) -> Walks:
    """Follows random games from the start, all at once."""
    rng = np.random.default_rng(seed)
    states, alive = engine.initial(games), np.arange(games)
    history, lengths = [states], np.full(games, -1)
    choices: list[float] = []
    most = 0
    while len(choices) <= max_steps:
        over, _ = engine.outcome(states[alive])
        lengths[alive[over]] = len(choices)
        alive = alive[~over]
        if not len(alive):
            break
        legal = engine.legal(states[alive])
        widest = np.max([moves.sum(axis=1) for moves in legal], axis=0)
        choices.append(float(widest.mean()))
        most = max(most, int(widest.max()))
        states = states.copy()
        states[alive] = engine.step(states[alive], np.stack([_pick(moves, rng) for moves in legal], axis=1))
        history.append(states)
    half = [history[length // 2][game] for game, length in enumerate(lengths) if length >= 0]
    decided = _decided(engine, np.stack(half), seed, max_steps) if half else math.nan
    return Walks(games, tuple(choices), most, decided)


def _pick(legal: NDArray[np.bool_], rng: np.random.Generator) -> NDArray[np.int64]:
    """A random legal move in each row."""
    return np.asarray(np.where(legal, rng.random(legal.shape), -1.0).argmax(axis=1))


def _decided(engine: BatchEngine, rows: Rows, seed: int, max_steps: int) -> float:
    """The share of positions from which nearly all random games give every role the same."""
    found = engine.playouts(rows, 64, seed, max_steps=max_steps)
    certain = np.ones(len(rows), dtype=np.bool_)
    for reached in found.reached:
        certain &= reached.max(axis=1, initial=0) >= CERTAIN
    return float(certain.mean())
