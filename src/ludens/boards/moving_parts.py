"""Where the parts of a board lie in a picture, what the last move did to them, and where one takes hold of them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace

from ludens.boards.description import Board, BoardPart
from ludens.boards.inference.parts import HANDLES, TURNS
from ludens.boards.orders import Axis
from ludens.boards.picture import Handle, Part, Place

OUTSIDE = 0.55
"""How far beyond the edge of a part the handles lie that turn it."""


def board_parts(board: Board, columns: Axis, rows: Axis, last: Collection[Place]) -> tuple[Part, ...]:
    """The parts as rectangles, with what the last move did to each."""
    shown = rows[::-1] if board.rows_up else rows
    found = []
    for part in board.parts:
        across = [columns.index(name) for name in part.columns]
        down = [shown.index(name) for name in part.rows]
        area = Part(part.name, min(across) - 0.5, min(down) - 0.5, max(across) + 0.5, max(down) + 0.5)
        found.append(_moved(area, last))
    return tuple(found)


def _moved(part: Part, last: Collection[Place]) -> Part:
    for names, turn in _named(last):
        if part.name in names and len(names) == 2:
            return replace(part, came=names[1 - names.index(part.name)])
        if names == [part.name]:
            return replace(part, turned=TURNS.get(turn, 0))
    return part


def _named(last: Collection[Place]) -> Iterator[tuple[list[str], str]]:
    """The parts that the last moves named, with what was done to them."""
    for board, names, turn in last:
        if board == HANDLES:
            yield names.split("."), turn


def carried(place: Place, board: Board, last: Collection[Place]) -> Place:
    """Where something that was put on a place lies after the last move exchanged the part it was on."""
    home = next((part for part in board.parts if place[1] in part.columns and place[2] in part.rows), None)
    for names, _ in _named(last) if home is not None else ():
        if home is not None and home.name in names and len(names) == 2:
            other = _part(board, names[1 - names.index(home.name)])
            column, row = home.columns.index(place[1]), home.rows.index(place[2])
            return place[0], other.columns[column], other.rows[row]
    return place


def _part(board: Board, name: str) -> BoardPart:
    return next(part for part in board.parts if part.name == name)


def board_handles(
    parts: Sequence[Part], places: Sequence[Place], targets: Collection[Place], last: Collection[Place]
) -> tuple[Handle, ...]:
    """The handles of a board: two outside each part that turns, one between each two that can be exchanged."""
    by_name = {part.name: part for part in parts}
    found: list[Handle] = []
    for place in places:
        _, names, turn = place
        held = [by_name[name] for name in names.split(".")]
        handle = _between(place, *held) if len(held) == 2 else _outside(place, held[0], parts, TURNS.get(turn, 0))
        same = [one for one in found if (one.x, one.y) == (handle.x, handle.y)]
        if same:
            found[found.index(same[0])] = replace(same[0], lower=-0.5)
            handle = replace(handle, lower=0.5)
        found.append(replace(handle, target=place in targets, last=place in last))
    return tuple(found)


def _between(place: Place, one: Part, other: Part) -> Handle:
    (x, y), (to_x, to_y) = _middle(one), _middle(other)
    return Handle(place, (x + to_x) / 2, (y + to_y) / 2, angle=math.degrees(math.atan2(to_y - y, to_x - x)))


def _outside(place: Place, part: Part, parts: Sequence[Part], turns: int) -> Handle:
    """Above the parts of the upper half and below the others; turning back is on the left."""
    middle = (min(one.top for one in parts) + max(one.bottom for one in parts)) / 2
    upper = _middle(part)[1] < middle
    x = _middle(part)[0] + turns * (part.right - part.left) / 5
    return Handle(place, x, part.top - OUTSIDE if upper else part.bottom + OUTSIDE, turns)


def _middle(part: Part) -> tuple[float, float]:
    return (part.left + part.right) / 2, (part.top + part.bottom) / 2
