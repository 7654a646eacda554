"""What one role's moves lead to at once, and whether the others can answer with a win.

A move may lead to several positions where others move at the same time; each of their joint moves is a reply. In a
sequential game there is one reply, the moves of those who wait.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.joint_moves import count_joint_moves, joint_moves
from ludens.search.results import lost, won

MOST_JOINT_MOVES = 4096
"""Of one position; of one that has more, some replies are drawn at random."""

MOST_AT_ONCE = 512
"""The same for the answers, where they are given at the same time as a move of the role itself."""

BLOCK = 1024
"""Positions that are looked at between two looks at the clock."""

MOST_POSITIONS = 1 << 20
"""Positions that one look at the replies may cost, however much time there is."""


@dataclass(frozen=True, slots=True)
class Children:
    """The positions after each move of a role, move by move.

    ``moves``: numbers, ascending by text, shape (moves,). ``replies``: joint moves of the others, shape (replies,
    roles), where the role's own column means nothing. ``rows``: shape (moves, replies, words); ``over``: (moves,
    replies); ``goals``: (moves, replies, roles). ``complete``: every reply is there.
    """

    moves: NDArray[np.int64]
    replies: NDArray[np.int64]
    rows: Rows
    over: NDArray[np.bool_]
    goals: NDArray[np.int16]
    complete: bool

    def certain(self, role: int) -> dict[int, float]:
        """The moves, by place, that end the game with the same goal for the role whatever the others do."""
        goals = self.goals[:, :, role]
        known = self.over.all(axis=1) & (goals == goals[:, :1]).all(axis=1) & (goals[:, 0] >= 0)
        return {int(place): float(goals[place, 0]) for place in np.flatnonzero(known & self.complete)}

    def results(self, role: int) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
        """Where the role has won and where it has lost, shape (moves, replies)."""
        flat = self.goals.reshape(-1, self.goals.shape[2])
        shape = self.over.shape
        return won(flat, role).reshape(shape) & self.over, lost(flat, role).reshape(shape) & self.over


def children(
    engine: BatchEngine, position: Rows, role: int, random: np.random.Generator, most: int = MOST_JOINT_MOVES
) -> Children:
    """What follows a position, one row, that is not terminal; the same replies to each of the role's moves."""
    joint = joint_moves(engine.legal(position), role, most, random)
    moves, replies = int(joint.own[0]), int(joint.replies[0])
    by_reply = joint.moves.reshape(replies, moves, -1)
    names = engine.moves(role)
    order = np.array(sorted(range(moves), key=lambda place: names[by_reply[0, place, role]]))
    ordered = by_reply.transpose(1, 0, 2)[order]
    flat = np.ascontiguousarray(ordered.reshape(moves * replies, -1))
    rows = engine.step(np.repeat(position, len(flat), axis=0), flat)
    over, goals = engine.outcome(rows)
    return Children(
        ordered[:, 0, role].copy(),
        ordered[0].copy(),
        rows.reshape(moves, replies, -1),
        over.reshape(moves, replies),
        goals.reshape(moves, replies, -1),
        joint.complete,
    )


def threatened(
    engine: BatchEngine,
    rows: Rows,
    role: int,
    random: np.random.Generator,
    until: float = math.inf,
    *,
    most: int = MOST_POSITIONS,
) -> NDArray[np.float64]:
    """1 where the others can move so that the role has lost at once, whatever it does itself; 0 where they cannot.

    No position may be terminal. Where the moment ``until`` (of time.perf_counter) or the bound of ``most`` positions
    to look at came first it is not known: NaN.
    """
    found = np.full(len(rows), np.nan)
    first, looked, ahead = 0, 0, 1
    while first < len(rows) and looked < most and time.perf_counter() < until:
        legal = engine.legal(rows[first : first + ahead])
        sizes = np.minimum(count_joint_moves(legal), _most(legal, role))
        count = max(1, int(np.searchsorted(np.cumsum(sizes), block(engine), side="right")))
        part = slice(first, first + count)
        found[part] = _threatened(engine, rows[part], [table[:count] for table in legal], role, random)
        looked += int(sizes[:count].sum())
        first += count
        ahead = max(1, math.ceil(block(engine) / float(sizes.mean())))
    return found


def _threatened(
    engine: BatchEngine, rows: Rows, legal: list[NDArray[np.bool_]], role: int, random: np.random.Generator
) -> NDArray[np.bool_]:
    joint = joint_moves(legal, role, _most(legal, role), random)
    over, goals = engine.outcome(engine.step(rows[joint.owner], joint.moves))
    whatever_it_does = np.logical_and.reduceat(over & lost(goals, role), joint.reply_starts)
    return np.asarray(np.logical_or.reduceat(whatever_it_does, joint.position_starts))


def _most(legal: list[NDArray[np.bool_]], role: int) -> int:
    """Joint moves to look at in one position."""
    return MOST_AT_ONCE if (legal[role].sum(axis=1) > 1).any() else MOST_JOINT_MOVES


def block(engine: BatchEngine) -> int:
    """How many positions to look at in one go: few where each takes long."""
    return BLOCK if engine.batch else 16


@dataclass(frozen=True, slots=True)
class Outlook:
    """What is seen from a position by looking at each move and the answers to it.

    ``wins``: the share of the others' replies after which the role has won. ``losses``: the share after which it has
    lost, or the others can win with their next move. In a sequential game both are 0 or 1.
    """

    children: Children
    wins: NDArray[np.float64]
    losses: NDArray[np.float64]

    @property
    def winning(self) -> list[int]:
        """The places of the moves that win at once whatever the others do."""
        return [int(place) for place in np.flatnonzero(self.wins == 1)]

    @property
    def losing(self) -> NDArray[np.bool_]:
        """Which moves lose at once, or let the others win with their next, whatever the others' replies are."""
        return np.asarray(self.losses == 1)


def look_ahead(
    engine: BatchEngine, position: Rows, role: int, random: np.random.Generator, until: float = math.inf
) -> Outlook:
    """Wins and losses one move ahead. Answers that cannot be looked at before ``until`` count as harmless."""
    found = children(engine, position, role, random)
    wins, losses = found.results(role)
    if not wins.all(axis=1).any():
        # In any order, so that a limit of time does not favour the first moves.
        alive = random.permutation(np.flatnonzero(~found.over))
        rows = found.rows.reshape(-1, found.rows.shape[2])[alive]
        losses.ravel()[alive] = np.nan_to_num(threatened(engine, rows, role, random, until)) > 0
    return Outlook(found, wins.mean(axis=1), losses.mean(axis=1))
