"""Random games on a draft, many at once: bit *i* of every value belongs to game *i*."""

from __future__ import annotations

import random
from collections.abc import Iterator

from ludens.circuit.draft import Draft, MoveSet

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
        over = values[draft.terminal] | (EVERY ^ _moving(draft, moves))
        values = _evaluated(draft, state, moves)
        after = [values[literal] for literal in draft.following]
        state = [(new & ~over) | (first & over) for new, first in zip(after, start, strict=True)]


def _evaluated(draft: Draft, state: list[int], moves: list[int]) -> list[int]:
    """The value of every literal; loops run until nothing changes."""
    variables = [0] * len(draft.feeds)
    while True:
        values: list[int] = []
        for value in (0, *state, *moves, *variables):
            values += (value, value ^ EVERY)
        for gate in draft.gates:
            if type(gate) is MoveSet:
                value = _made(draft, gate, values)
            else:
                value = EVERY
                for literal in gate:
                    value &= values[literal]
            values += (value, value ^ EVERY)
        now = [values[literal] for literal in draft.feeds]
        if now == variables:
            return values
        variables = now


def _made(draft: Draft, moves: MoveSet, values: list[int]) -> int:
    """The games in which one of these moves is made."""
    first = draft.first_move + sum(map(len, draft.moves[: moves.role]))
    made, mask = 0, moves.mask
    while mask:
        made |= values[2 * (first + (mask & -mask).bit_length() - 1)]
        mask &= mask - 1
    return made


def _chosen_moves(draft: Draft, values: list[int], chooser: random.Random) -> list[int]:
    """One legal move of every role in each game that has one."""
    chosen: list[int] = []
    for literals in draft.legal:
        legal: list[list[int]] = [[] for _ in range(LANES)]
        for number, literal in enumerate(literals):
            games = values[literal]
            while games:
                legal[(games & -games).bit_length() - 1].append(number)
                games &= games - 1
        made = [0] * len(literals)
        for lane, numbers in enumerate(legal):
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
