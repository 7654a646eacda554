"""How playouts lie on lanes, and how their results are added up."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.code.choice import padded
from ludens.engine.kernels.hashing import GAMMA, mixed_words
from ludens.engine.layout import AGE_BITS, Layout
from ludens.engine.rows import counts_by_position, from_planes, repeated_planes, to_planes

Counts = NDArray[np.int64]
Words = NDArray[np.uint64]

GAMES_PER_LANE = 16
"""With more games than this on a lane, a position gets more words instead."""

MOST_WORDS = 64
"""Words for one position; its further games are played one after another."""


@dataclass(frozen=True, slots=True)
class Playouts:
    """What came of playouts, by position.

    ``goals``: sums of goals, shape (positions, roles). ``finished``, ``cut``: games that came to an end, and that
    reached the step limit or a position without a legal move; only the former have goals. ``steps``: joint moves of
    all games. ``reached``: for each role, how often each of its goal values, which ``values`` lists, came up, shape
    (positions, values).
    ``played``: for each role, when asked for, the games in which it made each move, and the sums of its goals in
    those, two arrays of shape (positions, moves).
    """

    goals: Counts
    finished: Counts
    cut: Counts
    steps: Counts
    reached: tuple[Counts, ...]
    values: tuple[tuple[int, ...], ...]
    played: tuple[tuple[Counts, Counts], ...] | None = None


@dataclass(frozen=True, slots=True)
class Games:
    """Single games, shape (positions, games): which came to an end, their lengths, and their goals by role last.

    A goal is -1 in a game that was cut, and where the rules give a role none or several.
    """

    ended: NDArray[np.bool_]
    lengths: Counts
    goals: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Spread:
    """Games on lanes: planes of the positions they start from, and of how many games follow the first.

    ``by_word``: whole words belong to one position, so that sums by word suffice; otherwise each lane plays one
    game. ``lanes``: of one position.
    """

    positions: int
    lanes: int
    by_word: bool
    start: Words
    active: Words
    more: Words

    @property
    def words(self) -> int:
        return int(self.start.shape[1])


def spread(values: NDArray[np.bool_], per_state: int, *, by_lane: bool, words: int) -> Spread:
    """Lays ``per_state`` games from each position, of shape (positions, fluents), on lanes, so many words at a time."""
    if by_lane or per_state < 64:
        return _spread_by_lane(values, per_state, words)
    return _spread_by_word(values, per_state, words)


def _spread_by_lane(values: NDArray[np.bool_], per_state: int, together: int) -> Spread:
    padded = -(-len(values) * per_state // (64 * together)) * 64 * together
    start = repeated_planes(values, per_state, padded)
    active = repeated_planes(np.ones((len(values), 1), dtype=np.bool_), per_state, padded)[0]
    return Spread(len(values), per_state, False, start, active, np.zeros((0, padded // 64), dtype=np.uint64))


def _spread_by_word(values: NDArray[np.bool_], per_state: int, together: int) -> Spread:
    words = min(MOST_WORDS, max(1, per_state // (64 * GAMES_PER_LANE)))
    padded = -(-len(values) * words // together) * together
    full = np.uint64(0xFFFF_FFFF_FFFF_FFFF)
    start = np.zeros((values.shape[1], padded), dtype=np.uint64)
    start[:, : len(values) * words] = np.repeat(values.T, words, axis=1) * full
    active = np.zeros(padded, dtype=np.uint64)
    active[: len(values) * words] = full
    each, extra = divmod(per_state, 64 * words)
    more = each - 1 + (np.arange(64 * words) < extra)
    bits = int(more.max()).bit_length()
    planes = to_planes((more[:, None] >> np.arange(bits) & 1).astype(np.bool_), 64 * words)
    later = np.zeros((bits, padded), dtype=np.uint64)
    later[:, : len(values) * words] = np.tile(planes, len(values))
    return Spread(len(values), 64 * words, True, start, active, later)


def random_words(seed: int, words: int) -> Words:
    """The generators' first states, shape (2, words): splitmix64 of the seed and the number of the word."""
    numbers = np.arange(2 * words, dtype=np.uint64).reshape(words, 2).T
    with np.errstate(over="ignore"):
        return mixed_words(mixed_words(np.full(1, seed % (1 << 64), dtype=np.uint64)) + numbers * GAMMA)


