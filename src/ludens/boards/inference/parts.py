"""Parts of a board that moves turn or exchange as a whole, such as quadrants: found, named and taken hold of."""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ludens.boards.description import Board, BoardPart
from ludens.boards.inference.constants import derived, static_relations
from ludens.boards.inference.signature import Signature
from ludens.boards.orders import Axis
from ludens.gdl.domains import RELATION, constants, infer_domains
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import Relation
from ludens.rules.ground_rules import ground_text

MOST_PARTS = 9
TURNS = {"clockwise": 1, "counterclockwise": -1, "anticlockwise": -1, "cw": 1, "ccw": -1}
"""Quarter turns clockwise, by what rules call them."""

HANDLES = "handle"
"""The board of the places by which parts are moved."""


def with_parts(game: Reasoner, known: Signature, board: Board) -> Board:
    """The board with its parts, if a relation of the rules divides it into rectangles that moves name."""
    spot = board.layers[0].spot
    if len(spot.column) != 1 or len(spot.row) != 1 or spot.group or board.parts:
        return board
    named = {found for values in known.moves.values() for found in values if 2 <= len(found) <= MOST_PARTS}
    domains = infer_domains(game.sheet.rules)
    for relation in (relation for count in (3, 4, 5) for relation in static_relations(game, count)):
        for number, found in enumerate(map(constants, domains.of(RELATION, relation))):
            if found is None or len(found) > MOST_PARTS or found & {*board.columns, *board.rows}:
                continue
            if any(values <= found for values in named):
                parts = _parts(game, relation, number, board)
                if parts:
                    return replace(board, parts=parts)
    return board


def _parts(game: Reasoner, relation: Relation, number: int, board: Board) -> tuple[BoardPart, ...]:
    """The parts that a relation lists with one argument as their name; none if they are no rectangles of one size."""
    facts = [tuple(map(ground_text, fact)) for fact in derived(game, relation)]
    first_is_column = board.layers[0].spot.column < board.layers[0].spot.row
    others = [other for other in range(relation[1]) if other != number]
    for one, other in itertools.combinations(others, 2):
        column, row = (one, other) if first_is_column else (other, one)
        cells = {(fact[column], fact[row]) for fact in facts}
        if len(cells) == len(facts) and cells == set(itertools.product(board.columns, board.rows)):
            return tuple(_rectangles(facts, number, column, row, board))
    return ()


def _rectangles(
    facts: Sequence[tuple[str, ...]], number: int, column: int, row: int, board: Board
) -> Iterator[BoardPart]:
    cells: defaultdict[str, set[tuple[str, str]]] = defaultdict(set)
    for fact in facts:
        cells[fact[number]].add((fact[column], fact[row]))
    found = []
    for name, inside in cells.items():
        columns = tuple(one for one in board.columns if one in {across for across, _ in inside})
        rows = tuple(one for one in board.rows if one in {down for _, down in inside})
        if set(itertools.product(columns, rows)) != inside or not _run(columns, board.columns):
            return
        if not _run(rows, board.rows):
            return
        found.append(BoardPart(name, columns, rows))
    sizes = {(len(part.columns), len(part.rows)) for part in found}
    if len(sizes) == 1 and sizes.pop() != (1, 1):
        yield from sorted(found, key=lambda p: (board.rows.index(p.rows[0]), board.columns.index(p.columns[0])))


def _run(names: Axis, axis: Axis) -> bool:
    return axis[axis.index(names[0]) :][: len(names)] == names


def part_words(boards: Sequence[Board]) -> tuple[tuple[str, str], ...]:
    """What people call parts whose names are mere letters: by where they lie."""
    found = []
    for board in boards:
        lefts = sorted({board.columns.index(part.columns[0]) for part in board.parts})
        tops = sorted({board.rows.index(part.rows[0]) for part in board.parts}, reverse=board.rows_up)
        for part in board.parts:
            across = lefts.index(board.columns.index(part.columns[0]))
            down = tops.index(board.rows.index(part.rows[0]))
            words = [*_words(("top", "middle", "bottom"), down, len(tops))]
            words += _words(("left", "middle", "right"), across, len(lefts))
            if len(part.name) <= 2 and words:
                found.append((part.name, " ".join(words)))
    return tuple(found)


def _words(names: tuple[str, str, str], number: int, count: int) -> list[str]:
    if count == 1:
        return []
    return [names[0]] if number == 0 else [names[2]] if number == count - 1 else [names[1]] if count == 3 else []
