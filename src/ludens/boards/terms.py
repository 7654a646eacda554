"""A position given by terms: its boards, heaps, stacks and hands, and a table of whatever else is true."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence

from ludens.boards.description import Description, Layer, MoveForm
from ludens.boards.grids import BoardDrawing, Marks
from ludens.boards.inference.parts import HANDLES
from ludens.boards.orders import number_of, ordered
from ludens.boards.picture import Cell, Facts, Grid, Heap, Heaps, Label, Panel, Piece, Stacks
from ludens.boards.pieces import Pieces, legend
from ludens.boards.seats import UNKNOWN, SeatDrawing, lookups, pools, speaks_of, things
from ludens.boards.setting import Setting
from ludens.gdl.terms import Relation
from ludens.rules.ground_rules import Ground, ground_text

Found = tuple[list[Panel], set[Ground]]
"""Panels, and the terms that they show."""


class TermDrawing:
    """Draws the positions of one rulesheet."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        self._players = SeatDrawing(setting.description, setting.forms, setting.players)

    @property
    def forms(self) -> dict[Relation, MoveForm]:
        """The places that moves name."""
        return self._setting.forms

    @property
    def words(self) -> dict[str, str]:
        """What names of the rules mean to people."""
        return dict(self._setting.description.words)

    @property
    def layers(self) -> tuple[Layer, ...]:
        """What says what stands where, of all boards."""
        return tuple(layer for board in self._setting.boards for layer in board.board.layers)

    @property
    def pieces(self) -> Pieces:
        """What everything that stands there looks like."""
        return self._setting.pieces

    def panels(self, state: Collection[Ground], marks: Marks) -> tuple[Panel, ...]:
        """What there is to see of a position."""
        description = self._setting.description
        terms = [term for term in sorted(state, key=ground_text) if _relation(term) not in description.hidden]
        panels: list[Panel] = []
        drawn: set[Ground] = set()
        for board in self._setting.boards:
            grids, used = BoardDrawing(board, self._setting.pieces, marks).grids(terms)
            panels += grids
            drawn |= used
        for maker in (_heaps, _stacks, _sequences, things, lookups, pools, self._seats):
            found, used = maker(description, [term for term in terms if term not in drawn], marks)
            panels += found
            drawn |= used
        rest = [term for term in terms if term not in drawn and not _is_control(description, term)]
        rest = [term for term in rest if not ground_text(term[-1]).startswith(UNKNOWN)]
        return (*panels, *([Facts(fact_rows(rest))] if rest else []))

    @property
    def beside(self) -> frozenset[str]:
        """The names of what lies beside boards and can be chosen there."""
        description = self._setting.description
        names = [hand.name for hand in description.hands] + [purse.name for purse in description.purses]
        return frozenset([HANDLES, *names, *(thing.kind for thing in description.things)])

    @property
    def counted(self) -> frozenset[str]:
        """The moves that name so many of something."""
        return frozenset(lookup.title for lookup in self._setting.description.lookups if lookup.copies)

    def has_thing(self, term: Ground) -> bool:
        """Whether a term says something of a thing that lies beside the boards."""
        return any(speaks_of(term, kind) for kind in self._setting.description.things)

    def _seats(self, description: Description, terms: Sequence[Ground], marks: Marks) -> Found:
        return self._players.seats([term for term in terms if not _is_control(description, term)], marks)

    def movers(self, state: Collection[Ground]) -> tuple[str, ...]:
        """The roles that the position says are to move."""
        return tuple(ordered(ground_text(term[1]) for term in state if _is_control(self._setting.description, term)))


def pieces_of(panels: Sequence[Panel]) -> tuple[Piece, ...]:
    """The pieces on boards that need a legend."""
    grids = [panel for panel in panels if isinstance(panel, Grid)]
    return legend({piece for grid in grids for cell in grid.cells for piece in cell.pieces})


def fact_rows(terms: Iterable[Ground]) -> tuple[tuple[str, str], ...]:
    """Terms as a table: each name with the arguments of all its terms."""
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for term in terms:
        if isinstance(term, tuple):
            by_name[ground_text(term[0])].append(" ".join(map(ground_text, term[1:])))
        else:
            by_name[term].append("yes")
    return tuple((name, ", ".join(ordered(values))) for name, values in sorted(by_name.items()))


def _heaps(description: Description, terms: Sequence[Ground], marks: Marks) -> Found:
    panels: list[Panel] = []
    used: set[Ground] = set()
    for kind in description.heaps:
        heaps = []
        for term in terms:
            if isinstance(term, tuple) and term[0] == kind.name and len(term) == kind.arguments + 1:
                count = number_of(ground_text(term[kind.count + 1]))
                key = " ".join(ground_text(part) for n, part in enumerate(term[1:]) if n != kind.count)
                if count is not None:
                    place = (kind.name, key, "")
                    heaps.append(Heap(place, count, place in marks.targets, place in marks.last))
                    used.add(term)
        if heaps:
            order = ordered(heap.place[1] for heap in heaps)
            panels.append(Heaps(kind.name, tuple(sorted(heaps, key=lambda heap: order.index(heap.place[1])))))
    return panels, used


def _stacks(description: Description, terms: Sequence[Ground], marks: Marks) -> Found:
    panels: list[Panel] = []
    used: set[Ground] = set()
    for name, upper in description.stacks:
        found = [term for term in terms if isinstance(term, tuple) and term[0] == name and len(term) == 3]
        above: defaultdict[str, list[str]] = defaultdict(list)
        for term in found:
            above[ground_text(term[2 - upper])].append(ground_text(term[1 + upper]))
        lying = [t for t in terms if _relation(t) in (("table", 1), ("clear", 1))]
        others = {ground_text(term[1]) for term in lying}
        uppers = {upper for line in above.values() for upper in line}
        feet = ordered({*above, *others} - uppers)
        stacks = [stack for foot in feet for stack in _towers(foot, above)]
        shown = tuple(tuple(Piece(thing, thing, label=thing) for thing in stack) for stack in stacks)
        panels += [Stacks(name, shown)] if shown else []
        used |= set(found)
    return panels, used


def _towers(foot: str, above: dict[str, list[str]]) -> list[list[str]]:
    """The stacks on something; a table has several, and is then no part of them."""
    uppers = ordered(above.get(foot, ()))
    if len(uppers) > 1:
        return [tower for upper in uppers for tower in _towers(upper, above)]
    return [[foot, *tower] for upper in uppers for tower in _towers(upper, above)] or [[foot]]


def _sequences(description: Description, terms: Sequence[Ground], marks: Marks) -> Found:
    panels: list[Panel] = []
    used: set[Ground] = set()
    for name, arguments in description.sequences:
        for term in terms:
            if isinstance(term, tuple) and term[0] == name and len(term) == arguments + 1:
                names = [ground_text(part) for part in term[1:]]
                cells = tuple(
                    Cell((name, str(number), ""), number - 1, 0, (Piece(part, part, label=part),))
                    for number, part in enumerate(names, 1)
                )
                labels = tuple(Label(str(number), number - 1, 1) for number in range(1, len(names) + 1))
                panels.append(Grid(name, cells, labels))
                used.add(term)
    return panels, used


def _is_control(description: Description, term: Ground) -> bool:
    return isinstance(term, tuple) and len(term) == 2 and term[0] in description.controls


def _relation(term: Ground) -> Relation:
    return (str(term[0]), len(term) - 1) if isinstance(term, tuple) else (term, 0)
