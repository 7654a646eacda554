"""A position as a picture, as text, as SVG, and as places to click."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from ludens.boards.clicks import ClickTree, OnPlace, click_tree
from ludens.boards.drawings import drawing_of, plain_panels
from ludens.boards.grids import Marks
from ludens.boards.picture import Grid, Panel, Picture, Piece, Place, Shape, places
from ludens.boards.pieces import role_colours
from ludens.boards.terms import pieces_of
from ludens.game import Game, IllFormedGameError, JointMove, Move, S

NOWHERE: frozenset[Place] = frozenset()


def draw_svg(game: Game[S], state: S, last: JointMove = (), past: Sequence[S] = ()) -> str:
    """The position as an SVG document. ``last``: the joint move that led there, which is then marked.

    ``past``: the positions before it, by which walls show who left them behind.
    """
    from ludens.boards.svg.document import as_svg  # noqa: PLC0415  (games import this package and are rarely drawn)

    return as_svg(picture(game, state, last, past=past))


def draw(game: Game[S], state: S) -> str:
    """The position in several lines, without colour."""
    from ludens.boards.text import as_text  # noqa: PLC0415

    return as_text(picture(game, state, hints=False))


def picture(
    game: Game[S],
    state: S,
    last: JointMove = (),
    hints: bool = True,
    *,
    won: frozenset[Place] = NOWHERE,
    past: Sequence[S] = (),
) -> Picture:
    """The picture of a position. ``hints``: the places where moves can begin are marked, which asks the rules.

    ``won``: places of the pieces that decided the game, which are marked too. ``past``: the positions before it.
    """
    drawing = drawing_of(game)
    plain = plain_panels(drawing, state)
    targets, choosing = _next_moves(game, state, plain) if hints else (frozenset(), ())
    played = tuple(zip(game.info.roles, last, strict=True)) if last else ()
    trails = _trails(drawing, plain, [*past, state]) if past else {}
    marks = Marks(_places_of(game, last, plain), targets, won, played, trails)
    panels = drawing.panels(state, marks) if last or targets or won or trails else plain
    colours = role_colours(game.info.roles)
    movers = drawing.movers(state) or choosing
    turn = tuple(Piece(role, role, Shape.DISC, colours.get(role, "")) for role in movers)
    return Picture(panels, () if hints and game.is_terminal(state) else turn, pieces_of(panels))


def _trails(drawing: Any, panels: Sequence[Panel], past: Sequence[Any]) -> dict[Place, str]:
    """The colour of whoever stood last on each place that is closed now."""
    grids = [panel for panel in panels if isinstance(panel, Grid)]
    closed = {c.place for grid in grids for c in grid.cells if any(p.shape is Shape.BLOCK for p in c.pieces)}
    if not closed:
        return {}
    return {place: colour for state in past for place, colour in _standing(drawing, state) if place in closed}


@lru_cache(maxsize=4096)
def _standing(drawing: Any, state: Any) -> tuple[tuple[Place, str], ...]:
    """The places with coloured pieces."""
    grids = [panel for panel in plain_panels(drawing, state) if isinstance(panel, Grid)]
    found = [(cell.place, piece) for grid in grids for cell in grid.cells for piece in cell.pieces]
    return tuple((place, piece.colour) for place, piece in found if piece.colour and piece.shape is not Shape.BLOCK)


def clicks(game: Game[S], state: S, role: int, panels: Sequence[Panel] | None = None) -> ClickTree:
    """How the legal moves of a role are clicked on the picture of the position.

    ``panels``: what the role sees of it, where that is not everything.
    """
    panels = plain_panels(drawing_of(game), state) if panels is None else panels
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
