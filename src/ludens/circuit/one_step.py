"""Games of one step: whether random first moves all end the game. That says how often goals are asked for, no more."""

from __future__ import annotations

import random
from collections.abc import Sequence

from ludens.circuit.network import Circuit, Literal

GAMES = 64
EVERY = (1 << GAMES) - 1


def over_after_one_step(circuit: Circuit, seed: int = 0) -> bool:
    """Whether each of some random games is over after its first step; False where the rules have cycles."""
    if any(block.loops for block in circuit.blocks):
        return False
    first = dict(enumerate((EVERY if value else 0 for value in circuit.initial.tolist()), start=1))
    chooser, chosen, node = random.Random(seed), dict(first), circuit.first_move
    for literals in circuit.legal:
        legal = [number for number, plane in enumerate(_values(circuit, first, literals)) if plane & 1]
        if not legal:
            return False
        moves = chooser.choices(legal, k=GAMES)
        for number in range(len(literals)):
            chosen[node + number] = sum(1 << game for game, move in enumerate(moves) if move == number)
        node += len(literals)
    after = dict(enumerate(_values(circuit, chosen, circuit.following), start=1))
    return _values(circuit, after, [circuit.terminal]) == [EVERY]


def _values(circuit: Circuit, inputs: dict[int, int], literals: Sequence[Literal]) -> list[int]:
    """The games in which each of some literals is true, given those in which inputs are."""
    first, left, right = circuit.first_gate, circuit.left, circuit.right
    below: set[int] = set()
    waiting = [literal >> 1 for literal in literals]
    while waiting:
        node = waiting.pop()
        if node >= first and node not in below:
            below.add(node)
            waiting += [int(left[node - first]) >> 1, int(right[node - first]) >> 1]
    planes = {0: 0, **inputs}

    def value(literal: Literal) -> int:
        return planes[literal >> 1] ^ (EVERY if literal & 1 else 0)

    for node in sorted(below):
        planes[node] = value(int(left[node - first])) & value(int(right[node - first]))
    return [value(literal) for literal in literals]
