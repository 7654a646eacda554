"""Plans for one role where parts that are left alone stay as they are: only the number of moves in each part counts.

If a part has the same moves at all times, and a move elsewhere does not change it, then what it has come to rests only
on its own moves, in whatever order they are mixed with those of others. So for each part and each of the signs it can
show it is enough to know after which numbers of its moves it can show them; sums of such numbers, one for each part,
tell when the whole game can show a combination of signs. Sums are formed part by part (dynamic programming), and the
highest goal of an end among them is a bound for all plans. A plan that reaches it makes the moves of one part after the
other, in an order in which the game is not over before.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.search.minimax.layers import distinct_rows
from ludens.search.parts.bounds import targets_of
from ludens.search.parts.graph import Moves, Numbers
from ludens.search.parts.product import Product, check_time
from ludens.search.parts.product_values import Plan, Room

MOST_STEPS = 500
MOST_SIGNS = 4096
"""Combinations of signs that are looked at."""

MOST_ORDERS = 24
"""Orders of parts that are tried."""


@dataclass(frozen=True, slots=True)
class _Ways:
    """What one part can show after so many of its moves: ``reached[n]`` are its classes after n moves.

    ``signs`` numbers what each class shows; bit n of ``counts[sign]`` is set if it can be shown after n moves.
    """

    reached: tuple[Numbers, ...]
    signs: Numbers
    counts: tuple[int, ...]
    examples: tuple[int, ...]


def plan_by_counts(product: Product, start: Numbers, tick: int, best: int, room: Room) -> Plan | None:
    """A plan from a combination that no other can be better than, or ``None`` if none was found in this way."""
    moves = same_moves(product)
    if moves is None or any(part.conditions for part in product.parts):
        return None
    ticks = _ticks(product, tick)
    ways = [_ways(product, moves, part, int(start[0, part]), len(ticks)) for part in range(len(product.parts))]
    if math.prod(len(one.counts) for one in ways) > MOST_SIGNS:
        return None
    found = _best_sum(product, ways, ticks, best, room)
    if found is None:
        return None
    goal, steps, signs = found
    counts = _split([one.counts[sign] for one, sign in zip(ways, signs, strict=True)], steps)
    paths = [_path(moves, one, sign, count) for one, sign, count in zip(ways, signs, counts, strict=True)]
    for order in itertools.islice(itertools.permutations(range(len(paths))), MOST_ORDERS):
        combinations = _mixed(paths, order)
        over = [bool(product.standing(row[None], now).over[0]) for row, now in zip(combinations, ticks, strict=False)]
        if not any(over[:-1]):
            return Plan(goal, tuple(product.codes(combinations).tolist()), sum(map(len, paths)))
    return None


def same_moves(product: Product) -> Moves | None:
    """The moves of all classes, if they are the same at every moment and parts that are left alone stay as they are."""
    first: Moves | None = None
    if product.simultaneous:
        return None
    for part, tick in itertools.product(range(len(product.parts)), range(len(product.clock.ticks))):
        for moves in product.moves_at(part, tick):
            if not np.array_equal(moves.idle, np.arange(len(moves.idle))):
                return None
            first = first or moves
            if not (np.array_equal(moves.firsts, first.firsts) and np.array_equal(moves.targets, first.targets)):
                return None
    return first


def _ticks(product: Product, tick: int) -> list[int]:
    """The moments from one on, to where the clock comes back to an earlier one, or as far as is looked at."""
    found = [tick]
    while len(found) < MOST_STEPS and (len(found) < len(product.clock.ticks) or product.clock.back is not None):
        found.append(product.clock.after(found[-1]))
    return found


def _ways(product: Product, moves: Moves, part: int, start: int, steps: int) -> _Ways:
    reached = [np.array([start])]
    while len(reached) < steps and len(reached[-1]):
        reached.append(np.unique(targets_of(moves, reached[-1], idle=False)[1]))
    classes = np.unique(np.concatenate(reached))
    rows = np.ascontiguousarray(product.classes.signs[part][classes]).view(np.uint8)
    numbers = distinct_rows(rows)[1] if rows.shape[1] else np.zeros(len(classes), dtype=np.int64)
    signs = np.zeros(product.classes.count, dtype=np.int64)
    signs[classes] = numbers
    counts = [0] * (int(numbers.max()) + 1)
    for count, level in enumerate(reached):
        for sign in np.unique(signs[level]).tolist():
            counts[sign] |= 1 << count
    examples = [int(classes[np.flatnonzero(numbers == sign)[0]]) for sign in range(len(counts))]
    return _Ways(tuple(reached), signs, tuple(counts), tuple(examples))


def _sums(first: int, second: int, most: int) -> int:
    """The sums, as bits, of a number of the first and one of the second set."""
    found, shift = 0, 0
    while second >> shift:
        if second >> shift & 1:
            found |= first << shift
        shift += 1
    return found & ((1 << most) - 1)


def _best_sum(
    product: Product, ways: Sequence[_Ways], ticks: Sequence[int], best: int, room: Room
) -> tuple[int, int, tuple[int, ...]] | None:
    """The highest goal, after how many steps first, and the signs; ``None`` if passing, too, could lead to an end."""
    signs = list(itertools.product(*(range(len(one.counts)) for one in ways)))
    totals = []
    for row in signs:
        total = 1
        for one, sign in zip(ways, row, strict=True):
            total = _sums(total, one.counts[sign], len(ticks))
        totals.append(total)
    rows = [[one.examples[sign] for one, sign in zip(ways, row, strict=True)] for row in signs]
    combinations = np.array(rows, dtype=np.int64)
    found: tuple[int, int, tuple[int, ...]] | None = None
    for step, tick in enumerate(ticks):
        check_time(room.until, "all steps of the parts")
        standing = product.standing(combinations, tick)
        if standing.passes[~standing.over].any():
            return None
        possible = np.array([total >> step & 1 for total in totals], dtype=np.bool_)
        goals = np.where(standing.over & possible, standing.goals[:, 0], -1)
        place = int(goals.argmax())
        if goals[place] > (found[0] if found else -1):
            found = int(goals[place]), step, signs[place]
        if standing.over[possible].all() or (found and found[0] >= best):
            return found
    # Beyond the moments that were looked at there may be better ends.
    return None


def _split(sets: Sequence[int], total: int) -> list[int]:
    """A number of each set that add up to a total, which must be possible."""
    before = [1]
    for one in sets:
        before.append(_sums(before[-1], one, total + 1))
    found = []
    for number in range(len(sets) - 1, -1, -1):
        count = next(n for n in range(total + 1) if sets[number] >> n & 1 and before[number] >> (total - n) & 1)
        found.append(count)
        total -= count
    return found[::-1]


def _path(moves: Moves, ways: _Ways, sign: int, count: int) -> list[int]:
    """The classes of a part on a way of so many moves to one that shows a sign."""
    path = [int(ways.reached[count][np.flatnonzero(ways.signs[ways.reached[count]] == sign)[0]])]
    for level in reversed(ways.reached[:count]):
        owners, targets = targets_of(moves, level, idle=False)
        path.append(int(owners[np.flatnonzero(targets == path[-1])[0]]))
    return path[::-1]


def _mixed(paths: Sequence[Sequence[int]], order: Sequence[int]) -> Numbers:
    """The combinations on the way on which the parts are played one after the other in an order."""
    now = [path[0] for path in paths]
    found = [list(now)]
    for part in order:
        for after in paths[part][1:]:
            now[part] = after
            found.append(list(now))
    return np.array(found, dtype=np.int64)
