"""Rules that are ground only for what can be asked, and rewritten so that they can be split, play the same game."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from ludens.circuit.building import build_draft
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.lowering import lowered
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.games.loading import built_in_source, read_source
from ludens.gdl import Reasoner, Source, read_rules, right_rules
from ludens.gdl.demand import Asked
from ludens.gdl.grounding import grounder, guarding
from ludens.gdl.grounding.alternatives import with_alternatives_joined
from ludens.gdl.grounding.guarding import guarded
from ludens.gdl.grounding.splitting import split_rules
from ludens.gdl.grounding.unfolding import with_comparisons_unfolded
from ludens.gdl.terms import Relation, Rule, RuleSheet
from tests.corpus import FOLDER, needs_corpus
from tests.rulesheets.agreement import (
    assert_circuit_agrees,
    assert_engine_agrees,
    ground_at_once,
    seen_by_reasoner,
)
from tests.rulesheets.test_all_ways_agree import of_random_games

GUARDS = """
(role white) (role black) (opponent white black) (opponent black white)
(line 1) (line 2) (line 3) (line 4) (after 1 2) (after 2 3) (after 3 4)
(init (at white king 1 1)) (init (at white guard 2 1)) (init (at black king 4 4)) (init (at black guard 3 4))
(init (turn white)) (init (step 1))
(<= (near ?x ?y) (after ?x ?y)) (<= (near ?x ?y) (after ?y ?x))
(<= (different ?x1 ?y1 ?x2 ?y2) (line ?x1) (line ?y1) (line ?x2) (line ?y2) (distinct ?x1 ?x2))
(<= (different ?x1 ?y1 ?x2 ?y2) (line ?x1) (line ?y1) (line ?x2) (line ?y2) (distinct ?y1 ?y2))
(<= (legal ?r (move ?p ?x ?y ?x ?z))
    (true (turn ?r)) (true (at ?r ?p ?x ?y)) (near ?y ?z) (not (own ?r ?x ?z)) (safe ?r ?x ?z ?x ?y))
(<= (legal ?r (move ?p ?x ?y ?z ?y))
    (true (turn ?r)) (true (at ?r ?p ?x ?y)) (near ?x ?z) (not (own ?r ?z ?y)) (safe ?r ?z ?y ?x ?y))
(<= (legal ?r rest) (role ?r))
(<= (own ?r ?x ?y) (true (at ?r ?p ?x ?y)))
(<= (safe ?r ?c ?d ?u ?v)
    (true (at ?r king ?x ?y)) (line ?c) (line ?d) (line ?u) (line ?v) (not (threatened ?r ?c ?d ?x ?y ?u ?v)))
(<= (threatened ?r ?c ?d ?x ?y ?u ?v)
    (opponent ?r ?o) (or (beside ?o ?a ?b ?x ?y ?u ?v) (afar ?o ?a ?b ?x ?y ?u ?v)) (different ?c ?d ?a ?b))
