"""Rules without the lists that keep a recursion from going in circles say the same as rules with them."""

from __future__ import annotations

import random
import re

import pytest

from ludens.circuit.building import build_draft
from ludens.circuit.compiled import compile_circuit
from ludens.circuit.lowering import lowered
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.game import BudgetError, RulesError
from ludens.games.loading import read_source
from ludens.gdl import Reasoner, Source, read_rules, right_rules
from ludens.gdl.grounding import trails
from ludens.gdl.grounding.grounder import ground_rules
from ludens.gdl.grounding.trails import without_trails
from ludens.gdl.terms import Rule
from tests.corpus import FOLDER, needs_corpus
from tests.rulesheets.agreement import assert_circuit_agrees, assert_engine_agrees, seen_by_reasoner

GAME = """
(role r) (node a) (node b) (node c) (node d) (node e)
(init (edge a b)) (init (edge b a)) (init (edge b c)) (init (edge c b)) (init (edge c d)) (init (edge d c))
(init (edge d e)) (init (edge e a)) (init (edge c a))
(<= (legal r (cut ?x ?y)) (true (edge ?x ?y)))
(<= (next (edge ?x ?y)) (true (edge ?x ?y)) (not (does r (cut ?x ?y))))
(<= joined (way a e nil))
(<= terminal (not joined))
(<= (goal r 100) (way b d nil))
(<= (goal r 50) (way c a nil) (not (way b d nil)))
(<= (goal r 0) (not (way c a nil)) (not (way b d nil)))
(<= (way ?x ?y ?l) (true (edge ?x ?y)) (is_list ?l))
(<= (way ?x ?y ?l) (add ?x ?l ?m) (true (edge ?x ?z)) (way ?z ?y ?m))
"""

LISTS = """
(<= (add ?x ?l (cons ?x ?l)) (node ?x) (is_list ?l) (not (member ?x ?l)))
(<= (member ?x (cons ?x ?l)) (node ?x) (is_list ?l))
(<= (member ?x (cons ?y ?l)) (member ?x ?l) (is_list (cons ?y ?l)))
(is_list nil)
(<= (is_list (cons ?a nil)) (node ?a))
(<= (is_list (cons ?a (cons ?b nil))) (node ?a) (node ?b))
(<= (is_list (cons ?a (cons ?b (cons ?c nil)))) (node ?a) (node ?b) (node ?c))
(<= (is_list (cons ?a (cons ?b (cons ?c (cons ?d nil))))) (node ?a) (node ?b) (node ?c) (node ?d))
(<= (is_list (cons ?a (cons ?b (cons ?c (cons ?d (cons ?e nil))))))
    (node ?a) (node ?b) (node ?c) (node ?d) (node ?e))
"""

NUMBERED = GAME.replace("(add ?x ?l ?m)", "(number ?x ?n) (add ?n ?l ?m)") + LISTS.replace("node", "digit")
DIGITS = "(digit 1) (digit 2) (digit 3) (digit 4) (digit 5)\n"
NUMBERS = "(number a 1) (number b 2) (number c 3) (number d 4) (number e 5)\n"


def rules_of(text: str) -> tuple[Rule, ...]:
    return read_rules(Source(text))[0].rules


def assert_same_game(text: str) -> None:
    """Both with the list and without, circuits do what the reasoner says."""
    game = Reasoner(right_rules(Source(text)))
    record = [seen for seed in range(60) for seen in seen_by_reasoner(game, 10, seed)]
    assert len({value for seen in record for _, value in seen.goals}) == 3
    assert_circuit_agrees(game, lowered(build_draft(ground_rules(game.sheet.rules))), record)


@pytest.mark.parametrize("text", [GAME + LISTS, NUMBERED + DIGITS + NUMBERS], ids=["nodes", "numbers"])
def test_a_list_of_where_a_way_has_been_is_dropped(text: str) -> None:
    rules = without_trails(rules_of(text))
    own = [rule for rule in rules if rule.head.name.startswith("way")]
    assert [len(rule.head.args) for rule in own] == [2, 2]
    assert not any("list" in str(rule) or "add" in str(rule) for rule in own)
    assert_same_game(text)


