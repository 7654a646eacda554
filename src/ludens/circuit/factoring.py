"""Factoring: ``(a ∧ b) ∨ (a ∧ c)`` becomes ``a ∧ (b ∨ c)``, and moves that do the same become one set of moves.

This is algebraic factoring by the most frequent literal (Brayton and McMullen 1982) on one gate at a time. Since
every gate is a conjunction of inverted conjunctions, alternatives and requirements are the same case.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush

from ludens.circuit.draft import Draft, Gates, MoveSet, rebuilt
from ludens.circuit.network import FALSE, TRUE, Literal

MANY_LITERALS = 50_000
"""Alternatives with more literals in all are not factored."""

Cube = frozenset[Literal]
"""Literals that must all be true."""


def with_factored_gates(draft: Draft) -> Draft:
    """The network with every gate factored over the gates it reads, or as it was when that is no smaller.

    A gate that several others share may have to be made in pieces for them.
    """
    factored = rebuilt(rebuilt(draft, factored_conjunction))
    return factored if factored.size < draft.size else draft


def factored_conjunction(gates: Gates, literals: tuple[Literal, ...]) -> Literal:
    """The conjunction of some literals, as the inverse of the factored disjunction of their inverses."""
    cubes = [_cube(gates, literal ^ 1) for literal in literals]
    if sum(len(cube) > 1 for cube in cubes) == 0 and len(cubes) == 1:
        return gates.conjunction(literals)
    return disjunction_of_cubes(gates, cubes) ^ 1


def disjunction_of_cubes(gates: Gates, cubes: Iterable[Cube]) -> Literal:
    """Whether all literals of any of the cubes are true, factored."""
    cubes = list(cubes)
    if len(cubes) == 1:
        return gates.conjunction(cubes[0])
    merged = _without_absorbed(_with_moves_merged(gates, cubes))
    if sum(map(len, merged)) > MANY_LITERALS:
        return gates.disjunction(map(gates.conjunction, merged))
    return _divided(gates, merged)


def _cube(gates: Gates, literal: Literal) -> Cube:
    gate = gates.gate(literal)
    if gate is None or isinstance(gate, MoveSet) or literal & 1:
        return frozenset((literal,))
    return frozenset(gate)


def _with_moves_merged(gates: Gates, cubes: Iterable[Cube]) -> list[Cube]:
    """Cubes that differ only in a role's move as one cube with the union of the moves."""
    current = dict.fromkeys(cubes)
    roles = {found.role for cube in current for literal in cube if (found := gates.moves_of(literal))}
    for role in sorted(roles):
        unions: dict[Cube, int] = {}
        rest: dict[Cube, None] = {}
        for cube in current:
            asking = [literal for literal in cube if (found := gates.moves_of(literal)) and found.role == role]
            if asking:
                found = gates.moves_of(asking[0])
                assert found is not None
                other = cube.difference(asking)
                unions[other] = unions.get(other, 0) | found.mask
            else:
                rest[cube] = None
        for other, mask in unions.items():
            literal = gates.move_set(role, mask)
            if literal != FALSE:
                rest[other if literal == TRUE else other | {literal}] = None
        current = rest
    return list(current)


def _without_absorbed(cubes: Sequence[Cube]) -> list[Cube]:
    """Leaves out cubes that contain a cube of one literal, and from the others the inverses of such literals.

    The empty cube is always true, whatever the others are.
    """
    if frozenset() in cubes:
        return [frozenset()]
    single = {literal for cube in cubes if len(cube) == 1 for literal in cube}
    if not single:
        return list(cubes)
    inverses = {literal ^ 1 for literal in single}
    kept = [cube - inverses for cube in cubes if len(cube) > 1 and not cube & single]
    return [frozenset((literal,)) for literal in single] + list(dict.fromkeys(kept))


def _divided(gates: Gates, cubes: list[Cube]) -> Literal:
    """Divides by the most frequent literal until none stands in two cubes."""
    done: list[Literal] = []
    places: defaultdict[Literal, list[int]] = defaultdict(list)
    for number, cube in enumerate(cubes):
        for literal in cube:
            places[literal].append(number)
    counts = {literal: len(found) for literal, found in places.items() if len(found) > 1}
    heap = [(-count, literal) for literal, count in counts.items()]
    heapify(heap)
    left = [True] * len(cubes)
    while heap:
        count, best = heappop(heap)
        if counts[best] != -count:
            if counts[best] > 1:
                heappush(heap, (-counts[best], best))
            continue
        numbers = [number for number in places[best] if left[number]]
        for number in numbers:
            left[number] = False
            for literal in cubes[number]:
                if literal in counts:
                    counts[literal] -= 1
        quotient = [cubes[number] - {best} for number in numbers]
        done.append(gates.conjunction((best, disjunction_of_cubes(gates, quotient))))
    rest = [gates.conjunction(cube) for cube, alone in zip(cubes, left, strict=True) if alone]
    return gates.disjunction([*done, *rest])
