"""The same game for players with a little foresight: who can win at once does, and nobody lets the next one win so.

Only legality changes: where a role has a move that wins at once, no other is legal, and otherwise, if asked, no move
after which another role could win at once, unless all are such. What a move leads to is worked out gate by gate for
every move, so that random games with this foresight run at the speed of machine code (decisive and anti-decisive moves:
Teytaud and Teytaud 2010).
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens.circuit.added_gates import AddedGates, TooManyGatesError
from ludens.circuit.network import FALSE, TRUE, Circuit, Literal, inverted
from ludens.game import HIGHEST_GOAL


class Foresight:
    """Builds the circuit. ``waiting[role]`` numbers the only move that the role has while another one chooses.

    It grows to at most ``most`` gates; ``None`` instead of a circuit means that it would be larger, or that the rules
    have cycles, or give nobody a goal of 100.
    """

    def __init__(self, circuit: Circuit, waiting: Sequence[int], most: int) -> None:
        self._circuit, self._waiting = circuit, waiting
        self._gates = AddedGates(circuit, most)

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
            following = self._following(role, move)
            gift = gates.any(self._after(other, following) for other in others)
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
        following = self._following(role, move)
        won = self._gates.both(self._after(goal, following), self._after(circuit.terminal, following))
        return self._gates.both(legal, won)

    def _following(self, role: int, move: int) -> dict[int, Literal]:
        """For each fluent, by node, whether it is true after the move, the others waiting."""
        circuit = self._circuit
        values: dict[int, Literal] = {}
        node = circuit.first_move
        for other, moves in enumerate(circuit.moves):
            chosen = move if other == role else self._waiting[other]
            for number in range(len(moves)):
                values[node + number] = TRUE if number == chosen else FALSE
            node += len(moves)
        done = dict(values)
        return {
            fluent + 1: self._copied(literal, done, self._gates.of_position)
            for fluent, literal in enumerate(circuit.following)
        }

    def _after(self, literal: Literal, following: dict[int, Literal]) -> Literal:
        """A literal of the position, asked of the position that follows."""
        return self._copied(literal, dict(following), 0)

    def _copied(self, literal: Literal, done: dict[int, Literal], kept: int) -> Literal:
        """The literal with inputs replaced as ``done`` says; the first ``kept`` gates stay as they are."""
        first = self._circuit.first_gate
        stack = [literal >> 1]
        while stack:
            node = stack[-1]
            if node in done:
                stack.pop()
                continue
            if node < first or (first <= node < first + kept):
                done[node] = 2 * node
                stack.pop()
                continue
            left, right = self._gates.pair(node)
            missing = [part >> 1 for part in (left, right) if part >> 1 not in done]
            if missing:
                stack += missing
                continue
            done[node] = self._gates.both(done[left >> 1] ^ (left & 1), done[right >> 1] ^ (right & 1))
            stack.pop()
        return done[literal >> 1] ^ (literal & 1)
