"""Which fluents belong together because play or the end of the game ties them."""

from __future__ import annotations

from ludens.circuit.analysis.supports import Questions, Supports, bits
from ludens.circuit.findings import Combination
from ludens.circuit.network import Literal


class Ties:
    """Sets of fluents that belong together, as masks; ``free`` are the fluents that can be tied."""

    def __init__(self, free: int) -> None:
        self.free = free
        self._parts = [1 << fluent for fluent in bits(free)]

    def tie(self, fluents: int) -> None:
        """Puts all of these that can be tied into one set."""
        met = self.met(fluents)
        if len(met) > 1:
            apart = [part for part in self._parts if not part & fluents]
            self._parts = [*apart, sum(met)]

    def met(self, fluents: int) -> list[int]:
        """The sets that some of these fluents are in."""
        return [part for part in self._parts if part & fluents] if fluents & self.free else []

    def parts(self) -> list[int]:
        """All sets, by their first fluents."""
        return sorted(self._parts, key=lambda part: part & -part)


def tie_transitions(ties: Ties, supports: Supports) -> None:
    """Ties each fluent to those that decide what becomes of it."""
    for fluent, literal in enumerate(supports.circuit.following):
        if ties.free >> fluent & 1:
            ties.tie(supports.fluents(literal) | 1 << fluent)


def tie_moves(ties: Ties, supports: Supports, questions: Questions) -> None:
    """Ties the fluents that a move touches and those that its being legal rests on."""
    for literals, masks in zip(supports.circuit.legal, questions.touched, strict=True):
        for literal, mask in zip(literals, masks, strict=True):
            ties.tie(supports.fluents(literal) | mask)


def tie_end(ties: Ties, supports: Supports) -> Combination:
    """Ties what one condition of the end mixes; returns how those conditions are combined.

    The end is read as one conjunction or disjunction, beside conditions on the time.
    """
    literal = supports.circuit.terminal
    while True:
        found = [member for member in members(supports, literal) if supports.fluents(member) & ties.free]
        if not found:
            return Combination.TIMED
        if len(found) > 1 or found[0] == literal:
            for member in found:
                ties.tie(supports.fluents(member))
            return Combination.DISJUNCTIVE if literal & 1 else Combination.CONJUNCTIVE
        literal = found[0]


def members(supports: Supports, literal: Literal) -> list[Literal]:
    """The members of a conjunction or, for an inverted gate, of a disjunction."""
    if literal & 1 and literal >> 1 >= supports.circuit.first_gate:
        return [part ^ 1 for part in supports.parts(literal ^ 1)]
    return supports.parts(literal)