(<= (beside ?o ?a ?b ?a ?y ?u ?v) (true (at ?o ?p ?a ?b)) (near ?b ?y) (line ?u) (line ?v))
(<= (afar ?o ?a ?b ?x ?b ?u ?v) (true (at ?o guard ?a ?b)) (clear ?a ?x ?b ?u ?v))
(<= (clear ?a ?x ?b ?u ?v) (near ?a ?x) (line ?b) (line ?u) (line ?v))
(<= (clear ?a ?x ?b ?a2 ?b) (after ?a ?a2) (clear ?a2 ?x ?b ?a2 ?b))
(<= (clear ?a ?x ?b ?u ?v) (after ?a ?a2) (not (own white ?a2 ?b)) (clear ?a2 ?x ?b ?u ?v))
(<= (moved ?r ?x ?y) (does ?r (move ?p ?x ?y ?u ?v)))
(<= (taken ?x ?y) (does ?r (move ?p ?u ?v ?x ?y)))
(<= (next (at ?r ?p ?u ?v)) (does ?r (move ?p ?x ?y ?u ?v)))
(<= (next (at ?r ?p ?x ?y)) (true (at ?r ?p ?x ?y)) (not (moved ?r ?x ?y)) (not (taken ?x ?y)))
(<= (next (turn ?o)) (true (turn ?r)) (opponent ?r ?o))
(<= (next (step ?n)) (true (step ?m)) (after ?m ?n))
(<= (lost ?r) (role ?r) (not (has_king ?r)))
(<= (has_king ?r) (true (at ?r king ?x ?y)))
(<= terminal (true (step 4)))
(<= terminal (lost ?r))
(<= (goal ?r 0) (lost ?r))
(<= (goal ?r 100) (opponent ?r ?o) (lost ?o) (not (lost ?r)))
(<= (goal ?r 50) (role ?r) (not (lost white)) (not (lost black)))
"""
"""A small game with threats, in the manner of large ones: of most arguments a rule says only that they are lines."""


def rules_of(text: str) -> tuple[Rule, ...]:
    return read_rules(Source(text))[0].rules


def texts(rules: list[Rule]) -> list[str]:
    return sorted(map(str, rules))


def last_way(sheet: RuleSheet) -> list[Rule]:
    """The way to ground that is tried when all others came to too much."""
    return list(grounder.ways_to_ground(sheet.rules))[-1][1]


def test_comparisons_are_unfolded_where_nothing_else_tells_of_a_variable() -> None:
    rules = rules_of(
        """
        (d a) (d b)
        (<= (other ?x ?y) (d ?x) (d ?y) (distinct ?x ?y))
        (<= (other ?x ?y) (d ?x) (e ?y) (distinct ?y ?x))
        (<= (p ?c ?u) (true (at ?u)) (other ?c ?u))
        (<= (p ?c ?u) (true (at ?u)) (true (on ?c)) (other ?c ?u))
        """
    )
    assert texts(with_comparisons_unfolded(rules))[:4] == [
        "(<= (other ?x ?y) (d ?x) (d ?y) (distinct ?x ?y))",
        "(<= (other ?x ?y) (d ?x) (e ?y) (distinct ?y ?x))",
        "(<= (p ?c ?u) (true (at ?u)) (d ?c) (d ?u) (distinct ?c ?u))",
        "(<= (p ?c ?u) (true (at ?u)) (d ?c) (e ?u) (distinct ?u ?c))",
    ]
    assert str(rules[-1]) in texts(with_comparisons_unfolded(rules))


def test_rules_that_differ_in_one_condition_are_joined() -> None:
    rules = rules_of("(<= (p ?x) (q ?x ?y) (or (a ?y) (b ?y) (c ?y ?z)))\n(<= (s ?x) (a ?x))\n(<= (s ?x) (b ?x))")
    assert texts(with_alternatives_joined(rules, "any")) == [
        "(<= (any 0 ?y) (a ?y))",
        "(<= (any 0 ?y) (b ?y))",
        "(<= (p ?x) (any 0 ?y) (q ?x ?y))",
        "(<= (p ?x) (q ?x ?y) (c ?y ?z))",
        "(<= (s ?x) (a ?x))",
        "(<= (s ?x) (b ?x))",
    ]


def test_what_can_be_asked_rests_on_what_can_be_true() -> None:
    rules = rules_of(
        """
        (line 1) (line 2) (line 3) (init (at 1)) (init (on 2))
        (<= (free ?x ?y) (line ?x) (line ?y) (not (true (at ?x))))
        (<= (next (at ?x)) (true (on ?x)) (true (at ?y)) (free ?x ?y))
        """
    )
    found = guarded(rules)
    asked = [str(rule) for rule in found.rules if rule.head.name.startswith("asked")]
    known = "(possible true (on ?x)) (possible true (at ?y))"
    assert asked == [f"(<= (asked for free/2 0 ?x) {known})", f"(<= (asked for free/2 1 ?y) {known})"]
    waits = "(asked for free/2 0 ?x) (asked for free/2 1 ?y)"
    assert f"(<= (free ?x ?y) {waits} (line ?x) (line ?y) (not (true (at ?x))))" in map(str, found.rules)
    ground = grounder.ground_as_written(found.rules, ())
    assert set(ground.true) == {("at", "1"), ("at", "2"), ("on", "2")}


def test_a_part_that_cannot_stand_alone_asks_what_can_be() -> None:
    rules = rules_of("(<= (p ?n ?x ?y) (q ?n ?x ?y) (r ?k) (not (s ?x ?y ?k)))")
    assert split_rules(rules) == list(rules)
    split = split_rules(rules, lambda literal: literal if literal.atom.name == "q" else None)
    assert texts(split) == [
        "(<= (p ?n ?x ?y) (q ?n ?x ?y) (part 1 ?x ?y))",
        "(<= (part 0 ?x ?y) (q ?n ?x ?y))",
        "(<= (part 1 ?x ?y) (r ?k) (not (s ?x ?y ?k)) (part 0 ?x ?y))",
    ]


def test_a_game_with_threats_is_ground_for_what_is_asked_and_stays_the_same() -> None:
    game = Reasoner(right_rules(Source(GUARDS)))
    sheet, rules = game.sheet, last_way(game.sheet)
    assert any(rule.head.name.startswith("asked for threatened") for rule in rules)
    assert any(rule.head.name.startswith("any") for rule in rules)
    ground = grounder.ground_as_written(rules, ("white", "black"))
    assert ground.size < grounder.ground_as_written(grounder.needed_rules(sheet.rules), ("white", "black")).size / 2
    record = [seen for walk in range(20) for seen in seen_by_reasoner(game, 12, walk)]
    assert_circuit_agrees(game, lowered(build_draft(ground)), record)


@pytest.mark.parametrize("name", ["tic_tac_toe", "blocker", "connect_four", "nim", "rock_paper_scissors", "tron"])
def test_games_ground_for_what_is_asked_stay_the_same(name: str) -> None:
    game = Reasoner(right_rules(built_in_source(name, {})))
    circuit = lowered(build_draft(grounder.ground_as_written(last_way(game.sheet), game._roles)))
    assert_circuit_agrees(game, circuit, seen_by_reasoner(game, 60))


def assert_same_when_asked(game: Reasoner) -> None:
    ground = grounder.ground_as_written(last_way(game.sheet), game._roles)
    assert_circuit_agrees(game, lowered(build_draft(ground)), seen_by_reasoner(game, 7))


@pytest.fixture
def _every_argument_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def everything(rules: object, certain: object, relations: Iterable[Relation]) -> Asked:
        return {relation: list(range(relation[1])) for relation in relations if relation[1]}

    monkeypatch.setattr(guarding, "_open_arguments", everything)
    monkeypatch.setattr(grounder, "run_clingo", ground_at_once)


@pytest.mark.usefixtures("_every_argument_is_asked")
@pytest.mark.parametrize("part", range(2))
def test_random_games_of_which_all_is_asked_stay_the_same(part: int) -> None:
    of_random_games(part, 40, assert_same_when_asked)


@pytest.mark.slow
@pytest.mark.usefixtures("_every_argument_is_asked")
@pytest.mark.parametrize("part", range(100, 108))
def test_many_random_games_of_which_all_is_asked_stay_the_same(part: int) -> None:
    of_random_games(part, 500, assert_same_when_asked)


@pytest.mark.slow
@needs_corpus
@pytest.mark.parametrize("name", ["chess", "slaughter"])
def test_chess_is_compiled(name: str) -> None:
    game = Reasoner(right_rules(read_source(FOLDER / f"{name}.kif")))
    record = [seen for walk in range(4) for seen in seen_by_reasoner(game, 60, walk)]
    circuit = compile_circuit(game.sheet, seconds=600).circuit
    assert_circuit_agrees(game, circuit, record)
    assert_engine_agrees(game, Engine(circuit, Backend.TABLE), record)
