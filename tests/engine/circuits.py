"""Circuits made by hand, so that the engine can be tested by itself."""

from __future__ import annotations

import numpy as np

from ludens.circuit.network import FALSE, Block, Circuit


class Builder:
    """Gates one after another; nodes are numbered from the inputs on."""

    def __init__(self, inputs: int) -> None:
        self.first_gate = 1 + inputs
        self.pairs: list[tuple[int, int]] = []

    def both(self, a: int, b: int) -> int:
        self.pairs.append((a, b))
        return 2 * (self.first_gate + len(self.pairs) - 1)

    def all(self, *literals: int) -> int:
        result = literals[0]
        for literal in literals[1:]:
            result = self.both(result, literal)
        return result

    def any(self, *literals: int) -> int:
        return self.all(*(literal ^ 1 for literal in literals)) ^ 1


LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


def tic_tac_toe() -> Circuit:
    """Fluents: x and o on each of nine cells, then whether x, and whether o, is on turn."""
    build = Builder(20 + 20)
    x, o = [2 * (1 + i) for i in range(9)], [2 * (10 + i) for i in range(9)]
    turn_x, turn_o = 2 * 19, 2 * 20
    does_x, does_o = [2 * (21 + i) for i in range(10)], [2 * (31 + i) for i in range(10)]
    wins_x = build.any(*(build.all(*(x[i] for i in line)) for line in LINES))
    wins_o = build.any(*(build.all(*(o[i] for i in line)) for line in LINES))
    empty = [build.both(x[i] ^ 1, o[i] ^ 1) for i in range(9)]
    full = build.any(*empty) ^ 1
    terminal = build.any(wins_x, wins_o, full)
    draw = build.all(full, wins_x ^ 1, wins_o ^ 1)
    legal_x = (*(build.both(turn_x, e) for e in empty), turn_o)
    legal_o = (*(build.both(turn_o, e) for e in empty), turn_x)
    state_gates = len(build.pairs)
    next_x = [build.any(x[i], does_x[i]) for i in range(9)]
    next_o = [build.any(o[i], does_o[i]) for i in range(9)]
    marks = [f"(mark {i})" for i in range(9)]
    pairs = np.array(build.pairs, dtype=np.int32)
    initial = np.zeros(20, dtype=np.bool_)
    initial[18] = True
    return Circuit(
        roles=("x", "o"),
        fluents=tuple(("x", str(i)) for i in range(9)) + tuple(("o", str(i)) for i in range(9)) + ("turn_x", "turn_o"),
        moves=((*marks, "noop"), (*marks, "noop")),
        initial=initial,
        variables=0,
        left=pairs[:, 0].copy(),
        right=pairs[:, 1].copy(),
        blocks=(Block(0, state_gates), Block(state_gates, len(pairs))),
        state_blocks=1,
        terminal=terminal,
        legal=(legal_x, legal_o),
        goals=(((0, wins_o), (50, draw), (100, wins_x)), ((0, wins_x), (50, draw), (100, wins_o))),
        following=(*next_x, *next_o, turn_o, turn_x),
    )


def reachability(length: int) -> Circuit:
    """A path of cells that are opened one a step, any one; a loop finds what is joined to the first, and the end is
    when the last one is."""
    fluents, moves, variables = length, length, length
    build = Builder(fluents + moves + variables)
    is_open = [2 * (1 + i) for i in range(length)]
    does = [2 * (1 + length + i) for i in range(length)]
    joined = [2 * (1 + 2 * length + i) for i in range(length)]
    feeds = [build.both(is_open[i], 1 if i == 0 else joined[i - 1]) for i in range(length)]
    last = feeds[-1]
    legal = tuple(literal ^ 1 for literal in is_open)
    state_gates = len(build.pairs)
    following = tuple(build.any(is_open[i], does[i]) for i in range(length))
    pairs = np.array(build.pairs, dtype=np.int32)
    loops = tuple((joined[i] >> 1, feeds[i]) for i in range(length))
    return Circuit(
        roles=("you",),
        fluents=tuple(("open", str(i)) for i in range(length)),
        moves=(tuple(("open", str(i)) for i in range(length)),),
        initial=np.zeros(length, dtype=np.bool_),
        variables=variables,
        left=pairs[:, 0].copy(),
        right=pairs[:, 1].copy(),
        blocks=(Block(0, state_gates, loops), Block(state_gates, len(pairs))),
        state_blocks=1,
        terminal=last,
        legal=(legal,),
        goals=(((100, last), (0, FALSE)),),
        following=following,
    )
