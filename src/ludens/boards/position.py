"""A position as a picture, as text, as SVG, and as places to click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from ludens.boards.clicks import ClickTree, OnPlace, click_tree
from ludens.boards.drawings import drawing_of
from ludens.boards.grids import Marks
from ludens.boards.picture import Grid, Panel, Picture, Piece, Place, Shape, places
from ludens.boards.pieces import role_colours
from ludens.boards.terms import pieces_of
from ludens.game import Game, IllFormedGameError, JointMove, Move, S

NO_MARKS = Marks()
NOWHERE: frozenset[Place] = frozenset()


def draw_svg(game: Game[S], state: S, last: JointMove = ()) -> str:
    """The position as an SVG document. ``last``: the joint move that led there, which is then marked."""
    from ludens.boards.svg import as_svg  # noqa: PLC0415  (games import this package and are rarely drawn)

    return as_svg(picture(game, state, last))


def draw(game: Game[S], state: S) -> str:
    """The position in several lines, without colour."""
    from ludens.boards.text import as_text  # noqa: PLC0415

    return as_text(picture(game, state, hints=False))


def picture(
    game: Game[S], state: S, last: JointMove = (), hints: bool = True, won: frozenset[Place] = NOWHERE
) -> Picture:
    """The picture of a position. ``hints``: the places where moves can begin are marked, which asks the rules.

    ``won``: places of the pieces that decided the game, which are marked too.
    """
    drawing = drawing_of(game)
    plain = drawing.panels(state, NO_MARKS)
    targets, choosing = _next_moves(game, state, plain) if hints else (frozenset(), ())
    played = tuple(zip(game.info.roles, last, strict=True)) if last else ()
    marks = Marks(_places_of(game, last, plain), targets, won, played)
    panels = drawing.panels(state, marks) if last or targets or won else plain
    colours = role_colours(game.info.roles)
    movers = drawing.movers(state) or choosing
    turn = tuple(Piece(role, role, Shape.DISC, colours.get(role, "")) for role in movers)
    return Picture(panels, () if hints and game.is_terminal(state) else turn, pieces_of(panels))


def clicks(game: Game[S], state: S, role: int) -> ClickTree:
    """How the legal moves of a role are clicked on the picture of the position."""
    panels = drawing_of(game).panels(state, NO_MARKS)
    return _tree(game, game.legal_moves(state, role), panels, game.info.roles[role])


def _tree(game: Game[Any], moves: Sequence[Move], panels: Sequence[Panel], owner: str) -> ClickTree:
    return click_tree(moves, drawing_of(game).forms, frozenset(places(panels)), single_pieces(panels), owner)


def single_pieces(panels: Sequence[Panel]) -> dict[str, Place]:
    """Where the pieces stand of which there is only one, by their names."""
    cells = [cell for panel in panels if isinstance(panel, Grid) for cell in panel.cells]
    found = [(piece.name, cell.place) for cell in cells for piece in cell.pieces]
    count = Counter(name for name, _ in found)
    return {name: place for name, place in found if count[name] == 1}


def _next_moves(game: Game[S], state: S, panels: Sequence[Panel]) -> tuple[frozenset[Place], tuple[str, ...]]:
    """Where moves can begin, and the roles that have a choice."""
    targets: frozenset[Place] = frozenset()
    choosing = []
    try:
        for number, role in enumerate(game.info.roles):
            legal = game.legal_moves(state, number)
            if len(legal) > 1:
                choosing.append(role)
                targets |= _tree(game, legal, panels, role).first_places
    except IllFormedGameError:
        return frozenset(), ()
    return targets, tuple(choosing)


def _places_of(game: Game[Any], last: JointMove, panels: Sequence[Panel]) -> frozenset[Place]:
    """The places that the last moves name."""
    trees = [_tree(game, [move], panels, role) for role, move in zip(game.info.roles, last, strict=False)]
    found = [click for tree in trees for sequence in tree.sequences.values() for click in sequence]
    return frozenset(click.place for click in found if isinstance(click, OnPlace))
