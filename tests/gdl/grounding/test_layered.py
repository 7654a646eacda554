"""Rules that follow a decision diagram say the same as rules that ask a huge relation."""

from __future__ import annotations

import random
from itertools import product

import pytest

from ludens.circuit.building import build_draft
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.lowering import lowered
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.games.loading import read_source
from ludens.gdl import Reasoner, Source, read_rules, right_rules
from ludens.gdl.grounding import grounder, layered
from ludens.gdl.grounding.diagrams import FALSE, TRUE, Diagram, Formulas, Id, TooLargeError, diagram
from ludens.gdl.grounding.layered import with_layers
from ludens.gdl.terms import GOAL, Relation, Rule
from ludens.rules.ground_rules import Ground
from tests.corpus import FOLDER, needs_corpus
from tests.rulesheets.agreement import (
    Seen,
    assert_circuit_agrees,
    assert_engine_agrees,
    ground_at_once,
    seen_by_reasoner,
)
from tests.rulesheets.test_all_ways_agree import of_random_games

DOMAIN = frozenset("abc")
TABLE: dict[Relation, frozenset[tuple[str, ...]]] = {
    ("above", 2): frozenset({("b", "a"), ("c", "b"), ("c", "a")}),
    ("odd", 1): frozenset({("a",), ("c",)}),
}

SQUARE = """
(role r) (index 1) (index 2) (index 3) (index 4)
(<= (legal r (write ?n ?m)) (index ?n) (index ?m) (not (written ?n)))
(<= (written ?n) (true (mark ?n ?m)))
(<= (next (mark ?n ?m)) (does r (write ?n ?m)))
(<= (next (mark ?n ?m)) (true (mark ?n ?m)))
(<= left (index ?n) (not (written ?n)))
(<= terminal (not left))
(<= (different ?a ?b ?c ?d) (index ?a) (index ?b) (index ?c) (index ?d)
    (distinct ?a ?b) (distinct ?a ?c) (distinct ?a ?d) (distinct ?b ?c) (distinct ?b ?d) (distinct ?c ?d))
(<= (good ?first) (true (mark 1 ?first)) (true (mark 2 ?b)) (true (mark 3 ?c)) (true (mark 4 ?d))
    (different ?first ?b ?c ?d) (distinct ?d 1))
(<= (bad ?b) (true (mark 1 ?a)) (true (mark 2 ?b)) (true (mark 3 ?c)) (true (mark ?c ?d)) (not (different ?a ?b ?c ?d)))
(<= (goal r 100) (good ?n) (distinct ?n 2))
(<= (goal r 50) (good 2))
(<= (goal r 20) (bad 1))
(<= (goal r 0) (not (good 1)) (not (good 2)) (not (good 3)) (not (good 4)) (not (bad 1)))
"""


def rules_of(text: str) -> tuple[Rule, ...]:
    return read_rules(Source(text))[0].rules


def random_formula(formulas: Formulas, chooser: random.Random, depth: int) -> tuple[Id, str]:
    """A formula, and the same in Python."""
    if depth == 0:
        one, other = (chooser.randrange(len(formulas.domains)) for _ in range(2))
        positive = chooser.random() < 0.5
        sign = "" if positive else "not "
        return chooser.choice(
            [
                (formulas.fact(("above", 2), (one, other), positive), f"{sign}(x[{one}] > x[{other}])"),
                (formulas.fact(("above", 2), ("b", other), positive), f"{sign}('b' > x[{other}])"),
                (formulas.fact(("odd", 1), (one,), positive), f"{sign}(x[{one}] in 'ac')"),
                (formulas.equal(one, other, positive), f"{sign}(x[{one}] == x[{other}])"),
                (formulas.equal("c", other, positive), f"{sign}(x[{other}] == 'c')"),
            ]
        )
    every = chooser.random() < 0.5
    parts = [random_formula(formulas, chooser, depth - 1) for _ in range(chooser.randint(1, 3))]
    text = (" and " if every else " or ").join(text for _, text in parts)
    return formulas.join(every, (part for part, _ in parts)), f"({text})"


def ways(found: Diagram) -> set[tuple[str, ...]]:
    """The values along every way through a diagram."""
    reached: set[tuple[int, tuple[str, ...]]] = {(0, ())}
    for layer in found.layers:
        reached = {(end, (*way, value)) for node, way in reached for start, value, end in layer if start == node}
    assert {node for node, _ in reached} <= {0}
    return {way for _, way in reached}


@pytest.mark.parametrize("seed", range(150))
def test_a_diagram_has_the_solutions_of_its_formula(seed: int) -> None:
    chooser = random.Random(seed)
    formulas = Formulas([DOMAIN] * 4, TABLE.__getitem__)
    formula, text = random_formula(formulas, chooser, 3)
    solutions = {x for x in product(sorted(DOMAIN), repeat=4) if eval(text)}
    found = diagram(formulas, formula)
    assert ways(found) == solutions
    assert found.solutions() == len(solutions)


