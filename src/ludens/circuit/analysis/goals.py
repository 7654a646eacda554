"""Goal latches: when a role's goal is decided, or can no longer be what it could be, before the game is over.

The condition is a latch, or a goal that stays once it is reached. The values that are left are those that the solver
cannot exclude at an end where the condition holds. Several conditions together leave what all of them leave: a goal
is also certain when every other one is excluded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ludens.circuit.analysis.findings import PROVED, GoalLatch, Latch, Structure
from ludens.circuit.analysis.games import EVERY, Record, Step
from ludens.circuit.analysis.prover import Prover
from ludens.circuit.analysis.terms import literal_text
from ludens.circuit.network import Circuit, Literal, inverted


@dataclass(frozen=True, slots=True)
class _Condition:
    text: str
    literal: Literal


def find_goal_latches(
    circuit: Circuit, record: Record, latches: Iterable[Latch], prover: Prover
) -> tuple[GoalLatch, ...]:
    """The conditions that exclude a value of some role's goal, one entry for each condition and role."""
    if not record.ended:
        return ()
    seen = _Seen(circuit, record)
    usual = [_values_left(circuit, role, seen.usual(role), prover, ()) for role in range(len(circuit.roles))]
    found = []
    for condition in _conditions(circuit, latches, seen, prover):
        for role, values in enumerate(usual):
            left = _values_left(circuit, role, seen.values(condition.literal, role), prover, (condition.literal,))
            if left and len(left) < len(values) and not prover.never_before_the_end(condition.literal):
                found.append(GoalLatch(condition.text, condition.literal, role, left, PROVED))
    return tuple(found)


def possible_goals(circuit: Circuit, structure: Structure, holds: Callable[[Literal], bool]) -> list[tuple[int, ...]]:
    """The goals that each role can still get in a position, by the goal latches whose conditions hold in it.

    A role with one value left has its goal already, if the game ends.
    """
    left = [{value for value, _ in listed} for listed in circuit.goals]
    for latch in structure.goal_latches:
        if holds(latch.literal):
            left[latch.role] &= set(latch.values)
    return [tuple(sorted(values)) for values in left]


class _Seen:
    """Which goals came with which conditions at the ends of the random games; a condition is a fluent's or a goal's."""

    def __init__(self, circuit: Circuit, record: Record) -> None:
        self._circuit = circuit
        self._steps = record.steps
        self._goals = {
            literal >> 1: (role, place, literal & 1)
            for role, listed in enumerate(circuit.goals)
            for place, (_, literal) in enumerate(listed)
        }

    def usual(self, role: int) -> set[int]:
        """The values that occurred."""
        return self.values(1, role)

    def values(self, condition: Literal, role: int) -> set[int]:
        """The values that occurred at an end where the condition held."""
        found: set[int] = set()
        for step in self._steps:
            where = step.over and step.over & self._plane(step, condition)
            if where:
                goals = zip(self._circuit.goals[role], step.goals[role], strict=True)
                found.update(value for (value, _), plane in goals if plane & where)
        return found

    def before_the_end(self, condition: Literal) -> bool:
        """Whether the condition held in a position that was not over."""
        return any(self._plane(step, condition) & step.going & ~step.over for step in self._steps)

    def stays(self, literal: Literal) -> bool:
        """Whether the condition was never true and then false."""
        before = 0
        for step in self._steps:
            now = self._plane(step, literal)
            if before & ~now & step.going:
                return False
            before = now
        return True

    def _plane(self, step: Step, literal: Literal) -> int:
        node, flip = literal >> 1, EVERY if literal & 1 else 0
        if not node:
            return flip
        if node < self._circuit.first_move:
            return step.state[node - 1] ^ flip
        role, place, inverse = self._goals[node]
        return step.goals[role][place] ^ flip ^ (EVERY if inverse else 0)


def _conditions(circuit: Circuit, latches: Iterable[Latch], seen: _Seen, prover: Prover) -> list[_Condition]:
    found: dict[Literal, _Condition] = {}
    for latch in latches:
        if seen.before_the_end(latch.literal):
            found.setdefault(latch.literal, _Condition(literal_text(latch.fluent, latch.stays), latch.literal))
    for role, listed in zip(circuit.roles, circuit.goals, strict=True):
        for value, literal in listed:
            for text, condition in (
                (f"the goal of {role} is {value}", literal),
                (f"the goal of {role} is not {value}", inverted(literal)),
            ):
                if condition < 2 or condition in found or not seen.before_the_end(condition):
                    continue
                if seen.stays(condition) and prover.keeps(condition):
                    found[condition] = _Condition(text, condition)
    return list(found.values())


def _values_left(
    circuit: Circuit, role: int, seen: set[int], prover: Prover, conditions: tuple[Literal, ...]
) -> tuple[int, ...]:
    """The values that cannot be excluded at an end where the conditions hold."""
    return tuple(
        value
        for value, literal in circuit.goals[role]
        if value in seen or not prover.never(circuit.terminal, literal, *conditions)
    )
