"""What the rules themselves show, for people: turns, sums, clocks, what stays as it is, parts, symmetries."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludens.circuit.findings import Evidence, Structure
from ludens.circuit.network import Circuit
from ludens.game import Turns
from ludens.rules.ground_rules import Ground, ground_text
from ludens.studio.frames.design import Finding

SHOWN = 4
LATCHES_SHOWN = 3


def findings(circuit: Circuit, found: Structure) -> list[Finding]:
    """The findings as a topic, a sentence, and how it is known."""
    return [
        {"topic": topic, "text": text, "how": str(evidence)}
        for topic, text, evidence in (*_course(circuit, found), *_latches(circuit, found), *_shape(circuit, found))
    ]


Line = tuple[str, str, Evidence | str]


def _course(circuit: Circuit, found: Structure) -> Iterator[Line]:
    if found.turns is not None:
        order = found.turns.order if found.turns.turns is Turns.SEQUENTIAL else None
        named = f": {', '.join(circuit.roles[role] for role in order)}, and again" if order else ""
        yield "turns", f"{found.turns.turns.value}{named}", found.turns.evidence
    if found.constant_sum is not None and len(circuit.roles) > 1:
        total = found.constant_sum.total
        yield "goals", f"always add up to {total}: what one gains others lose", found.constant_sum.evidence
    if found.max_steps is not None:
        yield "end", f"after at most {found.max_steps} moves", "proved by induction"
    for counter in found.counters:
        again = "" if counter.period is None else f", and again after {counter.period} moves"
        yield "clock", f"runs by itself: {_some(counter.fluents)}{again}", counter.evidence


def _latches(circuit: Circuit, found: Structure) -> Iterator[Line]:
    groups: dict[tuple[bool, Evidence], list[Ground]] = {}
    for latch in found.latches:
        groups.setdefault((latch.stays, latch.evidence), []).append(latch.fluent)
    for (stays, evidence), fluents in groups.items():
        value = "true" if stays else "false"
        yield "latches", f"once {value}, always {value}: {_some(fluents)}", evidence
    for one_of in found.set_latches[:LATCHES_SHOWN]:
        yield "latches", f"once one of these holds, one always does: {_some(one_of.fluents)}", one_of.evidence
    more = len(found.set_latches) - LATCHES_SHOWN
    if more > 0:
        yield "latches", f"and {more} more sets of this kind", found.set_latches[-1].evidence
    for goal in found.goal_latches[:LATCHES_SHOWN]:
        values = " or ".join(map(str, goal.values))
        yield "latches", f"once {goal.condition}, {circuit.roles[goal.role]} ends with {values}", goal.evidence


def _shape(circuit: Circuit, found: Structure) -> Iterator[Line]:
    if found.factors is None:
        yield "parts", "none: the game is one piece as far as can be seen", "looked for in the rules"
    else:
        count = len(found.factors.parts)
        yield "parts", f"{count} independent parts, {found.factors.combination.value}", found.factors.evidence
    if found.symmetries:
        best = found.symmetries[0]
        yield "symmetries", f"{found.symmetry_count} in all, such as: {best.description}", best.evidence
    else:
        yield "symmetries", "none found", "looked for in the rules"
    dead = [ground_text(circuit.moves[move.role][move.move]) for move in found.dead_moves]
    if dead:
        more = f", … ({len(dead)} in all)" if len(dead) > SHOWN else ""
        yield "dead moves", f"never legal: {', '.join(dead[:SHOWN])}{more}", found.dead_moves[0].evidence


def _some(terms: Sequence[Ground]) -> str:
    shown = ", ".join(map(ground_text, terms[:SHOWN]))
    return shown if len(terms) <= SHOWN else f"{shown}, … ({len(terms)} in all)"
