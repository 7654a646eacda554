"""In which order to look at the conditions of a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ludens.gdl.patterns import Access, access
from ludens.gdl.terms import Comparison, Condition, Literal, Rule, Variable, variables

Estimate = Callable[[Access], float]
"""How many facts a look-up is expected to find."""


@dataclass(frozen=True, slots=True)
class JoinStep:
    """One condition in its place: a look-up that binds variables, or a test of what is known."""

    condition: Condition
    access: Access | None
    """``None`` for a comparison."""

    @property
    def is_test(self) -> bool:
        return self.access is None or self.access.is_test


def plan(rule: Rule, estimate: Estimate, first: Literal | None = None) -> list[JoinStep]:
    """The conditions of a safe rule: tests as soon as they are possible, then the look-up that finds least.

    ``first`` is a positive literal of the body that must lead.
    """
    bound: set[Variable] = set()
    steps: list[JoinStep] = []
    waiting = list(rule.body)
    if first is not None:
        waiting.remove(first)
        steps.append(JoinStep(first, access(first.atom, ())))
        bound.update(variables(first))
    while waiting:
        chosen = _ready_test(waiting, bound) or _cheapest(waiting, bound, estimate)
        waiting.remove(chosen.condition)
        steps.append(chosen)
        bound.update(variables(chosen.condition))
    return steps


def _ready_test(waiting: Iterable[Condition], bound: set[Variable]) -> JoinStep | None:
    """A condition that is ground by now; comparisons, which cost least, before look-ups."""
    ready = [condition for condition in waiting if bound.issuperset(variables(condition))]
    for condition in ready:
        if isinstance(condition, Comparison):
            return JoinStep(condition, None)
    for condition in ready:
        if isinstance(condition, Literal):
            return JoinStep(condition, access(condition.atom, bound))
    return None


def _cheapest(waiting: Iterable[Condition], bound: set[Variable], estimate: Estimate) -> JoinStep:
    look_ups = [
        JoinStep(condition, access(condition.atom, bound))
        for condition in waiting
        if isinstance(condition, Literal) and condition.positive
    ]
    if len(look_ups) == 1:
        return look_ups[0]
    return min(look_ups, key=lambda step: estimate(step.access) if step.access else 0.0)
