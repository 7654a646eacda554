"""Whether what was found about a game is so in given positions and steps: obviously right, without any solver."""

from __future__ import annotations

from math import prod

import numpy as np

from ludens.circuit.analysis import Combination, Factor, Factors, Symmetry, possible_goals
from ludens.circuit.analysis.terms import named_literals
from ludens.circuit.network import Circuit, Literal
from ludens.game import Turns
from tests.circuit.analysis.plays import Key, Plays


def assert_all_findings(plays: Plays, symmetry_stride: int = 1) -> None:
    """Fails where a finding about the game does not hold in one of the positions or steps."""
    assert_one_of(plays)
    assert_latches(plays)
    assert_goal_latches(plays)
    assert_turns(plays)
    assert_sums(plays)
    assert_counters(plays)
    assert_dead_moves(plays)
    assert_factors(plays)
    for symmetry in plays.found.symmetries:
        assert_symmetry(plays, symmetry, symmetry_stride)


def assert_one_of(plays: Plays) -> None:
    for literals, exactly in plays.found.one_of:
        for key in plays.positions:
            count = sum(plays.holds(key, literal) for literal in literals)
            assert count == 1 if exactly else count <= 1


def assert_latches(plays: Plays) -> None:
    for latch in plays.found.latches:
        assert (named_literals(plays.circuit)[latch.fluent] == latch.literal) == latch.stays
        for before, _, after in plays.steps:
            assert not plays.holds(before, latch.literal) or plays.holds(after, latch.literal), str(latch)


def assert_goal_latches(plays: Plays) -> None:
    conditions = [latch.literals for latch in plays.found.goal_latches]
    for literals in (*conditions, *(latch.literals for latch in plays.found.set_latches)):
        for before, _, after in plays.steps:
            stays = any(plays.holds(after, literal) for literal in literals)
            assert stays or not any(plays.holds(before, literal) for literal in literals)
    for key in plays.positions:
        if plays.is_over(key):
            left = possible_goals(plays.circuit, plays.found, lambda literal, key=key: plays.holds(key, literal))  # type: ignore[misc]
            assert all(set(goals) <= set(values) for goals, values in zip(plays.goals(key), left, strict=True))


def assert_turns(plays: Plays) -> None:
    found = plays.found.turns
    assert found is not None
    for key, depths in plays.positions.items():
        if plays.is_over(key):
            continue
        able = [role for role, moves in enumerate(plays.legal(key)) if len(moves) > 1]
        assert found.turns is Turns.SIMULTANEOUS or len(able) <= 1 or not found.evidence.certain
        if found.order is not None:
            assert all(set(able) <= {found.order[depth % len(found.order)]} for depth in depths)


def assert_sums(plays: Plays) -> None:
    found = plays.found.constant_sum
    if found is not None and found.evidence.certain:
        for key in plays.positions:
            if plays.is_over(key):
                assert sum(goal for (goal,) in plays.goals(key)) == found.total


def assert_counters(plays: Plays) -> None:
    literals = named_literals(plays.circuit)
    for counter in plays.found.counters:
        for key, depths in plays.positions.items():
            shown = [fluent for fluent in counter.fluents if plays.holds(key, literals[fluent])]
            for depth in depths:
                assert shown == [counter.fluents[depth if counter.period is None else depth % counter.period]]
    if plays.found.max_steps is not None:
        for key, depths in plays.positions.items():
            assert max(depths) <= plays.found.max_steps
            assert plays.found.max_steps not in depths or plays.is_over(key)


def assert_dead_moves(plays: Plays) -> None:
    for dead in plays.found.dead_moves:
        if dead.evidence.certain:
            for key in plays.positions:
                assert plays.is_over(key) or dead.move not in plays.legal(key)[dead.role]


def assert_factors(plays: Plays) -> None:
    factors = plays.found.factors
    if factors is None:
        return
    seen = [fluent for part in factors.parts for fluent in part.fluents]
    assert sorted([*seen, *factors.shared]) == list(range(len(plays.circuit.fluents)))
    for number in range(len(factors.parts)):
        assert_part_plays_by_itself(plays, factors, number)
    for key in plays.positions:
        if not plays.is_over(key):
            assert_moves_are_of_parts(plays, factors, key)


