"""Parts that are played at the same time: every move is a choice in each part, and all combinations are moves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from math import prod

from ludens.circuit.analysis.counters import Course, course, true_at
from ludens.circuit.analysis.supports import Questions, Supports, bits
from ludens.circuit.analysis.ties import Ties
from ludens.circuit.network import Literal

MOST_FLUENTS = 500
"""Games with more are not looked at: all pairs are compared."""


def tie_choices(ties: Ties, supports: Supports, questions: Questions) -> None:
    """Ties fluents whose changes cannot be chosen independently, and what one condition of a move mixes."""
    circuit = supports.circuit
    for part in {part for literals in circuit.legal for literal in literals for part in supports.parts(literal)}:
        ties.tie(supports.fluents(part))
    if ties.free.bit_count() > MOST_FLUENTS:
        ties.tie(ties.free)
        return
    clock = course(supports)
    for role in range(len(circuit.roles)):
        kinds: defaultdict[tuple[int, ...], int] = defaultdict(int)
        for fluent in bits(ties.free):
            kinds[tuple(questions.classes(fluent)[role])] |= 1 << fluent
        for classes, fluents in kinds.items():
            if len(classes) > 2 or (len(classes) == 2 and classes[0]):
                ties.tie(fluents)
        groups = _groups(supports, clock, role, ties.free)
        for (first, some), (second, others) in combinations(kinds.items(), 2):
            if len(ties.met(some | others)) > 1 and not _independent(first, second, groups):
                ties.tie(some | others)


def _groups(supports: Supports, clock: Course, role: int, free: int) -> list[int]:
    """The moves of a role, as masks, that may be legal at the same time as far as the time alone decides.

    All moves where that is not known.
    """
    groups: defaultdict[frozenset[Literal], int] = defaultdict(int)
    for move, literal in enumerate(supports.circuit.legal[role]):
        groups[frozenset(p for p in supports.parts(literal) if not supports.fluents(p) & free)] |= 1 << move
    needed = sorted(frozenset().union(*groups))
    if clock.back is None or not all(map(supports.rests_on_fluents_alone, needed)):
        return [sum(groups.values())]
    times = {frozenset(true) for true in true_at(supports.circuit, clock, needed)}
    found = {sum(moves for needs, moves in groups.items() if needs <= true) for true in times}
    return sorted(found - {0})


def _independent(first: Sequence[int], second: Sequence[int], groups: Sequence[int]) -> bool:
    for group in groups:
        one = [part & group for part in first if part & group]
        other = [part & group for part in second if part & group]
        if any(not part & another for part in one for another in other):
            return False
    return True


def is_product(parts: Sequence[int], supports: Supports, questions: Questions) -> bool:
    """Whether, at any time, a role's moves are all combinations of a choice in each part, legal when each choice is."""
    circuit, clock = supports.circuit, course(supports)
    for role, literals in enumerate(circuit.legal):
        choices = [choices_in(part, role, questions, len(literals)) for part in parts]
        for group in _groups(supports, clock, role, sum(parts)):
            moves = list(bits(group))
            combined = {tuple(choice[move] for choice in choices) for move in moves}
            sizes = [len({choice[move] for move in moves}) for choice in choices]
            if len(combined) != len(moves) or len(moves) != prod(sizes):
                return False
            if not all(
                _choice_decides(part, choice, moves, literals, supports)
                for part, choice in zip(parts, choices, strict=True)
            ):
                return False
    return True


def _choice_decides(
    part: int, choice: Sequence[int], moves: Sequence[int], literals: Sequence[Literal], supports: Supports
) -> bool:
    """Whether moves with the same choice in a part need the same of it to be legal."""
    legal: dict[int, frozenset[Literal]] = {}
    for move in moves:
        needed = frozenset(p for p in supports.parts(literals[move]) if supports.fluents(p) & part)
        if legal.setdefault(choice[move], needed) != needed:
            return False
    return True


def choices_in(part: int, role: int, questions: Questions, moves: int) -> list[int]:
    """For each move of the role, the number of what it does in a part; 0 for the moves that touch nothing of it."""
    rows = []
    for fluent in bits(part):
        row = [0] * moves
        for number, mask in enumerate(questions.classes(fluent)[role]):
            for move in bits(mask):
                row[move] = number
        rows.append(row)
    numbers: dict[tuple[int, ...], int] = {(0,) * len(rows): 0}
    return [numbers.setdefault(what, len(numbers)) for what in zip(*rows, strict=True)]
