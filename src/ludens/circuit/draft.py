"""A network under construction: gates that join any number of literals, and gates that ask which move a role makes.

Nodes and literals are numbered as in ``network``: the constant, fluents, moves, loop variables, gates. Every role
makes exactly one move, so a question about a role's move alone is a set of moves, and every such set is one literal
however it is written: the union, intersection and complement of sets are sets.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from ludens.circuit.network import FALSE, TRUE, Literal
from ludens.rules.ground_rules import Ground


class MoveSet(NamedTuple):
    """True when the role's move is one of those whose bits are set."""

    role: int
    mask: int


FEW_MOVES = 4_096
"""Sets of moves of roles with more are not kept: a bit a move, for every move, is too much memory."""

Gate = tuple[Literal, ...] | MoveSet
"""All of these literals, ascending, or one of these moves."""


@dataclass(frozen=True)
class Draft:
    """A game as a network of such gates, each after those it reads; ``feeds`` has a literal for each loop variable.

    ``always`` holds the fluents that were found to be true in every position, and ``copies`` those that were found
    to equal another one, or its inverse, as literals.
    """

    roles: tuple[Ground, ...]
    fluents: tuple[Ground, ...]
    moves: tuple[tuple[Ground, ...], ...]
    initial: tuple[bool, ...]
    gates: tuple[Gate, ...]
    feeds: tuple[Literal, ...]
    terminal: Literal
    legal: tuple[tuple[Literal, ...], ...]
    goals: tuple[tuple[tuple[int, Literal], ...], ...]
    following: tuple[Literal, ...]
    always: tuple[Ground, ...] = ()
    copies: tuple[tuple[Ground, Literal], ...] = ()

    @cached_property
    def first_move(self) -> int:
        return 1 + len(self.fluents)

    @cached_property
    def first_variable(self) -> int:
        return self.first_move + sum(map(len, self.moves))

    @cached_property
    def first_gate(self) -> int:
        return self.first_variable + len(self.feeds)

    @cached_property
    def size(self) -> int:
        """The number of gates with two inputs that these come to if none shares a part with another."""
        return sum(map(self._size, self.gates))

    @cached_property
    def literals(self) -> int:
        """The number of literals that gates read; a set of moves counts as one."""
        return sum(1 if isinstance(gate, MoveSet) else len(gate) for gate in self.gates)

    def gate_size(self, number: int) -> int:
        """The number of gates with two inputs that one gate comes to."""
        return self._size(self.gates[number])

    def _size(self, gate: Gate) -> int:
        if isinstance(gate, MoveSet):
            chosen = gate.mask.bit_count()
            return min(chosen, len(self.moves[gate.role]) - chosen) - 1
        return len(gate) - 1

    def outputs(self) -> Iterator[Literal]:
        """What is asked of the network, position first; not what feeds the loops."""
        yield self.terminal
        for literals in self.legal:
            yield from literals
        for values in self.goals:
            yield from (literal for _, literal in values)
        yield from self.following


