"""Playouts that stop where they are: after some steps, or as soon as a sum says that they are decided.

The code stands beside that of whole playouts and draws the same moves: a game that ends before it is cut ends as it
does there. What is left in the planes of fluents are the positions in which lanes stopped.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ludens.engine.backend import Order
from ludens.engine.code.assembly import ZEROS, Function
from ludens.engine.code.kernel import choose_among, legal_planes
from ludens.engine.layout import AGE_BITS, Layout
from ludens.engine.playouts import Games, Words
from ludens.engine.rows import Rows
from ludens.engine.sums import Sums, Totals
from ludens.engine.target import Target

Bounds = tuple[int, int]
"""A game is decided where the first sum is no more than the one, or no less than the other."""

POINTERS, NUMBERS = ("w", "table", "value", "sums"), ("limit", "bits", "low", "high")


@dataclass(frozen=True, slots=True)
class CutGames:
    """Games, shape (positions, games), and the sums where they stopped, (positions, games, sums)."""

    games: Games
    totals: Totals


def cut_code(layout: Layout, target: Target) -> str:
    """The function ``cut_playouts(w, table, value, sums, limit, bits, low, high)``, for the module of the kernels.

    ``value``: the address of a function as ``Sums`` has it, whose workspace is ``sums`` and whose first sum has so many
    bits, or 0 where only steps count; ``low`` and ``high`` are bounds of that sum as it stands there.
    """
    f = Function(target, "cut_playouts", [*(("ptr", name) for name in POINTERS), *(("i64", name) for name in NUMBERS)])
    at, roles = layout.sections, range(len(layout.circuit.roles))
    f.own("reached")
    f.own("decided")
    is_valued = f.value("icmp ne ptr %value, null")
    f.do("br label %step")
    f.label("step")
    active = f.load("%w", at["active"])
    f.do(f"br i1 {f.any(active)}, label %play, label %finished")
    f.label("play")
    f.do("call void @state_cone(ptr %w, ptr %table)")
    over = f.both(f.load("%w", at["outputs"]), active)
    alive = f.without(active, over)
    f.store(ZEROS, "%decided")
    f.when(is_valued, lambda: _decide(f, at["values"] + 1))
    for role in roles:
        choose_among(f, layout, role, legal_planes(f, layout, role))
    stopped, chosen = f.either(f.load("%decided"), _too_old(f, at["age"])), alive
    for role in roles:
        stopped = f.either(stopped, f.load("%w", at["none"] + role))
        chosen = f.both(chosen, f.load("%w", at["chosen"] + role))
    cut = f.both(alive, stopped)
    moved = f.without(chosen, cut)
    f.do("call void @move_cone(ptr %w, ptr %table)")
    f.store(f.either(over, f.load("%w", at["ended"])), "%w", at["ended"])
    f.store(f.without(active, f.either(over, cut)), "%w", at["active"])
    _grow_older(f, at["age"], moved)

    def follow(fluent: str) -> None:
        now = f.load("%w", f.times(fluent, 1, at["values"] + 1))
        after = f.load("%w", f.times(fluent, 1, at["following"]))
        f.store(f.choose(moved, after, now), "%w", f.times(fluent, 1, at["values"] + 1))

    f.repeat(len(layout.circuit.fluents), follow)
    f.do("br label %step")
    f.label("finished")
    f.do("call void @state_cone(ptr %w, ptr %table)")
    f.do("call void @goal_cone(ptr %w, ptr %table)")
    f.repeat(layout.goals, lambda goal: _write_result(f, at, goal))
    f.do("ret void")
    return f.text()


def _write_result(f: Function, at: dict[str, int], goal: str) -> None:
    """The lanes whose game ended with a goal."""
    reached = f.both(f.load("%w", at["ended"]), f.load("%w", f.times(goal, 1, at["outputs"] + 1)))
    f.store(reached, "%w", f.times(goal, 1, at["results"]))


def _decide(f: Function, fluents: int) -> None:
    """The lanes whose sum has reached a bound."""
    f.do(f"call void %value(ptr {f.at('%w', fluents)}, ptr %sums)")
    above = _at_least(f, "%high")
    below = f.invert(_at_least(f, f.value("add i64 %low, 1")))
    f.store(f.either(above, below), "%decided")


def _at_least(f: Function, bound: str) -> str:
    """The lanes whose sum is at least a number; one below 0 counts as 0."""
    positive = f.value(f"icmp sgt i64 {bound}, 0")
    number = f.value(f"select i1 {positive}, i64 {bound}, i64 0")
    f.store(f.ones, "%reached")

    def bit(place: str) -> None:
        wanted = f.value(f"and i64 {f.value(f'lshr i64 {number}, {place}')}, 1")
        is_set = f.value(f"icmp ne i64 {wanted}, 0")
        plane, lower = f.load("%sums", place), f.load("%reached")
        f.store(f.either_of(is_set, f.both(plane, lower), f.either(plane, lower)), "%reached")

    f.repeat("%bits", bit)
    too_large = f.value(f"icmp ne i64 {f.value(f'lshr i64 {number}, %bits')}, 0")
    return f.either_of(too_large, ZEROS, f.load("%reached"))


def _too_old(f: Function, age: int) -> str:
    """The lanes whose game has had ``limit`` steps."""
    equal = f.ones
    for bit in range(AGE_BITS):
        shifted = f.value(f"lshr i64 %limit, {bit}")
        wanted = f.value(f"sub i64 0, {f.value(f'and i64 {shifted}, 1')}")
        equal = f.without(equal, f.differ(f.spread(wanted), f.load("%w", age + bit)))
    return equal


def _grow_older(f: Function, age: int, moved: str) -> None:
    carry = moved
    for bit in range(AGE_BITS):
        plane = f.load("%w", age + bit)
        f.store(f.differ(plane, carry), "%w", age + bit)
        carry = f.both(carry, plane)


class CutPlaying:
    """Calls the code, block by block of words, on the planes of the kernels."""

    def __init__(self, function: Callable[..., None], layout: Layout, value: Sums, bounds: Bounds | None) -> None:
        self._function, self._layout, self._value = function, layout, value
        self._address = 0 if bounds is None else value.address
        self._bits, self._low, self._high = value.raw_bounds(bounds or (0, 0))

    def block(self, workspace: Words, table: int, order: Order, words: slice) -> tuple[Words, Rows]:
        """Plays the games of some words: the planes of the layout from ``age`` to ``played``, and packed sums."""
        at, games = self._layout.sections, order.games
        first = at["values"] + 1
        workspace[first : first + len(games.start)] = games.start[:, words]
        workspace[at["random"] : at["random"] + 2] = order.random[:, words]
        workspace[at["active"]] = games.active[words]
        told = slice(at["age"], at["played"])
        workspace[told] = 0
        sums = self._value.workspace()
        numbers = order.limit, self._bits, self._low, self._high
        self._function(workspace.ctypes.data, table, self._address, sums.ctypes.data, *numbers)
        packed = self._value.packed_planes(workspace[first:].ctypes.data)
        return workspace[told].copy(), packed


def joined_blocks(blocks: list[tuple[Words, NDArray[np.uint64]]]) -> tuple[Words, Rows]:
    """The results of all blocks."""
    return np.concatenate([planes for planes, _ in blocks], axis=1), np.concatenate([packed for _, packed in blocks])
