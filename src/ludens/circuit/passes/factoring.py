"""Factoring: ``(a ∧ b) ∨ (a ∧ c)`` becomes ``a ∧ (b ∨ c)``, and moves that do the same become one set of moves.

This is algebraic factoring by the most frequent literal (Brayton and McMullen 1982) on one gate at a time. Since
every gate is a conjunction of inverted conjunctions, alternatives and requirements are the same case.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain

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
    if _has_nothing_in_common(gates, cubes):
        return gates.conjunction(literals)
    return disjunction_of_cubes(gates, cubes) ^ 1


def _has_nothing_in_common(gates: Gates, cubes: Sequence[Cube]) -> bool:
    """Whether it is plain that there is nothing to factor: no literal stands in two cubes, or alone and inverted."""
    everything = frozenset[Literal]().union(*cubes)
    if len(everything) < sum(map(len, cubes)) or len(gates.asking(everything)) > 1:
        return False
    return not any(literal ^ 1 in everything for cube in cubes if len(cube) == 1 for literal in cube)


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
    questions = gates.asking(frozenset().union(*current))
    for role in sorted({found.role for literal in questions if (found := gates.moves_of(literal))}):
        unions: dict[Cube, int] = {}
        rest: dict[Cube, None] = {}
        for cube in current:
            asked = cube & questions
            asking = [literal for literal in asked if (found := gates.moves_of(literal)) and found.role == role]
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
    counts = {literal: count for literal, count in Counter(chain.from_iterable(cubes)).items() if count > 1}
    if not counts:
        return gates.disjunction(map(gates.conjunction, cubes))
    done: list[Literal] = []
    places: defaultdict[Literal, list[int]] = defaultdict(list)
    for number, cube in enumerate(cubes):
        for literal in cube & counts.keys():
            places[literal].append(number)
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
            for literal in cubes[number] & counts.keys():
                counts[literal] -= 1
        quotient = [cubes[number] - {best} for number in numbers]
        done.append(gates.conjunction((best, disjunction_of_cubes(gates, quotient))))
    rest = [gates.conjunction(cube) for cube, alone in zip(cubes, left, strict=True) if alone]
    return gates.disjunction([*done, *rest])
