"""What single moves lead to, worked out gate by gate: the position that follows, and what holds in it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ludens.circuit.added_gates import AddedGates
from ludens.circuit.network import FALSE, TRUE, Circuit, Literal


class OneMove:
    """New gates of a circuit that tell what moves lead to, at most ``most``.

    ``waiting[role]`` numbers the only move that the role has while another one chooses.
    """

    def __init__(self, circuit: Circuit, waiting: Sequence[int], most: int) -> None:
        self._circuit, self._waiting = circuit, waiting
        self._gates = AddedGates(circuit, most)

    def following(self, role: int, move: int, fluents: Iterable[int] | None = None) -> dict[int, Literal]:
        """For each fluent, or some, by node, whether it is true after the move, the others waiting."""
        chosen = [move if other == role else wait for other, wait in enumerate(self._waiting)]
        done, following = self._made(chosen), self._circuit.following
        asked = range(1, len(following) + 1) if fluents is None else fluents
        return {fluent: self._copied(following[fluent - 1], done, self._gates.of_position) for fluent in asked}

    def after_joint(self, chosen: Sequence[int], literals: Sequence[Literal]) -> list[Literal]:
        """Literals of the position, asked of the one that follows when every role makes its chosen move."""
        done, following = self._made(chosen), self._circuit.following
        fluents = self.fluents_below(literals)
        after = {fluent: self._copied(following[fluent - 1], done, self._gates.of_position) for fluent in fluents}
        return [self.after(literal, after) for literal in literals]

    def _made(self, chosen: Sequence[int]) -> dict[int, Literal]:
        """The inputs that are moves, by node, when every role makes its chosen one."""
        values: dict[int, Literal] = {}
        node = self._circuit.first_move
        for moves, own in zip(self._circuit.moves, chosen, strict=True):
            for number in range(len(moves)):
                values[node + number] = TRUE if number == own else FALSE
            node += len(moves)
        return values

    def fluents_below(self, literals: Sequence[Literal]) -> list[int]:
        """The nodes of the fluents that literals of the position rest on."""
        circuit, waiting = self._circuit, [literal >> 1 for literal in literals]
        seen = set(waiting)
        while waiting:
            node = waiting.pop()
            if node >= circuit.first_gate:
                below = {part >> 1 for part in self._gates.pair(node)} - seen
                seen |= below
                waiting += below
        return sorted(node for node in seen if 1 <= node <= len(circuit.fluents))

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