def assert_part_plays_by_itself(plays: Plays, factors: Factors, number: int) -> None:
    """What becomes of a part, and what is legal in it, is a function of what the part sees."""
    part = factors.parts[number]
    following: dict[object, object] = {}
    allowed: dict[object, object] = {}
    for before, joint, after in plays.steps:
        seen = (seen_by(plays, factors, number, before), tuple(part.choices[r][m] for r, m in enumerate(joint)))
        assert following.setdefault(seen, of_part(after, part)) == of_part(after, part)
    for key in plays.positions:
        if not plays.is_over(key):
            position = seen_by(plays, factors, number, key)
            choices = legal_choices(plays, part, key)
            if not factors.simultaneous:
                choices = [chosen - {0} for chosen in choices]
            assert allowed.setdefault(position, choices) == choices


def of_part(key: Key, part: Factor) -> Key:
    return tuple(key[fluent] for fluent in part.fluents)


def seen_by(plays: Plays, factors: Factors, number: int, key: Key) -> tuple[object, ...]:
    """A part's own fluents, the shared ones, and in a series whether those before it are still open."""
    shared = tuple(key[fluent] for fluent in factors.shared)
    earlier = factors.parts[:number] if factors.combination is Combination.SERIAL else ()
    is_open = tuple(any(chosen - {0} for chosen in legal_choices(plays, part, key)) for part in earlier)
    own_open = factors.combination is Combination.SERIAL and any(
        chosen - {0} for chosen in legal_choices(plays, factors.parts[number], key)
    )
    return of_part(key, factors.parts[number]), shared, is_open, own_open


def legal_choices(plays: Plays, part: Factor, key: Key) -> list[set[int]]:
    return [{part.choices[role][move] for move in moves} for role, moves in enumerate(plays.legal(key))]


def assert_moves_are_of_parts(plays: Plays, factors: Factors, key: Key) -> None:
    choices = [legal_choices(plays, part, key) for part in factors.parts]
    for role, moves in enumerate(plays.legal(key)):
        if factors.simultaneous:
            assert len(moves) == prod(len(chosen[role]) for chosen in choices)
        else:
            assert all(sum(part.choices[role][move] != 0 for part in factors.parts) <= 1 for move in moves)
    if factors.combination is Combination.SERIAL:
        assert sum(any(chosen - {0} for chosen in of_roles) for of_roles in choices) <= 1


def image(circuit: Circuit, symmetry: Symmetry, key: Key) -> Key:
    values = np.zeros(len(key), dtype=np.bool_)
    for literal, value in zip(symmetry.fluents, key, strict=True):
        values[place(literal)] = value != bool(literal & 1)
    return tuple(map(bool, values))


def place(literal: Literal) -> int:
    return (literal >> 1) - 1


def assert_symmetry(plays: Plays, symmetry: Symmetry, stride: int) -> None:
    circuit = plays.circuit
    assert (image(circuit, symmetry, plays.start) == plays.start) == symmetry.keeps_start
    for key in list(plays.positions)[::stride]:
        other = image(circuit, symmetry, key)
        assert plays.is_over(other) == plays.is_over(key), symmetry.description
        for role, becomes in enumerate(symmetry.roles):
            if plays.is_over(key):
                assert plays.goals(other)[becomes] == plays.goals(key)[role]
            else:
                moves = sorted(symmetry.moves[role][move] for move in plays.legal(key)[role])
                assert plays.legal(other)[becomes] == moves, symmetry.description
    for before, joint, after in plays.steps[::stride]:
        moves = [0] * len(joint)
        for role, becomes in enumerate(symmetry.roles):
            moves[becomes] = symmetry.moves[role][joint[role]]
        assert plays.after(image(circuit, symmetry, before), tuple(moves)) == image(circuit, symmetry, after)
