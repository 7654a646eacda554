"""Plans for one role without going through combinations: what each part can reach by itself bounds what all can.

Let every part, at every step, make any of its moves or be left alone, whatever the others do. Whatever the whole game
can come to after some steps is then among the combinations of what its parts can come to after as many: the highest
goal of an end among those is a bound. A plan of the whole game that reaches the bound is a best one.

Where every move is one in each part, or the clock says in which part moves are made, the bound is exact but for ends on
the way, and the plan is the parts' plans side by side. Otherwise plans that leave all parts but a few alone are tried.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ludens.search.minimax.layers import distinct_rows
from ludens.search.parts.graph import NOWHERE, Moves, Numbers, TooLargeError
from ludens.search.parts.product import Product, check_time
from ludens.search.parts.product_values import Plan, Room, best_plan

MOST_STEPS = 2_000
MOST_SIGNS = 1 << 16
"""Combinations of signs that are looked at in one step."""

MOST_TOGETHER = 2
"""Parts that a plan may move in, where moves are made in one part at a time."""


@dataclass(frozen=True, slots=True)
class Bound:
    """The highest goal that parts by themselves allow, after how many steps first, and the classes that give it.

    ``reached[step][part]``: the classes that a part can come to.
    """

    goal: int
    steps: int
    combination: tuple[int, ...]
    reached: tuple[tuple[Numbers, ...], ...]


def plan_by_parts(product: Product, start: Numbers, tick: int, best: int, room: Room) -> Plan | None:
    """A plan from a combination that no other can be better than, or ``None`` if none was found in this way."""
    bound = goal_bound(product, start, tick, best, room)
    if bound is None:
        return None
    if product.simultaneous or _is_by_turns(product):
        moving = goal_bound(product, start, tick, bound.goal, room, resting=False)
        return _side_by_side(product, moving, tick) if moving and moving.goal == bound.goal else None
    for count in range(1, MOST_TOGETHER + 1):
        for chosen in itertools.combinations(range(len(product.parts)), count):
            plan = best_plan(product.moving_in(chosen), start, tick, bound.goal, room)
            if plan is not None and plan.goal >= bound.goal:
                return plan
    return None


def goal_bound(
    product: Product, start: Numbers, tick: int, best: int, room: Room, *, resting: bool = True
) -> Bound | None:
    """The bound on what can be reached from a combination, ``best`` being the highest goal of the game.

    ``None`` where parts by themselves come to no end. Without ``resting`` a part that has moves must make one, and the
    goal is no bound. Raises TooLargeError when signs have too many combinations.
    """
    reached: list[tuple[Numbers, ...]] = []
    found: tuple[int, int, tuple[int, ...]] | None = None
    for step, (moment, sets) in enumerate(_reaches(product, start, tick, resting)):
        check_time(room.until, "all steps of the parts")
        reached.append(sets)
        combinations = _one_for_each_sign(product, sets)
        standing = product.standing(combinations, moment)
        goals = np.where(standing.over, standing.goals[:, 0], -1)
        place = int(goals.argmax())
        if goals[place] > (found[0] if found else -1):
            found = int(goals[place]), step, tuple(combinations[place].tolist())
        if standing.over.all() or (found and found[0] >= best):
            break
    return None if found is None else Bound(*found, tuple(reached))


def _reaches(product: Product, start: Numbers, tick: int, resting: bool) -> Iterator[tuple[int, tuple[Numbers, ...]]]:
    """Moment by moment the classes that each part can come to, until all is as it was before."""
    sets = tuple(start[0, part : part + 1] for part in range(start.shape[1]))
    seen: set[tuple[int, bytes]] = set()
    for _ in range(MOST_STEPS):
        key = tick, b"|".join(classes.tobytes() for classes in sets)
        if key in seen:
            return
        seen.add(key)
        yield tick, sets
        sets = tuple(_after(product, part, classes, tick, resting) for part, classes in enumerate(sets))
        tick = product.clock.after(tick)
    raise TooLargeError("more steps than are looked at")


def _after(product: Product, part: int, classes: Numbers, tick: int, resting: bool) -> Numbers:
    """The classes that can follow some of a part, whatever its conditions on others are."""
    found = [_steps(moves, classes, resting)[1] for moves in product.moves_at(part, tick)]
    return np.unique(np.concatenate(found))


def _steps(moves: Moves, classes: Numbers, resting: bool) -> tuple[Numbers, Numbers]:
    """What can follow classes, with the classes it follows; unless resting, only those without moves stay alone."""
    if resting:
        return targets_of(moves, classes, idle=True)
    stuck = moves.firsts[classes + 1] == moves.firsts[classes]
    made, left = targets_of(moves, classes[~stuck], idle=False), targets_of(moves, classes[stuck], idle=True)
    return np.concatenate([made[0], left[0]]), np.concatenate([made[1], left[1]])


def _is_by_turns(product: Product) -> bool:
    """Whether at every moment at most one part has moves."""
    numbers = range(len(product.parts))
    for tick in range(len(product.clock.ticks)):
        having = [
            part
            for part in numbers
            if any(_has_moves(moves, product.classes.of[part]) for moves in product.moves_at(part, tick))
        ]
        if len(having) > 1:
            return False
    return True


def _has_moves(moves: Moves, classes: Numbers) -> bool:
    return bool((moves.firsts[classes + 1] > moves.firsts[classes]).any())


def targets_of(moves: Moves, classes: Numbers, *, idle: bool) -> tuple[Numbers, Numbers]:
    """What can follow classes by moves and, if told so, by being left alone, with the classes that it follows."""
    counts = moves.firsts[classes + 1] - moves.firsts[classes]
    places = np.repeat(moves.firsts[classes] - (np.cumsum(counts) - counts), counts) + np.arange(counts.sum())
    owners, targets = np.repeat(classes, counts), moves.targets[places]
    if not idle:
        return owners, targets
    left = moves.idle[classes] != NOWHERE
    return np.concatenate([owners, classes[left]]), np.concatenate([targets, moves.idle[classes[left]]])


def _one_for_each_sign(product: Product, sets: Sequence[Numbers]) -> Numbers:
    """Combinations that show all combinations of signs of these classes, one for each."""
    chosen = []
    for part, classes in enumerate(sets):
        rows = np.ascontiguousarray(product.classes.signs[part][classes]).view(np.uint8)
        inverse = distinct_rows(rows)[1] if rows.shape[1] else np.zeros(len(classes), dtype=np.int64)
        chosen.append(classes[np.unique(inverse, return_index=True)[1]])
    if math.prod(map(len, chosen)) > MOST_SIGNS:
        raise TooLargeError("too many combinations of signs")
    return np.array(list(itertools.product(*(classes.tolist() for classes in chosen))), dtype=np.int64)


def _side_by_side(product: Product, bound: Bound, tick: int) -> Plan | None:
    """A plan that reaches the bound by the parts' own plans, unless the game does not allow that or is over before."""
    ticks = [tick]
    for _ in range(bound.steps):
        ticks.append(product.clock.after(ticks[-1]))
    ways = [
        _way_back(product, part, last, [sets[part] for sets in bound.reached[: bound.steps]], ticks)
        for part, last in enumerate(bound.combination)
    ]
    combinations = np.array(ways, dtype=np.int64).T
    for step in range(bound.steps):
        before, after = combinations[step : step + 1], combinations[step + 1 : step + 2]
        standing = product.standing(before, ticks[step])
        if standing.over[0]:
            return None
        following = product.codes(product.expand(before, ticks[step], standing.passes)[1])
        if not np.isin(product.codes(after), following).all():
            return None
    looked_at = sum(len(classes) for sets in bound.reached for classes in sets)
    return Plan(bound.goal, tuple(product.codes(combinations).tolist()), looked_at)


def _way_back(product: Product, part: int, last: int, reached: Sequence[Numbers], ticks: Sequence[int]) -> list[int]:
    """The classes of a part on a way to one that it can come to."""
    way = [last]
    for classes, tick in zip(reversed(reached), reversed(ticks[:-1]), strict=True):
        owners, targets = _steps(product.moves_at(part, tick)[0], classes, resting=False)
        way.append(int(owners[np.flatnonzero(targets == way[-1])[0]]))
    return way[::-1]
