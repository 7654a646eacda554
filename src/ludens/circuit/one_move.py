"""What single moves lead to, worked out gate by gate: the position that follows, and what holds in it."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.circuit.added_gates import AddedGates
from ludens.circuit.network import FALSE, TRUE, Circuit, Literal


class OneMove:
    """New gates of a circuit that tell what moves lead to, at most ``most``.

    ``waiting[role]`` numbers the only move that the role has while another one chooses.
    """

    def __init__(self, circuit: Circuit, waiting: Sequence[int], most: int) -> None:
        self._circuit, self._waiting = circuit, waiting
        self._gates = AddedGates(circuit, most)

    def following(self, role: int, move: int) -> dict[int, Literal]:
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

    def after(self, literal: Literal, following: dict[int, Literal]) -> Literal:
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
