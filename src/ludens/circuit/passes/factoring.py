"""Factoring: ``(a ∧ b) ∨ (a ∧ c)`` becomes ``a ∧ (b ∨ c)``, and moves that do the same become one set of moves.

This is algebraic factoring by the most frequent literal (Brayton and McMullen 1982) on one gate at a time. Since
every gate is a conjunction of inverted conjunctions, alternatives and requirements are the same case.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from heapq import heapify, heappop, heappush
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.draft import Draft, Gates, MoveSet, rebuilt, rewritten
from ludens.circuit.gate_arrays import GateArrays, Numbers, contained, gate_arrays, repeated, scattered
from ludens.circuit.network import FALSE, TRUE, Literal

MANY_LITERALS = 2_000_000
"""Alternatives with more literals in all are not factored: these take some ten seconds."""

FEW_LITERALS = 30_000
"""In networks with no more literals, every gate is factored over all gates that it reads."""

FEW_USES = 2
"""In others only over those that so many gates read: making what is shared in pieces hardly ever pays."""

MANY_DIVISORS = 8
"""So many products with the same quotient become one: fewer may well stand elsewhere, and are left alone."""

WORTHWHILE = 2_000
"""One gate in so many must have something to factor, or all others are not made again for it."""

Cube = frozenset[Literal]
"""Literals that must all be true."""


def with_factored_gates(draft: Draft) -> Draft:
    """The network with every gate factored over the gates it reads, or as it was when that is no smaller.

    A gate that several others share may have to be made in pieces for them.
    """
    if draft.literals <= FEW_LITERALS:
        factored = rebuilt(rebuilt(draft, _factored))
    else:
        arrays = gate_arrays(draft)
        wanted = _with_something_in_common(arrays)
        if np.count_nonzero(wanted) <= len(wanted) // WORTHWHILE:
            return draft if arrays.live.all() else rebuilt(draft)
        own, wanted_gates = (arrays.uses <= FEW_USES).tolist(), wanted.tolist()

        def rewrite(gates: Gates, number: int, literals: tuple[Literal, ...]) -> Literal:
            if not wanted_gates[number]:
                return gates.conjunction(literals)
            return _factored(gates, literals, [own[old >> 1] for old in draft.gates[number]])

        made = rewritten(draft, rewrite)
        if gate_arrays(made).live_size >= draft.size:
            return draft
        factored = rebuilt(made)
    return factored if factored.size < draft.size else draft


def _factored(gates: Gates, literals: tuple[Literal, ...], opened: Sequence[bool] | None = None) -> Literal:
    """The conjunction of some literals, as the inverse of the factored disjunction of their inverses.

    ``opened`` tells which of them may be looked into; all, if it is not given.
    """
    cubes = [
        _cube(gates, literal ^ 1) if is_open else frozenset((literal ^ 1,))
        for literal, is_open in zip(literals, opened or [True] * len(literals), strict=True)
    ]
    if _has_nothing_in_common(gates, cubes):
        return gates.conjunction(literals)
    return disjunction_of_cubes(gates, cubes) ^ 1


def _has_nothing_in_common(gates: Gates, cubes: Sequence[Cube]) -> bool:
    """Whether it is plain that there is nothing to factor: no literal stands in two cubes, or alone and inverted."""
    everything = frozenset[Literal]().union(*cubes)
    if len(everything) < sum(map(len, cubes)) or len(gates.asking(everything)) > 1:
        return False
    return not any(literal ^ 1 in everything for cube in cubes if len(cube) == 1 for literal in cube)


def _with_something_in_common(arrays: GateArrays) -> NDArray[np.bool_]:
    """The gates for which factoring does something: whose alternatives share a literal, or the same moves lead to.

    An alternative is the inverse of a literal that the gate reads: the cube of a gate that few others read, or one
    literal alone, whose inverse need not be asked for in the others.
    """
    draft = arrays.draft
    gates = np.flatnonzero(arrays.live & ~arrays.is_set)
    literals, owners = arrays.of(gates)
    inner = (literals >> 1) - draft.first_gate
    is_cube = (literals & 1 == 1) & (inner >= 0)
    is_cube[is_cube] &= ~arrays.is_set[inner[is_cube]] & (arrays.uses[literals[is_cube] >> 1] <= FEW_USES)
    alone, (inside, cubes) = np.flatnonzero(~is_cube), arrays.of(inner[is_cube])
    cubes = np.flatnonzero(is_cube)[cubes]
    read = np.concatenate((literals[alone] ^ 1, inside))
    owner = owners[np.concatenate((alone, cubes))]
    keys = owner * (2 * len(arrays.uses)) + read
    found = np.zeros(len(arrays.is_set), dtype=np.bool_)
    found[gates[owner[repeated(keys)]]] = True
    asked_alone = keys[: len(alone)]
    found[gates[owner[: len(alone)][contained(asked_alone ^ 1, keys)]]] = True
    rest = _without_moves(arrays, read, np.concatenate((alone, cubes)), len(literals))
    asking = np.flatnonzero(arrays.role[read >> 1] >= 0)
    same_rest = repeated(scattered(owner[asking]) + scattered(~arrays.role[read[asking] >> 1]) * 3 + rest[asking])
    found[gates[owner[asking[same_rest]]]] = True
    return found


def _without_moves(arrays: GateArrays, read: Numbers, cubes: Numbers, count: int) -> NDArray[np.uint64]:
    """For each literal of some cubes a number that stands for the other literals of its cube."""
    numbers = scattered(read)
    sums = np.zeros(count, dtype=np.uint64)
    np.add.at(sums, cubes, numbers)
    return np.asarray(sums[cubes] - numbers)


def disjunction_of_cubes(gates: Gates, cubes: Iterable[Cube]) -> Literal:
    """Whether all literals of any of the cubes are true, factored."""
    cubes = list(cubes)
    if len(cubes) == 1:
        return gates.of_cube(cubes[0])
    return _divided(gates, _with_moves_merged(gates, cubes))


def _cube(gates: Gates, literal: Literal) -> Cube:
    gate = gates.gate(literal)
    if gate is None or isinstance(gate, MoveSet) or literal & 1:
        return frozenset((literal,))
    return frozenset(gate)


def _with_moves_merged(gates: Gates, cubes: Iterable[Cube]) -> list[Cube]:
    """Cubes that differ only in a role's move as one cube with the union of the moves."""
    current = dict.fromkeys(cubes)
    sets: defaultdict[int, dict[Literal, int]] = defaultdict(dict)
    for literal in gates.asking(frozenset().union(*current)):
        found = gates.moves_of(literal)
        assert found is not None
        sets[found.role][literal] = found.mask
    for role, masks in sorted(sets.items()):
        unions: dict[Cube, int] = {}
        rest: dict[Cube, None] = {}
        for cube in current:
            for literal in cube:  # at most one of them asks about the role's move
                if literal in masks:
                    other = cube - {literal}
                    unions[other] = unions.get(other, 0) | masks[literal]
                    break
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


