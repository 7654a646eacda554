"""The same game for players with a little foresight: who can win at once does, and nobody lets the next one win so.

Only legality changes: where a role has a move that wins at once, no other is legal, and otherwise, if asked, no move
after which another role could win at once, unless all are such. What a move leads to is worked out gate by gate for
every move, so that random games with this foresight run at the speed of machine code (decisive and anti-decisive moves:
Teytaud and Teytaud 2010).
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens.circuit.added_gates import TooManyGatesError
from ludens.circuit.network import FALSE, Circuit, Literal, inverted
from ludens.circuit.one_move import OneMove
from ludens.game import HIGHEST_GOAL


class Foresight(OneMove):
    """Builds the circuit, of at most ``most`` new gates.

    ``None`` instead of a circuit means that it would be larger, or that the rules have cycles, or give nobody a goal of
    100.
    """

    def circuit(self, anti_decisive: bool = False) -> Circuit | None:
        """The game with decisive moves, and with anti-decisive ones if asked."""
        circuit, gates = self._circuit, self._gates
        if any(block.loops for block in circuit.blocks):
            return None
        try:
            wins = [[self._wins(role, move) for move in range(len(moves))] for role, moves in enumerate(circuit.moves)]
            can_win = [gates.any(own) for own in wins]
            if all(literal == FALSE for literal in can_win):
                return None
            safe = [
                self._without_gifts(role, own, can_win) if anti_decisive else list(own)
                for role, own in enumerate(circuit.legal)
            ]
            legal = [
                [self._win_or_safe(win, own, can_win[role]) for win, own in zip(wins[role], safe[role], strict=True)]
                for role in range(len(wins))
            ]
        except TooManyGatesError:
            return None
        return gates.circuit(legal=legal)

    def _win_or_safe(self, win: Literal, safe: Literal, can_win: Literal) -> Literal:
        """A move stays legal if it wins, even if it would be a gift otherwise, or if it is safe and none wins."""
        return self._gates.any((win, self._gates.both(safe, inverted(can_win))))

    def _without_gifts(self, role: int, legal: Sequence[Literal], can_win: Sequence[Literal]) -> list[Literal]:
        """The moves after which no other role could win at once; all, where there is none of that kind."""
        gates, others = self._gates, [literal for other, literal in enumerate(can_win) if other != role]
        safe = []
        for move, literal in enumerate(legal):
            if literal == FALSE or move == self._waiting[role]:
                safe.append(literal)
                continue
            following = self.following(role, move)
            gift = gates.any(self.after(other, following) for other in others)
            safe.append(gates.both(literal, inverted(gift)))
        none = inverted(gates.any(safe))
        return [gates.any((good, gates.both(none, any_move))) for good, any_move in zip(safe, legal, strict=True)]

    def _wins(self, role: int, move: int) -> Literal:
        """Whether the role can make the move here, and wins at once by it."""
        circuit = self._circuit
        goal = next((literal for value, literal in circuit.goals[role] if value == HIGHEST_GOAL), FALSE)
        legal = circuit.legal[role][move]
        if FALSE in (goal, legal) or move == self._waiting[role]:
            return FALSE
        following = self.following(role, move)
        won = self._gates.both(self.after(goal, following), self.after(circuit.terminal, following))
        return self._gates.both(legal, won)
