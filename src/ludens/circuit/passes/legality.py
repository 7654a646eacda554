"""Moves are legal: what a move's legality requires need not be asked again beside the move.

``does(m) ∧ a`` is ``does(m)`` when ``m`` is legal only if ``a`` holds, and false when only if it does not.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

import numpy as np

from ludens.circuit.draft import Draft, Gate, MoveSet, Restricted, restricted
from ludens.circuit.gate_arrays import gate_arrays
from ludens.circuit.network import Literal

DEPTH = 4
"""How many gates deep the requirements of a move are looked for."""

MANY_MOVES = 256
"""Larger sets of moves are left alone: they hardly ever require anything in common."""


def with_legality_used(draft: Draft) -> Draft:
    """The network, right whenever every role makes a legal move."""
    arrays, required = gate_arrays(draft), _Required(draft)
    asking = arrays.role[arrays.literals >> 1] >= 0
    settled = ~asking & required.nodes[arrays.literals >> 1]
    asks, others = (np.bincount(arrays.readers[which], minlength=len(arrays.is_set)) > 0 for which in (asking, settled))
    found: dict[Gate, Restricted] = {}
    for number in np.flatnonzero(asks & others & arrays.live).tolist():
        gate = draft.gates[number]
        simpler = required.simplified(gate)
        if simpler is not None:
            found[gate] = simpler
    return restricted(draft, found) if found else draft


class _Required:
    """What each move's legality requires: literals that are true whenever the move is made.

    ``nodes`` tells for each node whether some move requires it, or its inverse.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._known: dict[tuple[Literal, int], frozenset[Literal]] = {}
        self._required = [[self._consequences(literal) for literal in literals] for literals in draft.legal]
        literals = frozenset().union(*(required for role in self._required for required in role))
        self.nodes = np.zeros(draft.first_gate + len(draft.gates), dtype=np.bool_)
        self.nodes[np.fromiter(literals, dtype=np.int64, count=len(literals)) >> 1] = True
        self._first_moves = [draft.first_move + sum(map(len, draft.moves[:role])) for role in range(len(draft.moves))]

    def simplified(self, gate: Gate) -> Restricted | None:
        """A gate's other literals and its sets of moves, each without what legality settles, if it settles any."""
        sets = {literal: found for literal in gate if (found := self._moves(literal))}
        others = [literal for literal in gate if literal not in sets]
        few = [found for found in sets.values() if found.mask.bit_count() <= MANY_MOVES]
        many = [found for found in sets.values() if found.mask.bit_count() > MANY_MOVES]
        smaller = [self._possible(found, others) for found in few]
        kept = [literal for literal in others if not any(self._settles(found, literal) for found in smaller)]
        return (kept, smaller + many) if kept != others or smaller != few else None

    def _possible(self, moves: MoveSet, others: Iterable[Literal]) -> MoveSet:
        required = self._required[moves.role]
        denied = [literal ^ 1 for literal in others]
        mask = moves.mask
        for move in self._bits(moves.mask):
            if not required[move].isdisjoint(denied):
                mask &= ~(1 << move)
        return MoveSet(moves.role, mask)

    def _settles(self, moves: MoveSet, literal: Literal) -> bool:
        required = self._required[moves.role]
        return all(literal in required[move] for move in self._bits(moves.mask))

    def _bits(self, mask: int) -> Iterable[int]:
        while mask:
            low = mask & -mask
            yield low.bit_length() - 1
            mask ^= low

    def _moves(self, literal: Literal) -> MoveSet | None:
        """The moves that make a literal of the draft true, if it asks about a role's move."""
        draft, node = self._draft, literal >> 1
        found: MoveSet | None = None
        if draft.first_move <= node < draft.first_variable:
            role = bisect_right(self._first_moves, node) - 1
            found = MoveSet(role, 1 << (node - self._first_moves[role]))
        elif node >= draft.first_gate:
            gate: Gate = draft.gates[node - draft.first_gate]
            found = gate if isinstance(gate, MoveSet) else None
        if found is None or not literal & 1:
            return found
        return MoveSet(found.role, found.mask ^ ((1 << len(draft.moves[found.role])) - 1))

    def _consequences(self, literal: Literal, depth: int = DEPTH) -> frozenset[Literal]:
        """Literals that hold when this one does: the inputs of conjunctions, and what all alternatives have."""
        number = (literal >> 1) - self._draft.first_gate
        gate = self._draft.gates[number] if number >= 0 else None
        if gate is None or isinstance(gate, MoveSet) or not depth:
            return frozenset((literal,))
        found = self._known.get((literal, depth))
        if found is None:
            inverted = literal & 1
            parts = [self._consequences(other ^ inverted, depth - 1) for other in gate]
            common = frozenset.intersection(*parts) if inverted else frozenset().union(*parts)
            found = self._known[literal, depth] = common | {literal}
        return found
