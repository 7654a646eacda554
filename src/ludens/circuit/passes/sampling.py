"""Random games on a draft, many at once: bit *i* of every value belongs to game *i*."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludens.circuit.draft import Draft, MoveSet
from ludens.circuit.network import Literal

LANES = 64
EVERY = (1 << LANES) - 1


def sampled_states(draft: Draft, steps: int, seed: int = 0) -> Iterator[list[int]]:
    """The values of all fluents, position after position; a game that is over starts again."""
    chooser = random.Random(seed)
    start = [EVERY if value else 0 for value in draft.initial]
    state = start
    for _ in range(steps):
        yield state
        values = _evaluated(draft, state, [0] * (draft.first_variable - draft.first_move))
        moves = _chosen_moves(draft, values, chooser)
        over = _value(values, draft.terminal) | (EVERY ^ _moving(draft, moves))
        values = _evaluated(draft, state, moves)
        after = [_value(values, literal) for literal in draft.following]
        state = [(new & ~over) | (first & over) for new, first in zip(after, start, strict=True)]


def _evaluated(draft: Draft, state: list[int], moves: list[int]) -> list[int]:
    """The value of every node; loops run until nothing changes."""
    variables = [0] * len(draft.feeds)
    while True:
        values = [0, *state, *moves, *variables]
        for gate in draft.gates:
            values.append(_gate_value(draft, gate, values))
        now = [_value(values, literal) for literal in draft.feeds]
        if now == variables:
            return values
        variables = now


def _gate_value(draft: Draft, gate: tuple[Literal, ...] | MoveSet, values: list[int]) -> int:
    if isinstance(gate, MoveSet):
        first = draft.first_move + sum(map(len, draft.moves[: gate.role]))
        made = 0
        for move in range(gate.mask.bit_length()):
            if gate.mask >> move & 1:
                made |= values[first + move]
        return made
    value = EVERY
    for literal in gate:
        value &= values[literal >> 1] ^ EVERY if literal & 1 else values[literal >> 1]
    return value


def _value(values: list[int], literal: Literal) -> int:
    return values[literal >> 1] ^ EVERY if literal & 1 else values[literal >> 1]


def _chosen_moves(draft: Draft, values: list[int], chooser: random.Random) -> list[int]:
    """One legal move of every role in each game that has one."""
    chosen: list[int] = []
    for literals in draft.legal:
        legal = [_value(values, literal) for literal in literals]
        made = [0] * len(legal)
        for lane in range(LANES):
            numbers = [number for number, value in enumerate(legal) if value >> lane & 1]
            if numbers:
                made[chooser.choice(numbers)] |= 1 << lane
        chosen += made
    return chosen


def _moving(draft: Draft, moves: list[int]) -> int:
    """The games in which every role has moved."""
    first, moving = 0, EVERY
    for names in draft.moves:
        made = 0
        for value in moves[first : first + len(names)]:
            made |= value
        moving &= made
        first += len(names)
    return moving