def gather(layout: Layout, games: Spread, planes: Words, amaf: bool) -> Playouts:
    """The results by position, from the planes ``results`` of the layout."""
    base = layout.sections["age"]

    def section(name: str, size: int) -> Words:
        first = layout.sections[name] - base
        return planes[first : first + size]

    if games.by_word:
        goals, ended, cut, steps = (
            _by_word(games, section(name, size))
            for name, size in (("sums", layout.goals), ("finished", 1), ("cut", 1), ("steps", 1))
        )
    else:
        goals, ended, ages = (
            counts_by_position(section(name, size), games.positions, games.lanes)
            for name, size in (("results", layout.goals), ("ended", 1), ("age", AGE_BITS))
        )
        steps = (1 << np.arange(AGE_BITS))[None, :] @ ages
        cut = games.lanes - ended
    reached, first = [], 0
    for values in layout.circuit.goals:
        reached.append(goals[first : first + len(values)].T)
        first += len(values)
    totals = [np.asarray(r @ _values(values)) for r, values in zip(reached, layout.circuit.goals, strict=True)]
    played = _played(layout, games, section) if amaf else None
    names = tuple(tuple(value for value, _ in goals) for goals in layout.circuit.goals)
    return Playouts(np.stack(totals, axis=1), ended[0], cut[0], steps[0], tuple(reached), names, played)


def single_games(layout: Layout, games: Spread, planes: Words) -> Games:
    """The result of every lane, from the same planes."""
    base, lanes = layout.sections["age"], games.positions * games.lanes

    def section(name: str, size: int) -> NDArray[np.bool_]:
        first = layout.sections[name] - base
        return from_planes(planes[first : first + size], lanes)

    shape = (games.positions, games.lanes)
    results, first = section("results", layout.goals), 0
    goals = np.full((lanes, len(layout.circuit.roles)), -1, dtype=np.int16)
    for role, values in enumerate(layout.circuit.goals):
        if not values:
            continue  # a role that never has a goal
        held = results[:, first : first + len(values)]
        one = held.sum(axis=1) == 1
        goals[one, role] = _values(values)[held[one].argmax(axis=1)]
        first += len(values)
    ages = section("age", AGE_BITS) @ (1 << np.arange(AGE_BITS))
    return Games(section("ended", 1)[:, 0].reshape(shape), ages.reshape(shape), goals.reshape(*shape, -1))


def _values(goals: tuple[tuple[int, int], ...]) -> Counts:
    return np.array([value for value, _ in goals], dtype=np.int64)


def _by_word(games: Spread, counts: Words) -> Counts:
    words = games.lanes // 64
    found = counts[:, : games.positions * words].astype(np.int64)
    sums: Counts = found.reshape(len(counts), games.positions, words).sum(axis=2)
    return sums


def _played(layout: Layout, games: Spread, section: Callable[[str, int], Words]) -> tuple[tuple[Counts, Counts], ...]:
    """For each role: the games in which each move was made, and the sums of the role's goals in them."""
    results, found, first_goal, first_move = section("results", layout.goals), [], 0, 0
    planes = section("played", layout.does[-1] - layout.does[0] + padded(len(layout.circuit.moves[-1])))
    for values, moves in zip(layout.circuit.goals, layout.circuit.moves, strict=True):
        made = planes[first_move : first_move + len(moves)]
        counts = counts_by_position(made, games.positions, games.lanes)
        sums = np.zeros_like(counts)
        for goal, (value, _) in enumerate(values, start=first_goal):
            if value:
                sums += value * counts_by_position(made & results[goal], games.positions, games.lanes)
        found.append((counts.T, sums.T))
        first_goal, first_move = first_goal + len(values), first_move + padded(len(moves))
    return tuple(found)
