"""What of a game's drawing does not change: the description, the places of its boards, the looks of its pieces."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ludens.boards.description import Board, Description, Layer, MoveForm
from ludens.boards.inference.beside import beside
from ludens.boards.inference.infer import infer
from ludens.boards.inference.parts import HANDLES
from ludens.boards.inference.signature import signature
from ludens.boards.orders import axis, ordered
from ludens.boards.picture import Place
from ludens.boards.pieces import Pieces, role_colours
from ludens.boards.spots import move_forms
from ludens.game import BudgetError
from ludens.gdl.domains import FLUENT, MOVE, Domains, infer_domains
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import INPUT, Relation
from ludens.rules.ground_rules import Ground, ground_text

MOST_PIECES = 200
MOST_GROUPS = 9
"""Of more boards of one kind than this, only those on which something stands are drawn."""


@dataclass(frozen=True, slots=True)
class BoardSetting:
    """A board with the coordinates in order, all places, and what stands there always."""

    board: Board
    columns: tuple[str, ...]
    rows: tuple[str, ...]
    groups: tuple[str, ...]
    places: frozenset[Place]
    always: tuple[tuple[Layer, Ground], ...]
    handles: tuple[Place, ...] = ()


@dataclass(frozen=True, slots=True)
class Setting:
    """Everything about a game's drawing that holds for all its positions."""

    description: Description
    boards: tuple[BoardSetting, ...]
    pieces: Pieces
    forms: dict[Relation, MoveForm]
    players: Mapping[str, str]
    """The roles that somebody plays, each with its colour."""


def setting(game: Reasoner, description: Description | None = None) -> Setting:
    """The setting of a game, described or else as its rules suggest.

    Whoever describes a game vouches for its ``base`` declarations: all places they list are drawn.
    """
    known = game.initial_state() if description is None else game.initial_state() | game.declared_fluents()
    description = infer(game) if description is None else beside(game, signature(game), description)
    boards = tuple(_board_setting(game, board, known) for board in description.boards)
    domains = infer_domains(game.sheet.rules)
    layers = [layer for board in description.boards for layer in board.layers]
    names = {piece for layer in layers for piece in _piece_names(layer, known, domains)}
    forms = move_forms(game, domains, description, boards_axes(boards))
    boards = tuple(replace(one, handles=_handles(game, domains, forms, one.board)) for one in boards)
    colours = role_colours(game.info.roles)
    players = {role: colours[role] for role in (game.info.roles[number] for number in game.info.players)}
    return Setting(description, boards, Pieces(names, game.info.roles), forms, players)


def _handles(game: Reasoner, domains: Domains, forms: Mapping[Relation, MoveForm], board: Board) -> tuple[Place, ...]:
    """The places by which moves take hold of parts of a board: as declared, otherwise every choice of parts once."""
    order = [part.name for part in board.parts]
    found: dict[Place, None] = {}
    for relation, form in forms.items() if order else ():
        spot = next((spot for spot in form.spots if spot.board == HANDLES), None)
        if spot is None:
            continue
        declared = [move for _, move in game.always(INPUT) if _is_of(move, relation)]
        values = [sorted(map(str, found)) for found in domains.of(MOVE, relation)]
        choices = (values[n] if n in spot.arguments else values[n][:1] for n in range(relation[1]))
        for term in declared or [(relation[0], *arguments) for arguments in itertools.product(*choices)]:
            names = [ground_text(term[number + 1]) for number in spot.column]
            if declared or names == sorted(set(names), key=order.index):
                found[spot.place(term)] = None
    return tuple(sorted(found))


def _is_of(term: Ground, relation: Relation) -> bool:
    return isinstance(term, tuple) and (term[0], len(term) - 1) == relation


def boards_axes(boards: tuple[BoardSetting, ...]) -> tuple[tuple[frozenset[str], frozenset[str]], ...]:
    """The coordinates of each board, as sets."""
    return tuple((frozenset(board.columns), frozenset(board.rows)) for board in boards)


def _piece_names(layer: Layer, known: frozenset[Ground], domains: Domains) -> Iterator[str]:
    """The pieces that are there, and those that can be as far as they are few."""
    if layer.other is not None or layer.side is not None:
        return
    yield from ([layer.marker] if layer.marker else [])
    for term in filter(layer.holds, known):
        yield from layer.pieces(term)
    used = (*layer.spot.arguments, *layer.ignored)
    values = domains.of(FLUENT, (layer.name, layer.arguments))
    choices = [sorted(map(str, found)) if number not in used else [""] for number, found in enumerate(values)]
    if math.prod(map(len, choices)) <= MOST_PIECES:
        for arguments in itertools.product(*choices):
            yield from layer.pieces((layer.name, *arguments))


def _board_setting(game: Reasoner, board: Board, known: frozenset[Ground]) -> BoardSetting:
    always = tuple(
        (layer, (layer.name, *((fact,) if isinstance(fact, str) else fact)))
        for layer in board.layers
        if layer.always
        for fact in _always(game, layer)
    )
    listed = [layer.spot.place(term) for layer in board.layers for term in known if layer.holds(term)]
    places = {*board.places, *listed, *(layer.spot.place(term) for layer, term in always)}
    columns = board.columns or tuple(axis(column for _, column, _ in places))
    rows = board.rows or tuple(axis(row for _, _, row in places))
    groups = tuple(" ".join(filter(None, (board.title, group))) for group in board.groups or ("",))
    groups = groups if board.groups else tuple(ordered({group for group, _, _ in places} or groups))
    if board.whole:
        places |= set(itertools.product(groups, columns, rows))
    return BoardSetting(board, columns, rows, groups, frozenset(places), always)


def _always(game: Reasoner, layer: Layer) -> list[Ground]:
    try:
        return sorted(game.always((layer.name, layer.arguments)))
    except BudgetError:
        return []
