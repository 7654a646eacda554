"""Loops with one variable need no rounds: the least fixpoint of ``v = f(v)`` is ``f(false)``, since ``f`` is monotone.

If ``f(false)`` is false, so is the fixpoint; if it is true, then ``f(true)`` is too. So the gates between the variable
and what feeds it are made twice, first with the variable false; and a variable that its own value does not rest on any
more, because passes found out so, is simply what feeds it. With the other variables of a larger loop as given, this
holds for one of them as well (Bekić 1984), but every one of these may double the loop: those are left.
"""

from __future__ import annotations

from dataclasses import replace

from ludens.circuit.draft import Draft, Gates, MoveSet, substituted
from ludens.circuit.network import FALSE, Literal
from ludens.rules.components import components


def with_loops_unrolled(draft: Draft) -> Draft:
    """The network without the loop variables that are alone in their cycle."""
    if not draft.feeds:
        return draft
    unrolling = _Unrolling(draft)
    if not unrolling.alone:
        return draft
    return substituted(unrolling.draft(), dict.fromkeys(unrolling.alone, FALSE))


class _Unrolling:
    """``alone``: for each variable that is alone in its cycle, the gates of that cycle."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft
        self.alone = self._alone()
        self._gates = Gates(len(draft.fluents), list(map(len, draft.moves)), len(draft.feeds))
        self._values: dict[tuple[int, int], Literal] = {(node, 0): 2 * node for node in range(draft.first_variable)}
        first = draft.first_move
        for role, moves in enumerate(draft.moves):
            self._values.update(((first + move, 0), self._gates.move(role, move)) for move in range(len(moves)))
            first += len(moves)

    def draft(self) -> Draft:
        """The network with the same variables, of which those that are alone are no longer read."""
        old, new = self._draft, self._new
        feeds = [
            FALSE if node in self.alone else new(literal)
            for node, literal in enumerate(old.feeds, start=old.first_variable)
        ]
        return replace(
            old,
            terminal=new(old.terminal),
            legal=tuple(tuple(map(new, literals)) for literals in old.legal),
            goals=tuple(tuple((value, new(literal)) for value, literal in values) for values in old.goals),
            following=tuple(map(new, old.following)),
            feeds=tuple(feeds),
            gates=tuple(self._gates.gates),
        )

    def _alone(self) -> dict[int, frozenset[int]]:
        draft, base = self._draft, self._draft.first_variable
        graph = [[feed >> 1] if feed >> 1 >= base else [] for feed in draft.feeds]
        for gate in draft.gates:
            plain = () if isinstance(gate, MoveSet) else gate
            graph.append([literal >> 1 for literal in plain if literal >> 1 >= base])
        cycles = components([[node - base for node in needed] for needed in graph])
        found: dict[int, frozenset[int]] = {}
        for cycle in cycles:
            variables = [base + place for place in cycle if place < len(draft.feeds)]
            if len(variables) == 1:
                found[variables[0]] = frozenset(base + place for place in cycle) - {variables[0]}
        return found

    def _new(self, literal: Literal) -> Literal:
        """What a literal becomes. ``(node, variable)`` is a node while that variable is false, 0 for none of them."""
        values = self._values
        waiting = [(literal >> 1, 0)]
        while waiting:
            key = waiting[-1]
            needed = [] if key in values else self._needed(*key)
            missing = [each for each, _ in needed if each not in values]
            waiting += missing
            if not missing:
                if key not in values:
                    values[key] = self._made(key[0], [values[each] ^ sign for each, sign in needed])
                waiting.pop()
        return values[literal >> 1, 0] ^ (literal & 1)

    def _needed(self, node: int, variable: int) -> list[tuple[tuple[int, int], int]]:
        """What a node is made of, with whether it is inverted."""
        draft = self._draft
        if node in self.alone:
            literals: tuple[Literal, ...] = () if node == variable else (draft.feeds[node - draft.first_variable],)
            variable = node
        elif node >= draft.first_gate:
            gate = draft.gates[node - draft.first_gate]
            literals = () if isinstance(gate, MoveSet) else gate
        else:
            literals = ()
        return [((literal >> 1, self._while_false(literal >> 1, variable)), literal & 1) for literal in literals]

    def _while_false(self, node: int, variable: int) -> int:
        """The variable, if the node is one of its cycle; 0 for the others, to which it makes no difference."""
        return variable if variable and (node == variable or node in self.alone[variable]) else 0

    def _made(self, node: int, literals: list[Literal]) -> Literal:
        draft = self._draft
        if node in self.alone:
            return literals[0] if literals else FALSE
        if node < draft.first_gate:
            return 2 * node
        gate = draft.gates[node - draft.first_gate]
        if isinstance(gate, MoveSet):
            return self._gates.move_set(gate.role, gate.mask)
        return self._gates.conjunction(literals)
