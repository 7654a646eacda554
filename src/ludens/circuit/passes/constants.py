"""What never changes: fluents that keep their first value, and moves that are never legal.

Walks all positions at once, with each fluent false, true or either (ternary simulation: Bryant 1987): starts from
the first position with every legal move possible and lets "either" spread until nothing changes.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludens.circuit.draft import Draft, MoveSet, substituted
from ludens.circuit.network import FALSE, TRUE, Literal

EITHER = 2


def without_constants(draft: Draft) -> Draft:
    """The network without fluents that never change, moves that are never legal, and loops that never start."""
    spread = _Spread(draft)
    constants: dict[int, Literal] = {}
    for node in (*range(1, draft.first_move), *range(draft.first_variable, draft.first_gate)):
        if spread.values[node] != EITHER:
            constants[node] = TRUE if spread.values[node] else FALSE
    node = draft.first_move
    for moves, possible in zip(draft.moves, spread.possible, strict=True):
        constants.update((node + move, FALSE) for move in range(len(moves)) if not possible >> move & 1)
        node += len(moves)
    return substituted(draft, constants)


class _Spread:
    """The value of every node over all positions, and the moves of each role that are ever legal, as masks.

    A value becomes "either" at most once, and a move possible at most once.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._asking = self._nodes_asking()
        self._users = self._all_users()
        self.possible = [0] * len(draft.moves)
        self.values = [0, *map(int, draft.initial), *[0] * (draft.first_gate - draft.first_move)]
        for gate in draft.gates:
            self.values.append(0 if isinstance(gate, MoveSet) else self._gate_value(gate))
        self._start_moves()
        self._waiting = [node for node in range(1, len(self.values)) if self.values[node] == EITHER]
        for node in (*range(1, draft.first_move), *range(draft.first_variable, len(self.values))):
            self._update(node)
        self._spread()

    def _spread(self) -> None:
        while True:
            while self._waiting:
                for user in self._users[self._waiting.pop()]:
                    self._update(user)
            if not self._new_moves():
                return

    def _nodes_asking(self) -> list[list[tuple[int, int]]]:
        """For each role, the nodes that ask about its move, with the moves they ask for."""
        draft, node = self._draft, self._draft.first_move
        asking: list[list[tuple[int, int]]] = []
        for moves in draft.moves:
            asking.append([(node + move, 1 << move) for move in range(len(moves))])
            node += len(moves)
        for number, gate in enumerate(draft.gates):
            if isinstance(gate, MoveSet):
                asking[gate.role].append((draft.first_gate + number, gate.mask))
        return asking

    def _all_users(self) -> list[list[int]]:
        """For each node the gates, fluents and variables that it decides."""
        draft = self._draft
        users: list[list[int]] = [[] for _ in range(draft.first_gate + len(draft.gates))]
        for number, gate in enumerate(draft.gates):
            if not isinstance(gate, MoveSet):
                for literal in gate:
                    users[literal >> 1].append(draft.first_gate + number)
        for node, literal in enumerate(draft.following, start=1):
            users[literal >> 1].append(node)
        for node, literal in enumerate(draft.feeds, start=draft.first_variable):
            users[literal >> 1].append(node)
        return users

    def _start_moves(self) -> None:
        """Gives what rests on moves its first values: those for the moves that are legal at the start."""
        draft = self._draft
        self.possible = [self._legal(literals) for literals in draft.legal]
        for asking, possible in zip(self._asking, self.possible, strict=True):
            for node, mask in asking:
                self.values[node] = self._answer(mask, possible)
        for node, gate in enumerate(draft.gates, start=draft.first_gate):
            if not isinstance(gate, MoveSet):
                self.values[node] = self._gate_value(gate)

    def _new_moves(self) -> bool:
        """Makes moves possible that have become legal; returns whether there are any."""
        found = False
        for role, literals in enumerate(self._draft.legal):
            now = self._legal(literals)
            if now != self.possible[role]:
                found = True
                self.possible[role] = now
                for node, mask in self._asking[role]:
                    if self.values[node] != EITHER and self._answer(mask, now) != self.values[node]:
                        self._spoil(node)
        return found

    def _legal(self, literals: Sequence[Literal]) -> int:
        return sum(1 << move for move, literal in enumerate(literals) if self._value(literal) != 0)

    @staticmethod
    def _answer(mask: int, possible: int) -> int:
        """Whether the move, one of the possible ones, is one of those asked for."""
        if not mask & possible:
            return 0
        return EITHER if possible & ~mask else 1

    def _update(self, node: int) -> None:
        draft = self._draft
        if self.values[node] == EITHER:
            return
        if node < draft.first_move:
            value = self._value(draft.following[node - 1])
        elif node < draft.first_gate:
            value = self._value(draft.feeds[node - draft.first_variable])
        else:
            gate = draft.gates[node - draft.first_gate]
            value = self.values[node] if isinstance(gate, MoveSet) else self._gate_value(gate)
        if value != self.values[node]:
            self._spoil(node)

    def _spoil(self, node: int) -> None:
        self.values[node] = EITHER
        self._waiting.append(node)

    def _value(self, literal: Literal) -> int:
        value = self.values[literal >> 1]
        return value if value == EITHER else value ^ (literal & 1)

    def _gate_value(self, gate: Sequence[Literal]) -> int:
        values = set(map(self._value, gate))
        return 0 if 0 in values else EITHER if EITHER in values else 1
