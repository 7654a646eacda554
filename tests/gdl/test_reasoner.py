"""The reasoner against its slow twin, on games and on random programs; and how it refuses."""

from __future__ import annotations

import pickle
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens.games import RULESHEETS
from ludens.games.loading import load_rulesheet
from ludens.gdl import load_rules, program
from ludens.gdl.demand import on_demand
from ludens.gdl.parser import parse
from ludens.gdl.program import compile_rules
from ludens.gdl.reasoner import Budget
from ludens.gdl.terms import Comparison, Compound, Condition, Constant, Literal, Rule, RuleSheet, Term, Variable
from ludens.rules.contract import AnyReasoner
from ludens.rules.ground_rules import State
from ludens.rules.source import Source
from ludens.testing import random_game
from tests.naive import Fact, consequences

SMALL_GAMES = [
    "tic_tac_toe",
    "nim(heaps=1-2)",
    "rock_paper_scissors",
    "bidding_tic_tac_toe",
    "connect_four(columns=4, rows=4)",
    "breakthrough(size=4)",
    "hex(size=3)",
]
GENEROUS = Budget(seconds=60, facts=1_000_000)


def expected(game: AnyReasoner[RuleSheet], state: State, moves: tuple[str, ...] | None) -> set[Fact]:
    given: set[Fact] = {("true", fluent) for fluent in state}
    if moves is not None:
        terms = [next(iter(game.state_from_text(move))) for move in moves]
        given |= {("does", role, term) for role, term in zip(game.info.roles, terms, strict=True)}
    return consequences(game.sheet.rules, given)


@pytest.mark.parametrize("name", SMALL_GAMES)
def test_positions_agree_with_the_slow_twin(name: str) -> None:
    game = load_rulesheet(name)
    states, history = random_game(game, random.Random(7))
    for state, moves in zip(states, [*history, None], strict=True):
        facts = expected(game, state, moves)
        assert game.is_terminal(state) == (("terminal",) in facts)
        if game.is_terminal(state):
            assert {("goal", *pair) for pair in zip(game.info.roles, map(str, game.goals(state)), strict=True)} == {
                fact for fact in facts if fact[0] == "goal"
            }
            continue
        for number, role in enumerate(game.info.roles):
            legal = {move for fact in facts if fact[:2] == ("legal", role) for move in fact[2:]}
            assert {next(iter(game.state_from_text(m))) for m in game.legal_moves(state, number)} == legal
        assert moves is not None
        assert game.next_state(state, moves) == {fact[1] for fact in facts if fact[0] == "next"}


# Random programs: a few relations over a few constants, negation only downwards, so that they are stratified.

NAMES = ["p", "q", "r", "s"]
ARITIES = {"p": 1, "q": 2, "r": 2, "s": 1}
variables = st.sampled_from([Variable("x"), Variable("y"), Variable("z")])
constants = st.sampled_from([Constant("a"), Constant("b"), Constant("c")])
flat_terms: st.SearchStrategy[Term] = st.one_of(variables, constants)
terms: st.SearchStrategy[Term] = st.one_of(flat_terms, flat_terms, st.builds(lambda t: Compound("f", (t,)), flat_terms))


@st.composite
def atoms(draw: st.DrawFn, names: list[str]) -> Compound:
    name = draw(st.sampled_from(names))
    return Compound(name, tuple(draw(terms) for _ in range(ARITIES.get(name, 1))))


@st.composite
def safe_rules(draw: st.DrawFn, most_conditions: int = 3) -> Rule:
    """A rule whose every variable is bound by a positive literal, negating only relations of lower names."""
    level = draw(st.integers(0, len(NAMES) - 1))
    count = draw(st.integers(1, most_conditions))
    positive = [Literal(draw(atoms([*NAMES[: level + 1], "true"]))) for _ in range(count)]
    bound = [v for v in ("x", "y", "z") if any(f"?{v}" in str(literal) for literal in positive)]
    known: st.SearchStrategy[Term] = st.sampled_from([*map(Variable, bound), Constant("a"), Constant("b")])

    def known_atom(name: str) -> Compound:
        return Compound(name, tuple(draw(known) for _ in range(ARITIES.get(name, 1))))

    body: list[Condition] = list(positive)
    if draw(st.booleans()):
        body.append(Comparison(draw(known), draw(known), equal=draw(st.booleans())))
    if level and draw(st.booleans()):
        body.append(Literal(known_atom(draw(st.sampled_from(NAMES[:level]))), positive=False))
    return Rule(known_atom(NAMES[level]), tuple(draw(st.permutations(body))))


