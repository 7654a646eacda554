"""More gates for a circuit that is made: they depend on the position alone, and outputs may rest on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from ludens.circuit.network import FALSE, TRUE, Block, Circuit, Literal, inverted

Values = Mapping[int, Literal]
"""For each goal of a role the literal that says whether it has it, or may still get it."""


class TooManyGatesError(Exception):
    """There would be more new gates than there may be."""


class AddedGates:
    """New gates; constants are folded, and no conjunction is made twice, nor one that the circuit has already."""

    def __init__(self, circuit: Circuit, most: int | None = None) -> None:
        self._circuit, self._most = circuit, most
        self._at = circuit.blocks[circuit.state_blocks - 1].last if circuit.state_blocks else 0
        self._first = circuit.first_gate + circuit.gates
        self._pairs = list(zip(circuit.left.tolist(), circuit.right.tolist(), strict=True))
        self._known = {
            (min(pair), max(pair)): 2 * (circuit.first_gate + gate) for gate, pair in enumerate(self._pairs[: self._at])
        }

    @property
    def of_position(self) -> int:
        """The number of the circuit's own gates that depend on the position alone; they come first."""
        return self._at

    def pair(self, node: int) -> tuple[Literal, Literal]:
        """What a gate, old or new, joins."""
        return self._pairs[node - self._circuit.first_gate]

    def both(self, one: Literal, other: Literal) -> Literal:
        """The literal of a conjunction; raises TooManyGatesError."""
        low, high = min(one, other), max(one, other)
        if low == FALSE or low == inverted(high):
            return FALSE
        if low in (TRUE, high):
            return high
        found = self._known.get((low, high))
        if found is None:
            if self._most is not None and len(self._pairs) - self._circuit.gates >= self._most:
                raise TooManyGatesError
            found = self._known[low, high] = 2 * (self._circuit.first_gate + len(self._pairs))
            self._pairs.append((low, high))
        return found

    def all(self, literals: Iterable[Literal]) -> Literal:
        """The conjunction of any number, as a balanced tree: what changes in one literal concerns few of its gates."""
        level = list(literals) or [TRUE]
        while len(level) > 1:
            joined = [self.both(one, other) for one, other in zip(level[::2], level[1::2], strict=False)]
            level = joined + level[len(level) - len(level) % 2 :]
        return level[0]

    def any(self, literals: Iterable[Literal]) -> Literal:
        """The disjunction of any number."""
        return inverted(self.all(map(inverted, literals)))

    def circuit(
        self,
        *,
        terminal: Literal | None = None,
        goals: Sequence[Values] | None = None,
        legal: Sequence[Sequence[Literal]] | None = None,
        marks: Sequence[Sequence[Sequence[Literal]]] | None = None,
    ) -> Circuit:
        """The circuit with these outputs, and those new gates that they rest on after those of the position."""
        circuit, at = self._circuit, self._at
        terminal = circuit.terminal if terminal is None else terminal
        legal = circuit.legal if legal is None else legal
        listed = circuit.goals if goals is None else [tuple(sorted(own.items())) for own in goals]
        marks = circuit.marks if marks is None else marks
        outputs = [terminal, *(x for own in legal for x in own), *(x for own in listed for _, x in own)]
        outputs += [x for tables in marks for own in tables for x in own]
        numbers = {node: number for number, node in enumerate(sorted(self._new_below(outputs)))}
        count, node = len(numbers), circuit.first_gate + at

        def moved(literal: Literal) -> Literal:
            if literal >> 1 >= self._first:
                return 2 * (node + numbers[literal >> 1]) + (literal & 1)
            return literal + 2 * count if literal >= 2 * node else literal

        def side(which: int) -> list[int]:
            old = [moved(pair[which]) for pair in self._pairs[: circuit.gates]]
            return [*old[:at], *(moved(self.pair(new)[which]) for new in numbers), *old[at:]]

        blocks = [Block(b.first, b.last, tuple((v, moved(x)) for v, x in b.loops)) for b in circuit.blocks]
        later = [replace(b, first=b.first + count, last=b.last + count) for b in blocks[circuit.state_blocks :]]
        return replace(
            circuit,
            left=np.array(side(0), dtype=np.int32),
            right=np.array(side(1), dtype=np.int32),
            blocks=(*blocks[: circuit.state_blocks], Block(at, at + count), *later),
            state_blocks=circuit.state_blocks + 1,
            terminal=moved(terminal),
            legal=tuple(tuple(map(moved, own)) for own in legal),
            goals=tuple(tuple((value, moved(x)) for value, x in own) for own in listed),
            following=tuple(map(moved, circuit.following)),
            marks=tuple(tuple(tuple(map(moved, own)) for own in tables) for tables in marks),
        )

    def _new_below(self, literals: Iterable[Literal]) -> set[int]:
        """The nodes of the new gates that literals rest on."""
        found: set[int] = set()
        waiting = [literal >> 1 for literal in literals]
        while waiting:
            node = waiting.pop()
            if node >= self._first and node not in found:
                found.add(node)
                waiting += [literal >> 1 for literal in self.pair(node)]
        return found
