"""What is almost so is not claimed."""

from __future__ import annotations

import pytest

from ludens.circuit.analysis import Combination, Evidence, Structure, Way, structure
from ludens.circuit.analysis.implications import implied_latches
from ludens.game import Turns
from ludens.rules.ground_rules import ground_text
from tests.circuit.analysis import sheets
from tests.circuit.analysis.checks import assert_all_findings
from tests.circuit.analysis.plays import built_in_circuit, circuit_of, every_play, some_plays


def found_in(rules: str) -> Structure:
    return structure(circuit_of(rules))


def latches(found: Structure) -> set[tuple[str, bool]]:
    return {(ground_text(latch.fluent), latch.stays) for latch in found.latches}


def test_an_alarm_that_cannot_be_ended_is_a_latch_and_decides_the_goal() -> None:
    plays = every_play(circuit_of(sheets.ALARM))
    assert ("alarm", True) in latches(plays.found)
    (decided,) = [latch for latch in plays.found.goal_latches if latch.condition == "alarm"]
    assert decided.values == (0,)
    assert decided.evidence.certain
    assert_all_findings(plays)


def test_an_alarm_after_which_one_can_be_rescued_decides_less() -> None:
    plays = every_play(circuit_of(sheets.RESCUE))
    assert ("alarm", True) in latches(plays.found)
    (decided,) = [latch for latch in plays.found.goal_latches if latch.condition == "alarm"]
    assert decided.values == (0, 50)
    assert_all_findings(plays)


def test_a_score_that_only_grows_leaves_its_lower_values_behind() -> None:
    plays = every_play(circuit_of(sheets.SCORE))
    assert {str(latch) for latch in plays.found.set_latches} == {
        "(score 1) or (score 2) or (score 3) or (score 4)",
        "(score 2) or (score 3) or (score 4)",
        "(score 3) or (score 4)",
    }
    (decided,) = [latch for latch in plays.found.goal_latches if latch.condition == "(score 3) or (score 4)"]
    assert decided.values == (75, 100)
    assert_all_findings(plays)


def test_a_score_that_can_fall_leaves_only_what_it_cannot_fall_to() -> None:
    plays = every_play(circuit_of(sheets.FALLING_SCORE))
    assert {str(latch) for latch in plays.found.set_latches} == {"(score 1) or (score 2) or (score 3) or (score 4)"}
    assert_all_findings(plays)


def test_an_alarm_that_only_eight_right_digits_end_is_no_latch() -> None:
    found = found_in(sheets.LOCK)
    assert found.games == 256
    assert ("alarm", True) not in latches(found)
    assert not [latch for latch in found.goal_latches if latch.condition == "alarm"]
    assert ("opened", True) in latches(found)


def test_a_sum_that_no_random_game_breaks_is_not_called_proved() -> None:
    found = found_in(sheets.LOCK)
    assert found.constant_sum is not None
    assert found.constant_sum.total == 100
    assert found.constant_sum.evidence == Evidence(Way.OBSERVED, 256)
    assert str(found.constant_sum.evidence) == "observed in 256 random games"


def test_turns_that_no_random_game_breaks_are_not_called_proved() -> None:
    found = found_in(sheets.LOCK)
    assert found.turns is not None
    assert found.turns.turns is Turns.SEQUENTIAL
    assert not found.turns.evidence.certain


def test_a_move_that_is_hard_to_reach_is_not_called_dead() -> None:
    circuit = circuit_of(sheets.LOCK)
    dead = {ground_text(circuit.moves[move.role][move.move]): move.evidence for move in structure(circuit).dead_moves}
    assert set(dead) == {"open", "sleep"}
    assert not any(evidence.certain for evidence in dead.values())


def test_a_move_that_can_never_be_made_is_dead() -> None:
    circuit = built_in_circuit("eight_puzzle")
    (dead,) = structure(circuit).dead_moves
    assert circuit.moves[dead.role][dead.move] == ("slide", "b")
    assert dead.evidence.certain


def test_three_switches_that_can_be_thrown_in_all_ways_are_three_parts() -> None:
    plays = every_play(circuit_of(sheets.three_switches("")))
    assert plays.found.factors is not None
    assert len(plays.found.factors.parts) == 3
    assert plays.found.factors.simultaneous
    assert_all_findings(plays)


