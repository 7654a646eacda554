"""From a draft to the network that is run: gates with two inputs, in an order in which values die soon."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.circuit.draft import Draft, MoveSet
from ludens.circuit.network import Block, Circuit, Literal
from ludens.circuit.sharing import share_pairs
from ludens.rules.components import components
from ludens.rules.ground_rules import ground_text


def lowered(draft: Draft) -> Circuit:
    """The draft as a circuit without dead gates, with common parts of gates shared."""
    pairs, literals = _pairs(draft)
    order = _Order(draft, pairs, literals)
    return order.circuit()


def _pairs(draft: Draft) -> tuple[list[tuple[Literal, Literal]], list[Literal]]:
    """Gates with two inputs, each once, and the literal that every node of the draft becomes."""
    first = draft.first_gate
    gates = [set(_not_made(draft, gate) if isinstance(gate, MoveSet) else gate) for gate in draft.gates]
    asks = [isinstance(gate, MoveSet) for gate in draft.gates]
    gates = [{literal ^ _is_set(literal, first, asks) for literal in gate} for gate in gates]
    share_pairs(gates, first)
    pairs: list[tuple[Literal, Literal]] = []
    known: dict[tuple[Literal, Literal], Literal] = {}
    literals = [*range(0, 2 * first, 2), *[0] * len(gates)]

    def join(left: Literal, right: Literal) -> Literal:
        key = (left, right) if left < right else (right, left)
        found = known.get(key)
        if found is None:
            found = known[key] = 2 * (first + len(pairs))
            pairs.append(key)
        return found

    for number in _in_order(gates, first):
        parts = sorted(literals[literal >> 1] ^ (literal & 1) for literal in gates[number])
        while len(parts) > 1:
            joined = [join(left, right) for left, right in zip(parts[::2], parts[1::2], strict=False)]
            parts = joined + parts[len(parts) & ~1 :]
        literals[first + number] = parts[0]
    for number, inverted_set in enumerate(asks):
        literals[first + number] ^= inverted_set
    return pairs, literals


def _is_set(literal: Literal, first_gate: int, asks: list[bool]) -> bool:
    """Whether the literal's gate is a set of moves, which becomes the inverse of "none of them is made"."""
    number = (literal >> 1) - first_gate
    return 0 <= number < len(asks) and asks[number]


def _in_order(gates: list[set[Literal]], first_gate: int) -> list[int]:
    """The numbers of all gates, each after those it reads."""
    order: list[int] = []
    seen = [False] * len(gates)
    for root in range(len(gates)):
        work = [(root, False)]
        while work:
            number, done = work.pop()
            if done:
                order.append(number)
            elif not seen[number]:
                seen[number] = True
                work.append((number, True))
                needed = sorted((literal >> 1) - first_gate for literal in gates[number])
                work += [(other, False) for other in needed if other >= 0]
    return order