def _divided(gates: Gates, cubes: Sequence[Cube]) -> Literal:
    """Divides by the most frequent literal, and by what stands beside it everywhere, until none stands in two cubes.

    Many products with the same quotient are divided by it: ``(a ∧ q) ∨ (b ∧ q) ∨ …`` is ``(a ∨ b ∨ …) ∧ q``. So what is
    the product of two disjunctions becomes that product again, however many cubes it was multiplied out to.
    """
    cubes = _without_absorbed(cubes)
    if len(cubes) == 1:
        return gates.of_cube(cubes[0])
    everything = list(chain.from_iterable(cubes))
    if len(everything) > MANY_LITERALS or len(set(everything)) == len(everything):
        return gates.disjunction(map(gates.of_cube, cubes))
    if len(cubes) == 2:
        common = cubes[0] & cubes[1]
        return gates.conjunction((*common, _divided(gates, [cube - common for cube in cubes])))
    counts = {literal: count for literal, count in Counter(everything).items() if count > 1}
    divisors: defaultdict[Literal, list[Cube]] = defaultdict(list)
    products: list[tuple[Literal, Literal]] = []
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
        found = [cubes[number] for number in numbers]
        common = found[0].intersection(*found[1:])
        quotient = _divided(gates, [cube - common for cube in found])
        divisors[quotient].append(common)
        products.append((quotient, gates.conjunction((*common, quotient))))
    rest = [gates.of_cube(cube) for cube, alone in zip(cubes, left, strict=True) if alone]
    many = {quotient: own for quotient, own in divisors.items() if len(own) >= MANY_DIVISORS}
    kept = [product for quotient, product in products if quotient not in many]
    joined = [gates.conjunction((quotient, _divided(gates, own))) for quotient, own in many.items()]
    return gates.disjunction([*kept, *joined, *rest])
