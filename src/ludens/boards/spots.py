"""Which arguments of moves name places: those that take the values that places of the boards have."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludens.boards.description import Board, Description, MoveForm, Spot
from ludens.boards.inference.parts import HANDLES, TURNS
from ludens.boards.orders import grid_name
from ludens.gdl.domains import DECLARED, FLUENT, MOVE, Domains, constants
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import Relation

Axes = tuple[frozenset[str], frozenset[str]]


def move_forms(
    game: Reasoner, domains: Domains, description: Description, axes: Sequence[Axes]
) -> dict[Relation, MoveForm]:
    """The form of every move that names places."""
    spots = [(_first(board), sides) for board, sides in zip(description.boards, axes, strict=True)]
    keys, items = _heap_keys(game, description), _item_keys(domains, description)
    parts = frozenset(part.name for board in description.boards for part in board.parts)
    forms = {}
    for relation in domains.named(MOVE):
        declared = domains.of(f"{DECLARED} {MOVE}", relation)
        values = [
            constants(wanted or found) or frozenset()
            for wanted, found in zip(declared, domains.of(MOVE, relation), strict=True)
        ]
        found = _match(values, spots)
        found += _match_parts(values, found, parts)
        found = found or _match_heaps(values, keys) or _match_items(values, items) or _match_lines(values, spots)
        if found:
            forms[relation] = MoveForm(*relation, tuple(found))
    return forms


def _first(board: Board) -> Spot:
    """Where the board's own terms name a place, with argument numbers from 0 on."""
    spot = next(layer.spot for layer in board.layers if layer.other is None)
    return spot.moved(-min(spot.arguments))


def _match(values: Sequence[frozenset[str]], spots: Sequence[tuple[Spot, Axes]]) -> list[Spot]:
    """The places that arguments name, from left to right."""
    found, start = [], 0
    while start < len(values):
        fitting = [spot for spot, axes in spots if _fits(values[start:], spot, axes)]
        if fitting:
            found.append(max(fitting, key=lambda spot: len(spot.arguments)).moved(start))
            start += len(fitting[0].arguments)
        else:
            start += 1
    return found


def _fits(values: Sequence[frozenset[str]], spot: Spot, axes: Axes) -> bool:
    if max(spot.arguments) >= len(values) or not all(values[number] for number in spot.arguments):
        return False
    if spot.cell is not None:
        parts = [grid_name(name) for name in values[spot.cell]]
        return all(part is not None and part[1] in axes[0] and part[0] in axes[1] for part in parts)
    return _within(values, spot.column, axes[0]) and _within(values, spot.row, axes[1])


def _within(values: Sequence[frozenset[str]], numbers: Sequence[int], axis: frozenset[str]) -> bool:
    """Whether what the arguments can be are the parts of coordinates of a side of the board."""
    return all(
        values[number] <= {name.split(".")[part] for name in axis if name.count(".") >= part}
        for part, number in enumerate(numbers)
    )


def _match_lines(values: Sequence[frozenset[str]], spots: Sequence[tuple[Spot, Axes]]) -> list[Spot]:
    """A whole column, where a move names just one coordinate and can name all of them."""
    for spot, (columns, _) in spots:
        for number, found in enumerate(values):
            if spot.cell is None and len(spot.column) == 1 and spot.row and not spot.group and found == columns:
                return [Spot(spot.board, column=(number,))]
    return []


def _match_parts(values: Sequence[frozenset[str]], spots: Sequence[Spot], parts: frozenset[str]) -> list[Spot]:
    """The handle of the parts of a board that a move turns, exchanges or chooses."""
    used = {number for spot in spots for number in spot.arguments}
    free = [(number, found) for number, found in enumerate(values) if number not in used and found]
    named = tuple(number for number, found in free if found <= parts)
    turns = tuple(number for number, found in free if found <= TURNS.keys())
    if not 1 <= len(named) <= 2:
        return []
    return [Spot(HANDLES, column=named, row=turns if len(turns) == 1 else ())]


def _item_keys(domains: Domains, description: Description) -> list[tuple[str, frozenset[str]]]:
    """What lies beside the board, by what it is called, with its values."""
    hands = [
        (hand.name, constants(domains.of(FLUENT, (hand.name, hand.arguments))[-1]) or frozenset())
        for hand in description.hands
    ]
    purses = [(purse.name, frozenset(purse.values)) for purse in description.purses]
    return [*hands, *purses, *((thing.kind, frozenset(thing.values)) for thing in description.things)]


def _match_items(values: Sequence[frozenset[str]], keys: Sequence[tuple[str, frozenset[str]]]) -> list[Spot]:
    """The thing that a move of one argument names."""
    for name, things in keys:
        if len(values) == 1 and values[0] and values[0] <= things:
            return [Spot(name, column=(0,))]
    return []


def _heap_keys(game: Reasoner, description: Description) -> list[tuple[str, frozenset[str]]]:
    start = game.initial_state()
    return [
        (heap.name, frozenset(str(term[1]) for term in start if isinstance(term, tuple) and term[0] == heap.name))
        for heap in description.heaps
    ]


def _match_heaps(values: Sequence[frozenset[str]], keys: Sequence[tuple[str, frozenset[str]]]) -> list[Spot]:
    for name, heaps in keys:
        for number, found in enumerate(values):
            if found and found <= heaps:
                return [replace(Spot(column=(number,)), board=name)]
    return []
