"""What each literal rests on: the fluents and moves it is made from, and questions about one role's move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from ludens.circuit.analysis.games import Record
from ludens.circuit.network import Circuit, Literal


def bits(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set, ascending."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def gathered(circuit: Circuit, given: Mapping[int, int]) -> list[int]:
    """For each node the union of the masks that are given for some nodes, over all nodes it is made from.

    What a node with a mask of its own is made from does not count for it.
    """
    masks = [given.get(node, 0) for node in range(circuit.first_gate + circuit.gates)]
    left, right, first = circuit.left.tolist(), circuit.right.tolist(), circuit.first_gate
    for block in circuit.blocks:
        while True:
            for gate in range(block.first, block.last):
                if first + gate not in given:
                    masks[first + gate] = masks[left[gate] >> 1] | masks[right[gate] >> 1]
            now = [masks[literal >> 1] | given.get(variable, 0) for variable, literal in block.loops]
            if now == [masks[variable] for variable, _ in block.loops]:
                break
            for (variable, _), mask in zip(block.loops, now, strict=True):
                masks[variable] = mask
    return masks


class Supports:
    """The inputs of every node of a circuit. A node that is ``cut`` counts as resting on nothing."""

    def __init__(self, circuit: Circuit, cut: int | None = None) -> None:
        self.circuit = circuit
        own = {node: 1 << node for node in range(1, circuit.first_gate)}
        self._inputs = gathered(circuit, own if cut is None else {**own, cut: 0})

    def fluents(self, literal: Literal) -> int:
        """The fluents, as a mask, that the literal is made from."""
        return self._inputs[literal >> 1] >> 1 & ((1 << len(self.circuit.fluents)) - 1)

    def rests_on_fluents_alone(self, literal: Literal) -> bool:
        """Whether it is made from fluents without moves or loops."""
        return not self._inputs[literal >> 1] >> self.circuit.first_move

    @cached_property
    def autonomous(self) -> int:
        """The fluents, as a mask, that no move changes and that rest only on each other: turns, counters of steps."""
        found = (1 << len(self.circuit.fluents)) - 1
        while True:
            kept = 0
            for fluent in bits(found):
                literal = self.circuit.following[fluent]
                if self.rests_on_fluents_alone(literal) and not self.fluents(literal) & ~found:
                    kept |= 1 << fluent
            if kept == found:
                return found
            found = kept

    def parts(self, literal: Literal) -> list[Literal]:
        """The literals whose conjunction this one is, as far down as conjunctions go."""
        first = self.circuit.first_gate
        return [part for part in self.implied(literal) if part & 1 or part >> 1 < first]

    def implied(self, literal: Literal) -> list[Literal]:
        """The literal, what it is the conjunction of, what those are the conjunctions of, and so on."""
        circuit, first = self.circuit, self.circuit.first_gate
        found: dict[Literal, None] = {}
        waiting = [literal]
        while waiting:
            part = waiting.pop()
            gate = (part >> 1) - first
            if part not in found:
                found[part] = None
                if gate >= 0 and not part & 1:
                    waiting += [int(circuit.left[gate]), int(circuit.right[gate])]
        return list(found)


class Questions:
    """For each fluent, how it tells the moves of each role apart."""

    def __init__(self, supports: Supports, record: Record | None = None) -> None:
        self._supports = supports
        self._circuit = circuit = supports.circuit
        self._record = record
        self._full = [(1 << len(moves)) - 1 for moves in circuit.moves]
        sets = self._move_sets()
        self._questions = list(dict.fromkeys(sets.values()))
        numbers = {question: number for number, question in enumerate(self._questions)}
        self._asked = gathered(circuit, {node: 1 << numbers[question] for node, question in sets.items()})
        self._classes: dict[int, list[list[int]]] = {}

    def classes(self, fluent: int) -> list[list[int]]:
        """For each role, its moves in classes, as masks, within which it makes no difference to the fluent which.

        The first class, which may be empty, counts as leaving the fluent alone: it is larger than any other, or,
        with a record, the one of the largest after which the fluent was as before in the random games or whose
        moves rest least on it to be legal. Any class would do: what is said of the game is right whichever it is.
        """
        if fluent not in self._classes:
            classes = self._tell_apart(self._circuit.following[fluent])
            self._classes[fluent] = [self._idle_first(fluent, role, found) for role, found in enumerate(classes)]
        return self._classes[fluent]

    def _tell_apart(self, literal: Literal) -> list[list[int]]:
        found = [[full] if full else [] for full in self._full]
        for number in bits(self._asked[literal >> 1]):
            role, mask = self._questions[number]
            found[role] = [part for old in found[role] for part in (old & mask, old & ~mask) if part]
        return found

    def _idle_first(self, fluent: int, role: int, classes: list[int]) -> list[int]:
        most = max((part.bit_count() for part in classes), default=0)
        largest = [part for part in classes if part.bit_count() == most]
        if len(largest) > 1 and self._record:
            largest = [part for part in largest if _left_alone(self._record, fluent, role, part)] or largest
            needs = [self._needing(fluent, role, part) for part in largest]
            largest = [part for part, need in zip(largest, needs, strict=True) if need == min(needs)]
        idle = largest[0] if len(largest) == 1 else 0
        return [idle, *sorted(part for part in classes if part != idle)]

    def _needing(self, fluent: int, role: int, moves: int) -> int:
        """How many of the moves rest on the fluent to be legal."""
        legal = self._circuit.legal[role]
        return sum(self._supports.fluents(legal[move]) >> fluent & 1 for move in bits(moves))

    @cached_property
    def touched(self) -> list[list[int]]:
        """For each role and each of its moves, the fluents that the move touches, as a mask."""
        found = [[0] * len(moves) for moves in self._circuit.moves]
        for fluent in range(len(self._circuit.fluents)):
            for role, classes in enumerate(self.classes(fluent)):
                for part in classes[1:]:
                    for move in bits(part):
                        found[role][move] |= 1 << fluent
        return found

    def _move_sets(self) -> dict[int, tuple[int, int]]:
        """The nodes that ask only about one role's move, with the role and the moves that make them true."""
        circuit = self._circuit
        found: dict[int, tuple[int, int]] = {}
        node = circuit.first_move
        for role, moves in enumerate(circuit.moves):
            found.update((node + move, (role, 1 << move)) for move in range(len(moves)))
            node += len(moves)
        for node, (left, right) in enumerate(
            zip(circuit.left.tolist(), circuit.right.tolist(), strict=True), start=circuit.first_gate
        ):
            first, second = found.get(left >> 1), found.get(right >> 1)
            if first is not None and second is not None and first[0] == second[0]:
                full = self._full[first[0]]
                masks = [mask ^ full if side & 1 else mask for (_, mask), side in ((first, left), (second, right))]
                found[node] = (first[0], masks[0] & masks[1])
        return found


def _left_alone(record: Record, fluent: int, role: int, moves: int) -> bool:
    """Whether the fluent never changed when the role made one of these moves."""
    for before, after in zip(record.steps, record.steps[1:], strict=False):
        changed = (before.state[fluent] ^ after.state[fluent]) & after.going
        if changed and any(before.made[role][move] & changed for move in bits(moves)):
            return False
    return True
