"""A position as plain text: the board, if there is one, and below it whatever else is true."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache

from ludens.boards.description import BLANK, Board, axis, ordered
from ludens.boards.infer import infer_board
from ludens.boards.table import BOARDS
from ludens.gdl.patterns import Ground, ground_text
from ludens.gdl.reasoner import Reasoner, State

WIDEST_CELL = 8
Places = frozenset[tuple[str, str, str]]
Pieces = dict[tuple[str, str, str], list[str]]


def draw(game: Reasoner, state: State) -> str:
    """The position in several lines, without colour."""
    board, places, always = _board(game)
    if board is None:
        return "\n".join(_draw_rest(state))
    pieces: Pieces = {place: list(marks) for place, marks in always.items()}
    rest = [fluent for fluent in state if not any(layer.holds(fluent) for layer in board.layers)]
    for layer in board.layers:
        for fluent in sorted(filter(layer.holds, state), key=ground_text):
            if layer.piece(fluent):
                pieces.setdefault(layer.place(fluent), []).append(layer.piece(fluent))
    return "\n".join([*_draw_boards(board, places | pieces.keys(), pieces), *_draw_rest(rest)])


@lru_cache(maxsize=8)
def _board(game: Reasoner) -> tuple[Board | None, Places, Pieces]:
    """The board of a game, the places it has, and what stands there always."""
    name = game.info.name.partition("(")[0]
    start = game.initial_state()
    built_in = name in BOARDS and game.info.moves is not None
    board = BOARDS[name] if built_in else infer_board(start)
    known = start | game.declared_fluents() if built_in else start
    if board is None:
        return None, frozenset(), {}
    always: Pieces = {}
    for layer in board.layers:
        if layer.always:
            for fact in game.always((layer.name, layer.arguments)):
                term = (layer.name, *fact)
                always.setdefault(layer.place(term), []).append(layer.piece(term))
    places = {layer.place(term) for layer in board.layers for term in known if layer.holds(term)}
    return board, frozenset(places | always.keys()), always


def _draw_boards(board: Board, places: Iterable[tuple[str, str, str]], pieces: Pieces) -> list[str]:
    listed = list(places)
    columns, rows = axis(column for _, column, _ in listed), axis(row for _, _, row in listed)
    shown = {place: _cell(board, marks) for place, marks in pieces.items()}
    width = max(map(len, [*shown.values(), *columns]), default=1)
    lines: list[str] = []
    for group in ordered(group for group, _, _ in listed):
        lines += [f"{group}:"] if group else []
        for number, row in enumerate(reversed(rows) if board.rows_up else rows):
            cells = [shown.get((group, column, row), BLANK) for column in columns]
            lines.append(_line(row, cells, width, number if board.slant else 0))
        lines.append(_line("", columns, width, len(rows) if board.slant else 0))
    return lines


def _cell(board: Board, marks: list[str]) -> str:
    """The topmost mark; a die and its pips, which name one thing together, side by side."""
    together = len(board.layers) > 1 and all(layer.marker is None for layer in board.layers)
    return " ".join(marks)[:WIDEST_CELL] if together else marks[-1][:WIDEST_CELL]


def _line(label: str, cells: list[str], width: int, shift: int) -> str:
    indent = " " * (shift * (width + 1) // 2)
    return f"{indent}{label:>2}  {' '.join(cell.center(width) for cell in cells)}".rstrip()


def _draw_rest(fluents: Iterable[Ground]) -> list[str]:
    by_name: defaultdict[str, list[str]] = defaultdict(list)
    for fluent in fluents:
        if isinstance(fluent, tuple):
            by_name[ground_text(fluent[0])].append(" ".join(map(ground_text, fluent[1:])))
        else:
            by_name[fluent].append("yes")
    return [f"{name}: {', '.join(ordered(values))}" for name, values in sorted(by_name.items())]
