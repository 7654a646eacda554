"""All positions of a game, layer by layer: what can be reached in 1, 2, … joint moves, each of them once."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.minimax.expand import Listed, listed_moves
from ludens.search.minimax.graph import WHOLE_POSITION

Numbers = NDArray[np.int64]
Scalar = TypeVar("Scalar", bound=np.generic)

BLOCK = 512
"""Positions that are made between two looks at the clock."""


class OutOfTimeError(Exception):
    """A layer could not be made in time."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Positions, whether they are over, and their goals, (positions, roles)."""

    rows: Rows
    over: NDArray[np.bool_]
    goals: NDArray[np.int16]

    def __len__(self) -> int:
        return len(self.rows)


@dataclass(frozen=True, slots=True)
class Step:
    """From one layer to the next.

    ``open``: the positions that have moves. ``counts``: of moves, (open positions, roles). ``firsts``: where the joint
    moves of each begin, and where they end; ``children``: their places in the next layer. ``joint``: the joint moves.
    """

    open: Numbers
    counts: Numbers
    firsts: Numbers
    children: Numbers
    joint: Numbers


def first_layer(engine: BatchEngine, rows: Rows) -> Layer:
    """The layer of the positions one starts from."""
    return Layer(rows, *engine.outcome(rows))


def next_layer(engine: BatchEngine, layer: Layer, role: int, until: float, most: int) -> tuple[Step, Layer]:
    """What follows a layer, joint moves ordered by the role's move and then the others' answers.

    Some game must go on. Raises OutOfTimeError after a moment of ``perf_counter``, or when there are more than ``most``
    joint moves.
    """
    opened = np.flatnonzero(~layer.over)
    parts: list[tuple[Listed, Rows, Numbers]] = []
    made, first, ahead = 0, 0, 1
    while first < len(opened):
        rows = layer.rows[opened[first : first + ahead]]
        legal = engine.legal(rows)
        listed = listed_moves(legal, role, np.full(len(rows), WHOLE_POSITION))
        made += len(listed.joint)
        if time.perf_counter() >= until or made > most:
            raise OutOfTimeError
        parts.append((listed, _follow(engine, rows, listed, until), _counts(legal)))
        first += ahead
        # Positions that have about as many moves as a call takes.
        ahead = max(1, int(_block(engine) * len(rows) / max(1, len(listed.joint))))
    return _joined(engine, opened, parts)


def _joined(engine: BatchEngine, opened: Numbers, parts: list[tuple[Listed, Rows, Numbers]]) -> tuple[Step, Layer]:
    """The step and the layer that are made of parts, of which there must be one."""
    sizes = np.concatenate([listed.sizes for listed, _, _ in parts])
    distinct, children = distinct_rows(np.concatenate([rows for _, rows, _ in parts]))
    step = Step(
        opened,
        np.concatenate([counts for _, _, counts in parts]),
        np.concatenate([[0], np.cumsum(sizes)]),
        children,
        np.concatenate([listed.joint for listed, _, _ in parts]),
    )
    outcomes = [engine.outcome(distinct[at : at + BLOCK]) for at in range(0, max(1, len(distinct)), BLOCK)]
    over, goals = (np.concatenate(arrays) for arrays in zip(*outcomes, strict=True))
    return step, Layer(distinct, over, goals)


def _follow(engine: BatchEngine, rows: Rows, listed: Listed, until: float) -> Rows:
    owners = np.repeat(np.arange(len(rows)), listed.sizes)
    block = _block(engine)
    following = [rows[:0]]
    for at in range(0, len(owners), block):
        following.append(engine.step(rows[owners[at : at + block]], listed.joint[at : at + block]))
        if time.perf_counter() >= until:
            raise OutOfTimeError
    return np.concatenate(following)


def _block(engine: BatchEngine) -> int:
    return BLOCK if engine.batch else 1


def distinct_rows(rows: NDArray[Scalar]) -> tuple[NDArray[Scalar], Numbers]:
    """Each row once, such as a position, and for every row its place among them; rows of no columns are all alike."""
    if not rows.shape[1]:
        return rows[:1], np.zeros(len(rows), dtype=np.int64)
    keys = np.ascontiguousarray(rows).view(np.dtype((np.void, rows.itemsize * rows.shape[1]))).ravel()
    _, places, inverse = np.unique(keys, return_index=True, return_inverse=True)
    return rows[places], inverse.astype(np.int64)


def _counts(legal: list[NDArray[np.bool_]]) -> Numbers:
    return np.stack([table.sum(axis=1) for table in legal], axis=1).astype(np.int64)