class Gates:
    """Makes gates, each once; constants, repetitions and contradictions never become gates."""

    def __init__(self, fluents: int, moves: Sequence[int], variables: int) -> None:
        self.gates: list[Gate] = []
        # Apart from each other: as tuples, a set of moves can equal a conjunction of two literals.
        self._conjunctions: dict[tuple[Literal, ...], Literal] = {}
        self._move_sets: dict[MoveSet, Literal] = {}
        self._full = [(1 << count) - 1 for count in moves]
        self._first_moves = [1 + fluents + sum(moves[:role]) for role in range(len(moves))]
        self._first_gate = 1 + fluents + sum(moves) + variables
        self._asking = set(range(2 * (1 + fluents), 2 * (1 + fluents + sum(moves))))
        self._sets: dict[int, MoveSet] = {}
        self._asked: dict[Literal, MoveSet] = {}

    def gate(self, literal: Literal) -> Gate | None:
        """The gate that the literal, inverted or not, is the output of."""
        number = (literal >> 1) - self._first_gate
        return self.gates[number] if number >= 0 else None

    def moves_of(self, literal: Literal) -> MoveSet | None:
        """The moves that make the literal true, if it asks only about one role's move."""
        known = self._asked.get(literal)
        if known is not None or literal not in self._asking:
            return known
        found = self._sets.get(literal >> 1)
        if found is None:
            role = bisect_right(self._first_moves, literal >> 1) - 1
            found = MoveSet(role, 1 << ((literal >> 1) - self._first_moves[role]))
        if literal & 1:
            found = MoveSet(found.role, self._full[found.role] ^ found.mask)
        if self._full[found.role].bit_length() <= FEW_MOVES:
            self._asked[literal] = found
        return found

    def asking(self, literals: Set[Literal]) -> Set[Literal]:
        """Those of some literals that ask only about one role's move."""
        return literals & self._asking

    def move_sets(self) -> list[int]:
        """The nodes of sets of moves, beside the moves themselves."""
        return list(self._sets)

    def move(self, role: int, number: int) -> Literal:
        """Whether the role makes this move: what ``move_set`` gives, without a mask as long as there are moves."""
        if self._full[role].bit_length() <= 2:
            return self.move_set(role, 1 << number)
        return 2 * (self._first_moves[role] + number)

    def move_set(self, role: int, mask: int) -> Literal:
        """Whether the role's move is one of these."""
        full = self._full[role]
        if mask in (0, full):
            return TRUE if mask else FALSE
        others = full ^ mask
        if (mask.bit_count(), mask) > (others.bit_count(), others):
            return self.move_set(role, others) ^ 1
        if not mask & (mask - 1):
            return 2 * (self._first_moves[role] + mask.bit_length() - 1)
        found = MoveSet(role, mask)
        literal = self._move_sets.get(found)
        if literal is None:
            literal = self._move_sets[found] = self._new(found)
            self._sets[literal >> 1] = found
            self._asking.update((literal, literal ^ 1))
        return literal

    def conjunction(self, literals: Iterable[Literal]) -> Literal:
        """Whether all of these are true."""
        cube = self.cube(set(literals))
        return FALSE if cube is None else self.of_cube(cube)

    def of_cube(self, cube: Collection[Literal]) -> Literal:
        """Whether all literals of a cube, or of a part of one, are true."""
        return self.of_sorted(sorted(cube))

    def of_sorted(self, cube: Sequence[Literal]) -> Literal:
        """The same as ``of_cube``, given the literals in ascending order."""
        if len(cube) < 2:
            return cube[0] if cube else TRUE
        gate = tuple(cube)
        literal = self._conjunctions.get(gate)
        if literal is None:
            literal = self._conjunctions[gate] = self._new(gate)
        return literal

    def disjunction(self, literals: Iterable[Literal]) -> Literal:
        """Whether any of these is true."""
        return self.conjunction(literal ^ 1 for literal in literals) ^ 1

    def cube(self, literals: set[Literal]) -> frozenset[Literal] | None:
        """The literals with at most one question about each role's move, or ``None`` when they cannot all be true."""
        literals.discard(TRUE)
        if FALSE in literals:
            return None
        if len(literals) > 1:
            asking = literals & self._asking
            if len(asking) > 1:
                literals = self._with_sets_met(literals, asking)
                if FALSE in literals:
                    return None
            for literal in literals:
                if literal ^ 1 in literals:
                    return None
        return frozenset(literals)

    def _with_sets_met(self, literals: set[Literal], asking: Set[Literal]) -> set[Literal]:
        """The literals with one question, the intersection, for each role."""
        masks: dict[int, int] = {}
        for literal in asking:
            found = self.moves_of(literal)
            assert found is not None
            role, mask = found
            masks[role] = masks.get(role, mask) & mask
        return literals.difference(asking).union(self.move_set(role, mask) for role, mask in masks.items())

    def _new(self, gate: Gate) -> Literal:
        self.gates.append(gate)
        return 2 * (self._first_gate + len(self.gates) - 1)


Rewrite = Callable[[Gates, tuple[Literal, ...]], Literal]
"""Makes something equal to the conjunction of some literals."""


def rebuilt(draft: Draft, rewrite: Rewrite = Gates.conjunction) -> Draft:
    """The same network without dead gates, each gate made again from its inputs by ``rewrite``."""
    return Rebuilding(draft, {}, rewrite).draft()


NumberedRewrite = Callable[[Gates, int, tuple[Literal, ...]], Literal]
"""The same, given the number of the gate as well."""


def rewritten(draft: Draft, rewrite: NumberedRewrite) -> Draft:
    """The network with each live gate made again from its inputs, by a pass that has looked at all gates before."""
    numbers = iter([n for n, live in enumerate(live_gates(draft)) if live and not isinstance(draft.gates[n], MoveSet)])
    return rebuilt(draft, lambda gates, literals: rewrite(gates, next(numbers), literals))


def substituted(draft: Draft, values: dict[int, Literal], rewrite: Rewrite = Gates.conjunction) -> Draft:
    """The network without some fluents, moves or variables, by node, and with literals in their place.

    A fluent may become a constant or a literal of a fluent that stays; a move only false, a variable only a constant.
    """
    return Rebuilding(draft, values, rewrite).draft()


Restricted = tuple[list[Literal], list[MoveSet]]
"""Other literals and sets of moves whose conjunction can stand for that of some literals of the old network."""


def restricted(draft: Draft, gates: Mapping[Gate, Restricted]) -> Draft:
    """The network with each of these gates made from what is said of it."""
    return Rebuilding(draft, {}, Gates.conjunction, gates).draft()


