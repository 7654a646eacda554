"""Values of combinations: the best end for one role, minimax for two who move in turn for a constant sum."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.part import InseparableError
from ludens.circuit.rejoining import Standing
from ludens.search.parts.graph import Numbers, TooLargeError
from ludens.search.parts.product import Product, check_time

BLOCK = 4096
"""Combinations whose moves are made between two looks at the clock."""

MOST_MOVES = 50_000_000
"""Moves of all combinations of one step."""

UNKNOWN = -1
"""No goal: a position from which no end was found."""


@dataclass(frozen=True, slots=True)
class Room:
    """How many combinations, all steps together, and until when."""

    combinations: int
    until: float


@dataclass(frozen=True, slots=True)
class Plan:
    """The best end for one role: its goal, and the codes from the start to it."""

    goal: int
    codes: tuple[int, ...]
    combinations: int


@dataclass(frozen=True, slots=True)
class Step:
    """Combinations after some steps: codes, ascending, at a moment, and the first role's value of each."""

    tick: int
    codes: Numbers
    values: NDArray[np.int16]


@dataclass(frozen=True, slots=True)
class Table:
    """The values of all combinations that can be reached from one, with what the goals of two roles add up to."""

    steps: tuple[Step, ...]
    total: int

    @property
    def combinations(self) -> int:
        """How many there are."""
        return sum(len(step.codes) for step in self.steps)

    def value(self, tick: int, code: int) -> int | None:
        """The first role's value of a combination, if it is here."""
        for step in self.steps:
            place = int(np.searchsorted(step.codes, code))
            if step.tick == tick and place < len(step.codes) and step.codes[place] == code:
                return int(step.values[place])
        return None


def best_plan(product: Product, start: Numbers, tick: int, best: int, room: Room) -> Plan | None:
    """The highest goal that one role can reach from a combination, by the fewest steps; ``None`` if there is no end.

    Breadth first: every combination is looked at once at each moment of the clock, and the search is over at an end
    with the goal ``best``, the highest of the game, or when there is nothing new. So the goal is the highest there is.
    """
    layers: list[tuple[Numbers, Numbers]] = []
    codes, parents = product.codes(start), np.zeros(1, dtype=np.int64)
    seen: dict[int, Numbers] = {}
    found: tuple[int, int, int] | None = None
    total = 0
    while len(codes):
        layers.append((codes, parents))
        total += len(codes)
        if total > room.combinations:
            raise TooLargeError(f"{total:,} combinations and more")
        check_time(room.until, f"{total:,} combinations")
        combinations = product.combinations(codes)
        standing = product.standing(combinations, tick)
        goals = np.where(standing.over, standing.goals[:, 0], UNKNOWN)
        place = int(goals.argmax())
        if goals[place] > (found[0] if found else UNKNOWN):
            found = int(goals[place]), len(layers) - 1, place
        if found and found[0] >= best:
            break
        seen[tick] = np.union1d(seen.get(tick, codes[:0]), codes)
        owners, following = _moves(product, combinations, standing, tick, room)
        tick = product.clock.after(tick)
        codes, first = np.unique(following, return_index=True)
        new = ~np.isin(codes, seen.get(tick, codes[:0]))
        codes, parents = codes[new], owners[first][new]
    return None if found is None else Plan(found[0], _path(layers, found[1], found[2]), total)


def _path(layers: Sequence[tuple[Numbers, Numbers]], depth: int, place: int) -> tuple[int, ...]:
    """The codes from the first layer to a place in one of them."""
    codes = []
    for step in range(depth, -1, -1):
        codes.append(int(layers[step][0][place]))
        place = int(layers[step][1][place])
    return tuple(reversed(codes))


@dataclass(frozen=True, slots=True)
class _Made:
    """One step on the way forward: combinations, ends with their values, and edges to the next step."""

    tick: int
    codes: Numbers
    ends: NDArray[np.int16]
    owners: Numbers
    children: Numbers


def minimax_table(product: Product, start: Numbers, tick: int, room: Room) -> Table:
    """The values of everything that can follow a combination, by going through to the end and back.

    Raises TooLargeError, and InseparableError where goals do not add up to the same everywhere or a position that is
    not over has no move.
    """
    made: list[_Made] = []
    sums: set[int] = set()
    codes = product.codes(start)
    count = 0
    while len(codes):
        count += len(codes)
        if count > room.combinations:
            raise TooLargeError(f"{count:,} combinations and more")
        check_time(room.until, f"{count:,} combinations")
        layer, following = _forward(product, codes, tick, sums, room)
        made.append(layer)
        if len(following):
            tick = product.clock.after(tick)
        codes = following
    if len(sums) != 1:
        raise InseparableError("one role's gain is not the other's loss")
    return Table(_backward(product, made), sums.pop())


def _forward(product: Product, codes: Numbers, tick: int, sums: set[int], room: Room) -> tuple[_Made, Numbers]:
    """One step with its ends and edges, and the codes of the next."""
    combinations = product.combinations(codes)
    standing = product.standing(combinations, tick)
    ended = standing.goals[standing.over]
    if (ended < 0).any():
        raise InseparableError("a role has no goal at an end")
    sums.update(np.unique(ended.sum(axis=1)).tolist())
    ends = np.where(standing.over, standing.goals[:, 0], UNKNOWN).astype(np.int16)
    owners, children = _moves(product, combinations, standing, tick, room)
    if len(np.unique(owners)) < len(codes) - standing.over.sum():
        raise InseparableError("a position that is not over has no move")
    codes_after, places = np.unique(children, return_inverse=True)
    return _Made(tick, codes, ends, owners, places), codes_after


def _moves(
    product: Product, combinations: Numbers, standing: Standing, tick: int, room: Room
) -> tuple[Numbers, Numbers]:
    """What follows the combinations that are not over: their places, ascending, and the codes after them."""
    going = np.flatnonzero(~standing.over)
    owners, codes = [going[:0]], [going[:0]]
    made = 0
    for first in range(0, len(going), BLOCK):
        check_time(room.until, "the moves of all combinations")
        some = going[first : first + BLOCK]
        places, following = product.expand(combinations[some], tick, standing.passes[some])
        owners.append(some[places])
        codes.append(product.codes(following))
        made += len(places)
        if made > MOST_MOVES:
            raise TooLargeError(f"{made:,} moves and more")
    return np.concatenate(owners), np.concatenate(codes)


def _backward(product: Product, made: Sequence[_Made]) -> tuple[Step, ...]:
    steps: list[Step] = []
    after = np.zeros(0, dtype=np.int16)
    for layer in reversed(made):
        values = layer.ends.copy()
        if len(layer.owners):
            best = np.minimum if product.clock.ticks[layer.tick].role == 1 else np.maximum
            owners, firsts = np.unique(layer.owners, return_index=True)
            values[owners] = best.reduceat(after[layer.children], firsts)
        steps.append(Step(layer.tick, layer.codes, values))
        after = values
    return tuple(reversed(steps))
