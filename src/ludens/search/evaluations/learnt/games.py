"""Games in which every role takes the move that an evaluation likes best, with some noise: many at once.

A role looks one move ahead, and after its best moves at the replies, too. Where others choose at the same time, they
are taken to move at random.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.search.draws import choose
from ludens.search.evaluations.learnt.schedule import Manner
from ludens.search.evaluations.learnt.stopping import Stopped, go_on, never
from ludens.search.random_games import longest

Values = NDArray[np.float64]
Tables = list[NDArray[np.bool_]]
Value = Callable[[Rows], Values]
"""What positions are worth to each role, from 0 to 1, shape (positions, roles)."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """Positions of games, in which somebody had a choice, with what came of them.

    ``games`` numbers the games. ``values``: what the roles expected of the position, looking ahead. ``goals``: how the
    game ended, from 0 to 1. ``targets``: a mixture of that and of what was expected from here on, TD(λ). Shapes
    (positions, roles).
    """

    rows: Rows
    games: NDArray[np.int64]
    values: Values
    goals: Values
    targets: Values

    def __len__(self) -> int:
        return len(self.rows)


def play_games(
    game: LoadedGame[Any], players: Sequence[Value], manner: Manner, seed: int, stopped: Stopped = never
) -> Played:
    """Plays games; raises StoppedError. ``players``: what each role goes by."""
    engine, random = game.engine, np.random.default_rng(abs(seed))
    rows, numbers = engine.initial(manner.games), np.arange(manner.games)
    opening = random.integers(0, manner.opening + 1, size=manner.games)
    goals = np.full((manner.games, len(engine.roles)), np.nan)
    steps: list[tuple[Rows, NDArray[np.int64], Values]] = []
    for step in range(longest(game.info)):
        legal = engine.legal(rows)
        going = np.all([table.any(axis=1) for table in legal], axis=0)
        rows, numbers, legal = rows[going], numbers[going], [table[going] for table in legal]
        if not len(rows):
            break
        go_on(stopped)
        moves, expected = _chosen(engine, players, rows, legal, manner, random)
        wild = (step < opening[numbers]) | (random.random(len(rows)) < manner.blunders)
        drawn = _drawn(legal, random)
        steps.append((rows, numbers, expected))
        rows, over, reached = engine.follow(rows, np.where(wild[:, None], drawn, moves))
        goals[numbers[over]] = np.maximum(reached[over], 0) / 100
        rows, numbers = rows[~over], numbers[~over]
    return _labelled(steps, goals, manner.decay, rows.shape[1])


def _drawn(legal: Tables, random: np.random.Generator) -> NDArray[np.int64]:
    """A random move of each role."""
    words = random.integers(0, 1 << 64, size=(len(legal), len(legal[0])), dtype=np.uint64)
    return np.stack([choose(table, own) for table, own in zip(legal, words, strict=True)], axis=1)


def _chosen(
    engine: BatchEngine,
    players: Sequence[Value],
    rows: Rows,
    legal: Tables,
    manner: Manner,
    random: np.random.Generator,
) -> tuple[NDArray[np.int64], Values]:
    """The best move of each role, and what positions are worth by it; not a number where several choose at once."""
    choices = np.stack([table.sum(axis=1) for table in legal], axis=1)
    moves, expected = _drawn(legal, random), np.full(choices.shape, np.nan)
    for role, value in enumerate(players):
        free = np.flatnonzero(choices[:, role] > 1)
        if not len(free):
            continue
        alone = (choices[free] > 1).sum(axis=1) == 1
        ahead = _look_ahead(engine, value, rows[free], [table[free] for table in legal], role, random)
        liked = ahead.values[:, role] + random.normal(0.0, manner.noise, len(ahead.values)) * ~ahead.over
        if manner.checked and alone.all():
            _check_replies(engine, value, ahead, liked, role, manner, random)
        best = ahead.best(liked)
        moves[free, role] = ahead.own[best]
        expected[free[alone]] = ahead.values[best][alone]
    return moves, expected


@dataclass(frozen=True, slots=True, eq=False)
class _Ahead:
    """What one role's moves lead to: positions in runs, ``counts`` of each run, and the moves."""

    rows: Rows
    over: NDArray[np.bool_]
    values: Values
    own: NDArray[np.int64]
    counts: NDArray[np.int64]

    def best(self, liked: Values) -> NDArray[np.int64]:
        """The place of the largest number in each run."""
        starts = np.cumsum(self.counts) - self.counts
        largest = np.repeat(np.maximum.reduceat(liked, starts), self.counts)
        places = np.flatnonzero(liked == largest)
        runs = np.searchsorted(starts, places, side="right") - 1
        return np.asarray(places[np.unique(runs, return_index=True)[1]])


