"""Factored disjunctions say what their cubes say, and are small where they can be."""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence

import pytest

from ludens.circuit.draft import Gates, MoveSet
from ludens.circuit.network import Literal
from ludens.circuit.passes.factoring import Cube, disjunction_of_cubes

FLUENTS, MOVES = 7, 4


def planes_of(gates: Gates, inputs: Sequence[int], every: int) -> list[int]:
    """By literal, the lanes in which it is true; ``inputs``: those of the nodes that are no gates."""
    planes = [plane for value in inputs for plane in (value, every ^ value)]
    for gate in gates.gates:
        assert not isinstance(gate, MoveSet)
        value = every
        for literal in gate:
            value &= planes[literal]
        planes += (value, every ^ value)
    return planes


def size(gates: Gates, literal: Literal) -> int:
    """The gates with two inputs that a literal comes to."""
    waiting, seen, found = [literal], set[int](), 0
    while waiting:
        at = waiting.pop()
        gate = gates.gate(at)
        if gate is not None and at >> 1 not in seen:
            seen.add(at >> 1)
            found += len(gate) - 1
            waiting += gate
    return found


def said_by(cubes: Sequence[Cube], planes: Sequence[int], every: int) -> int:
    found = 0
    for cube in cubes:
        lanes = every
        for literal in cube:
            lanes &= planes[literal]
        found |= lanes
    return found


def random_cubes(chooser: random.Random) -> list[Cube]:
    """Some of them multiplied out of two disjunctions, so that there is something to find."""
    literals = [2 * node + chooser.randrange(2) for node in range(1, FLUENTS + 1)]
    chooser.shuffle(literals)
    cut = chooser.randint(1, FLUENTS - 1)
    cubes = [frozenset(pair) for pair in itertools.product(literals[:cut], literals[cut:]) if chooser.random() < 0.9]
    for _ in range(chooser.randint(0, 12)):
        nodes = chooser.sample(range(1, FLUENTS + 1), chooser.randint(1, 4))
        cubes.append(frozenset(2 * node + chooser.randrange(2) for node in nodes))
    chooser.shuffle(cubes)
    return cubes


@pytest.mark.parametrize("seed", range(60))
def test_random_cubes_say_the_same_when_factored(seed: int) -> None:
    cubes = random_cubes(random.Random(seed))
    gates, lanes = Gates(FLUENTS, [], 0), 1 << FLUENTS
    every = (1 << lanes) - 1
    inputs = [sum(1 << lane for lane in range(lanes) if lane >> node & 1) for node in range(FLUENTS)]
    literal: Literal = disjunction_of_cubes(gates, cubes)
    planes = planes_of(gates, [0, *inputs], every)
    assert planes[literal] == said_by(cubes, planes, every)


@pytest.mark.parametrize("seed", range(40))
def test_random_cubes_with_a_move_say_the_same_when_factored(seed: int) -> None:
    """Each lane is a position with one of the moves, and sets of moves are what they say."""
    chooser = random.Random(seed)
    cubes = [cube | {2 * (FLUENTS + chooser.randint(1, MOVES))} for cube in random_cubes(chooser)]
    gates, lanes = Gates(FLUENTS, [MOVES], 0), MOVES << FLUENTS
    every = (1 << lanes) - 1
    inputs = [sum(1 << lane for lane in range(lanes) if lane >> node & 1) for node in range(FLUENTS)]
    inputs += [sum(1 << lane for lane in range(lanes) if lane >> FLUENTS == move) for move in range(MOVES)]
    literal = disjunction_of_cubes(gates, cubes)
    planes = [plane for value in (0, *inputs) for plane in (value, every ^ value)]
    for gate in gates.gates:
        value = 0 if isinstance(gate, MoveSet) else every
        if isinstance(gate, MoveSet):
            value = sum(inputs[FLUENTS + move] for move in range(MOVES) if gate.mask >> move & 1)
        else:
            for other in gate:
                value &= planes[other]
        planes += (value, every ^ value)
    assert planes[literal] == said_by(cubes, planes, every)


def test_a_product_that_was_multiplied_out_is_one_again() -> None:
    """Three disjunctions of twenty literals each, from eight thousand cubes."""
    gates = Gates(60, [], 0)
    sides = [range(2 + 40 * side, 42 + 40 * side, 2) for side in range(3)]
    literal = disjunction_of_cubes(gates, map(frozenset, itertools.product(*sides)))
    assert size(gates, literal) == 3 * 19 + 2


def test_a_large_relation_is_factored_as_small_ones_are() -> None:
    """Which four of sixteen things share a property, of which each has four of eight: tens of thousands of cubes."""
    of_thing = [{(bit, thing >> bit & 1) for bit in range(4)} for thing in range(16)]
    related = [
        four
        for four in itertools.product(range(16), repeat=4)
        if set.intersection(*(of_thing[thing] for thing in four))
    ]
    assert len(related) > 20_000
    gates = Gates(64, [], 0)
    cubes = [frozenset(2 * (1 + 16 * place + thing) for place, thing in enumerate(four)) for four in related]
    literal = disjunction_of_cubes(gates, cubes)
    assert size(gates, literal) < sum(map(len, cubes)) // 8
    chosen = random.Random(1).sample(list(itertools.product(range(16), repeat=4)), 4_000)
    every = (1 << len(chosen)) - 1
    inputs = [
        sum(1 << lane for lane, four in enumerate(chosen) if four[place] == thing)
        for place in range(4)
        for thing in range(16)
    ]
    known = set(related)
    wanted = sum(1 << lane for lane, four in enumerate(chosen) if four in known)
    assert planes_of(gates, [0, *inputs], every)[literal] == wanted
