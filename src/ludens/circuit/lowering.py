"""From a draft to the network that is run: gates with two inputs, in an order in which values die soon."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.draft import Draft, MoveSet
from ludens.circuit.gate_arrays import Numbers, distinct
from ludens.circuit.network import Block, Circuit, Literal
from ludens.circuit.sharing import share_pairs
from ludens.rules.components import components
from ludens.rules.ground_rules import ground_text

NOT_MADE = -2
"""In place of a literal; below zero when inverted, too."""


def lowered(draft: Draft) -> Circuit:
    """The draft as a circuit without dead gates, with common parts of gates shared."""
    pairs, literals = _pairs(draft)
    order = _Order(draft, pairs, literals)
    return order.circuit()


def _pairs(draft: Draft) -> tuple[list[tuple[Literal, Literal]], list[Literal]]:
    """Gates with two inputs, each once, and the literal that every node of the draft becomes."""
    first = draft.first_gate
    asks = [isinstance(gate, MoveSet) for gate in draft.gates]
    sets = {2 * (first + number) + inverse for number in np.flatnonzero(asks).tolist() for inverse in (0, 1)}
    gates = [set(_not_made(draft, gate) if isinstance(gate, MoveSet) else gate) for gate in draft.gates]
    if sets:
        gates = [gate if gate.isdisjoint(sets) else {literal ^ (literal in sets) for literal in gate} for gate in gates]
    own = len(gates)
    share_pairs(gates, first)
    pairs: list[tuple[Literal, Literal]] = []
    known: dict[tuple[Literal, Literal], Literal] = {}
    literals = [*range(0, 2 * first, 2), *[NOT_MADE] * len(gates)]

    def join(left: Literal, right: Literal) -> Literal:
        key = (left, right) if left < right else (right, left)
        found = known.get(key)
        if found is None:
            found = known[key] = 2 * (first + len(pairs))
            pairs.append(key)
        return found

    for gate in range(first, first + own):
        if len(gates[gate - first]) == 2:  # most gates of large networks
            one, other = gates[gate - first]
            left, right = literals[one >> 1] ^ (one & 1), literals[other >> 1] ^ (other & 1)
            if left >= 0 and right >= 0:
                literals[gate] = join(left, right)
                continue
        waiting = [gate]
        while waiting:
            node = waiting[-1]
            parts = sorted([literals[literal >> 1] ^ (literal & 1) for literal in gates[node - first]])
            if parts[0] < 0:
                # What is shared stands behind the gates that read it, and is made when the first of them is.
                waiting += sorted([literal >> 1 for literal in gates[node - first] if literals[literal >> 1] < 0])
                continue
            waiting.pop()
            while len(parts) > 2:
                joined = [join(left, right) for left, right in zip(parts[::2], parts[1::2], strict=False)]
                parts = joined + parts[len(parts) & ~1 :]
            literals[node] = join(*parts) if len(parts) == 2 else parts[0]
    for number in np.flatnonzero(asks).tolist():
        literals[first + number] ^= 1
    return pairs, literals


def _not_made(draft: Draft, gate: MoveSet) -> list[Literal]:
    """The inverted literals of the moves of a set."""
    first = draft.first_move + sum(map(len, draft.moves[: gate.role]))
    mask = gate.mask.to_bytes(gate.mask.bit_length() // 8 + 1, "little")
    moves = np.flatnonzero(np.unpackbits(np.frombuffer(mask, dtype=np.uint8), bitorder="little"))
    return [2 * (first + move) + 1 for move in moves.tolist()]


@dataclass
class _Order:
    """Puts gates depth first: those of a loop together, those for the position before those for the moves.

    Of those for the position, the ones that only goals rest on are the last.
    """

    draft: Draft
    pairs: list[tuple[Literal, Literal]]
    literals: list[Literal]

    def circuit(self) -> Circuit:
        groups = self._groups()
        looking, goals, after_moves = (list(map(self._new, each)) for each in self._outputs())
        shared = (2 * np.flatnonzero(self._reached(goals) & self._reached(after_moves))).tolist()
        placed = bytearray(len(self.draft.feeds) + len(self.pairs))
        blocks: list[Block] = []
        order: list[int] = []
        used: list[int] = []
        state_blocks = 0
        for outputs in ([*looking, *shared], goals, after_moves):
            if outputs is after_moves:
                state_blocks = len(blocks)
            if self.draft.feeds:
                self._place(self._depth_first(groups, outputs, placed), order, blocks, used)
            elif gates := self._gates_depth_first(outputs, placed):
                blocks.append(Block(len(order), len(order) + len(gates)))
                order += gates
        return self._renumbered(order, blocks, used, state_blocks, self.draft.first_gate)

    def _outputs(self) -> tuple[list[Literal], list[Literal], Sequence[Literal]]:
        """What is asked of every position, what only of those whose goals somebody wants, and what follows."""
        draft = self.draft
        looking = [draft.terminal, *(literal for literals in draft.legal for literal in literals)]
        return looking, [literal for values in draft.goals for _, literal in values], draft.following

    def _reached(self, outputs: Sequence[Literal]) -> NDArray[np.bool_]:
        """For each node whether it is a gate or variable that some outputs rest on."""
        base, first = self.draft.first_variable, self.draft.first_gate
        feeds = np.array(list(map(self._new, self.draft.feeds)), dtype=np.int64) >> 1
        found = np.zeros(first + len(self.pairs), dtype=np.bool_)
        fresh = np.array(outputs, dtype=np.int64) >> 1
        while len(fresh := distinct(fresh[(fresh >= base) & ~found[fresh]])):
            found[fresh] = True
            loops = fresh[fresh < first] - base
            fresh = np.concatenate((self._inputs[fresh[fresh >= first] - first].ravel() >> 1, feeds[loops]))
        return found

    @cached_property
    def _inputs(self) -> Numbers:
        return np.array(self.pairs, dtype=np.int64).reshape(-1, 2)

    def _new(self, literal: Literal) -> Literal:
        return self.literals[literal >> 1] ^ (literal & 1)

    @cached_property
    def needed(self) -> list[list[int]]:
        """The gates and variables that each variable or gate reads."""
        draft, base = self.draft, self.draft.first_variable
        feeds = [[node] if (node := self._new(feed) >> 1) >= base else [] for feed in draft.feeds]
        return feeds + [[literal >> 1 for literal in pair if literal >> 1 >= base] for pair in self.pairs]

    def _groups(self) -> dict[int, tuple[int, ...]]:
        """For each node that is part of a cycle, all nodes of its component, gates in order."""
        if not self.draft.feeds:
            return {}
        base = self.draft.first_variable
        graph = [[other - base for other in needed] for needed in self.needed]
        groups = {}
        for component in components(graph):
            nodes = tuple(sorted(number + base for number in component))
            if len(nodes) > 1 or nodes[0] < self.draft.first_gate:
                groups.update(dict.fromkeys(nodes, nodes))
        return groups

    def _depth_first(
        self, groups: dict[int, tuple[int, ...]], outputs: Sequence[Literal], placed: bytearray
    ) -> Iterator[tuple[int, ...]]:
        """The gates and groups that outputs rest on and that are not placed yet, each after what it needs."""
        base, needed = self.draft.first_variable, self.needed
        waiting: list[int] = []
        for output in outputs:
            waiting.append(output >> 1)
            while waiting:
                node = waiting.pop()
                if node < 0:  # all that it needs has been placed
                    yield groups.get(~node, (~node,))
                elif node >= base and not placed[node - base]:
                    waiting.append(~node)
                    if node not in groups:
                        placed[node - base] = True
                        waiting += needed[node - base]
                        continue
                    for member in groups[node]:
                        placed[member - base] = True
                    waiting += sorted({other for member in groups[node] for other in needed[member - base]})

    def _gates_depth_first(self, outputs: Sequence[Literal], placed: bytearray) -> list[int]:
        """The same in a draft without loops, where all groups are gates."""
        first, pairs = self.draft.first_gate, self.pairs
        found: list[int] = []
        waiting: list[int] = []
        for output in outputs:
            waiting.append(output >> 1)
            while waiting:
                node = waiting.pop()
                if node < 0:
                    found.append(~node)
                elif node >= first and not placed[node - first]:
                    placed[node - first] = True
                    left, right = pairs[node - first]
                    waiting += (~node, left >> 1, right >> 1)
        return found

    def _place(self, groups: Iterable[tuple[int, ...]], order: list[int], blocks: list[Block], used: list[int]) -> None:
        """Makes blocks of groups: one for each loop, and one for all gates between two loops."""
        first_gate, feeds = self.draft.first_gate, self.draft.feeds
        start = len(order)
        for group in groups:
            if len(group) == 1 and group[0] >= first_gate:
                order.append(group[0])
                continue
            if len(order) > start:
                blocks.append(Block(start, len(order)))
            variables = [node for node in group if node < first_gate]
            start = len(order)
            order += [node for node in group if node >= first_gate]
            used += variables
            loops = tuple((node, self._new(feeds[node - self.draft.first_variable])) for node in variables)
            blocks.append(Block(start, len(order), loops))
            start = len(order)
        if len(order) > start:
            blocks.append(Block(start, len(order)))

    def _renumbered(
        self, order: list[int], blocks: list[Block], used: list[int], state_blocks: int, first: int
    ) -> Circuit:
        draft = self.draft
        base = draft.first_variable
        nodes = dict(zip(used, range(base, base + len(used)), strict=True))
        nodes.update((node, base + len(used) + number) for number, node in enumerate(order))
        numbers = np.arange(first + len(self.pairs), dtype=np.int32)
        numbers[list(nodes.keys())] = list(nodes.values())
        inputs = self._inputs[np.array(order, dtype=np.int64) - first].astype(np.int32)
        inputs = np.sort(2 * numbers[inputs >> 1] + (inputs & 1), axis=1)

        def renumber(literal: Literal) -> Literal:
            return 2 * int(numbers[literal >> 1]) + (literal & 1)

        def final(literal: Literal) -> Literal:
            return renumber(self._new(literal))

        return Circuit(
            roles=tuple(map(ground_text, draft.roles)),
            fluents=draft.fluents,
            moves=draft.moves,
            initial=np.array(draft.initial, dtype=np.bool_),
            variables=len(used),
            left=np.ascontiguousarray(inputs[:, 0]),
            right=np.ascontiguousarray(inputs[:, 1]),
            blocks=tuple(
                Block(b.first, b.last, tuple((nodes[node], renumber(literal)) for node, literal in b.loops))
                for b in blocks
            ),
            state_blocks=state_blocks,
            terminal=final(draft.terminal),
            legal=tuple(tuple(map(final, literals)) for literals in draft.legal),
            goals=tuple(tuple((value, final(literal)) for value, literal in values) for values in draft.goals),
            following=tuple(map(final, draft.following)),
            always=draft.always,
            copies=draft.copies,
        )
