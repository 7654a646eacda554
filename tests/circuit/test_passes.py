"""Each pass saves what it is there to save; that it keeps the game is tested in ``test_equivalence``."""

from __future__ import annotations

import functools

import pytest

from ludens.circuit.building import build_draft
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.draft import Draft, Gates, MoveSet
from ludens.circuit.lowering import lowered
from ludens.circuit.network import FALSE, TRUE
from ludens.circuit.passes import PASSES, Pass, optimise
from ludens.circuit.passes.companion_estimate import saved_by_merging
from ludens.circuit.passes.companions import with_companions_merged
from ludens.circuit.passes.constants import without_constants
from ludens.circuit.passes.duplicates import without_duplicates
from ludens.circuit.passes.factoring import disjunction_of_cubes
from ludens.circuit.passes.legality import with_legality_used
from ludens.circuit.passes.unrolling import with_loops_unrolled
from ludens.circuit.sharing import share_pairs
from ludens.circuit.stages import CompiledCircuit
from ludens.games.loading import built_in_source
from ludens.gdl import Source, read_rules
from ludens.gdl.grounding.grounder import ground_rules
from tests.circuit.walks import assert_same_game

GAMES = ("tic_tac_toe", "connect_four", "blocker", "cephalopod", "nim", "tron")


@functools.cache
def draft_of(name: str) -> Draft:
    return build_draft(ground_rules(read_rules(built_in_source(name, {}))[0].rules))


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("step", PASSES, ids=lambda step: step.name)
def test_a_pass_makes_no_network_much_larger(name: str, step: Pass) -> None:
    draft = draft_of(name)
    assert lowered(step.simplify(draft)).gates <= lowered(draft).gates * 1.1


def test_constants_are_folded() -> None:
    rules = """
    (role r) (init (a)) (init (b 1)) (succ 1 2) (succ 2 1)
    (<= (next (a)) (true (a)))
    (<= (next (b ?y)) (true (b ?x)) (succ ?x ?y))
    (<= (next (c)) (true (c)) (does r go))
    (<= (next (c)) (does r hide))
    (legal r go) (<= (legal r hide) (not (true (a))))
    (<= terminal (true (c))) (goal r 0)
    """
    after = without_constants(build_draft(ground_rules(read_rules(Source(rules))[0].rules)))
    assert after.moves == (("go",),)
    assert after.terminal == FALSE
    assert set(after.fluents) == {("b", "1"), ("b", "2")}
    assert after.always == ("a",)


def test_numbers_that_are_only_compared_are_not_told_apart() -> None:
    """Two counters side by side come to as many gates as there are differences, not pairs."""
    marks = " ".join(f"(place {n}) (after {n} {n + 1})" for n in range(12))
    rules = f"""
    (role r) (init (turn)) {marks}
    (<= (legal r (mark ?n ?c)) (place ?n) (colour ?c)) (colour red) (colour blue)
    (<= (next (is ?n ?c)) (does r (mark ?n ?c)))
    (<= (next (is ?n ?c)) (true (is ?n ?c)) (not (changed ?n)))
    (<= (changed ?n) (does r (mark ?n ?c)))
    (counted 0 0 0)
    (<= (counted ?m ?b ?c) (after ?n ?m) (counted ?n ?a ?c) (after ?a ?b) (true (is ?n red)))
    (<= (counted ?m ?a ?c) (after ?n ?m) (counted ?n ?a ?b) (after ?b ?c) (true (is ?n blue)))
    (<= (counted ?m ?a ?b) (after ?n ?m) (counted ?n ?a ?b) (not (true (is ?n red))) (not (true (is ?n blue))))
    (<= (less ?a ?b) (after ?a ?b))
    (<= (less ?a ?c) (after ?a ?b) (less ?b ?c))
    (<= (goal r 100) (counted 12 ?a ?b) (less ?a ?b))
    (<= terminal (true (is 0 red)) (true (is 11 blue)))
    """
    draft = build_draft(ground_rules(read_rules(Source(rules))[0].rules))
    after = with_companions_merged(draft)
    assert after.size < 0.6 * draft.size
    assert saved_by_merging(draft) > draft.literals // 20
    assert saved_by_merging(after) < after.literals // 100
    assert with_companions_merged(draft_of("tic_tac_toe")).size <= draft_of("tic_tac_toe").size


def test_a_loop_with_one_variable_needs_no_rounds() -> None:
    """Whether a signal on a ring of cells reaches each of them: it goes on while a cell is open."""
    ring = " ".join(f"(cell {n}) (after {n} {(n + 1) % 6})" for n in range(6))
    rules = f"""
    (role r) {ring} (init (open 0)) (<= (legal r (flip ?n)) (cell ?n)) (<= (legal r (send ?n)) (cell ?n))
    (<= (next (open ?n)) (true (open ?n)) (not (does r (flip ?n))))
    (<= (next (open ?n)) (does r (flip ?n)) (not (true (open ?n))))
    (<= (next (lit ?n)) (reached ?n))
    (<= (reached ?n) (does r (send ?n)))
    (<= (reached ?m) (reached ?n) (after ?n ?m) (true (open ?m)))
    (<= terminal (true (lit 3))) (goal r 0)
    """
    sheet = read_rules(Source(rules))[0]
    draft = build_draft(ground_rules(sheet.rules))
    assert len(draft.feeds) == 1
    after = with_loops_unrolled(draft)
    assert not after.feeds
    assert after.size < 2.5 * draft.size
    assert_same_game(sheet, CompiledCircuit(lowered(after), (), 0.0, 0.0), walks=20, steps=20)


