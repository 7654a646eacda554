"""Fluents that never change, such as the walls of a maze: rules may ask what is true of them at the start instead.

A fluent is fixed when every rule that could make it true next says that it stays true, and one of them always does.
What is known before the first move has no instances that wait for a position: far fewer ground rules are left.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ludens.gdl.terms import INIT, NEXT, TRUE, Compound, Condition, Literal, Rule, Term, Variable, may_unify


def with_fixed_fluents(rules: Sequence[Rule]) -> list[Rule]:
    """The rules with ``init`` for ``true`` in conditions on fluents that never change."""
    changing = [rule for rule in rules if rule.head.relation == NEXT]
    return [replace(rule, body=tuple(_asked_first(condition, changing) for condition in rule.body)) for rule in rules]


def _asked_first(condition: Condition, changing: Iterable[Rule]) -> Condition:
    if not isinstance(condition, Literal) or condition.atom.relation != TRUE:
        return condition
    if not _is_fixed(condition.atom.args[0], changing):
        return condition
    return replace(condition, atom=replace(condition.atom, name=INIT[0]))


def _is_fixed(fluent: Term, changing: Iterable[Rule]) -> bool:
    concerned = [rule for rule in changing if may_unify(rule.head.args[0], fluent)]
    return all(map(_keeps, concerned)) and any(_covers(rule.head.args[0], fluent) for rule in concerned)


def _keeps(rule: Rule) -> bool:
    """Whether the rule says that what is true stays true, and nothing else."""
    return rule.body == (Literal(Compound(TRUE[0], rule.head.args)),)


def _covers(general: Term, fluent: Term) -> bool:
    """Whether all that the second term can be, the first can be: as far as is plain to see."""
    if general == fluent and not isinstance(fluent, Variable):
        return True
    if not isinstance(general, Compound) or not isinstance(fluent, Compound) or general.relation != fluent.relation:
        return False
    free = [arg for arg in general.args if isinstance(arg, Variable)]
    return len(free) == len(set(free)) and all(
        isinstance(arg, Variable) or arg == given for arg, given in zip(general.args, fluent.args, strict=True)
    )