def _look_ahead(
    engine: BatchEngine, value: Value, rows: Rows, legal: Tables, role: int, random: np.random.Generator
) -> _Ahead:
    """What a role's moves lead to, the others moving at random."""
    owner, own = np.nonzero(legal[role])
    counts = np.bincount(owner, minlength=len(rows))
    joint = np.empty((len(owner), len(legal)), dtype=np.int64)
    for other, table in enumerate(legal):
        if other == role:
            joint[:, other] = own
        elif (table.sum(axis=1) == 1).all():
            joint[:, other] = table.argmax(axis=1)[owner]
        else:
            joint[:, other] = choose(table[owner], random.integers(0, 1 << 64, size=len(owner), dtype=np.uint64))
    after, over, reached = engine.follow(rows[owner], joint)
    values = np.maximum(reached, 0) / 100
    if not over.all():
        values[~over] = value(after[~over])
    return _Ahead(after, over, values, own, counts)


def _check_replies(
    engine: BatchEngine,
    value: Value,
    ahead: _Ahead,
    liked: Values,
    role: int,
    manner: Manner,
    random: np.random.Generator,
) -> None:
    """Values a role's best moves by the best replies to them, and rules the others out; changes ``ahead``, ``liked``.

    Where several could reply at once, or nobody can, a move stays as it is.
    """
    runs = np.repeat(np.arange(len(ahead.counts)), ahead.counts)
    order = np.lexsort((-liked, runs))
    rank = np.empty(len(order), dtype=np.int64)
    rank[order] = np.arange(len(order)) - np.repeat(np.cumsum(ahead.counts) - ahead.counts, ahead.counts)
    liked[rank >= manner.checked] = -np.inf
    places = np.flatnonzero((rank < manner.checked) & ~ahead.over)
    if not len(places):
        return
    legal = engine.legal(ahead.rows[places])
    choices = np.stack([table.sum(axis=1) for table in legal], axis=1)
    for replier, table in enumerate(legal):
        own = (choices.min(axis=1) > 0) & (choices[:, replier] == choices.max(axis=1)) & (table.any(axis=1))
        own &= (choices > 1).sum(axis=1) <= 1
        if replier:
            own &= choices[:, :replier].max(axis=1) < choices[:, replier]
        asked = places[own]
        if not len(asked):
            continue
        replies = _look_ahead(engine, value, ahead.rows[asked], [other[own] for other in legal], replier, random)
        best = replies.values[replies.best(replies.values[:, replier])]
        liked[asked] += best[:, role] - ahead.values[asked, role]
        ahead.values[asked] = best


def _labelled(steps: list[tuple[Rows, NDArray[np.int64], Values]], goals: Values, decay: float, words: int) -> Played:
    """The positions of the games that came to an end, with their targets, from the last back to the first."""
    ended = np.asarray(np.isfinite(goals).all(axis=1))
    later = goals.copy()
    nothing = np.zeros((0, goals.shape[1]))
    found = [Played(np.zeros((0, words), dtype=np.uint64), np.zeros(0, dtype=np.int64), nothing, nothing, nothing)]
    for rows, numbers, expected in reversed(steps):
        kept = ended[numbers] & np.isfinite(expected).all(axis=1)
        of_games = numbers[kept]
        later[of_games] = decay * later[of_games] + (1 - decay) * expected[kept]
        found.append(Played(rows[kept], of_games, expected[kept], goals[of_games], later[of_games]))
    return joined(found[::-1])


def joined(parts: Sequence[Played]) -> Played:
    """All of them together, in this order."""
    return Played(*(np.concatenate([getattr(part, name) for part in parts]) for name in Played.__slots__))
