"""The same game for careful players: nobody ends it at once without a win, as long as there is another way.

Only legality changes. A move is hopeless if the game is over after it, and the role has not won, whatever the others do
at the same time; where a role has other moves, hopeless ones are not legal. What moves lead to is worked out gate by
gate, so that random games of careful players run at the speed of machine code.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

from ludens.circuit.added_gates import TooManyGatesError
from ludens.circuit.network import FALSE, TRUE, Circuit, Literal, inverted
from ludens.circuit.one_move import OneMove
from ludens.game import HIGHEST_GOAL

MOST_REPLIES = 256
"""Joint moves of the others beyond which nobody looks at all of them."""

ANY = -1
"""In place of the move by which a role waits: it has none, and chooses at the same time as the others."""


class Careful(OneMove):
    """Builds the circuit, of at most ``most`` new gates.

    ``waiting[role]``: as in OneMove, or ANY. ``None`` instead of a circuit means that it would be larger, that the
    rules have cycles, or that no move is ever hopeless.
    """

    def circuit(self) -> Circuit | None:
        """The game without hopeless moves."""
        circuit = self._circuit
        others = [self._replies(role) for role in range(len(circuit.moves))]
        if any(block.loops for block in circuit.blocks) or max(map(len, others)) > MOST_REPLIES:
            return None
        try:
            hopeless = [
                [self._hopeless(role, move, others[role]) for move in range(len(moves))]
                for role, moves in enumerate(circuit.moves)
            ]
            if all(literal == FALSE for own in hopeless for literal in own):
                return None
            legal = [self._kept(own, bad) for own, bad in zip(circuit.legal, hopeless, strict=True)]
        except TooManyGatesError:
            return None
        return self._gates.circuit(legal=legal)

    def _replies(self, role: int) -> list[tuple[int, ...]]:
        """What the others may do while the role moves; in the place of the role there is ANY."""
        choices = [
            (ANY,) if other == role else range(len(moves)) if wait == ANY else (wait,)
            for other, (moves, wait) in enumerate(zip(self._circuit.moves, self._waiting, strict=True))
        ]
        return [] if math.prod(map(len, choices)) > MOST_REPLIES else list(itertools.product(*choices))

    def _hopeless(self, role: int, move: int, replies: Sequence[tuple[int, ...]]) -> Literal:
        """Whether the game is over after the move, and the role has not won, whatever the others do."""
        legal, gates = self._circuit.legal, self._gates
        if legal[role][move] == FALSE or move == self._waiting[role]:
            return FALSE
        found = TRUE
        for reply in replies:
            able = gates.all(legal[other][own] for other, own in enumerate(reply) if own != ANY)
            escape = gates.both(able, inverted(self._ended_without_a_win(role, move, reply)))
            found = gates.both(found, inverted(escape))
            if found == FALSE:
                break
        return found

    def _ended_without_a_win(self, role: int, move: int, reply: Sequence[int]) -> Literal:
        circuit = self._circuit
        goal = next((literal for value, literal in circuit.goals[role] if value == HIGHEST_GOAL), FALSE)
        chosen = [move if other == role else own for other, own in enumerate(reply)]
        over, won = self.after_joint(chosen, (circuit.terminal, goal))
        return self._gates.both(over, inverted(won))

    def _kept(self, legal: Sequence[Literal], hopeless: Sequence[Literal]) -> list[Literal]:
        """The moves that are not hopeless; all, where there are no others."""
        gates = self._gates
        good = [gates.both(literal, inverted(bad)) for literal, bad in zip(legal, hopeless, strict=True)]
        none = inverted(gates.any(good))
        return [
            literal if bad == FALSE else gates.any((fine, gates.both(none, literal)))
            for literal, bad, fine in zip(legal, hopeless, good, strict=True)
        ]