def _not_made(draft: Draft, gate: MoveSet) -> list[Literal]:
    """The inverted literals of the moves of a set."""
    first = draft.first_move + sum(map(len, draft.moves[: gate.role]))
    mask = gate.mask.to_bytes(gate.mask.bit_length() // 8 + 1, "little")
    moves = np.flatnonzero(np.unpackbits(np.frombuffer(mask, dtype=np.uint8), bitorder="little"))
    return [2 * (first + move) + 1 for move in moves.tolist()]


@dataclass(slots=True)
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
        placed: set[int] = set()
        blocks: list[Block] = []
        order: list[int] = []
        used: list[int] = []
        state_blocks = 0
        shared = [2 * node for node in sorted(self._reached(goals) & self._reached(after_moves))]
        for outputs in ([*looking, *shared], goals, after_moves):
            first_block = len(blocks)
            if outputs is after_moves:
                state_blocks = first_block
            for group in self._depth_first(groups, outputs, placed):
                self._place(group, order, blocks, used, new_part=len(blocks) == first_block)
        return self._renumbered(order, blocks, used, state_blocks, self.draft.first_gate)

    def _outputs(self) -> tuple[list[Literal], list[Literal], Sequence[Literal]]:
        """What is asked of every position, what only of those whose goals somebody wants, and what follows."""
        draft = self.draft
        looking = [draft.terminal, *(literal for literals in draft.legal for literal in literals)]
        return looking, [literal for values in draft.goals for _, literal in values], draft.following

    def _reached(self, outputs: Sequence[Literal]) -> set[int]:
        """The gates and variables that some outputs rest on."""
        base = self.draft.first_variable
        found: set[int] = set()
        waiting = [literal >> 1 for literal in outputs if literal >> 1 >= base]
        while waiting:
            node = waiting.pop()
            if node not in found:
                found.add(node)
                waiting += self._needs(node)
        return found

    def _new(self, literal: Literal) -> Literal:
        return self.literals[literal >> 1] ^ (literal & 1)

    def _needs(self, node: int) -> tuple[int, ...]:
        """The gates and variables that a gate or variable reads."""
        draft = self.draft
        if node >= draft.first_gate:
            found = self.pairs[node - draft.first_gate]
            return tuple(literal >> 1 for literal in found if literal >> 1 >= draft.first_variable)
        feed = self._new(draft.feeds[node - draft.first_variable]) >> 1
        return (feed,) if feed >= draft.first_variable else ()

    def _groups(self) -> dict[int, tuple[int, ...]]:
        """For each node that is part of a cycle, all nodes of its component, gates in order."""
        if not self.draft.feeds:
            return {}
        base = self.draft.first_variable
        graph = [
            [other - base for other in self._needs(node)]
            for node in range(base, self.draft.first_gate + len(self.pairs))
        ]
        groups = {}
        for component in components(graph):
            nodes = tuple(sorted(number + base for number in component))
            if len(nodes) > 1 or nodes[0] < self.draft.first_gate:
                groups.update(dict.fromkeys(nodes, nodes))
        return groups

    def _depth_first(
        self, groups: dict[int, tuple[int, ...]], outputs: Sequence[Literal], placed: set[int]
    ) -> list[tuple[int, ...]]:
        found: list[tuple[int, ...]] = []
        base = self.draft.first_variable
        for output in outputs:
            work = [(output >> 1, False)]
            while work:
                node, done = work.pop()
                if node < base or (node in placed and not done):
                    continue
                group = groups.get(node, (node,))
                if done:
                    found.append(group)
                    continue
                placed.update(group)
                work.append((node, True))
                needed = {other for member in group for other in self._needs(member)} if len(group) > 1 else None
                work += [(other, False) for other in (sorted(needed) if needed else self._needs(node))]
        return found

    def _place(
        self, group: tuple[int, ...], order: list[int], blocks: list[Block], used: list[int], new_part: bool
    ) -> None:
        first_gate = self.draft.first_gate
        variables = [node for node in group if node < first_gate]
        start = len(order)
        order += [node for node in group if node >= first_gate]
        used += variables
        if variables:
            feeds = self.draft.feeds
            loops = tuple((node, self._new(feeds[node - self.draft.first_variable])) for node in variables)
            blocks.append(Block(start, len(order), loops))
        elif blocks and not blocks[-1].loops and not new_part:
            blocks[-1] = Block(blocks[-1].first, len(order))
        else:
            blocks.append(Block(start, len(order)))

    def _renumbered(
        self, order: list[int], blocks: list[Block], used: list[int], state_blocks: int, first: int
    ) -> Circuit:
        draft = self.draft
        base = draft.first_variable
        nodes = dict(zip(used, range(base, base + len(used)), strict=True))
        nodes.update((node, base + len(used) + number) for number, node in enumerate(order))

        def renumber(literal: Literal) -> Literal:
            node = literal >> 1
            return 2 * nodes[node] + (literal & 1) if node >= base else literal

        def final(literal: Literal) -> Literal:
            return renumber(self._new(literal))

        inputs = [sorted(map(renumber, self.pairs[node - first])) for node in order]
        return Circuit(
            roles=tuple(map(ground_text, draft.roles)),
            fluents=draft.fluents,
            moves=draft.moves,
            initial=np.array(draft.initial, dtype=np.bool_),
            variables=len(used),
            left=np.array([left for left, _ in inputs], dtype=np.int32),
            right=np.array([right for _, right in inputs], dtype=np.int32),
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
