"""All positions that one part of a game can come to, whatever is played in the others.

What becomes of a part rests on its context: what it sees of the shared fluents, and conditions on other parts. A graph
has the moves of every context. It may hold more than the whole game allows, never less.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.part import InseparableError, Part
from ludens.circuit.planes import Bits, Looking
from ludens.search.minimax.layers import distinct_rows

Numbers = NDArray[np.int64]

BATCH = 4096
"""Positions whose moves are made at once."""

NOWHERE = -1
"""What follows a part that is left alone, where every move is one in each part."""


class TooLargeError(Exception):
    """More positions, or more time, than allowed; the text says what of."""


@dataclass(frozen=True, slots=True)
class Moves:
    """What can follow each position in one context.

    ``idle``: after a move in another part. ``targets[firsts[n]:firsts[n + 1]]``: after the moves in it. ``role`` makes
    those moves; ``None`` where there are none or, in simultaneous play, nobody has a choice.
    """

    idle: Numbers
    firsts: Numbers
    targets: Numbers
    role: int | None


@dataclass(frozen=True, slots=True)
class PartGraph:
    """Positions of a part, its own fluents alone, shape (positions, fluents), with their moves by context.

    ``numbers`` has the number of each by its packed bits.
    """

    part: Part
    positions: Bits
    moves: tuple[Moves, ...]
    signs: Bits
    numbers: dict[bytes, int]

    def number(self, own: Bits) -> Numbers:
        """The numbers of positions, shape (positions, fluents); raises KeyError for one that cannot come up."""
        return np.array([self.numbers[row.tobytes()] for row in np.packbits(own, axis=1)], dtype=np.int64)


def explore(
    part: Part, start: Bits, contexts: Sequence[Sequence[bool]], *, simultaneous: bool, most: int, until: float
) -> PartGraph:
    """The graph of what follows a position, given by its own fluents.

    ``contexts`` hold values of the shared fluents of the part and of its conditions. Raises TooLargeError beyond
    ``most`` positions or after the moment ``until``, InseparableError where several roles have a choice at once.
    """
    exploring = _Exploring(part, start, simultaneous, len(contexts))
    while exploring.done < len(exploring.positions):
        if len(exploring.positions) > most or time.perf_counter() > until:
            raise TooLargeError(f"a part of {len(exploring.positions):,} positions and more")
        last = min(len(exploring.positions), exploring.done + BATCH)
        for number, context in enumerate(contexts):
            exploring.expand(number, np.array(context, dtype=np.bool_), last)
        exploring.done = last
    return exploring.graph()


class _Exploring:
    def __init__(self, part: Part, start: Bits, simultaneous: bool, contexts: int) -> None:
        self._part, self._simultaneous = part, simultaneous
        self._own = len(part.factor.fluents)
        self._numbers: dict[bytes, int] = {}
        self.positions: list[Bits] = []
        self.done = 0
        self._idle: list[list[Numbers]] = [[] for _ in range(contexts)]
        self._edges: list[list[tuple[Numbers, Numbers]]] = [[] for _ in range(contexts)]
        self._roles: list[set[int]] = [set() for _ in range(contexts)]
        self._number(start[None])

    def expand(self, context: int, values: Bits, last: int) -> None:
        """Makes the moves of the positions from ``done`` to ``last`` in one context."""
        own = np.stack(self.positions[self.done : last])
        states = np.concatenate([own, np.repeat(values[None], len(own), axis=0)], axis=1)
        look = Looking(self._part.circuit, states)
        legal = [look.values(literals) for literals in self._part.circuit.legal]
        owners, joint = self._joint_moves(context, legal)
        count = len(own)
        if not self._simultaneous:
            owners = np.concatenate([owners, np.arange(count)])
            joint = np.concatenate([joint, np.zeros((count, len(legal)), dtype=np.int64)])
        after = Looking(self._part.circuit, states[owners], joint).values(self._part.circuit.following[: self._own])
        found = self._number(after)
        if self._simultaneous:
            self._idle[context].append(np.full(count, NOWHERE))
        else:
            owners, found, idle = owners[:-count], found[:-count], found[-count:]
            self._idle[context].append(idle)
        self._edges[context].append((owners + self.done, found))

    def _joint_moves(self, context: int, legal: Sequence[Bits]) -> tuple[Numbers, Numbers]:
        """The joint choices, one role choosing, with the places of the positions they belong to, ascending."""
        if self._simultaneous:
            able = [role for role, table in enumerate(legal) if (table.sum(axis=1) > 1).any()]
            offered = [table.copy() for table in legal]
            stuck = np.any([~table.any(axis=1) for table in legal], axis=0)
        else:
            able = [role for role, table in enumerate(legal) if table[:, 1:].any()]
            offered = [np.concatenate([np.zeros_like(table[:, :1]), table[:, 1:]], axis=1) for table in legal]
            stuck = np.zeros(len(legal[0]), dtype=np.bool_)
        self._roles[context].update(able)
        if len(self._roles[context]) > 1:
            raise InseparableError("several roles have a choice at the same time")
        mover = next(iter(self._roles[context]), 0)
        offered[mover][stuck] = False
        owners, chosen = np.nonzero(offered[mover])
        forced = [table.argmax(axis=1) for table in offered]
        joint = np.stack([chosen if role == mover else forced[role][owners] for role in range(len(legal))], axis=1)
        return owners.astype(np.int64), joint.astype(np.int64)

    def _number(self, found: Bits) -> Numbers:
        """The numbers of positions, new ones given the next."""
        distinct, inverse = distinct_rows(np.packbits(found, axis=1))
        numbers = np.zeros(len(distinct), dtype=np.int64)
        places = np.zeros(len(distinct), dtype=np.int64)
        places[inverse] = np.arange(len(found))
        for number, (key, place) in enumerate(zip(distinct, places.tolist(), strict=True)):
            text = key.tobytes()
            if text not in self._numbers:
                self._numbers[text] = len(self.positions)
                self.positions.append(found[place])
            numbers[number] = self._numbers[text]
        return numbers[inverse]

    def graph(self) -> PartGraph:
        positions = np.stack(self.positions)
        more = np.zeros((len(positions), len(self._part.circuit.fluents) - self._own), dtype=np.bool_)
        look = Looking(self._part.circuit, np.concatenate([positions, more], axis=1))
        moves = []
        for idle, edges, roles in zip(self._idle, self._edges, self._roles, strict=True):
            owners = np.concatenate([owner for owner, _ in edges])
            targets = np.concatenate([target for _, target in edges])
            firsts = np.searchsorted(owners, np.arange(len(positions) + 1))
            moves.append(Moves(np.concatenate(idle), firsts, targets, next(iter(roles), None)))
        return PartGraph(self._part, positions, tuple(moves), look.values(self._part.own_signs), self._numbers)
