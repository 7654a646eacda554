"""How pages draw positions: boards that leave hints to the page, the colours of roles, the places that moves name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludens.arena.knowledge import known_position
from ludens.boards import picture
from ludens.boards.clicks import OnPlace, click_tree, move_term
from ludens.boards.drawings import drawing_of
from ludens.boards.grids import Marks
from ludens.boards.move_names import MoveNames
from ludens.boards.notation import with_names
from ludens.boards.paint import drawable, paint
from ludens.boards.picture import Facts, Grid, Hand, Heaps, Item, Panel, Picture, Piece, Place, places
from ludens.boards.pieces import role_colours
from ludens.boards.position import single_pieces
from ludens.boards.svg.document import as_svg
from ludens.boards.terms import TermDrawing
from ludens.game import JointMove, Move, Observation, View
from ludens.rules.ground_rules import Ground, ground_text
from ludens.studio.frames import positions
from ludens.studio.frames.thinking import LineStep, Mark

DOES_NOTHING = ("noop", "pass")
"""Moves that are only told where a turn has no other."""

SECONDS = 0.2
"""For working out what a role knows that does not see everything."""


def board(
    game: Any, state: Any, last: JointMove = (), won: frozenset[Place] = frozenset(), past: Sequence[Any] = ()
) -> str:
    """The position as SVG, with the last move and what won the game marked.

    Who is to move, and where, the page shows itself. ``past``: the positions before it.
    """
    found = picture(game, state, last, hints=False, won=won, past=past)
    return as_svg(Picture(with_names(found.panels), (), found.legend))


def drawn(panels: Sequence[Panel]) -> str:
    """What somebody sees of a position, as SVG."""
    return as_svg(Picture(with_names(panels)))


def card(game: Any, state: Any, last: JointMove = (), past: Sequence[Any] = ()) -> str:
    """The position as SVG for a small picture: nothing but boards, where there are any."""
    panels = picture(game, state, last, hints=False, past=past).panels
    boards = [
        replace(panel, handles=()) if isinstance(panel, Grid) else panel
        for panel in panels
        if isinstance(panel, Heaps) or (isinstance(panel, Grid) and len({cell.y for cell in panel.cells}) > 1)
    ]
    return as_svg(Picture(with_names(boards or [panel for panel in panels if not isinstance(panel, Facts)] or panels)))


def knowledge(game: Any, role: int, seen: Sequence[Observation]) -> tuple[Panel, ...]:
    """What a role sees of a position that is hidden from it: what follows from all that it has noticed.

    Where that is too much to work out, its moves, and what it saw after each.
    """
    drawing = drawing_of(game)
    known = known_position(game, View(role, tuple(seen)), SECONDS) if isinstance(drawing, TermDrawing) else None
    if known is None or not isinstance(drawing, TermDrawing):
        return _noticed_so_far(seen)
    return drawing.panels(known | seen_of_things(game, seen), Marks(played=_played(game, role, seen)))


def seen_of_things(game: Any, seen: Sequence[Observation]) -> frozenset[Ground]:
    """What somebody has seen of things beside the boards: the goat behind a door, which no fact mentions."""
    drawing = drawing_of(game)
    if not isinstance(drawing, TermDrawing):
        return frozenset()
    percepts = [move_term(percept) for each in seen for percept in each.percepts]
    return frozenset(percept for percept in percepts if drawing.has_thing(percept))


def _played(game: Any, role: int, seen: Sequence[Observation]) -> tuple[tuple[str, Move], ...]:
    """The latest moves that a role has noticed, by whoever made them: its own, and what it was told of others."""
    roles = game.info.roles
    found = dict([(roles[role], each.move) for each in seen if each.move not in DOES_NOTHING][-1:])
    for percept in (move_term(percept) for each in seen for percept in each.percepts):
        if isinstance(percept, tuple) and len(percept) == 3 and percept[1] in roles:
            found[str(percept[1])] = ground_text(percept[2])
    return tuple(found.items())


def _noticed_so_far(seen: Sequence[Observation]) -> tuple[Panel, ...]:
    rows = [(str(number), _noticed(each)) for number, each in enumerate(seen, 1) if _noticed(each)]
    latest = [label(percept) for each in seen for percept in each.percepts]
    items = tuple(Item(("", str(number), ""), one) for number, one in enumerate(latest))
    cards: list[Panel] = [Hand("You have seen", items)] if items else []
    table = [Facts(tuple(rows))] if rows else [] if cards else [Facts((("", "Nothing seen yet."),))]
    return (*cards, *table)


def _noticed(seen: Observation) -> str:
    """What a role did in a turn, and what it saw then; nothing where it only waited."""
    if seen.move in DOES_NOTHING:
        return ""
    return "; ".join(filter(None, (f"you: {label(seen.move)}", ", ".join(map(label, seen.percepts)))))


def colours(roles: Sequence[str]) -> list[str]:
    """The colour of each role, as its pieces have it."""
    return [paint(colour).face for colour in role_colours(roles).values()]


class MovePlaces(MoveNames):
    """Where on the board of a position moves are made, and what people call them."""

    def __init__(self, game: Any, state: Any) -> None:
        super().__init__(game, state)
        self._places: frozenset[Place] = frozenset(places(self._panels))
        self._pieces = single_pieces(self._panels)
        self._known: dict[tuple[Move, int | None], list[positions.Place]] = {}

    def of(self, move: Move, role: int | None = None) -> list[positions.Place]:
        """The places of a move in their order; none where it is not made on the board.

        ``role``: who makes it, where several have the same things to choose from.
        """
        if (move, role) not in self._known:
            owner = "" if role is None else self._game.info.roles[role]
            clicks = click_tree([move], self._drawing.forms, self._places, self._pieces, owner).clicks(move)
            found = [click.place for click in clicks if isinstance(click, OnPlace)]
            self._known[move, role] = [place_data(place) for place in found]
        return self._known[move, role]

    def lands(self, move: Move) -> str | None:
        """The row in which a piece comes to rest that is dropped into a column; None where a move names its row."""
        dropped = next((place for place in self.of(move) if not place["row"]), None)
        after = self.after(move) if dropped and any(row for _, _, row in self._places) else None
        if dropped is None or after is None:
            return None
        here, there = _pieces_by_place(self._panels), _pieces_by_place(after)
        rows = [place[2] for place, pieces in there.items() if place[1] == dropped["column"] and pieces != here[place]]
        return drawable(rows[0]) if len(rows) == 1 else None

    def step(self, joint: JointMove) -> LineStep:
        """A joint move of a line: its text without those who only wait, and what to draw for each role."""
        marks: list[Mark] = [
            {"role": role, "places": self.of(move, role)} for role, move in enumerate(joint) if self.of(move, role)
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
