"""How many steps a goal is away if whatever can become true stays so, and whatever can become false, too.

The estimate h_max of planning by heuristic search (Bonet and Geffner 2001), read off the circuit. Each fact becomes
two, that it can be true and that it can be false, and all legal moves are made at once. That is a game again, of one
player with one move, which ends when the goal can be reached: its length is the estimate, never more than the true
number of steps, and the engine plays it for thousands of positions at a time. It sees what the formula of the goal does
not say, such as how far a counter has got.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.network import FALSE, TRUE, Block, Circuit, Literal, inverted
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows, pack_rows, unpack_rows
from ludens.search.planning.line import ROLE

MOST_GATES = 200_000
"""Of a circuit that is relaxed; the relaxed one has about twice as many."""

FEW_GATES = 20_000
"""Of a relaxed circuit that is worth machine code, which takes longer to make than plans may take to find."""


class RelaxedDistance:
    """The estimate for a goal of a circuit. It ends at ``longest`` steps, and is one more where the goal is further."""

    def __init__(self, circuit: Circuit, goal: int, longest: int) -> None:
        self._fluents, self._longest = len(circuit.fluents), longest
        easier = relaxed(circuit, goal)
        self._engine = Engine(easier, None if easier.gates <= FEW_GATES else Backend.TABLE)

    def __call__(self, rows: Rows) -> NDArray[np.int64]:
        values = unpack_rows(rows, self._fluents)
        doubled = pack_rows(np.concatenate([values, ~values], axis=1))
        there = self._engine.outcome(doubled)[0]
        games = self._engine.games(doubled, 1, 0, max_steps=self._longest)
        far = np.where(games.ended[:, 0], games.lengths[:, 0], self._longest + 1)
        return np.where(there, 0, far)


def can_relax(circuit: Circuit | None) -> bool:
    """Whether there are rules to relax: few enough, and without cycles."""
    return circuit is not None and circuit.gates <= MOST_GATES and not any(block.loops for block in circuit.blocks)


def relaxed(circuit: Circuit, goal: int) -> Circuit:
    """The game in which nothing that can be is ever undone; it is over when it could be over with the goal."""
    facts = len(circuit.fluents)
    made = _Gates(2 * facts + 2)
    true, false = [FALSE] * (circuit.first_gate + circuit.gates), [TRUE] * (circuit.first_gate + circuit.gates)
    for number in range(facts):
        true[1 + number], false[1 + number] = 2 * (1 + number), 2 * (1 + facts + number)

    def can(literal: Literal, value: bool) -> Literal:
        return (true if value != bool(literal & 1) else false)[literal >> 1]

    for number, block in enumerate(circuit.blocks):
        if number == circuit.state_blocks:
            for move, legal in enumerate(circuit.legal[ROLE]):
                true[circuit.first_move + move] = can(legal, True)
        for gate in range(block.first, block.last):
            left, right, node = int(circuit.left[gate]), int(circuit.right[gate]), circuit.first_gate + gate
            true[node] = made.both(can(left, True), can(right, True))
            false[node] = made.either(can(left, False), can(right, False))
    following = [
        made.either(2 * (1 + number + facts * (not value)), can(literal, value))
        for value in (True, False)
        for number, literal in enumerate(circuit.following)
    ]
    wanted = dict(circuit.goals[ROLE])[goal]
    terminal = made.both(can(circuit.terminal, True), can(wanted, True))
    return _needed(
        Circuit(
            roles=circuit.roles,
            fluents=tuple((kind, fact) for kind in ("true", "false") for fact in circuit.fluents),
            moves=(("on",),),
            initial=np.concatenate([circuit.initial, ~circuit.initial]),
            variables=0,
            left=np.array([pair[0] for pair in made.pairs], dtype=np.int32),
            right=np.array([pair[1] for pair in made.pairs], dtype=np.int32),
            blocks=(Block(0, len(made.pairs)),),
            state_blocks=1,
            terminal=terminal,
            legal=((TRUE,),),
            goals=(((goal, TRUE),),),
            following=tuple(following),
        )
    )


class _Gates:
    """Gates with numbers from ``first`` on, each conjunction once, constants folded."""

    def __init__(self, first: int) -> None:
        self.pairs: list[tuple[Literal, Literal]] = []
        self._first = first
        self._known: dict[tuple[Literal, Literal], Literal] = {}

    def both(self, one: Literal, other: Literal) -> Literal:
        low, high = min(one, other), max(one, other)
        if low == FALSE or low == inverted(high):
            return FALSE
        if low in (TRUE, high):
            return high
        found = self._known.get((low, high))
        if found is None:
            found = self._known[low, high] = 2 * (self._first + len(self.pairs))
            self.pairs.append((low, high))
        return found

    def either(self, one: Literal, other: Literal) -> Literal:
        return inverted(self.both(inverted(one), inverted(other)))


def _needed(circuit: Circuit) -> Circuit:
    """The circuit without gates that nothing rests on."""
    first, used = circuit.first_gate, np.zeros(circuit.gates, dtype=np.bool_)
    outputs = np.array([circuit.terminal, *circuit.following]) >> 1
    used[outputs[outputs >= first] - first] = True
    for gate in range(circuit.gates - 1, -1, -1):
        if used[gate]:
            for node in (int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1):
                if node >= first:
                    used[node - first] = True
    places = np.arange(first + circuit.gates)
    places[first:] = first + np.cumsum(used) - 1

    def moved(literal: Literal) -> Literal:
        return int(2 * places[literal >> 1] + (literal & 1))

    return replace(
        circuit,
        left=(2 * places[circuit.left >> 1] + (circuit.left & 1))[used].astype(np.int32),
        right=(2 * places[circuit.right >> 1] + (circuit.right & 1))[used].astype(np.int32),
        blocks=(Block(0, int(used.sum())),),
        terminal=moved(circuit.terminal),
        following=tuple(map(moved, circuit.following)),
    )
