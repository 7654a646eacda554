"""Rules that build ever larger terms end in a sentence that says which, at once, and can be interrupted."""

from __future__ import annotations

import pytest

from ludens.game import BudgetError
from ludens.games import RULESHEETS
from ludens.games.loading import built_in_source
from ludens.gdl import Reasoner, Source, load_rules, read_rules, right_rules
from ludens.gdl.grounding.clingo_program import ClingoProgram
from ludens.gdl.playtest import playtest
from ludens.gdl.term_size import MOST_LEVELS, MOST_SYMBOLS, is_too_large, may_grow_too_large
from ludens.rules.ground_rules import Ground

COUNTER = """
(role a) (init (count zero)) (legal a go)
(<= (next (count {larger})) (true (count ?n)))
(<= terminal (true (count end))) (goal a 50)
"""

IN_ONE_POSITION = (
    "(role a) (legal a go) (init (p0 x)) (<= (next (p0 x)) (true (p0 x))) (<= (r0 ?x) (true (p0 ?x)))\n"
    + "\n".join(f"(<= (r{n + 1} (pair ?x ?x)) (r{n} ?x))" for n in range(60))
    + "\n(<= terminal (r60 ?x)) (goal a 0)"
)


def play_on(game: Reasoner) -> None:
    state = game.initial_state()
    for _ in range(2 * MOST_LEVELS):
        state = game.next_state(state, ["go"])


@pytest.mark.parametrize("larger", ["(pair ?n ?n)", "(succ ?n)", "(pair ?n (pair ?n (pair ?n ?n)))"])
def test_terms_that_grow_with_every_step_end_in_a_sentence(larger: str) -> None:
    game = load_rules(Source(COUNTER.format(larger=larger)))
    with pytest.raises(BudgetError, match=r"ever larger terms: one of next has .* \(by the rule in line 3, column 1\)"):
        play_on(game)


def test_terms_that_double_within_one_position_end_in_a_sentence() -> None:
    with pytest.raises(BudgetError, match="ever larger terms: one of r"):
        load_rules(Source(IN_ONE_POSITION))


def test_random_play_reports_growing_terms_with_the_moves_that_led_there() -> None:
    report = playtest(load_rules(Source(COUNTER.format(larger="(pair ?n ?n)"))), games=2, seed=0, max_steps=1_000)
    (flaw,) = report.flaws
    assert "ever larger terms" in flaw.message
    assert flaw.moves == (("go",),) * len(flaw.moves)


def test_the_text_of_the_deepest_position_is_read_again() -> None:
    game = load_rules(Source(COUNTER.format(larger="(succ ?n)")))
    state = game.initial_state()
    for _ in range(MOST_LEVELS - 1):
        state = game.next_state(state, ["go"])
    with pytest.raises(BudgetError):
        game.next_state(state, ["go"])
    assert game.state_from_text(game.text(state)) == state
    assert game.text(state).count("(") == MOST_LEVELS


def test_terms_of_clingo_keep_to_the_same_limits() -> None:
    program = ClingoProgram(right_rules(Source(COUNTER.format(larger="(succ ?n)"))).rules)
    codes = {name: code for code, name in program._names.items()}
    true = program._relation(("true", 1))

    def written(levels: int) -> str:
        succ = f"{codes['succ']}(" * levels
        return f"{true}({succ}{codes['zero']}{')' * levels})"

    program.read(written(MOST_LEVELS - 2))
    with pytest.raises(BudgetError, match="one of true has"):
        program.read(written(MOST_LEVELS + 1))


def nested(levels: int) -> Ground:
    term: Ground = "zero"
    for _ in range(levels):
        term = ("succ", term)
    return term


def test_what_is_too_large_is_measured_without_writing_it_out() -> None:
    assert not is_too_large(nested(MOST_LEVELS))
    assert is_too_large(nested(MOST_LEVELS + 1))
    assert not is_too_large(("row", *["x"] * (MOST_SYMBOLS - 1)))
    assert is_too_large(("row", *["x"] * MOST_SYMBOLS))
    shared: Ground = "x"
    for _ in range(150):
        shared = ("pair", shared, shared)
    assert is_too_large(shared)


@pytest.mark.parametrize("name", sorted(RULESHEETS))
def test_built_in_games_need_not_be_measured(name: str) -> None:
    assert not may_grow_too_large(read_rules(built_in_source(name, {}))[0].rules)


def test_functions_that_multiply_without_a_cycle_are_measured() -> None:
    assert may_grow_too_large(right_rules(Source(COUNTER.format(larger="(succ ?n)"))).rules)
    assert may_grow_too_large(read_rules(Source(IN_ONE_POSITION))[0].rules)
    assert not may_grow_too_large(right_rules(Source(COUNTER.format(larger="end"))).rules)


@pytest.mark.parametrize(
    "rule", ["(<= (next (p (one ?x))) (true (p (one ?x))))", "(<= (next (q (one ?x))) (true (r (one ?x))))"]
)
def test_a_function_that_is_never_built_is_no_mistake(rule: str) -> None:
    game = load_rules(Source(f"(role a) (init (p x)) (legal a go) {rule} (<= terminal (not (true (p x)))) (goal a 50)"))
    state = game.next_state(game.initial_state(), ["go"])
    assert game.is_terminal(state)
    assert not state