def test_lights_that_only_an_open_lock_shows_together_are_not_one_of() -> None:
    circuit = circuit_of(sheets.LOCK)
    lights = {2 * node for node, fluent in enumerate(circuit.fluents, start=1) if fluent[0] == "light"}
    assert len(lights) == 2
    assert not [literals for literals, _ in structure(circuit).one_of if lights <= set(literals)]


def test_a_goal_that_is_hard_to_reach_is_not_excluded() -> None:
    found = found_in(sheets.MODES)
    assert ("(in hard)", True) in latches(found)
    assert not [latch for latch in found.goal_latches if latch.condition == "(in hard)"]
    assert [latch.values for latch in found.goal_latches if latch.condition == "won"] == [(50,)]


def test_locks_that_differ_when_opened_are_no_proved_symmetry() -> None:
    found = found_in(sheets.TWO_LOCKS)
    swaps = [symmetry for symmetry in found.symmetries if "argument 1 of progress" in symmetry.description]
    assert not any(symmetry.evidence.certain for symmetry in swaps)
    assert not found.goal_latches


def test_fluents_that_a_loop_rests_on_are_no_latches() -> None:
    plays = some_plays(built_in_circuit("blocker"), games=6, most_steps=20)
    for literal in implied_latches(plays.circuit):
        assert all(plays.holds(after, literal) for before, _, after in plays.steps if plays.holds(before, literal))


@pytest.mark.parametrize(
    ("rules", "combination"),
    [
        (sheets.walks(), Combination.CONJUNCTIVE),
        (sheets.walks(end=sheets.OR_END), Combination.DISJUNCTIVE),
        (sheets.walks(legal=sheets.ONE_AFTER_THE_OTHER), Combination.SERIAL),
        (sheets.walks(legal=sheets.RIGHT_STARTS_LATE), Combination.CONJUNCTIVE),
        (sheets.walks(legal=sheets.TURN_BY_TURN), Combination.CONJUNCTIVE),
        (sheets.pair_of_walks(), Combination.CONJUNCTIVE),
        (sheets.pair_of_jumps(), Combination.CONJUNCTIVE),
    ],
    ids=["all", "one", "series", "overlapping", "turn by turn", "at the same time", "jumps"],
)
def test_two_walks_are_two_parts(rules: str, combination: Combination) -> None:
    plays = every_play(circuit_of(rules))
    assert plays.found.factors is not None
    assert plays.found.factors.combination is combination
    assert plays.found.factors.simultaneous == (rules in (sheets.pair_of_walks(), sheets.pair_of_jumps()))
    assert len(plays.found.factors.parts) == 2
    assert_all_findings(plays)


@pytest.mark.parametrize(
    "rules",
    [
        sheets.walks(legal=sheets.WAITS_FOR_LEFT),
        sheets.walks(legal=sheets.BACK_AND_FORTH),
        sheets.walks(more="(<= (next (at left ?n)) (true (at right ?n)) (does walker (go right ?n ?m)))"),
        sheets.walks(more="(<= (next (mark left)) (does walker (go left 1 2)) (true (at right 3)))"),
        sheets.walks(more="(legal walker home) (<= (next (at ?s 1)) (side ?s) (does walker home))"),
        sheets.walks(end=sheets.OR_END + "(<= terminal (true (at left 2)) (true (at right 3)))"),
        sheets.walks(end=sheets.OR_END, goals=sheets.SAME_PLACE_GOALS),
        sheets.pair_of_walks("(or (distinct ?l up) (distinct ?r up))"),
        sheets.three_switches("(even ?x ?y ?z)"),
    ],
    ids=[
        "legality",
        "reopened",
        "transition",
        "reading",
        "one move",
        "end",
        "goals",
        "not all pairs",
        "pairs but not threes",
    ],
)
def test_two_walks_that_have_something_in_common_are_one_piece(rules: str) -> None:
    assert found_in(rules).factors is None


def test_the_parts_of_a_series_are_in_the_order_in_which_they_are_played() -> None:
    plays = every_play(circuit_of(sheets.walks(legal=sheets.ONE_AFTER_THE_OTHER)))
    assert plays.found.factors is not None
    first, second = plays.found.factors.parts
    names = [{plays.circuit.fluents[fluent][1] for fluent in part.fluents} for part in (first, second)]
    assert names == [{"left"}, {"right"}]
