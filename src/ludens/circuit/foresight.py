"""The same game for players with a little foresight: who can win at once does, and nobody lets the next one win so.

Only legality changes: where a role has a move that wins at once, no other is legal, and otherwise, if asked, no move
after which another role could win at once, unless all are such. What a move leads to is worked out gate by gate for
every move, so that random games with this foresight run at the speed of machine code (decisive and anti-decisive moves:
Teytaud and Teytaud 2010).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

import numpy as np

from ludens.circuit.network import FALSE, TRUE, Block, Circuit, Literal, inverted

HIGHEST = 100


class Foresight:
    """Builds the circuit. ``waiting[role]`` numbers the only move that the role has while another one chooses.

    It grows to at most ``most`` gates; ``None`` instead of a circuit means that it would be larger, or that the rules
    have cycles, or give nobody a goal of 100.
    """

    def __init__(self, circuit: Circuit, waiting: Sequence[int], most: int) -> None:
        self._circuit, self._waiting, self._most = circuit, waiting, most
        self._at = circuit.blocks[circuit.state_blocks - 1].last if circuit.state_blocks else 0
        self._first = circuit.first_gate + circuit.gates
        state = range(self._at)
        left, right = circuit.left.tolist(), circuit.right.tolist()
        self._pairs: list[tuple[Literal, Literal]] = list(zip(left, right, strict=True))
        self._known = {
            (min(self._pairs[gate]), max(self._pairs[gate])): 2 * (circuit.first_gate + gate) for gate in state
        }
        self._new: list[tuple[Literal, Literal]] = []

    def circuit(self, anti_decisive: bool = False) -> Circuit | None:
        """The game with decisive moves, and with anti-decisive ones if asked."""
        circuit = self._circuit
        roles = range(len(circuit.roles))
        if any(block.loops for block in circuit.blocks):
            return None
        try:
            wins = [[self._wins(role, move) for move in range(len(circuit.moves[role]))] for role in roles]
            can_win = [self._any(wins[role]) for role in roles]
            if all(literal == FALSE for literal in can_win):
                return None
            legal = []
            for role in roles:
                own = list(circuit.legal[role])
                if anti_decisive:
                    own = self._without_gifts(role, own, can_win)
                legal.append(
                    tuple(
                        self._both(literal, self._any((win, inverted(can_win[role])))) if literal != FALSE else FALSE
                        for literal, win in zip(own, wins[role], strict=True)
                    )
                )
        except _TooLargeError:
            return None
        # A win must stay legal even where it would be a gift.
        legal = [
            tuple(self._any((win, literal)) for win, literal in zip(wins[role], legal[role], strict=True))
            for role in roles
        ]
        return self._added(legal)

    def _without_gifts(self, role: int, legal: list[Literal], can_win: Sequence[Literal]) -> list[Literal]:
        others = [literal for other, literal in enumerate(can_win) if other != role]
        safe = []
        for move, literal in enumerate(legal):
            if literal == FALSE or move == self._waiting[role]:
                safe.append(literal)
                continue
            following = self._following(role, move)
            gift = self._any(self._after(other, following) for other in others)
            safe.append(self._both(literal, inverted(gift)))
        some = self._any(safe)
        return [
            self._any((good, self._both(inverted(some), literal))) for good, literal in zip(safe, legal, strict=True)
        ]

    def _wins(self, role: int, move: int) -> Literal:
        """Whether the role can make the move here, and wins at once by it."""
        circuit = self._circuit
        goal = next((literal for value, literal in circuit.goals[role] if value == HIGHEST), FALSE)
        legal = circuit.legal[role][move]
        if FALSE in (goal, legal) or move == self._waiting[role]:
            return FALSE
        following = self._following(role, move)
        won = self._both(self._after(goal, following), self._after(circuit.terminal, following))
        return self._both(legal, won)

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
        return {fluent + 1: self._copied(literal, done, self._at) for fluent, literal in enumerate(circuit.following)}

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
            left, right = self._pair(node)
            missing = [part >> 1 for part in (left, right) if part >> 1 not in done]
            if missing:
                stack += missing
                continue
            done[node] = self._both(done[left >> 1] ^ (left & 1), done[right >> 1] ^ (right & 1))
            stack.pop()
        return done[literal >> 1] ^ (literal & 1)

    def _pair(self, node: int) -> tuple[Literal, Literal]:
        if node >= self._first:
            return self._new[node - self._first]
        return self._pairs[node - self._circuit.first_gate]

    def _both(self, one: Literal, other: Literal) -> Literal:
        low, high = min(one, other), max(one, other)
        if low == FALSE or low == inverted(high):
            return FALSE
        if low in (TRUE, high):
            return high
        found = self._known.get((low, high))
        if found is None:
            if len(self._new) >= self._most:
                raise _TooLargeError
            found = self._known[low, high] = 2 * (self._first + len(self._new))
            self._new.append((low, high))
        return found

    def _any(self, literals: Iterable[Literal]) -> Literal:
        """A disjunction as a balanced tree: what one move changes concerns few of its gates."""
        level = list(literals) or [FALSE]
        while len(level) > 1:
            pairs = zip(level[::2], level[1::2], strict=False)
            joined = [inverted(self._both(inverted(one), inverted(other))) for one, other in pairs]
            level = joined + level[len(level) - len(level) % 2 :]
        return level[0]

    def _added(self, legal: Sequence[tuple[Literal, ...]]) -> Circuit:
        circuit, at = self._circuit, self._at
        alive = self._alive(legal)
        numbers = {gate: number for number, gate in enumerate(sorted(alive))}
        count, node = len(numbers), circuit.first_gate + at

        def moved(literal: Literal) -> Literal:
            if literal >> 1 >= self._first:
                return 2 * (node + numbers[(literal >> 1) - self._first]) + (literal & 1)
            return literal + 2 * count if literal >= 2 * node else literal

        def side(which: int) -> list[int]:
            old = [moved(pair[which]) for pair in self._pairs]
            return [*old[:at], *(moved(self._new[gate][which]) for gate in numbers), *old[at:]]

        later = [
            replace(block, first=block.first + count, last=block.last + count)
            for block in circuit.blocks[circuit.state_blocks :]
        ]
        return replace(
            circuit,
            left=np.array(side(0), dtype=np.int32),
            right=np.array(side(1), dtype=np.int32),
            blocks=(*circuit.blocks[: circuit.state_blocks], Block(at, at + count), *later),
            state_blocks=circuit.state_blocks + 1,
            terminal=moved(circuit.terminal),
            legal=tuple(tuple(map(moved, own)) for own in legal),
            goals=tuple(tuple((value, moved(literal)) for value, literal in own) for own in circuit.goals),
            following=tuple(map(moved, circuit.following)),
        )

    def _alive(self, legal: Sequence[tuple[Literal, ...]]) -> set[int]:
        """The new gates that legal moves rest on."""
        alive: set[int] = set()
        waiting = [literal >> 1 for own in legal for literal in own]
        while waiting:
            gate = waiting.pop() - self._first
            if gate >= 0 and gate not in alive:
                alive.add(gate)
                waiting += [literal >> 1 for literal in self._new[gate]]
        return alive


class _TooLargeError(Exception):
    """The circuit would have more gates than it may."""