OUTPUTS = [
    Rule(Compound("goal", (Variable("x"), Variable("y"))), (Literal(Compound(name, (Variable("x"), Variable("y")))),))
    for name, arity in ARITIES.items()
    if arity == 2
] + [
    Rule(Compound("goal", (Constant(name), Variable("x"))), (Literal(Compound(name, (Variable("x"),))),))
    for name, arity in ARITIES.items()
    if arity == 1
]


@settings(max_examples=300, deadline=None, derandomize=True)
@given(
    st.lists(safe_rules(), min_size=1, max_size=8),
    st.sets(st.sampled_from(["a", "b", "c", ("f", "a"), ("f", "b")]), max_size=4),
)
def test_random_programs_agree_with_the_slow_twin(rules: list[Rule], state: set[object]) -> None:
    program = [*rules, *OUTPUTS]
    compiled = compile_rules(program, lambda facts: None)
    found = compiled.facts(compiled.position(frozenset(state)), ("goal", 2), lambda facts: None)  # type: ignore[arg-type]
    wanted = consequences(program, [("true", fluent) for fluent in state])
    assert {("goal", *fact) for fact in found} == {fact for fact in wanted if fact[0] == "goal"}


# Rewritten rules have more conditions, and the slow twin takes time exponential in their number: always the same ones.
@settings(max_examples=150, deadline=None, derandomize=True)
@given(
    st.lists(safe_rules(most_conditions=2), min_size=1, max_size=5),
    st.sets(st.sampled_from(["a", "b", "c", ("f", "a"), ("f", "b")]), max_size=4),
)
def test_deriving_on_demand_changes_no_answer(rules: list[Rule], state: set[object]) -> None:
    program = [*rules, *OUTPUTS]
    rewritten, _ = on_demand(program, list(ARITIES.items()))
    given_facts: list[Fact] = [("true", fluent) for fluent in state]
    before = consequences(program, given_facts)
    after = consequences(rewritten, given_facts)
    assert {f for f in after if f[0] == "goal"} == {f for f in before if f[0] == "goal"}


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=pytest.mark.slow) if name in ("pentago", "pentago_swap") else name
        for name in RULESHEETS
    ],
)
def test_games_derived_on_demand_wherever_possible_play_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    usual = load_rulesheet(name)
    monkeypatch.setattr(program, "ENOUGH_ALWAYS", 3)
    monkeypatch.setattr(program, "ENOUGH_IN_A_POSITION", 3)
    demanding = load_rulesheet(name)
    states, history = random_game(usual, random.Random(5), max_steps=40)
    again, history_again = random_game(demanding, random.Random(5), max_steps=40)
    assert history == history_again
    for state, other in zip(states, again, strict=True):
        assert usual.text(state) == demanding.text(other)
        assert usual.is_terminal(state) == demanding.is_terminal(state)
        if usual.is_terminal(state):
            assert usual.goals(state) == demanding.goals(state)


def sheet(*rules: str) -> Source:
    return Source("(role you)\n(<= terminal (true over))\n(goal you 100)\n(legal you wait)\n" + "\n".join(rules))


def test_rules_with_more_conditions_than_python_has_nested_loops() -> None:
    letters = [f"?v{n}" for n in range(30)]
    conditions = " ".join(f"(digit {v})" for v in letters) + " " + " ".join(f"(distinct {v} 2)" for v in letters)
    game = load_rules(sheet("(digit 1)", "(digit 2)", f"(<= (next (row {' '.join(letters)})) {conditions})"))
    assert game.text(game.next_state(game.initial_state(), ("wait",))) == f"(row {' '.join('1' * 30)})"


@pytest.mark.parametrize(
    "rules",
    [
        ["(<= (next (row ?a ?b ?c ?d)) (digit ?a) (digit ?b) (digit ?c) (digit ?d))"],
        ["(<= (pair ?x ?y) (digit ?x) (digit ?y))",
         "(<= (next big) (digit ?a) (digit ?b) (digit ?c) (digit ?d) (digit ?e) (not (pair ?a ?e)))"],
        ["(<= (next (row ?a ?b)) (digit ?a) (digit ?b))", "(<= (next (all ?x)) (true (row ?x ?y)))",
         "(<= (bin ?a ?b ?c ?d) (digit ?a) (digit ?b) (digit ?c) (digit ?d))",
         "(<= (bin ?a ?b ?c ?d) (bin ?b ?c ?d ?a))", "(<= (next (b ?x)) (bin ?x ?x ?x ?x))"],
    ],
)  # fmt: skip
def test_a_hostile_sheet_ends_in_an_error(rules: list[str]) -> None:
    digits = [f"(digit {n})" for n in range(200)]
    with pytest.raises(ludens.BudgetError):
        load_rules(sheet(*digits, *rules), budget=Budget(seconds=1, facts=100_000))


