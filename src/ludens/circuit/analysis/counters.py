"""Counters: fluents that go the same way in every game, whatever is played. They tell the step, or whose turn it is.

The fluents that no move changes and that rest only on each other are played through once from the start: that is
what they do in every game.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludens.circuit.analysis.findings import READ, Counter
from ludens.circuit.analysis.games import Record
from ludens.circuit.analysis.invariants import candidate_groups
from ludens.circuit.analysis.prover import Prover
from ludens.circuit.analysis.supports import Supports, bits
from ludens.circuit.analysis.terms import named_literals
from ludens.circuit.network import Circuit, Literal
from ludens.gdl.patterns import Ground

MOST_STEPS = 2_000


@dataclass(frozen=True, slots=True)
class Course:
    """The values, as masks of fluents, of the autonomous fluents at each step, up to where they repeat.

    After the last of them they are again as they were at ``back``, if that is not ``None``.
    """

    fluents: int
    states: tuple[int, ...]
    back: int | None


def course(supports: Supports) -> Course:
    """What the autonomous fluents do from the start on."""
    circuit, fluents = supports.circuit, supports.autonomous
    order = _cone(circuit, [circuit.following[fluent] for fluent in bits(fluents)])
    state = sum(1 << fluent for fluent in bits(fluents) if circuit.initial[fluent])
    seen: dict[int, int] = {}
    while state not in seen and len(seen) < MOST_STEPS:
        seen[state] = len(seen)
        state = _next(circuit, fluents, order, state)
    return Course(fluents, tuple(seen), seen.get(state))


def _cone(circuit: Circuit, literals: list[Literal]) -> list[int]:
    """The gates below these literals, in order."""
    seen: set[int] = set()
    waiting = [literal >> 1 for literal in literals]
    while waiting:
        node = waiting.pop()
        gate = node - circuit.first_gate
        if gate >= 0 and node not in seen:
            seen.add(node)
            waiting += [int(circuit.left[gate]) >> 1, int(circuit.right[gate]) >> 1]
    return sorted(seen)


def true_at(circuit: Circuit, found: Course, literals: list[Literal]) -> list[set[Literal]]:
    """Which of some literals that rest on autonomous fluents alone are true, step by step."""
    order = _cone(circuit, literals)
    true = []
    for state in found.states:
        value = _values(circuit, found.fluents, order, state)
        true.append({literal for literal in literals if value(literal)})
    return true


def _next(circuit: Circuit, fluents: int, order: list[int], state: int) -> int:
    value = _values(circuit, fluents, order, state)
    return sum(1 << fluent for fluent in bits(fluents) if value(circuit.following[fluent]))


def _values(circuit: Circuit, fluents: int, order: list[int], state: int) -> Callable[[Literal], bool]:
    """The value of each literal that is made of these fluents by the gates in order."""
    values = {0: False, **{fluent + 1: bool(state >> fluent & 1) for fluent in bits(fluents)}}

    def value(literal: Literal) -> bool:
        return values[literal >> 1] != bool(literal & 1)

    for node in order:
        gate = node - circuit.first_gate
        values[node] = value(int(circuit.left[gate])) and value(int(circuit.right[gate]))
    return value


def longest_game(found: Course, record: Record, prover: Prover) -> int | None:
    """The step at which every game that gets there is over, as the autonomous fluents show; ``None`` if none is."""
    for step in range(len(record.steps) - 1, len(found.states)):
        known = [
            prover.now(2 * (fluent + 1) + (not found.states[step] >> fluent & 1)) for fluent in bits(found.fluents)
        ]
        if known and prover.possible(*known) is False:
            return step
    return None


def find_counters(circuit: Circuit, found: Course, steps: int | None) -> tuple[Counter, ...]:
    """The sets of autonomous fluents, differing in one argument, of which one is true after the other."""
    names: dict[Literal, Ground] = {literal: fluent for fluent, literal in named_literals(circuit).items()}
    counters = []
    for group in candidate_groups(circuit):
        if any(not found.fluents >> (literal >> 1) - 1 & 1 for literal in group):
            continue
        counter = _counter(group, found, steps)
        if counter is not None:
            shown, period = counter
            counters.append(Counter(tuple(names[literal] for literal in shown), period, READ))
    return tuple(counters)


def _counter(group: tuple[Literal, ...], found: Course, steps: int | None) -> tuple[list[Literal], int | None] | None:
    """The literals of a group in the order in which they are true, and after how many steps they begin again."""
    last = len(found.states) - 1 if steps is None else steps
    shown = []
    for state in found.states[: last + 1]:
        true = [literal for literal in group if bool(state >> (literal >> 1) - 1 & 1) != bool(literal & 1)]
        if len(true) != 1:
            return None
        shown.append(true[0])
    if len(set(shown)) == len(shown) and (steps is not None or found.back is None):
        return shown, None
    period = _period(shown, None if steps is not None else found.back)
    return (shown[:period], period) if period is not None and period > 1 else None


def _period(shown: list[Literal], back: int | None) -> int | None:
    """The shortest period of a sequence, if each of its members occurs once in it."""
    period = len(set(shown))
    if any(shown[place] != shown[place % period] for place in range(len(shown))):
        return None
    if back is not None and (len(shown) - back) % period:
        return None
    return period
