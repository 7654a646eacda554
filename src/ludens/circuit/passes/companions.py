"""Gates that are only ever used together: they become one gate, and what they have in common is written once.

Rules often count by naming numbers, ``(count ?cell ?white ?black)``, and then only ask which of two is larger. Both
``u ∧ a`` and ``v ∧ a`` lead to the same answer, ``u ∧ b`` and ``v ∧ b`` to another: so ``u`` and ``v`` need not be told
apart, and ``u ∨ v`` can stand for both. Found from the outputs back to the inputs, this is the merging of states that
makes a finite automaton minimal (Hopcroft 1971), on the automaton that such rules unroll.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from dataclasses import replace

from ludens.circuit.draft import Draft, Gates, MoveSet, live_gates, rebuilt
from ludens.circuit.network import FALSE, TRUE, Literal
from ludens.circuit.passes.companion_estimate import BOTH, INVERTED, PLAIN, saved_by_merging
from ludens.circuit.passes.factoring import disjunction_of_cubes

WORTHWHILE = 0.95
"""The part of a network's size that must not be exceeded."""

FEW_LITERALS = 5_000
"""In larger networks merging is tried only if the estimate of what it saves is one literal in ``PROMISING``."""

PROMISING = 100


def with_companions_merged(draft: Draft) -> Draft:
    """The network with one gate for all that are used by the same gates in the same way, or as it was.

    A little is not worth it: what has been merged has less in common with other gates.
    """
    if draft.literals > FEW_LITERALS and saved_by_merging(draft) * PROMISING < draft.literals:
        return draft
    merging = _Merging(draft)
    merged = rebuilt(merging.draft()) if merging.found else draft
    return merged if merged.size < WORTHWHILE * draft.size else draft


class _Merging:
    """Goes through the gates from the outputs back, level by level: all users of a gate come before it.

    ``_made`` holds the new gates, whose inputs are nodes of the draft or new gates themselves; ``_values`` what has
    been made of each live gate of the draft. ``_users`` holds the new gates, or outputs, that read each node of the
    draft. ``found`` tells whether there were any to be merged.
    """

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self._nodes = draft.first_gate + len(draft.gates)
        self._made = Gates(self._nodes - 1, [], 0)
        self._values: dict[int, Literal] = {}
        self._users: list[list[int]] = [[] for _ in range(self._nodes)]
        self._signs = [0] * self._nodes
        self.found = False
        for number, literal in enumerate((*draft.outputs(), *draft.feeds)):
            self._read(literal, -1 - number)
        for nodes in reversed(self._levels()):
            self._merge(nodes)

    def draft(self) -> Draft:
        """What has been made, as a network."""
        old = self._draft
        gates = Gates(len(old.fluents), list(map(len, old.moves)), len(old.feeds))
        new = self._emitted(gates)
        return replace(
            old,
            terminal=new(old.terminal),
            legal=tuple(tuple(map(new, literals)) for literals in old.legal),
            goals=tuple(tuple((value, new(literal)) for value, literal in values) for values in old.goals),
            following=tuple(map(new, old.following)),
            feeds=tuple(map(new, old.feeds)),
            gates=tuple(gates.gates),
        )

    def _levels(self) -> list[list[int]]:
        """The nodes of live gates by the length of the longest way to an input; sets of moves are inputs too."""
        draft = self._draft
        depth = [0] * self._nodes
        found: defaultdict[int, list[int]] = defaultdict(list)
        for node, (gate, alive) in enumerate(zip(draft.gates, live_gates(draft), strict=True), start=draft.first_gate):
            if alive and not isinstance(gate, MoveSet):
                depth[node] = 1 + max(depth[literal >> 1] for literal in gate)
                found[depth[node]].append(node)
        return [found[level] for level in sorted(found)]

    def _read(self, literal: Literal, user: int) -> None:
        self._users[literal >> 1].append(user)
        self._signs[literal >> 1] |= INVERTED if literal & 1 else PLAIN

    def _merge(self, nodes: Sequence[int]) -> None:
        """Joins the gates of a level that the same users read in the same way, and notes what the new gates read."""
        groups: defaultdict[tuple[int, ...], list[int]] = defaultdict(list)
        for node in nodes:
            sign = self._signs[node]
            groups[(sign, node) if sign == BOTH else (sign, *self._users[node])].append(node)
        self.found |= len(groups) < len(nodes)
        for (sign, *_), members in groups.items():
            before = len(self._made.gates)
            # Beside the first of them, which is all of them, the others say nothing.
            self._values.update(dict.fromkeys(members, FALSE if sign == INVERTED else TRUE))
            self._values[members[0]] = value = self._joined(members, sign)
            for number, gate in enumerate(self._made.gates[before:], start=self._nodes + before):
                for literal in gate:
                    if literal >> 1 < self._nodes:
                        self._read(literal, number)
            if value >> 1 < self._nodes:
                self._pass_on(members[0], value)

    def _joined(self, members: Sequence[int], sign: int) -> Literal:
        gates = [self._draft.gates[node - self._draft.first_gate] for node in members]
        if len(gates) == 1:
            return self._made.of_sorted(gates[0])
        if sign == INVERTED:
            return disjunction_of_cubes(self._made, map(frozenset, gates))
        return self._made.conjunction({literal for gate in gates for literal in gate})

    def _pass_on(self, node: int, value: Literal) -> None:
        """A gate that turned out to be another node: whoever reads the one reads the other."""
        for user in tuple(self._users[node]):
            for sign in (PLAIN, INVERTED):
                if self._signs[node] & sign:
                    self._read(value ^ (sign == INVERTED), user)

    def _emitted(self, gates: Gates) -> Callable[[Literal], Literal]:
        """Makes all that outputs need; returns what gives the literal there of one of the draft."""
        draft, made = self._draft, self._made.gates
        found: dict[int, Literal] = {node: 2 * node for node in range(draft.first_gate)}
        for role, moves in enumerate(draft.moves):
            first = draft.first_move + sum(map(len, draft.moves[:role]))
            found.update((first + move, gates.move(role, move)) for move in range(len(moves)))

        waiting = [literal >> 1 for literal in (*draft.outputs(), *draft.feeds)]
        while waiting:
            node = waiting[-1]
            if node in found:
                waiting.pop()
                continue
            if node >= self._nodes:
                gate = made[node - self._nodes]
                missing = [literal >> 1 for literal in gate if literal >> 1 not in found]
                if missing:
                    waiting += missing
                else:
                    found[node] = gates.conjunction([found[literal >> 1] ^ (literal & 1) for literal in gate])
                continue
            old = draft.gates[node - draft.first_gate]
            value = self._values.get(node, FALSE)
            if isinstance(old, MoveSet):
                found[node] = gates.move_set(old.role, old.mask)
            elif value >> 1 in found:
                found[node] = found[value >> 1] ^ (value & 1)
            else:
                waiting.append(value >> 1)
        return lambda literal: found[literal >> 1] ^ (literal & 1)
