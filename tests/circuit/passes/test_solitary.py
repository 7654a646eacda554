"""Roles that play by themselves: what is left of the network says the same in every position that can be reached."""

from __future__ import annotations

import random

import pytest

from ludens.circuit.building import build_draft
from ludens.circuit.draft import Draft
from ludens.circuit.lowering import lowered
from ludens.circuit.passes import optimise, solitary
from ludens.circuit.passes.solitary import with_solitary_roles_explored
from ludens.circuit.stages import CompiledCircuit
from ludens.gdl import Source, read_rules
from ludens.gdl.grounding.grounder import ground_rules
from tests.circuit.small_drafts import draft_answer, first_state, random_draft, reachable
from tests.circuit.walks import assert_same_game

RACE = """
(role red) (role blue)
(<= (init (at ?r x0)) (role ?r)) (<= (init (speed ?r v0)) (role ?r)) (init (clock 0))
(<= (legal ?r (go ?v)) (true (speed ?r ?u)) (near ?u ?v) (true (at ?r ?x)) (plus ?x ?v ?y) (road ?y))
(<= (legal ?r rest) (role ?r))
(<= (next (at ?r ?y)) (does ?r (go ?v)) (true (at ?r ?x)) (plus ?x ?v ?y))
(<= (next (at ?r ?x)) (does ?r rest) (true (at ?r ?x)))
(<= (next (speed ?r ?v)) (does ?r (go ?v)))
(<= (next (speed ?r v0)) (does ?r rest))
(<= (next (clock ?m)) (true (clock ?n)) (after ?n ?m))
(<= terminal (true (at ?r x12)))
(<= terminal (true (clock 12)))
(<= (goal ?r 100) (true (at ?r x12)))
(<= (goal ?r 0) (role ?r) (not (true (at ?r x12))))
(<= (near ?u ?u) (velocity ?u)) (<= (near ?u ?v) (faster ?u ?v)) (<= (near ?u ?v) (faster ?v ?u))
"""
SIZE = 16
RACE += " ".join(
    [
        *(f"(velocity v{v}) (plus x{x} v{v} x{x + v})" for v in range(SIZE) for x in range(SIZE)),
        *(f"(faster v{v} v{v + 1})" for v in range(SIZE)),
        *(f"(road x{x})" for x in range(13)),
        *(f"(after {n} {n + 1})" for n in range(12)),
    ]
)


@pytest.fixture
def small_ones_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solitary, "FEW_LITERALS", 0)
    monkeypatch.setattr(solitary, "FEWEST_ROLES", 1)
    monkeypatch.setattr(solitary, "WORTHWHILE", 1 << 30)


def assert_kept(draft: Draft) -> bool:
    """Compares the network before and after in all positions; returns whether it is smaller."""
    after = with_solitary_roles_explored(draft)
    assert first_state(after) == first_state(draft)
    for state, answer in reachable(draft):
        assert draft_answer(after, state) == answer, sorted(state)
    return after.literals < draft.literals


@pytest.mark.usefixtures("small_ones_too")
def test_small_networks_are_kept_in_every_position() -> None:
    assert sum(assert_kept(random_draft(seed)) for seed in range(300)) > 30


@pytest.mark.slow
@pytest.mark.usefixtures("small_ones_too")
def test_many_small_networks_are_kept_in_every_position() -> None:
    assert sum(assert_kept(random_draft(seed)) for seed in range(300, 6_000)) > 600


@pytest.mark.usefixtures("small_ones_too")
@pytest.mark.parametrize("lanes", [1, 5, 64])
def test_states_may_come_in_several_batches(lanes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solitary, "LANES", lanes)
    assert sum(assert_kept(random_draft(seed)) for seed in range(60)) > 5


@pytest.mark.usefixtures("small_ones_too")
def test_drivers_of_a_race_go_only_as_fast_as_the_road_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solitary, "FEWEST_ROLES", 2)
    sheet = read_rules(Source(RACE))[0]
    draft = build_draft(ground_rules(sheet.rules))
    after = with_solitary_roles_explored(draft)
    speeds = {move for move in after.moves[0] if isinstance(move, tuple)}
    assert len(speeds) < 6 < len(draft.moves[0])
    assert after.size < draft.size // 2
    last = optimise(after)[-1][1]
    assert ("speed", "red", "v7") in draft.fluents
    assert ("speed", "red", "v7") not in last.fluents
    assert_same_game(sheet, CompiledCircuit(lowered(last), (), 0.0, 0.0), walks=20, steps=14)


@pytest.mark.usefixtures("small_ones_too")
def test_too_many_states_leave_the_network_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solitary, "MOST_STATES", 1)
    drafts = [random_draft(seed) for seed in random.Random(1).sample(range(300), 60)]
    kept = sum(with_solitary_roles_explored(draft) is draft for draft in drafts)
    assert kept > 30
    for draft in drafts:
        assert_kept(draft)