KEPT = {
    "two nodes with one number": NUMBERED + DIGITS + NUMBERS.replace("(number b 2)", "(number b 1)"),
    "a list that has no room for all": GAME
    + LISTS[: LISTS.index("(<= (is_list (cons ?a (cons ?b (cons ?c (cons ?d (")],
    "a node that is not taken up": GAME + LISTS.replace("(not (member ?x ?l))", "(not (member ?x ?l)) (distinct ?x b)"),
    "a number that is none": NUMBERED + DIGITS.replace("(digit 3)", "") + NUMBERS,
    "a node that counts for two": GAME + LISTS + "(<= (member c ?l) (member b ?l) (is_list ?l))",
    "somebody asks for the list": (GAME + LISTS).replace("(<= joined (way a e nil))", "(<= joined (way a e ?l))"),
    "the list says where to go": (GAME + LISTS).replace("(way ?x ?y ?l) (add", "(way ?x ?l ?l) (add"),
    "what is asked changes": (GAME + LISTS).replace("(way ?z ?y ?m)", "(way ?z ?x ?m)"),
    "no way from there": (GAME + LISTS).replace("(way ?z ?y ?m)", "(not (way ?z ?y ?m))"),
    "where it leads is taken up": GAME + LISTS + "(<= (way ?x ?y ?l) (add ?y ?l ?m) (node ?x) (way ?x ?y ?m))",
    "two ways at once": (GAME + LISTS).replace("(way ?z ?y ?m)", "(way ?z ?y ?m) (way ?y ?x ?m)"),
    "the list depends on the position": GAME + LISTS.replace("(not (member ?x ?l))", "(true (edge ?x ?any))"),
}


@pytest.mark.parametrize("text", KEPT.values(), ids=KEPT.keys())
def test_an_argument_that_matters_stays(text: str) -> None:
    assert without_trails(rules_of(text)) == list(rules_of(text))


def test_what_gdl_gives_a_meaning_stays() -> None:
    text = (GAME + LISTS).replace("(way ?x ?y ?l)", "(way ?x ?l)").replace("(way ?z ?y ?m)", "(way ?z ?m)")
    for start in ("a e", "b d", "c a"):
        text = text.replace(f"(way {start} nil)", f"(way {start[0]} nil)")
    text = text.replace("(true (edge ?x ?y)) (is_list ?l)", "(true (edge ?x e)) (is_list ?l)")
    assert without_trails(rules_of(text)) != list(rules_of(text))
    reserved = rules_of(text.replace("(way ", "(goal "))
    assert without_trails(reserved) == list(reserved)


def test_what_takes_too_long_to_find_out_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trails, "MOST_FACTS", 3)
    assert without_trails(rules_of(GAME + LISTS)) == list(rules_of(GAME + LISTS))


def changed_somewhere(text: str, chooser: random.Random) -> str:
    """The sheet with a condition, a fact or a rule less, or with one name for another."""
    rules = list(rules_of(text))
    number = chooser.randrange(len(rules))
    rule = rules[number]
    if rule.head.name in ("role", "init", "legal", "next", "goal"):
        return changed_somewhere(text, chooser)
    if rule.body and chooser.random() < 0.7:
        rules[number] = Rule(rule.head, tuple(chooser.sample(rule.body, len(rule.body) - 1)))
    elif chooser.random() < 0.5:
        names = re.findall(r"\b[a-e1-5]\b|\?\w+", str(rule)) or ["nil"]
        one, other = chooser.sample([*names, "a", "1", "?x"], 2)
        written = [*map(str, rules[:number]), str(rule).replace(one, other, 1), *map(str, rules[number + 1 :])]
        return "\n".join(written)
    else:
        del rules[number]
    return "\n".join(map(str, rules))


@pytest.mark.parametrize(
    ("seed", "sheets"), [(12, 3), *[pytest.param(seed, 25, marks=pytest.mark.slow) for seed in range(4)]]
)
def test_whatever_is_dropped_the_game_stays_the_same(seed: int, sheets: int) -> None:
    chooser = random.Random(seed)
    dropped = 0
    for _ in range(sheets):
        text = changed_somewhere(chooser.choice([GAME + LISTS, NUMBERED + DIGITS + NUMBERS]), chooser)
        try:
            game = Reasoner(right_rules(Source(text)))
        except (RulesError, BudgetError):
            continue
        if without_trails(game.sheet.rules) != list(game.sheet.rules):
            dropped += 1
            record = [seen for walk in range(12) for seen in seen_by_reasoner(game, 10, walk)]
            assert_circuit_agrees(game, lowered(build_draft(ground_rules(game.sheet.rules))), record)
    assert dropped > 1


@pytest.mark.slow
@needs_corpus
def test_hex_with_lists_is_compiled() -> None:
    game = Reasoner(right_rules(read_source(FOLDER / "laikLee_hex.kif")))
    record = seen_by_reasoner(game, 100)
    circuit = compile_circuit(game.sheet).circuit
    assert_circuit_agrees(game, circuit, record)
    for backend in Backend:
        assert_engine_agrees(game, Engine(circuit, backend), record)
