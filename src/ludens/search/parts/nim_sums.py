"""Sums of impartial games: every part is worth a heap of nim (Sprague 1935, Grundy 1939).

For two roles who move in turn, in one part at a time, with the same moves for both, where whoever cannot move has
lost: the number of a class is the least that no class after it has, and the role to move wins unless the numbers of all
parts, added without carry, come to 0. So no combination has to be looked at. Whether a game is of this form is checked
on every class, every moment of the clock and every combination of signs; nothing is taken from names.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass

import numpy as np

from ludens.circuit.rejoining import Standing
from ludens.search.parts.counts import same_moves
from ludens.search.parts.graph import Moves, Numbers
from ludens.search.parts.product import Product

MOST_COMBINATIONS = 1 << 16
"""Of signs, with or without moves, that are looked at."""


@dataclass(frozen=True, slots=True)
class NimSums:
    """The number of each class, and the goals of who wins and who loses."""

    numbers: Numbers
    win: int
    lose: int

    def first_to_move_wins(self, combination: Numbers) -> bool:
        """Whether the role to move in a combination, one row of classes, wins."""
        return bool(np.bitwise_xor.reduce(self.numbers[combination]))


def nim_sums(product: Product) -> NimSums | None:
    """The numbers, if the game is such a sum; otherwise ``None``."""
    ticks = product.clock.ticks
    if product.simultaneous or any(part.conditions for part in product.parts) or product.clock.back is None:
        return None
    roles = [tick.role for tick in ticks]
    if not all({roles[n], roles[product.clock.after(n)]} == {0, 1} for n in range(len(ticks))):
        return None
    moves = same_moves(product)
    goals = None if moves is None else _last_mover_wins(product, moves)
    numbers = None if moves is None or goals is None else _numbers(moves)
    return None if goals is None or numbers is None else NimSums(numbers, *goals)


def _last_mover_wins(product: Product, moves: Moves) -> tuple[int, int] | None:
    """The goals of winner and loser, if the game is over when nobody can move, and whoever is on turn has lost."""
    kinds = []
    for part, of in enumerate(product.classes.of):
        classes = np.unique(of)
        able = moves.firsts[classes + 1] > moves.firsts[classes]
        shown = np.concatenate([able[:, None], product.classes.signs[part][classes]], axis=1)
        kinds.append(classes[np.unique(shown, axis=0, return_index=True)[1]])
    if math.prod(map(len, kinds)) > MOST_COMBINATIONS:
        return None
    combinations = np.array(list(itertools.product(*(kind.tolist() for kind in kinds))), dtype=np.int64)
    stuck = (moves.firsts[combinations + 1] == moves.firsts[combinations]).all(axis=1)
    found: set[tuple[int, int]] = set()
    for number, tick in enumerate(product.clock.ticks):
        standing: Standing = product.standing(combinations, number)
        assert tick.role is not None
        if not np.array_equal(standing.over, stuck) or standing.passes[~stuck, tick.role].any():
            return None
        found.update((int(goals[1 - tick.role]), int(goals[tick.role])) for goals in standing.goals[stuck])
    if len(found) != 1:
        return None
    win, lose = found.pop()
    return (win, lose) if win > lose >= 0 else None


def _numbers(moves: Moves) -> Numbers | None:
    """For each class the least number that none after it has; ``None`` where play can come back to a class."""
    after = [moves.targets[first:last].tolist() for first, last in itertools.pairwise(moves.firsts.tolist())]
    found: dict[int, int] = {}
    entered: set[int] = set()
    for root in range(len(after)):
        work = [root]
        while work:
            number = work[-1]
            open_ones = [target for target in after[number] if target not in found]
            if number in found or not open_ones:
                taken = {found[target] for target in after[number]}
                found[number] = next(least for least in itertools.count() if least not in taken)
                work.pop()
            elif any(target in entered for target in open_ones):
                return None
            else:
                entered.add(number)
                work.append(open_ones[0])
    return np.array([found[number] for number in range(len(after))], dtype=np.int64)
