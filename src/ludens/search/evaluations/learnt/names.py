"""Groups of fluents and moves by their names: those that agree in one or two arguments, and how far along an axis."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import combinations

from ludens.rules.ground_rules import Ground
from ludens.search.evaluations.learnt.feature import Label

FEWEST_STEPS = 3
"""Values that an argument needs to be an axis."""

MOST_ARGUMENTS = 4
"""Of these pairs are looked at; of longer names only single arguments."""


Content = tuple[Ground, ...]
"""The arguments that are no coordinates."""


@dataclass(frozen=True, slots=True)
class Board:
    """The fluents of one name that say what is where: ``at[column, row, content]`` is the number of one.

    ``columns``, ``rows``: the coordinates by their place.
    """

    at: dict[tuple[int, int, Content], int]
    columns: dict[Ground, int]
    rows: dict[Ground, int]

    @property
    def contents(self) -> list[Content]:
        """What can be there."""
        return sorted({content for _, _, content in self.at}, key=str)


class Names:
    """What the names of some terms have in common."""

    def __init__(self, terms: Sequence[Ground]) -> None:
        domains: defaultdict[tuple[object, int, int], set[Ground]] = defaultdict(set)
        for term in terms:
            for place, argument in enumerate(arguments_of(term)):
                domains[(*family_of(term), place)].add(argument)
        self._axes = {key: axis for key, values in domains.items() if (axis := ordered(values)) is not None}

    def labels(self, term: Ground, kind: Hashable) -> tuple[Label, ...]:
        """The groups that a term belongs to; ``kind`` tells those of different kinds of features apart."""
        family, arguments = (kind, *family_of(term)), list(enumerate(arguments_of(term)))
        found: list[Label] = [(family, 1.0)]
        for size in (1, 2) if len(arguments) <= MOST_ARGUMENTS else (1,):
            found += [((*family, *chosen), 1.0) for chosen in combinations(arguments, size)]
        for place, argument in arguments:
            axis = self._axes.get((*family_of(term), place))
            if axis is None:
                continue
            # How far along an axis, for everything and for everything else that is said, such as the kind of piece.
            along = 2 * axis[argument] / (len(axis) - 1) - 1
            found += [((*family, "along", place, other), along) for other in arguments if other[0] != place]
        return tuple(found)

    def coordinates(self, terms: Sequence[Ground]) -> list[Board]:
        """The boards: two arguments that are axes, nearly all pairs of which occur, and at least one argument more."""
        families: defaultdict[tuple[object, int], list[int]] = defaultdict(list)
        for number, term in enumerate(terms):
            families[family_of(term)].append(number)
        return [board for family, members in families.items() if (board := self._board(family, members, terms))]

    def _board(self, family: tuple[object, int], members: list[int], terms: Sequence[Ground]) -> Board | None:
        axes = [place for place in range(family[1]) if (*family, place) in self._axes]
        for across, down in combinations(axes, 2):
            if family[1] < 3 or len(members) < FEWEST_STEPS**2:
                continue
            columns, rows = self._axes[(*family, across)], self._axes[(*family, down)]
            at = {}
            for number in members:
                arguments = arguments_of(terms[number])
                rest = tuple(a for place, a in enumerate(arguments) if place not in (across, down))
                at[columns[arguments[across]], rows[arguments[down]], rest] = number
            if 3 * len({cell[:2] for cell in at}) >= len(columns) * len(rows):
                return Board(at, columns, rows)
        return None


def ordered(values: set[Ground]) -> dict[Ground, int] | None:
    """The values by their place if they are numbers or single letters, at least three of them."""
    if len(values) < FEWEST_STEPS or not all(isinstance(value, str) for value in values):
        return None
    texts = [str(value) for value in values]
    if all(text.isdecimal() for text in texts):
        return {value: number for number, value in enumerate(sorted(texts, key=int))}
    if all(len(text) == 1 and text.isalpha() for text in texts):
        return {value: number for number, value in enumerate(sorted(texts))}
    return None


def family_of(term: Ground) -> tuple[object, int]:
    """The name of a term and its number of arguments."""
    return (term[0], len(term) - 1) if isinstance(term, tuple) else (term, 0)


def arguments_of(term: Ground) -> tuple[Ground, ...]:
    """The arguments of a term."""
    return term[1:] if isinstance(term, tuple) else ()