def test_one_role_makes_one_move() -> None:
    gates = Gates(0, [4], 0)
    moves = [2 * node for node in range(1, 5)]
    assert gates.conjunction(moves[:2]) == FALSE
    assert gates.disjunction(moves) == TRUE
    assert gates.disjunction(moves[:3]) == moves[3] ^ 1
    assert gates.disjunction(moves[:2]) == gates.disjunction(moves[2:]) ^ 1


def test_a_set_of_moves_is_no_conjunction_of_its_numbers() -> None:
    """The third role's second and third move were once taken for the literals 2 and 6, and the other way round."""
    for sets_first in (True, False):
        gates = Gates(3, [4, 4, 4], 0)
        made = [gates.move_set(2, 6)] if sets_first else []
        made.append(gates.conjunction([2, 6]))
        made.append(gates.move_set(2, 6))
        assert len(set(made)) == len(gates.gates) == 2
        assert gates.moves_of(gates.conjunction([2, 6])) is None
        assert gates.moves_of(made[-1]) == MoveSet(2, 6)


def test_frame_axioms_become_one_set() -> None:
    gates = Gates(1, [5], 0)
    literal = disjunction_of_cubes(gates, [frozenset((2, 2 * move)) for move in range(2, 6)])
    assert gates.gate(literal) == (2, 2 * 6 + 1)
    assert not any(isinstance(gate, MoveSet) for gate in gates.gates)


def test_a_common_literal_is_asked_once() -> None:
    gates = Gates(5, [], 0)
    disjunction_of_cubes(gates, [frozenset((2, 4)), frozenset((2, 6)), frozenset((2, 8))])
    assert sum(len(gate) - 1 for gate in gates.gates) == 3


@pytest.mark.parametrize("others", [(), ({2},), ({2}, {4}), ({2}, {4, 6}), ({2, 4}, {2, 6})], ids=str)
def test_the_empty_cube_is_always_true_beside_any_other(others: tuple[set[int], ...]) -> None:
    cubes = [frozenset(), *map(frozenset, others)]
    assert disjunction_of_cubes(Gates(3, [], 0), cubes) == TRUE
    assert disjunction_of_cubes(Gates(3, [], 0), cubes[::-1]) == TRUE


def test_a_cube_that_another_absorbs_in_a_quotient_leaves_the_literal_alone() -> None:
    gates = Gates(4, [], 0)
    literal = disjunction_of_cubes(gates, [frozenset({2}), frozenset({3, 4}), frozenset({3, 4, 6})])
    assert literal == gates.disjunction((2, 4))


NEVER_SHUT = """
(role a)
(init (at 0))
(<= (legal a go) open)
(<= open (true (at 1)))
(<= open (not (shut west)))
(<= (shut ?side) (true (closed ?side)))
(<= (next (closed east)) (does a go))
(<= (next (at 1)) (does a go))
(<= terminal (true (at 1)))
(goal a 100)
"""


def test_the_denial_of_what_never_holds_opens_a_way_beside_another_condition() -> None:
    sheet = read_rules(Source(NEVER_SHUT))[0]
    assert_same_game(sheet, compile_circuit(sheet), walks=1, steps=4)


def test_a_common_pair_becomes_a_gate() -> None:
    gates = [{2, 4, 6}, {2, 4, 8}, {2, 4, 10}]
    share_pairs(gates, 6)
    assert gates[3] == {2, 4}
    assert gates[:3] == [{6, 18}, {8, 18}, {10, 18}]


def test_what_a_legal_move_requires_is_not_asked_again() -> None:
    rules = """
    (role r) (init (free))
    (<= (legal r take) (true (free))) (legal r wait)
    (<= (next (free)) (true (free)) (does r wait))
    (<= (next (mine)) (does r take) (true (free)))
    (<= (next (mine)) (true (mine)))
    (<= terminal (true (mine))) (goal r 0)
    """
    draft = build_draft(ground_rules(read_rules(Source(rules))[0].rules))
    assert with_legality_used(draft).size < draft.size


def test_whose_turn_it_is_is_one_bit() -> None:
    draft = draft_of("tic_tac_toe")
    after = without_duplicates(draft)
    turns = {("control", "xplayer"), ("control", "oplayer")}
    assert turns <= set(draft.fluents)
    assert len(turns & set(after.fluents)) == 1
    ((fluent, literal),) = after.copies
    assert fluent in turns
    assert literal & 1


def test_fluents_that_only_look_alike_are_kept_apart() -> None:
    rules = """
    (role r) (init (a)) (init (b))
    (legal r go) (legal r stop)
    (<= (next (a)) (true (a)) (does r go))
    (<= (next (b)) (true (b)) (does r go))
    (<= (next (c)) (does r stop))
    (<= (next (d)) (true (c)) (not (true (a))))
    (<= terminal (true (d))) (goal r 0)
    """
    after = without_duplicates(build_draft(ground_rules(read_rules(Source(rules))[0].rules)))
    assert set(after.fluents) == {("a",), ("c",), ("d",)} or set(after.fluents) == {"a", "c", "d"}


def test_passes_stop_by_work_not_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    draft = draft_of("tic_tac_toe")
    all_steps = [name for name, _ in optimise(draft)]
    assert all_steps == ["rules as gates", *(name for name, *_ in PASSES)]
    assert [name for name, _ in optimise(draft, 0)] == ["rules as gates"]
    some = [name for name, _ in optimise(draft, 24 * draft.literals)]
    assert some[:4] == all_steps[:4]
    assert "factoring" not in some


def test_a_cheap_pass_is_made_although_a_dear_one_is_left_out() -> None:
    draft = draft_of("connect_four")
    names = [name for name, _ in optimise(draft, 29 * draft.literals)]
    assert "factoring" not in names
    assert "legal moves" in names
