"""Where everything lies in the memory of a kernel: one array of planes, in sections."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.growing import growing_blocks
from ludens.circuit.network import Block, Circuit, Literal
from ludens.circuit.taking_turns import turn_literals
from ludens.engine.code.choice import GROUP, Choice, WeightedChoice, padded
from ludens.engine.compiled import TALLY_BITS
from ludens.engine.slots import MANY_GATES, gate_slots

REMAINING_BITS = 24
AGE_BITS = 20
MOST_LEVELS = 32
"""Levels of preferred moves."""

BANKS = 4
"""Places for each level where many moves are looked at: so that one need not wait for what the one before wrote."""

OPERATIONS_TO_KEEP = 3
"""What it takes to keep a fluent of a last position, or to compare a loop variable."""

OPERATIONS_TO_CHOOSE = 10
"""What it takes to choose, by move."""

SMALL_PART, MOST_SWEEPS = 4, 8
"""Growing blocks are evaluated once a step, or so often as takes this part of a step, and no more than so often."""

SHORT_GAME = 8
"""Steps of a game that is short."""

MOST_PLACES, FEW_DIFFER = 192, 8
"""Moves of roles that choose together up to which code is written for each place, and of how many one may differ."""

MANY_MOVES = 48
"""Moves of a role from which on banks are used."""


@dataclass(eq=False)
class Layout:
    """Sections by their first plane, and slots: where the value of a node is kept.

    Slot 0 is false; then come the fluents, the moves of each role in whole groups, the loop variables, the gates. Of
    many gates, several have the same slot.
    The outputs are terminal, the goals of each role, the legal moves of each role in whole groups, and the literals
    that mark moves, each once, as far as they are not fluents.
    ``final`` holds the last positions of games whose goals are still to be looked at, in the lanes of ``pending``.
    ``unsettled``: the lanes in which a loop variable of ``growing`` changed when it was last looked at. ``begun``: the
    lanes whose position does not follow the one before. ``held``: those variables while other positions are looked at.
    """

    circuit: Circuit
    choices: list[Choice] = field(init=False)
    weighted: list[WeightedChoice] = field(init=False)
    slots: NDArray[np.int32] = field(init=False)
    does: list[int] = field(init=False)
    sections: dict[str, int] = field(init=False)
    planes: int = field(init=False)

    def __post_init__(self) -> None:
        circuit = self.circuit
        self.choices = [Choice(len(moves)) for moves in circuit.moves]
        self.weighted = [WeightedChoice(len(moves)) for moves in circuit.moves]
        self.slots = np.zeros(circuit.first_gate + circuit.gates, dtype=np.int32)
        slot = 1 + len(circuit.fluents)
        self.slots[1:slot] = np.arange(1, slot)
        self.does = []
        node = circuit.first_move
        for moves in circuit.moves:
            self.does.append(slot)
            self.slots[node : node + len(moves)] = np.arange(slot, slot + len(moves))
            node, slot = node + len(moves), slot + padded(len(moves))
        self.slots[circuit.first_variable : circuit.first_gate] = np.arange(slot, slot + circuit.variables)
        slot += circuit.variables
        places, count = gate_slots(circuit, self._read_outside())
        self.slots[circuit.first_gate :] = slot + places
        self._place_sections(slot + count)

    @property
    def has_own_slots(self) -> bool:
        """Whether no two gates share a slot, so that their order does not matter beyond what they need."""
        return self.circuit.gates <= MANY_GATES

    def _read_outside(self) -> set[int]:
        """The nodes that something other than a gate reads, or a gate that is evaluated by itself."""
        circuit = self.circuit
        loops = (literal for block in circuit.blocks for _, literal in block.loops)
        found = {literal >> 1 for literal in (*self.outputs, *circuit.following, *loops, *(self.turns or ()))}
        found.update(literal >> 1 for literal in self.places or ())
        for node in self.only_legal:
            found.update(int(side[node - circuit.first_gate]) >> 1 for side in (circuit.left, circuit.right))
        return found

    def _place_sections(self, values: int) -> None:
        circuit = self.circuit
        sizes = {
            "values": values,
            "outputs": len(self.outputs),
            "following": len(circuit.fluents),
            "start": len(circuit.fluents),
            "final": len(circuit.fluents) if self.goals_wait else 0,
            "pending": 1,
            "unsettled": 1,
            "begun": 1,
            "held": len(self.growing_variables) if self.goals_wait else 0,
            "random": 2,
            "allowed": max((padded(len(moves)) for moves in circuit.moves), default=0),
            "present": BANKS * (MOST_LEVELS + 1),
            "taken": (MOST_LEVELS + 1) * len(circuit.roles),
            "undecided": 1,
            "again": 1,
            "features": self.most_features,
            "fresh": self.most_features,
            "waste": 1,
            "active": 1,
            "chosen": len(circuit.roles),
            "none": len(circuit.roles),
            "remaining": REMAINING_BITS,
            "age": AGE_BITS,
            "steps": 1,
            "finished": 1,
            "ended": 1,
            "cut": 1,
            "sums": self.goals,
            "results": self.goals,
            "tally": (1 + self.goals) * TALLY_BITS,
            "played": sum(padded(len(moves)) for moves in circuit.moves),
            "scratch": max((choice.scratch for choice in (*self.choices, *self.weighted)), default=0),
        }
        self.sections, start = {}, 0
        for name, size in sizes.items():
            self.sections[name] = start
            start += size
        self.planes = start

    @cached_property
    def first_goal_block(self) -> int:
        """The blocks from here to those of the moves are needed for goals alone."""
        circuit = self.circuit
        needed = np.zeros(circuit.first_gate + circuit.gates, dtype=np.bool_)
        needed[[literal >> 1 for literal in self.outputs[:1] + self.outputs[1 + self.goals :]]] = True
        needed[[literal >> 1 for literal in circuit.following]] = True
        for block in circuit.blocks[circuit.state_blocks :]:
            for side in (circuit.left, circuit.right):
                needed[side[block.first : block.last] >> 1] = True
            needed[[literal >> 1 for _, literal in block.loops]] = True
        found = circuit.state_blocks
        for block in reversed(circuit.blocks[: circuit.state_blocks]):
            own = slice(circuit.first_gate + block.first, circuit.first_gate + block.last)
            if needed[own].any() or needed[[variable for variable, _ in block.loops]].any():
                break
            found -= 1
        return found

    @cached_property
    def goals_wait(self) -> bool:
        """Whether playouts look at goals only from time to time, at the last positions of games, which they keep.

        That takes a few operations for each fluent whenever a game ends, and all gates of the position once more for
        every other game or so.
        """
        circuit = self.circuit
        gates = [block.last - block.first for block in circuit.blocks[: circuit.state_blocks]]
        goals = sum(gates[self.first_goal_block :])
        return goals > OPERATIONS_TO_KEEP * len(circuit.fluents) + sum(gates) / SHORT_GAME

    @cached_property
    def turns(self) -> tuple[Literal, ...] | None:
        """For each role what is true when it is its turn, where roles take turns and choose together.

        They choose by themselves where their moves do not lie side by side, or are so few that it would not pay.
        """
        sizes = {padded(len(moves)) for moves in self.circuit.moves}
        return turn_literals(self.circuit) if len(sizes) == 1 and max(sizes) > GROUP else None

    @cached_property
    def places(self) -> list[Literal] | None:
        """What makes the moves of a shared choice legal for whoever's turn it is, by place; 0 where roles differ.

        None where too many differ, or there are too many moves, for this to be of use.
        """
        if self.turns is None:
            return None
        found = [self._common(place) for place in range(max(map(len, self.circuit.moves)))]
        return found if len(found) <= MOST_PLACES and found.count(0) <= len(found) // FEW_DIFFER else None

    def _common(self, place: int) -> Literal:
        """The literal that makes the move at a place legal for every role, beside its turn."""
        circuit, found = self.circuit, set()
        for turn, legal in zip(self.turns or (), circuit.legal, strict=True):
            gate = (legal[place] >> 1) - circuit.first_gate if place < len(legal) and not legal[place] & 1 else -1
            sides = (int(circuit.left[gate]), int(circuit.right[gate])) if gate >= 0 else (0, 0)
            found.add(sides[1 - sides.index(turn)] if turn in sides else 0)
        literal = found.pop()
        return 0 if found or literal & 1 else literal

    @cached_property
    def only_legal(self) -> set[int]:
        """The gates, by node, that nothing but the legal moves of ``places`` reads: playouts do without them."""
        circuit = self.circuit
        if self.places is None:
            return set()
        uses = np.zeros(circuit.first_gate + circuit.gates, dtype=np.int64)
        loops = [literal for block in circuit.blocks for _, literal in block.loops]
        for literals in (circuit.left, circuit.right, self.outputs, circuit.following, loops):
            np.add.at(uses, np.asarray(literals, dtype=np.int64) >> 1, 1)
        shared = [place for place, literal in enumerate(self.places) if literal]
        return {legal[place] >> 1 for legal in circuit.legal for place in shared if uses[legal[place] >> 1] == 1}

    @cached_property
    def growing(self) -> list[Block]:
        """The cyclic blocks that playouts evaluate ``sweeps`` times a step, from what was found in the step before.

        What was true stays true while a game lasts, so the least fixpoint is reached from there as well. Lanes that
        have not reached it yet wait, neither ending nor moving: most stones join nothing, and the longest way of all
        lanes need not be gone in every step.
        """
        return growing_blocks(self.circuit)

    @cached_property
    def sweeps(self) -> int:
        """How often growing blocks are evaluated in a step: more often if that takes a small part of it."""
        circuit = self.circuit
        once = sum(block.last - block.first + OPERATIONS_TO_KEEP * len(block.loops) for block in self.growing)
        gates = circuit.gates - sum(block.last - block.first for block in self.growing)
        moves = OPERATIONS_TO_CHOOSE * sum(map(len, circuit.moves))
        step = gates + moves + OPERATIONS_TO_KEEP * len(circuit.fluents)
        return min(MOST_SWEEPS, max(1, step // (SMALL_PART * max(1, once))))

    @cached_property
    def growing_variables(self) -> list[int]:
        """The planes of the loop variables of ``growing``."""
        return [int(self.slots[variable]) for block in self.growing for variable, _ in block.loops]

    @property
    def goals(self) -> int:
        """The number of goal outputs of all roles."""
        return sum(map(len, self.circuit.goals))

    @property
    def most_features(self) -> int:
        """Features that preferences may have: enough for the last two moves of every role."""
        return 2 * sum(padded(len(moves)) for moves in self.circuit.moves) + 64

    @cached_property
    def legal_planes(self) -> int:
        """The number of outputs of legal moves, of all roles in whole groups."""
        return sum(padded(len(legal)) for legal in self.circuit.legal)

    @property
    def results(self) -> slice:
        """The planes that tell what came of playouts: the sections from ``age`` to ``played``."""
        return slice(self.sections["age"], self.sections["scratch"])

    @property
    def outputs(self) -> list[Literal]:
        """The literal of each output; padding is false."""
        circuit = self.circuit
        found = [circuit.terminal, *(literal for goals in circuit.goals for _, literal in goals)]
        for legal in circuit.legal:
            found += [*legal, *[0] * (padded(len(legal)) - len(legal))]
        return found + list(self._marks)

    def legal_output(self, role: int) -> int:
        """The number of the output of a role's first move."""
        return 1 + self.goals + sum(padded(len(legal)) for legal in self.circuit.legal[:role])

    @cached_property
    def _marks(self) -> dict[Literal, int]:
        """The literals of marks that have outputs, and their places among these."""
        found = {literal for marks in self.circuit.marks for own in marks for literal in own}
        own = (literal for literal in sorted(found) if literal & 1 or literal >> 1 >= self.circuit.first_move)
        return {literal: place for place, literal in enumerate(own)}

    def mark_planes(self, mark: int, role: int) -> NDArray[np.int64]:
        """The planes of the marks of a class on a role's moves."""
        first = self.sections["outputs"] + 1 + self.goals + self.legal_planes
        places = [
            first + self._marks[literal] if literal in self._marks else self.sections["values"] + (literal >> 1)
            for literal in self.circuit.marks[mark][role]
        ]
        return np.array(places, dtype=np.int64)

    def slot_literal(self, literal: Literal) -> int:
        """Twice the slot, plus one if inverted: a literal as kernels read it from tables."""
        return 2 * int(self.slots[literal >> 1]) + (literal & 1)