class Rebuilding:
    """One walk over a draft that makes its gates again; ``literals`` has the new literal of every old node."""

    def __init__(
        self,
        draft: Draft,
        values: dict[int, Literal],
        rewrite: Rewrite = Gates.conjunction,
        restrict: Mapping[Gate, Restricted] | None = None,
    ) -> None:
        self._old = draft
        self._values = values
        self._kept = [node for node in range(1, draft.first_gate) if node not in values]
        self._literals = self._input_literals()
        self._fluents = [node for node in self._kept if node < draft.first_move]
        self._moves, first = [], draft.first_move
        for moves in draft.moves:
            self._moves.append([move for move in range(len(moves)) if first + move not in values])
            first += len(moves)
        self._feeds = [node - draft.first_variable for node in self._kept if node >= draft.first_variable]
        self._gates = Gates(len(self._fluents), list(map(len, self._moves)), len(self._feeds))
        self._set_move_literals()
        literals = self._literals
        for gate, wanted in zip(draft.gates, live_gates(draft), strict=True):
            if not wanted:
                self._literals.append(FALSE)
            elif isinstance(gate, MoveSet):
                self._literals.append(self._gates.move_set(gate.role, self._mask(gate)))
            elif not restrict or gate not in restrict:
                self._literals.append(rewrite(self._gates, tuple([literals[old >> 1] ^ (old & 1) for old in gate])))
            else:
                others, sets = restrict[gate]
                asked = [self._gates.move_set(found.role, self._mask(found)) for found in sets]
                self._literals.append(rewrite(self._gates, (*map(self.new, others), *asked)))

    def draft(self) -> Draft:
        old, new = self._old, self.new
        return replace(
            old,
            fluents=tuple(old.fluents[node - 1] for node in self._fluents),
            moves=tuple(
                tuple(moves[move] for move in kept) for moves, kept in zip(old.moves, self._moves, strict=True)
            ),
            initial=tuple(old.initial[node - 1] for node in self._fluents),
            gates=tuple(self._gates.gates),
            feeds=tuple(new(old.feeds[number]) for number in self._feeds),
            terminal=new(old.terminal),
            legal=tuple(
                tuple(new(literals[move]) for move in kept)
                for literals, kept in zip(old.legal, self._moves, strict=True)
            ),
            goals=tuple(
                tuple((value, new(literal)) for value, literal in values if new(literal) != FALSE)
                for values in old.goals
            ),
            following=tuple(new(old.following[node - 1]) for node in self._fluents),
            always=(*old.always, *self._always()),
            copies=(*self._old_copies(), *self._copies()),
        )

    def new(self, literal: Literal) -> Literal:
        """The new literal of an old one."""
        return self._literals[literal >> 1] ^ (literal & 1)

    def _input_literals(self) -> list[Literal]:
        literals = [FALSE] * self._old.first_gate
        for number, node in enumerate(self._kept, start=1):
            literals[node] = 2 * number
        for node, value in self._values.items():
            literals[node] = literals[value >> 1] ^ (value & 1)
        return literals

    def _set_move_literals(self) -> None:
        first = self._old.first_move
        for role, kept in enumerate(self._moves):
            for number, move in enumerate(kept):
                self._literals[first + move] = self._gates.move(role, number)
            first += len(self._old.moves[role])

    def _mask(self, gate: MoveSet) -> int:
        """The bits of a set after the moves that are gone have been left out."""
        kept = self._moves[gate.role]
        if len(kept) == len(self._old.moves[gate.role]):
            return gate.mask
        return sum(1 << number for number, move in enumerate(kept) if gate.mask >> move & 1)

    def _gone(self) -> Iterator[tuple[Ground, Literal]]:
        for node in sorted(self._values):
            if node < self._old.first_move:
                yield self._old.fluents[node - 1], self.new(2 * node)

    def _always(self) -> list[Ground]:
        changed = [fluent for fluent, literal in self._old.copies if self.new(literal) == TRUE]
        return changed + [fluent for fluent, literal in self._gone() if literal == TRUE]

    def _copies(self) -> list[tuple[Ground, Literal]]:
        return [(fluent, literal) for fluent, literal in self._gone() if literal > TRUE]

    def _old_copies(self) -> list[tuple[Ground, Literal]]:
        renamed = [(fluent, self.new(literal)) for fluent, literal in self._old.copies]
        return [(fluent, literal) for fluent, literal in renamed if literal > TRUE]


def live_gates(draft: Draft) -> list[bool]:
    """Whether each gate leads to an output."""
    first, first_variable = draft.first_gate, draft.first_variable
    alive = [False] * (first + len(draft.gates))
    waiting = [literal >> 1 for literal in draft.outputs()]
    while waiting:
        node = waiting.pop()
        if alive[node]:
            continue
        alive[node] = True
        if node >= first:
            gate = draft.gates[node - first]
            if not isinstance(gate, MoveSet):
                waiting += [literal >> 1 for literal in gate]
        elif node >= first_variable:
            waiting.append(draft.feeds[node - first_variable] >> 1)
    return alive[first:]
