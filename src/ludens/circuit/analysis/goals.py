"""Goal latches: when a role's goal is decided, or can no longer be what it could be, before the game is over.

The condition is a latch of one fluent or of a set, or a goal that stays once it is reached. The values that are left
are those that the solver cannot exclude at an end where the condition holds. Several conditions together leave what
all of them leave: a goal is also certain when every other one is excluded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from ludens.circuit.analysis.findings import PROVED, GoalLatch, Latch, SetLatch, Structure
from ludens.circuit.analysis.games import EVERY, Record, Step
from ludens.circuit.analysis.prover import Prover
from ludens.circuit.analysis.terms import literal_text
from ludens.circuit.network import TRUE, Circuit, Literal, inverted


@dataclass(frozen=True, slots=True)
class _Condition:
    """That one of some literals, of fluents or of goals, is true."""

    text: str
    literals: tuple[Literal, ...]


ALWAYS = _Condition("always", (TRUE,))


def find_goal_latches(
    circuit: Circuit, record: Record, latches: Sequence[Latch | SetLatch], prover: Prover
) -> tuple[GoalLatch, ...]:
    """The conditions that exclude a value of some role's goal, one entry for each condition and role."""
    if not record.ended:
        return ()
    seen = _Seen(circuit, record)
    roles = range(len(circuit.roles))
    usual = [_values_left(circuit, role, ALWAYS, seen, prover) for role in roles]
    found = []
    for condition in _conditions(circuit, latches, seen, prover):
        for role in roles:
            left = _values_left(circuit, role, condition, seen, prover)
            if (
                left
                and len(left) < len(usual[role])
                and prover.possible(prover.either(condition.literals)[0]) is not False
            ):
                found.append(GoalLatch(condition.text, condition.literals, role, left, PROVED))
    return tuple(found)


def possible_goals(circuit: Circuit, structure: Structure, holds: Callable[[Literal], bool]) -> list[tuple[int, ...]]:
    """The goals that each role can still get in a position, by the goal latches whose conditions hold in it.

    A role with one value left has its goal already, if the game ends.
    """
    left = [{value for value, _ in listed} for listed in circuit.goals]
    for latch in structure.goal_latches:
        if any(map(holds, latch.literals)):
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

    def values(self, condition: _Condition, role: int) -> set[int]:
        """The values that occurred at an end where the condition held."""
        found: set[int] = set()
        for step in self._steps:
            where = step.over and step.over & self._where(step, condition)
            if where:
                goals = zip(self._circuit.goals[role], step.goals[role], strict=True)
                found.update(value for (value, _), plane in goals if plane & where)
        return found

    def before_the_end(self, condition: _Condition) -> bool:
        """Whether the condition held in a position that was not over."""
        return any(self._where(step, condition) & step.going & ~step.over for step in self._steps)

    def stays(self, condition: _Condition) -> bool:
        """Whether the condition was never true and then false."""
        before = 0
        for step in self._steps:
            now = self._where(step, condition)
            if before & ~now & step.going:
                return False
            before = now
        return True

    def _where(self, step: Step, condition: _Condition) -> int:
        """The games in which the condition holds at this step."""
        found = 0
        for literal in condition.literals:
            found |= self._plane(step, literal)
        return found

    def _plane(self, step: Step, literal: Literal) -> int:
        node, flip = literal >> 1, EVERY if literal & 1 else 0
        if not node:
            return flip
        if node < self._circuit.first_move:
            return step.state[node - 1] ^ flip
        role, place, inverse = self._goals[node]
        return step.goals[role][place] ^ flip ^ (EVERY if inverse else 0)


def _conditions(circuit: Circuit, latches: Sequence[Latch | SetLatch], seen: _Seen, prover: Prover) -> list[_Condition]:
    found: dict[tuple[Literal, ...], _Condition] = {}
    for latch in latches:
        if isinstance(latch, Latch):
            condition = _Condition(literal_text(latch.fluent, latch.stays), (latch.literal,))
        else:
            condition = _Condition(str(latch), latch.literals)
        if seen.before_the_end(condition):
            found.setdefault(condition.literals, condition)
    for condition in _goal_conditions(circuit):
        if condition.literals in found or not seen.before_the_end(condition):
            continue
        if seen.stays(condition) and prover.keeps(*condition.literals):
            found[condition.literals] = condition
    return list(found.values())


def _goal_conditions(circuit: Circuit) -> Iterator[_Condition]:
    for role, listed in zip(circuit.roles, circuit.goals, strict=True):
        for value, literal in listed:
            if literal > TRUE:
                yield _Condition(f"the goal of {role} is {value}", (literal,))
                yield _Condition(f"the goal of {role} is not {value}", (inverted(literal),))


def _values_left(circuit: Circuit, role: int, condition: _Condition, seen: _Seen, prover: Prover) -> tuple[int, ...]:
    """The values that cannot be excluded at an end where the condition holds."""
    occurred = seen.values(condition, role)
    end, holds = prover.then(circuit.terminal), prover.either(condition.literals)[1]
    return tuple(
        value
        for value, literal in circuit.goals[role]
        if value in occurred or prover.possible(end, prover.then(literal), holds) is not False
    )
