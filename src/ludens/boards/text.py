"""A position as plain text: the board, if there is one, and below it whatever else is true."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from ludens.boards.description import BLANK, Board, axis, ordered
from ludens.boards.infer import infer_board
from ludens.boards.table import BOARDS
from ludens.gdl.patterns import Ground, ground_text
from ludens.gdl.reasoner import Reasoner, State

Place = tuple[str, str, str]
Pieces = dict[Place, list[str]]


@dataclass(frozen=True, slots=True)
class _Setting:
    """What of a game's board does not change: where there are places, what stands there always, short names."""

    board: Board
    places: frozenset[Place]
    always: Pieces
    short: dict[str, str]


def draw(game: Reasoner, state: State) -> str:
    """The position in several lines, without colour."""
    setting = _setting(game)
    if setting is None:
        return "\n".join(_draw_rest(state))
    layers = setting.board.layers
    pieces: Pieces = {place: list(marks) for place, marks in setting.always.items()}
    for layer in layers:
        for fluent in sorted(filter(layer.holds, state), key=ground_text):
            if layer.piece(fluent):
                pieces.setdefault(layer.place(fluent), []).append(layer.piece(fluent))
    rest = [fluent for fluent in state if not any(layer.holds(fluent) for layer in layers)]
    legend = [f"{short} = {name}" for name, short in sorted(setting.short.items()) if short != name]
    return "\n".join([*_draw_boards(setting, pieces), *filter(None, [", ".join(legend)]), *_draw_rest(rest)])


@lru_cache(maxsize=8)
def _setting(game: Reasoner) -> _Setting | None:
    name = game.info.name.partition("(")[0]
    start = game.initial_state()
    built_in = name in BOARDS and game.info.moves is not None
    board = BOARDS[name] if built_in else infer_board(start)
    if board is None:
        return None
    known = start | game.declared_fluents() if built_in else start
    always: Pieces = {}
    for layer in board.layers:
        for fact in game.always((layer.name, layer.arguments)) if layer.always else ():
            always.setdefault(layer.place((layer.name, *fact)), []).append(layer.piece((layer.name, *fact)))
    on_board = [(layer, term) for layer in board.layers for term in known if layer.holds(term)]
    places = {layer.place(term) for layer, term in on_board} | always.keys()
    names = {layer.piece(term) for layer, term in on_board} - {""}
    return _Setting(board, frozenset(places), always, short_names(names))


def short_names(names: Iterable[str]) -> dict[str, str]:
    """Names of at most two characters as they are, longer ones by their initials if these differ, else in full."""
    listed = sorted(set(names))
    short = {name: name if len(name) <= 2 else "".join(re.findall(r"(?:^|[_ -])(.)", name)) for name in listed}
    return short if len(set(short.values())) == len(listed) else {name: name for name in listed}


def _draw_boards(setting: _Setting, pieces: Pieces) -> list[str]:
    board, listed = setting.board, list(setting.places | pieces.keys())
    columns, rows = axis(column for _, column, _ in listed), axis(row for _, _, row in listed)
    shown = {place: _cell(setting, marks) for place, marks in pieces.items()}
    width = max(map(len, [*shown.values(), *columns]), default=1)
    lines: list[str] = []
    for group in ordered(group for group, _, _ in listed):
        lines += [f"{group}:"] if group else []
        for number, row in enumerate(reversed(rows) if board.rows_up else rows):
            cells = [shown.get((group, column, row), BLANK) for column in columns]
            lines.append(_line(row, cells, width, number if board.slant else 0))
        lines.append(_line("", columns, width, len(rows) if board.slant else 0))
    return lines


def _cell(setting: _Setting, marks: list[str]) -> str:
    """The topmost mark; where no layer has a marker, as for a die and its pips, all marks together."""
    short = [setting.short.get(mark, mark) for mark in marks]
    together = all(layer.marker is None for layer in setting.board.layers)
    return "".join(short) if together else short[-1]


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
