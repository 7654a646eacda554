"""Marks on moves that take something from another role, and on those of them after which nothing is taken back.

A fluent belongs to a role if it becomes true by moves of that role alone. A move captures where a fluent of another
role is true and will not be true after it. A capture is safe where no move of another role, in the position that
follows, captures a fluent that the move has made true.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens.circuit.added_gates import TooManyGatesError
from ludens.circuit.network import FALSE, Circuit, Literal, inverted
from ludens.circuit.one_move import OneMove

CAPTURES, SAFE_CAPTURES = range(2)
"""The classes of marks."""

NOBODY = -1
"""In place of a role: the fluent belongs to none, or to several."""


class Captures(OneMove):
    """Builds the circuit with marks, of at most ``most`` new gates."""

    def circuit(self, owners: Sequence[int]) -> Circuit | None:
        """The circuit with marks, by the owner of each fluent; ``None`` where nothing is ever captured, where the rules
        have cycles, or where it would be too large. Without room for what is safe, all captures count as such.
        """
        circuit = self._circuit
        if any(block.loops for block in circuit.blocks):
            return None
        try:
            captures = [
                [self._captures(role, n, owners) for n in range(len(m))] for role, m in enumerate(circuit.moves)
            ]
        except TooManyGatesError:
            return None
        if all(literal == FALSE for own in captures for literal in own):
            return None
        try:
            threats = self._threats(owners)
            safe = [
                [self._safe(role, n, owners, threats) for n in range(len(moves))]
                for role, moves in enumerate(circuit.moves)
            ]
        except TooManyGatesError:
            return self._gates.circuit(marks=[captures, captures])
        both = [
            [self._gates.both(capture, quiet) for capture, quiet in zip(own, calm, strict=True)]
            for own, calm in zip(captures, safe, strict=True)
        ]
        return self._gates.circuit(marks=[captures, both])

    def _captures(self, role: int, move: int, owners: Sequence[int]) -> Literal:
        """Whether the move makes a fluent of another role untrue."""
        if self._idle(role, move):
            return FALSE
        return self._gates.any(self._taken(role, move, owners).values())

    def _taken(self, role: int, move: int, owners: Sequence[int]) -> dict[int, Literal]:
        """For each fluent of another role whether it is true and the move makes it untrue."""
        foreign = [fluent for fluent, owner in enumerate(owners, start=1) if owner not in (role, NOBODY)]
        following = self.following(role, move, foreign)
        return {fluent: self._gates.both(2 * fluent, inverted(following[fluent])) for fluent in foreign}

    def _threats(self, owners: Sequence[int]) -> dict[int, tuple[Literal, list[int]]]:
        """For each fluent that belongs to somebody: whether another role can make it untrue by its next move, and the
        fluents that this rests on.
        """
        found: dict[int, list[Literal]] = {}
        for role, moves in enumerate(self._circuit.moves):
            for move in range(len(moves)):
                if self._idle(role, move):
                    continue
                for fluent, taken in self._taken(role, move, owners).items():
                    if taken != FALSE:
                        found.setdefault(fluent, []).append(self._gates.both(self._circuit.legal[role][move], taken))
        threats = {fluent: self._gates.any(literals) for fluent, literals in found.items()}
        return {fluent: (literal, self.fluents_below([literal])) for fluent, literal in threats.items()}

    def _safe(
        self, role: int, move: int, owners: Sequence[int], threats: dict[int, tuple[Literal, list[int]]]
    ) -> Literal:
        """Whether nothing that the move makes true can be taken at once."""
        if self._idle(role, move):
            return FALSE
        own = [fluent for fluent, owner in enumerate(owners, start=1) if owner == role and fluent in threats]
        following = self.following(role, move, own)
        made = {fluent: self._gates.both(following[fluent], inverted(2 * fluent)) for fluent in own}
        made = {fluent: literal for fluent, literal in made.items() if literal != FALSE}
        lost = []
        for fluent, literal in made.items():
            threat, below = threats[fluent]
            lost.append(self._gates.both(literal, self.after(threat, self.following(role, move, below))))
        return inverted(self._gates.any(lost))

    def _idle(self, role: int, move: int) -> bool:
        return self._circuit.legal[role][move] == FALSE or move == self._waiting[role]