def test_an_undefined_proposition_is_false_and_odd_names_are_names() -> None:
    game = load_rules(sheet("(<= (next (+ < x-1)) (not undefined))", "(<= (next never) undefined)"))
    assert game.text(game.next_state(game.initial_state(), ("wait",))) == "(+ < x-1)"


def test_case_does_not_matter_but_the_spelling_is_kept() -> None:
    game = load_rules(Source("(ROLE You)\n(legal you Wait)\n(<= Terminal (TRUE Over))\n(goal yOU 7)\n(init START)"))
    assert game.info.roles == ("you",)
    assert game.sheet.spelling["you"] == "You"
    assert game.legal_moves(game.initial_state(), 0) == ("wait",)


def test_parentheses_around_a_lone_name_do_not_matter() -> None:
    game = load_rules(sheet("(<= (open) (true door))", "(<= (next (light)) open)", "(init (door))"))
    assert game.text(game.next_state(game.initial_state(), ("wait",))) == "light"


def test_distinct_before_its_variables_and_its_negation() -> None:
    game = load_rules(
        sheet("(digit 1)", "(digit 2)", "(<= (next (d ?x)) (distinct ?x 1) (digit ?x))",
              "(<= (next (e ?x)) (not (distinct ?x 1)) (digit ?x))")
    )  # fmt: skip
    assert game.text(game.next_state(game.initial_state(), ("wait",))) == "(d 2) (e 1)"


def test_or_and_and_not_of_compound_formulas() -> None:
    game = load_rules(
        sheet("(digit 1)", "(digit 2)", "(digit 3)",
              "(<= (next (a ?x)) (digit ?x) (not (or (even ?x) (and (digit ?x) (odd_one ?x)))))",
              "(even 2)", "(odd_one 3)",
              "(<= (next (b ?x)) (or (even ?x) (and (odd_one ?x) (digit 1))))")
    )  # fmt: skip
    assert game.text(game.next_state(game.initial_state(), ("wait",))) == "(a 1) (b 2) (b 3)"


def test_a_game_without_legal_moves_says_for_whom_and_where() -> None:
    game = load_rules(
        Source(
            "(role you)\n(legal you wait)\n(<= terminal (true over))\n(goal you 0)\n(role me)\n(goal me 0)\n"
            "(init new)\n(<= (legal me wait) (true new))"
        )
    )
    stuck = game.next_state(game.initial_state(), ("wait", "wait"))
    with pytest.raises(ludens.NoLegalMoveError, match="me has no legal move"):
        game.legal_moves(stuck, 1)


@pytest.mark.parametrize(
    ("goals", "found"),
    [
        ("(goal me 1)", "none"),
        ("(goal you 1)\n(goal you 2)", "1 and 2"),
        ("(<= (goal you ?x) (n ?x) (distinct ?x 1))\n(n 1)\n(n 101)", "101"),
    ],
)
def test_missing_doubled_and_impossible_goals_are_refused(goals: str, found: str) -> None:
    game = load_rules(Source(f"(role you)\n(legal you wait)\n(next over)\n(<= terminal (true over))\n{goals}"))
    with pytest.raises(ludens.GoalError, match=found):
        game.goals(game.next_state(game.initial_state(), ("wait",)))


def test_illegal_moves_are_named() -> None:
    game = load_rulesheet("tic_tac_toe")
    with pytest.raises(ludens.IllegalMoveError, match=r"'\(mark 4 4\)' is not a legal move of xplayer"):
        game.next_state(game.initial_state(), ("(mark 4 4)", "noop"))
    with pytest.raises(ValueError, match="2 roles"):
        game.next_state(game.initial_state(), ("noop",))


def test_a_state_can_be_written_and_read_back() -> None:
    game = load_rulesheet("tic_tac_toe")
    states, _ = random_game(game, random.Random(3))
    assert [game.state_from_text(game.text(state)) for state in states] == states
    with pytest.raises(ludens.RulesError, match="position:1:9"):
        game.state_from_text("(cell 1 ?x)")


def test_a_pickled_game_plays_the_same() -> None:
    game = load_rulesheet("tic_tac_toe")
    again = pickle.loads(pickle.dumps(game))
    assert again.info == game.info
    assert random_game(again, random.Random(1)) == random_game(game, random.Random(1))


def test_roles_keep_their_order_in_the_sheet() -> None:
    roles = "(role zoe)\n(role adam)\n(role mia)\n"
    text = roles + "(<= terminal (true x))\n(<= (goal ?r 1) (role ?r))\n(<= (legal ?r w) (role ?r))"
    assert load_rules(Source(text)).info.roles == ("zoe", "adam", "mia")


def test_the_parser_reads_a_rule_without_body_as_a_fact() -> None:
    rules, problems = parse(Source("(<= (lamp 1))"))
    assert [str(rule) for rule in rules.rules] == ["(lamp 1)"]
    assert not problems
