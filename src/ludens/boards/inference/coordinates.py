"""Which arguments of a fluent are the coordinates of a board.

No single sign decides it. Two arguments that are counted alike, stand side by side, stand side by side in moves too,
tell the terms of the start apart or are called x and y each make it more likely; the best pair wins.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from ludens.boards.description import Spot
from ludens.boards.inference.signature import Argument, Fluent, Signature
from ludens.boards.orders import are_grid_names

MOST_GROUPS = 30
LONGEST_AXIS = 110
"""Rules that count steps with the numbers they use as coordinates seem to have sides as long as this."""

FEWEST_PLACES = 4


def find_spot(fluent: Fluent, known: Signature) -> Spot | None:
    """The place that a fluent of at least three arguments, or with a cell's name, speaks of."""
    named = _named_cell(fluent)
    if named is not None:
        return named
    if len(fluent.arguments) < 3:
        return None
    pair = best_pair(fluent, known)
    if pair is None:
        return _categories(fluent)
    rest = [n for n, argument in enumerate(fluent.arguments) if argument.is_ordered and n not in pair]
    if _has_two_levels(fluent, pair, rest):
        (across, down), (outer_across, outer_down) = pair, (rest[0], rest[1])
        return oriented(fluent, (outer_across, across), (outer_down, down))
    groups = tuple(number for number in rest if _is_group(fluent, known, pair, number))[:1]
    return oriented(fluent, (pair[0],), (pair[1],), groups)


def best_pair(fluent: Fluent, known: Signature) -> tuple[int, int] | None:
    """The two arguments that most look like coordinates."""
    usable = [n for n, a in enumerate(fluent.arguments) if a.is_ordered and 2 <= len(a.values) <= LONGEST_AXIS]
    scored = {pair: _score(fluent, pair, known) for pair in itertools.combinations(usable, 2)}
    scored = {pair: score for pair, score in scored.items() if score > 0}
    return max(scored, key=lambda pair: (scored[pair], -pair[0], -pair[1])) if scored else None


def _score(fluent: Fluent, pair: tuple[int, int], known: Signature) -> int:
    first, second = fluent.arguments[pair[0]], fluent.arguments[pair[1]]
    if len(first.values) * len(second.values) < FEWEST_PLACES:
        return 0
    alike = 4 if first.values == second.values else 2 if len(first.values) == len(second.values) else 0
    beside = 3 if pair[1] == pair[0] + 1 else -2
    in_moves = 3 if beside > 0 and in_a_move(known, (first, second)) else 0
    different = 2 if _letters(first) != _letters(second) else 0
    key = 2 if len(fluent.start) >= FEWEST_PLACES and fluent.is_key(pair) else 0
    called = 2 if first.hint * second.hint < 0 else 0
    return alike + beside + in_moves + different + key + called


def in_a_move(known: Signature, arguments: Sequence[Argument]) -> bool:
    """Whether some move has arguments side by side that take just such values."""
    for values in known.moves.values():
        for start in range(len(values) - len(arguments) + 1):
            window = values[start : start + len(arguments)]
            if all(found and found <= argument.values for found, argument in zip(window, arguments, strict=True)):
                return True
    return False


def _named_cell(fluent: Fluent) -> Spot | None:
    cells = [n for n, argument in enumerate(fluent.arguments) if are_grid_names(argument.values)]
    if len(cells) == 1 and len(fluent.arguments) >= 2:
        return Spot(cell=cells[0])
    return None


def _categories(fluent: Fluent) -> Spot | None:
    """Two arguments without order, if the start lists something for each of their pairs: ring and direction."""
    for first, second in itertools.combinations(range(len(fluent.arguments)), 2):
        sizes = [len({fact[number] for fact in fluent.start}) for number in (first, second)]
        is_full = min(sizes) > 1 and math.prod(sizes) == len(fluent.start) >= FEWEST_PLACES and fluent.has_blank()
        no_blanks = fluent.blank(first) is None and fluent.blank(second) is None
        if is_full and no_blanks and fluent.is_key((first, second)):
            return Spot(column=(second,), row=(first,))
    return None


def _has_two_levels(fluent: Fluent, pair: tuple[int, int], rest: Sequence[int]) -> bool:
    """Whether the board is a board of boards: four coordinates, and the start lists every place."""
    if len(rest) < 2 or not fluent.start or fluent.is_key(pair):
        return False
    four = (*rest[:2], *pair)
    sizes = [len(fluent.arguments[number].values) for number in four]
    return fluent.is_key(four) and math.prod(sizes) == len(fluent.start)


def _is_group(fluent: Fluent, known: Signature, pair: tuple[int, int], number: int) -> bool:
    """Whether an ordered argument beside the coordinates tells boards apart, rather than pieces."""
    argument = fluent.arguments[number]
    if len(argument.values) > MOST_GROUPS:
        return False
    if len(fluent.start) >= FEWEST_PLACES:
        if not fluent.is_key(pair):
            return fluent.is_key((*pair, number))
        if fluent.has_blank():
            return False
    together = sorted((*pair, number))
    side_by_side = together[2] - together[0] == 2
    in_moves = side_by_side and in_a_move(known, [fluent.arguments[n] for n in together])
    if number > pair[1]:
        few = len(argument.values) <= 3 and not fluent.start
        return ((in_moves and len(argument.values) != 6) or few) and number < len(fluent.arguments) - 1
    return in_moves or len(argument.values) <= 4


def oriented(fluent: Fluent, first: tuple[int, ...], second: tuple[int, ...], group: tuple[int, ...] = ()) -> Spot:
    """The spot with its first coordinate as the column, unless the names say that it is the row."""
    if is_swapped(fluent, first[-1], second[-1]):
        first, second = second, first
    return Spot(column=first, row=second, group=group)


def is_swapped(fluent: Fluent, first: int, second: int) -> bool:
    """Whether the first coordinate is the row: by the letters of the names, or by what variables are called."""
    one, other = fluent.arguments[first], fluent.arguments[second]
    if _letters(one) != _letters(other):
        return _letters(other)
    prefixes = [min(argument.values, default="")[:1] for argument in (one, other)]
    if prefixes in (["r", "c"], ["y", "x"]):
        return True
    return one.hint < 0 < other.hint


def _letters(argument: Argument) -> bool:
    """Whether a coordinate is counted in letters, as columns are in chess."""
    return all(value.isalpha() and len(value) == 1 for value in argument.values)
