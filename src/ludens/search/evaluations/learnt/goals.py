"""What the goals test: conjunctions of fluents, of which one or two may still be missing."""

from __future__ import annotations

from collections.abc import Iterable

from ludens.circuit.network import FALSE, TRUE, Circuit, Literal, inverted

Cube = frozenset[Literal]
"""Literals of fluents that together make something true."""

MOST_CUBES = 512
LONGEST_CUBE = 8


class Cubes:
    """The conditions of a circuit as disjunctions of short conjunctions, as far as these are few.

    A part of a conjunction that would need too many is left out, so that what is found may promise too much, and so is
    a conjunction that is too long.
    """

    def __init__(self, circuit: Circuit) -> None:
        self._circuit = circuit
        self._known: dict[Literal, frozenset[Cube] | None] = {FALSE: frozenset(), TRUE: frozenset([frozenset()])}

    def of(self, literal: Literal) -> frozenset[Cube]:
        """The conjunctions; none where nothing short is known."""
        return (self._cubes(literal) or frozenset()) - {frozenset()}

    def _cubes(self, literal: Literal) -> frozenset[Cube] | None:
        """``None``: unknown."""
        stack = [literal]
        while stack:
            now = stack[-1]
            if now in self._known:
                stack.pop()
                continue
            parts = self._parts(now)
            missing = [part for part in parts if part not in self._known]
            if missing:
                stack += missing
                continue
            self._known[now] = self._joined(now, parts)
            stack.pop()
        return self._known[literal]

    def _parts(self, literal: Literal) -> tuple[Literal, ...]:
        gate = (literal >> 1) - self._circuit.first_gate
        if gate < 0:
            return ()
        flip = literal & 1
        return int(self._circuit.left[gate]) ^ flip, int(self._circuit.right[gate]) ^ flip

    def _joined(self, literal: Literal, parts: tuple[Literal, ...]) -> frozenset[Cube] | None:
        if not parts:
            is_fluent = literal >> 1 < self._circuit.first_move
            return frozenset([frozenset([literal])]) if is_fluent else None
        known = [cubes for part in parts if (cubes := self._known[part]) is not None]
        if literal & 1:
            return _few(frozenset().union(*known)) if known else None
        if len(known) < len(parts):
            return known[0] if known else None
        if len(known[0]) * len(known[1]) > MOST_CUBES:
            return max(known, key=_built)
        return _few(_possible(one | other for one in known[0] for other in known[1]))


def _possible(cubes: Iterable[Cube]) -> frozenset[Cube]:
    return frozenset(
        cube for cube in cubes if len(cube) <= LONGEST_CUBE and not any(inverted(literal) in cube for literal in cube)
    )


def _built(cubes: frozenset[Cube]) -> float:
    """How many fluents must be true, on average: what is to be reached tells more than what is to be prevented."""
    return sum(not literal & 1 for cube in cubes for literal in cube) / max(1, len(cubes))


def _few(cubes: frozenset[Cube]) -> frozenset[Cube] | None:
    return cubes if len(cubes) <= MOST_CUBES else None


def wanted(circuit: Circuit) -> list[list[tuple[int, ...]]]:
    """For each role the sets of two or more fluents that bring it its best goal when all are true."""
    cubes = Cubes(circuit)
    found = []
    for listed in circuit.goals:
        best = max(listed, default=(0, FALSE))[1]
        sets = {tuple(sorted((x >> 1) - 1 for x in cube if not x & 1)) for cube in cubes.of(best)}
        found.append(sorted(own for own in sets if len(own) > 1))
    return found
