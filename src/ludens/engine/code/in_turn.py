"""One choice for two roles that take turns: while one chooses, the other can only wait.

The moves of both lie side by side, the first move of one with the first of the other and so on, and in every lane those
of one role are legal. So there is half as much to choose from as when each role chooses by itself.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.code.choice import padded
from ludens.engine.layout import Layout
from ludens.engine.target import Target


def in_turn_function(layout: Layout, target: Target) -> str:
    """``choose_in_turn(w)``: the moves of both roles in all lanes, and which lanes have chosen or are stuck."""
    f = Function(target, "choose_in_turn", [("ptr", "w")])
    at, count = layout.sections, layout.turn_moves
    for first, length, moves in _runs(layout):

        def unite(number: str, first: int = first, moves: tuple[tuple[int, int], ...] = moves) -> None:
            legal = ZEROS
            for role, move in moves:
                legal = f.either(legal, f.load("%w", f.times(number, 1, _legal_plane(layout, role) + move)))
            f.store(legal, "%w", f.times(number, 1, at["allowed"] + first))

        f.repeat(length, unite)
    for number in range(count, padded(count)):
        f.store(ZEROS, "%w", at["allowed"] + number)
    allowed, turn, chosen = (f.at("%w", at[name]) for name in ("allowed", "turn", "chosen"))
    f.do(f"call void @choose{count}(ptr %w, ptr {allowed}, ptr {turn}, ptr {chosen})")
    for name in ("chosen", "none"):
        f.store(f.load("%w", at[name]), "%w", at[name] + 1)
    for first, length, moves in _runs(layout):

        def part(number: str, first: int = first, moves: tuple[tuple[int, int], ...] = moves) -> None:
            made = f.load("%w", f.times(number, 1, at["turn"] + first))
            for role, move in moves:
                legal = f.load("%w", f.times(number, 1, _legal_plane(layout, role) + move))
                f.store(f.both(made, legal), "%w", f.times(number, 1, layout.does[role] + move))

        f.repeat(length, part)
    assert layout.waiting is not None
    for role, move in enumerate(layout.waiting):
        f.store(f.load("%w", _legal_plane(layout, role) + move), "%w", layout.does[role] + move)
    f.do("ret void")
    return f.text()


def side_by_side(layout: Layout) -> list[tuple[tuple[int, int], ...]]:
    """The moves, each with its role before it, that share a place."""
    assert layout.waiting is not None
    own = [
        [(role, move) for move in range(len(moves)) if move != waiting]
        for role, (moves, waiting) in enumerate(zip(layout.circuit.moves, layout.waiting, strict=True))
    ]
    return [tuple(move for move in both if move is not None) for both in itertools.zip_longest(*own)]


def _runs(layout: Layout) -> Iterator[tuple[int, int, tuple[tuple[int, int], ...]]]:
    """Places whose moves follow each other: the first place, how many there are, and the moves of the first."""
    first, places = 0, side_by_side(layout)
    for number in range(1, len(places) + 1):
        further = tuple((role, move + number - first) for role, move in places[first])
        if number == len(places) or places[number] != further:
            yield first, number - first, places[first]
            first = number


def _legal_plane(layout: Layout, role: int) -> int:
    return layout.sections["outputs"] + layout.legal_output(role)