def test_a_diagram_has_no_two_nodes_that_say_the_same() -> None:
    formulas = Formulas([DOMAIN] * 4, TABLE.__getitem__)
    pairs = [(one, other) for one in range(4) for other in range(one)]
    same = formulas.join(True, (formulas.equal(one, other, True) for one, other in pairs))
    assert [len(layer) for layer in diagram(formulas, same).layers] == [3, 3, 3, 3]
    assert diagram(formulas, TRUE).edges == 4 * 3
    assert diagram(formulas, FALSE).solutions() == 0


def test_what_is_not_simple_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.gdl.grounding.diagrams.MOST_WORK", 5)
    formulas = Formulas([DOMAIN] * 4, TABLE.__getitem__)
    with pytest.raises(TooLargeError):
        diagram(formulas, formulas.join(True, (formulas.equal(number, number + 1, False) for number in range(3))))


def test_rules_follow_a_diagram_and_the_game_stays_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    assert with_layers(rules_of(SQUARE)) == list(rules_of(SQUARE))
    monkeypatch.setattr(layered, "MANY_FACTS", 20)
    needed = grounder.needed_rules(with_layers(rules_of(SQUARE)))
    assert not any(rule.head.name == "different" for rule in needed)
    game = Reasoner(read_rules(Source(SQUARE))[0])
    record = [seen for seed in range(200) for seen in seen_by_reasoner(game, 5, seed)]
    assert {value for seen in record if seen.over for _, value in seen.goals} == {"0", "20", "50", "100"}
    assert_circuit_agrees(game, lowered(build_draft(grounder.ground_rules(game.sheet.rules))), record)


RECURSIVE = """
(<= (chain ?a ?b ?c ?d) (index ?a) (index ?b) (index ?c) (index ?d))
(<= (chain ?a ?b ?c ?d) (chain ?b ?c ?d ?a))
(<= (goal r 7) (true (mark 1 ?a)) (chain ?a ?a ?a ?a))
"""


def test_a_relation_that_rests_on_itself_stays_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layered, "MANY_FACTS", 20)
    monkeypatch.setattr(layered, "FEW_FACTS", 0)
    rules = with_layers(rules_of(SQUARE + RECURSIVE))
    assert rules_of(RECURSIVE)[-1] in rules


@pytest.mark.parametrize(
    ("part", "games"), [(0, 20), *[pytest.param(part, 60, marks=pytest.mark.slow) for part in range(3)]]
)
def test_random_games_are_the_same_with_diagrams(part: int, games: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(layered, "MANY_FACTS", -1)
    monkeypatch.setattr(layered, "FEW_FACTS", -1)
    monkeypatch.setattr(layered._Static, "_is_given", lambda self, relation: False)
    monkeypatch.setattr(grounder, "run_clingo", ground_at_once)
    changed = []

    def check(game: Reasoner) -> None:
        changed.append(with_layers(game.sheet.rules) != list(game.sheet.rules))
        circuit = lowered(build_draft(grounder.ground_rules(game.sheet.rules)))
        assert_circuit_agrees(game, circuit, seen_by_reasoner(game, 7))

    of_random_games(500 + part, games, check)
    assert sum(changed) > games / 3


def a_grid(chooser: random.Random, mistakes: int) -> frozenset[Ground]:
    """A solved sudoku, with so many numbers changed."""
    digits = chooser.sample("123456789", 9)
    cells = {(i, j): digits[(3 * i + i // 3 + j) % 9] for i in range(9) for j in range(9)}
    for cell in chooser.sample(sorted(cells), mistakes):
        cells[cell] = chooser.choice([digit for digit in digits if digit != cells[cell]])
    return frozenset(("mark", str(i + 1), str(j + 1), digit) for (i, j), digit in cells.items())


@pytest.mark.slow
@needs_corpus
def test_sudoku_is_compiled_and_knows_a_solution() -> None:
    game = Reasoner(right_rules(read_source(FOLDER / "sudoku.kif")))
    chooser = random.Random(1)
    record = seen_by_reasoner(game, 60)
    for number in range(60):
        state = a_grid(chooser, number % 3)
        goals = frozenset(game._facts(state, GOAL))
        assert goals == {("sudokuplayer", "0" if number % 3 else "100")}
        record.append(Seen(state, game.is_terminal(state), frozenset(), goals))
    circuit = compile_circuit(game.sheet).circuit
    assert_circuit_agrees(game, circuit, record)
    for backend in Backend:
        assert_engine_agrees(game, Engine(circuit, backend), record)
