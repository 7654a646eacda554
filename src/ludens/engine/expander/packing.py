"""Positions in as few bits as the rules allow, and the symmetries of the rules as permutations of these bits.

Of fluents of which exactly one is always true, one need not be kept: it is true where the others are not. What is left
is still exact: two positions have the same bits if and only if they are the same.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.findings import Structure
from ludens.circuit.network import Circuit, Literal
from ludens.engine.rows import Rows, pack_rows, row_words, unpack_rows

MOST_IMAGES = 7
"""Images of a position, beside itself, of which the smallest stands for all: more cost more than they save."""


@dataclass(frozen=True)
class Packing:
    """Which fluents are kept, and how the others follow.

    ``kept``: numbers of fluents, by bit. ``derived``: by fluent, the literals of which none is true where it is.
    ``images``: permutations; bit b of an image is bit ``images[i][b]`` of the position.
    """

    fluents: int
    kept: tuple[int, ...]
    derived: dict[int, tuple[Literal, ...]] = field(default_factory=dict)
    images: tuple[tuple[int, ...], ...] = ()

    @property
    def bits(self) -> int:
        return len(self.kept)

    @property
    def words(self) -> int:
        return row_words(self.bits)

    def pack(self, rows: Rows) -> Rows:
        """Rows of an engine as packed positions."""
        return pack_rows(unpack_rows(rows, self.fluents)[:, list(self.kept)])

    def unpack(self, packed: Rows) -> Rows:
        """The rows of an engine that ``pack`` has packed."""
        values = np.zeros((len(packed), self.fluents), dtype=np.bool_)
        values[:, list(self.kept)] = unpack_rows(packed, self.bits)
        for fluent, literals in self.derived.items():
            values[:, fluent] = ~np.stack([_value(values, literal) for literal in literals]).any(axis=0)
        return pack_rows(values)

    def holds(self, rows: Rows) -> bool:
        """Whether packing loses nothing of some rows: true of every position that can be reached."""
        return bool((self.unpack(self.pack(rows)) == rows).all())


def _value(values: NDArray[np.bool_], literal: Literal) -> NDArray[np.bool_]:
    return np.asarray(values[:, (literal >> 1) - 1] ^ bool(literal & 1))


def plain_packing(circuit: Circuit) -> Packing:
    """Every fluent in its place, without symmetries."""
    return Packing(len(circuit.fluents), tuple(range(len(circuit.fluents))))


def packing_of(circuit: Circuit, structure: Structure | None, *, symmetries: bool = True) -> Packing:
    """The packing that findings allow; only those that are certain count."""
    if structure is None:
        return plain_packing(circuit)
    derived: dict[int, tuple[Literal, ...]] = {}
    used: set[int] = set()
    for literals, exactly in structure.one_of:
        nodes = {literal >> 1 for literal in literals}
        if not exactly or len(nodes) != len(literals) or nodes & used:
            continue
        fluent = _left_out(circuit, literals)
        if fluent is not None:
            used |= nodes
            derived[fluent] = tuple(literal for literal in literals if (literal >> 1) - 1 != fluent)
    kept = tuple(fluent for fluent in range(len(circuit.fluents)) if fluent not in derived)
    images = _images(circuit, structure, kept) if symmetries else ()
    return Packing(len(circuit.fluents), kept, derived, images)


def _left_out(circuit: Circuit, literals: tuple[Literal, ...]) -> int | None:
    """The fluent that is true at the start, so that symmetries, which keep the start, leave out the same ones."""
    for literal in literals:
        if not literal & 1 and circuit.initial[(literal >> 1) - 1]:
            return (literal >> 1) - 1
    return None


def _images(circuit: Circuit, structure: Structure, kept: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Symmetries that keep the roles, all that come of those proved; none where they are too many."""
    place = {fluent: bit for bit, fluent in enumerate(kept)}
    same = tuple(range(len(circuit.roles)))
    generators = []
    for symmetry in structure.symmetries:
        if symmetry.roles != same or not symmetry.evidence.certain:
            continue
        images = [symmetry.fluents[fluent] for fluent in kept]
        if all(not image & 1 and (image >> 1) - 1 in place for image in images):
            moved = [place[(image >> 1) - 1] for image in images]
            generators.append(tuple(int(bit) for bit in np.argsort(moved)))
    known = {tuple(range(len(kept)))}
    waiting = list(known)
    while waiting:
        first = waiting.pop()
        for second in generators:
            after = tuple(first[bit] for bit in second)
            if after not in known:
                if len(known) > MOST_IMAGES:
                    return ()
                known.add(after)
                waiting.append(after)
    return tuple(sorted(known - {tuple(range(len(kept)))}))
