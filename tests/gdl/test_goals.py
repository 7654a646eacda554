"""Goals outside 0 to 100: refused where the rules show it, and an error in words where they come up in play."""

from __future__ import annotations

import pytest

from ludens.circuit.compiled import compile_circuit
from ludens.circuit.network import evaluate, value_of
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.game import GoalError, RulesError
from ludens.games.loading import load_rulesheet
from ludens.gdl import Source, load_rules, right_rules
from ludens.rules.goals import goal_value

WRONG = ["101", "200", "70000", "999999", "9" * 900, "-1", "+5", "007", "1.5", "٣", "high", "(f 1)"]

ONE_STEP = """(role a) (legal a (go 1)) (legal a (go 2)) (init (at start)) (value {value})
(<= (next (at ?n)) (does a (go ?n)))
(<= terminal (true (at 1))) (<= terminal (true (at 2)))
{goal}"""

KNOWN = ONE_STEP.format(value="50", goal="(goal a {value})")
"""A goal that is written down."""

TABLED = ONE_STEP.format(value="{value}", goal="(<= (goal a ?v) (value ?v))")
"""A goal that stands in a table of facts."""

IN_PLAY = ONE_STEP.format(
    value="{value}",
    goal="(value 50) (<= (goal a ?v) (value ?v) (not (low ?v)) (true (at 2)))"
    "(<= (goal a ?v) (low ?v) (value ?v))(low 50)",
)
"""A goal that is wrong only where the second move leads."""


@pytest.mark.parametrize("value", WRONG, ids=lambda value: value[:12])
@pytest.mark.parametrize("rules", [KNOWN, TABLED], ids=["written", "in a table"])
def test_a_goal_outside_0_to_100_is_refused_where_the_rules_show_it(rules: str, value: str) -> None:
    text = rules.replace("{value}", value)
    for load in (lambda: right_rules(Source(text)), lambda: load_rulesheet(text)):
        with pytest.raises(RulesError, match="a goal is a whole number from 0 to 100, not ") as refused:
            load()
        ((line, column),) = refused.value.places
        assert text.split("\n")[line - 1][column - 1 :].startswith(("?v", value))


@pytest.mark.parametrize("value", WRONG, ids=lambda value: value[:12])
def test_a_goal_that_is_wrong_only_in_play_is_no_goal_to_reasoner_and_circuit_alike(value: str) -> None:
    sheet = right_rules(Source(IN_PLAY.replace("{value}", value)))
    game, circuit = load_rules(sheet.source), compile_circuit(sheet).circuit
    right, wrong = (game.next_state(game.initial_state(), [move]) for move in ("(go 1)", "(go 2)"))
    assert game.goals(right) == (50,)
    with pytest.raises(GoalError, match="should have one goal from 0 to 100"):
        game.goals(wrong)
    for state, goals in ((right, [50]), (wrong, [])):
        bits = [fluent in state for fluent in circuit.fluents]
        values = evaluate(circuit, bits)  # type: ignore[arg-type]
        assert [value for value, literal in circuit.goals[0] if value_of(values, literal)] == goals


NO_GOAL_FOR_B = ONE_STEP.format(value="50", goal="(role b) (legal b wait) (goal a 50) (<= (goal b 0) (true (at 3)))")


def test_a_game_in_which_a_role_never_has_a_goal_is_played_out() -> None:
    for backend in Backend:
        engine = Engine(compile_circuit(right_rules(Source(NO_GOAL_FOR_B))).circuit, backend)
        for games in (8, 64, 4_096):
            found = engine.playouts(engine.initial(2), games, 1)
            assert found.finished.tolist() == [games, games]
            assert found.goals.tolist() == [[50 * games, 0]] * 2
        assert (engine.games(engine.initial(), 64, 1).goals == [50, -1]).all()


def test_a_game_in_which_nobody_ever_has_a_goal_is_played_out() -> None:
    text = ONE_STEP.format(value="50", goal="(<= (goal a 0) (true (at 3)))")
    engine = Engine(compile_circuit(right_rules(Source(text))).circuit, Backend.TABLE)
    for games in (8, 64, 4_096):
        assert engine.playouts(engine.initial(2), games, 1, amaf=games <= 64).finished.tolist() == [games, games]
    assert (engine.games(engine.initial(), 64, 1).goals == -1).all()


def test_a_goal_of_thousands_of_digits_is_refused_as_a_name() -> None:
    with pytest.raises(RulesError, match=r"a name of 5,000 characters: 9{20}…") as refused:
        load_rulesheet(KNOWN.replace("{value}", "9" * 5_000))
    assert refused.value.places == ((4, 9),)


def test_only_the_usual_spelling_is_a_goal() -> None:
    assert [goal_value(str(n)) for n in range(101)] == list(range(101))
    assert not [text for text in (*WRONG, "", "00", "0100") if goal_value(text) is not None]
    assert goal_value(("f", "1")) is None
