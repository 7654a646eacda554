"""The pieces on the boards of a position, as facts that can be taken away."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from ludens.boards.description import Layer
from ludens.boards.picture import Place, Shape
from ludens.boards.pieces import Pieces
from ludens.boards.terms import TermDrawing
from ludens.games.rules_game import RulesGame
from ludens.gdl.reasoner import Reasoner
from ludens.rules.ground_rules import Ground, State, ground_text


@dataclass(frozen=True, slots=True)
class PieceFact:
    """A fact that puts a piece on a place; ``empty`` is the fact that holds there instead when it is gone, if any."""

    fact: Ground
    empty: Ground | None
    place: Place
    is_disc: bool = False


def reasoner_of(game: Any) -> Reasoner | None:
    """The reasoner of a game that has a rulesheet and boards; None for all others."""
    if isinstance(game, RulesGame) and isinstance(game.single, Reasoner) and isinstance(game.drawing, TermDrawing):
        return game.single
    return None


def pieces_on_boards(game: Any, state: State) -> list[PieceFact]:
    """The pieces of a position, in the order of their texts."""
    assert isinstance(game.drawing, TermDrawing)
    start = game.initial_state()
    look = game.drawing.pieces
    found = [piece for layer in game.drawing.layers for piece in _of_layer(layer, state, start, look)]
    return sorted(found, key=lambda piece: ground_text(piece.fact))


def without(state: State, pieces: list[PieceFact]) -> State:
    """The position with these pieces taken off their boards."""
    gone = {piece.fact for piece in pieces}
    return (state - gone) | {piece.empty for piece in pieces if piece.empty is not None}


def _of_layer(layer: Layer, state: State, start: State, look: Pieces) -> Iterator[PieceFact]:
    if layer.always or layer.side is not None or layer.other is not None:
        return
    known = [term for term in {*state, *start} if layer.holds(term)]
    blanks = {part for term in known if not layer.pieces(term) for part in _said(layer, term)}
    for term in state:
        if layer.holds(term) and layer.pieces(term):
            disc = all(look[name].shape is Shape.DISC for name in layer.pieces(term))
            yield PieceFact(term, _emptied(layer, term, blanks), layer.spot.place(term), disc)


def _said(layer: Layer, term: Ground) -> list[Ground]:
    """What a fact says of its place."""
    used = (*layer.spot.arguments, *layer.ignored)
    return [part for number, part in enumerate(term[1:]) if number not in used]


def _emptied(layer: Layer, term: Ground, blanks: set[Ground]) -> Ground | None:
    """The same fact about an empty place, where facts name empty places at all."""
    if len(blanks) != 1 or len(_said(layer, term)) != 1:
        return None
    used = (*layer.spot.arguments, *layer.ignored)
    (blank,) = blanks
    return (term[0], *(part if number in used else blank for number, part in enumerate(term[1:])))
