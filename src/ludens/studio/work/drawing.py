"""How pages draw positions: boards that leave hints to the page, the colours of roles, the places that moves name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludens.boards import picture
from ludens.boards.clicks import OnPlace, click_tree
from ludens.boards.drawings import drawing_of
from ludens.boards.grids import Marks
from ludens.boards.notation import Notation, with_names
from ludens.boards.paint import drawable, paint
from ludens.boards.picture import Facts, Grid, Hand, Heaps, Panel, Picture, Piece, Place
from ludens.boards.pieces import role_colours
from ludens.boards.position import single_pieces
from ludens.boards.svg import as_svg
from ludens.game import JointMove, Move, Observation
from ludens.studio.frames import positions
from ludens.studio.frames.thinking import LineStep, Mark

DOES_NOTHING = ("noop", "pass")
"""Moves that are only told where a turn has no other."""


def board(game: Any, state: Any, last: JointMove = (), won: frozenset[Place] = frozenset()) -> str:
    """The position as SVG, with the last move and what won the game marked.

    Who is to move, and where, the page shows itself.
    """
    found = picture(game, state, last, hints=False, won=won)
    return as_svg(Picture(with_names(found.panels), (), found.legend))


def card(game: Any, state: Any, last: JointMove = ()) -> str:
    """The position as SVG for a small picture: nothing but boards, where there are any."""
    panels = picture(game, state, last, hints=False).panels
    return as_svg(Picture(with_names([panel for panel in panels if not isinstance(panel, Facts)] or panels)))


def knowledge(seen: Sequence[Observation]) -> str:
    """What a role knows as SVG, where it does not see the position: its moves, and what it saw after each."""
    rows = [(str(number), _noticed(each)) for number, each in enumerate(seen, 1) if _noticed(each)]
    latest = [label(percept) for each in seen for percept in each.percepts]
    cards: list[Panel] = [Hand("You have seen", tuple(Piece(one, one, label=one) for one in latest))] if latest else []
    table = [Facts(tuple(rows))] if rows else [] if cards else [Facts((("", "Nothing seen yet."),))]
    return as_svg(Picture((*cards, *table)))


def _noticed(seen: Observation) -> str:
    """What a role did in a turn, and what it saw then; nothing where it only waited."""
    if seen.move in DOES_NOTHING:
        return ""
    return "; ".join(filter(None, (f"you: {label(seen.move)}", ", ".join(map(label, seen.percepts)))))


def colours(roles: Sequence[str]) -> list[str]:
    """The colour of each role, as its pieces have it."""
    return [paint(colour).face for colour in role_colours(roles).values()]


class MovePlaces:
    """Where on the board of a position moves are made, and what people call them."""

    def __init__(self, game: Any, state: Any) -> None:
        self._game, self._state = game, state
        self._drawing = drawing_of(game)
        panels = self._drawing.panels(state, Marks())
        self._notation = Notation(self._drawing, panels)
        cells = [cell.place for panel in panels if isinstance(panel, Grid) for cell in panel.cells]
        heaps = [heap.place for panel in panels if isinstance(panel, Heaps) for heap in panel.heaps]
        self._places: frozenset[Place] = frozenset([*cells, *heaps])
        self._pieces = single_pieces(panels)
        self._known: dict[Move, list[positions.Place]] = {}

    def of(self, move: Move) -> list[positions.Place]:
        """The places of a move in their order; none where it is not made on the board."""
        if move not in self._known:
            clicks = click_tree([move], self._drawing.forms, self._places, self._pieces).clicks(move)
            places = [click.place for click in clicks if isinstance(click, OnPlace)]
            self._known[move] = [place_data(place) for place in places]
        return self._known[move]

    def lands(self, move: Move) -> str | None:
        """The row in which a piece comes to rest that is dropped into a column; None where a move names its row."""
        dropped = next((place for place in self.of(move) if not place["row"]), None)
        after = self._after(move) if dropped and any(row for _, _, row in self._places) else None
        if dropped is None or after is None:
            return None
        here, there = _pieces_by_place(self._drawing.panels(self._state, Marks())), _pieces_by_place(after)
        rows = [place[2] for place, pieces in there.items() if place[1] == dropped["column"] and pieces != here[place]]
        return drawable(rows[0]) if len(rows) == 1 else None

    def _after(self, move: Move) -> Sequence[Panel] | None:
        """The position after a move, with the first legal move of everybody else; None where it is nobody's."""
        roles = range(len(self._game.info.roles))
        legal = [self._game.legal_moves(self._state, role) for role in roles]
        who = next((role for role in roles if move in legal[role]), None)
        if who is None:
            return None
        joint = [move if role == who else legal[role][0] for role in roles]
        return self._drawing.panels(self._game.next_state(self._state, joint), Marks())

    def text(self, move: Move) -> str:
        """A move as people write it."""
        return self._notation.move(move, self._taken(move))

    def choice(self, move: Move) -> str:
        """What tells a move from others on the same places."""
        return self._notation.choice(move, self._taken(move))

    def _taken(self, move: Move) -> int | None:
        """How many objects a move takes from its heap: the rules are asked what is left."""
        heap = self._notation.heap_of(move)
        if heap is None:
            return None
        after = self._after(move)
        return None if after is None else self._notation.count(heap) - Notation(self._drawing, after).count(heap)

    def step(self, joint: JointMove) -> LineStep:
        """A joint move of a line: its text without those who only wait, and what to draw for each role."""
        marks: list[Mark] = [
            {"role": role, "places": self.of(move)} for role, move in enumerate(joint) if self.of(move)
        ]
        told = [move for move in joint if move not in DOES_NOTHING] or list(joint[:1])
        return {"moves": list(joint), "text": ", ".join(map(self.text, told)), "marks": marks}


def _pieces_by_place(panels: Sequence[Panel]) -> dict[Place, tuple[Piece, ...]]:
    return {cell.place: cell.pieces for panel in panels if isinstance(panel, Grid) for cell in panel.cells}


def place_data(place: Place) -> positions.Place:
    """A place as the picture names it."""
    board, column, row = map(drawable, place)
    return {"board": board, "column": column, "row": row}


def label(move: Move) -> str:
    """A move as it is shown: without the parentheses around it."""
    return move[1:-1] if move.startswith("(") and move.endswith(")") else move
