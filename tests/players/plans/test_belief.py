"""What is believed of plans: conclusions by hand, shrinkage, and that noise changes nothing."""

from __future__ import annotations

import math
import random
from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import pytest

from ludens.players.plans.belief import (
    ALL_GAMES,
    DOUBLING,
    IN_COMMON,
    SIMILAR_GAMES,
    SKILFUL,
    SKILLS,
    THIS_CLOCK,
    THIS_GAME,
    TRANSFER,
    Belief,
    Game,
    Trial,
    belief_from,
    covariances,
    likeness,
    log_odds,
    odds_to_score,
    plan_covariances,
)
from ludens.players.plans.candidates import AT_ONCE, IN_TURNS, REFERENCE
from ludens.players.plans.evidence import Evidence, MeasuredGame, Result

PLAN, OTHER = "uct(exploration=0.7)", "grave"
NEAR: Mapping[str, float] = {"moves": 3.0, "length": 5.0}
FAR: Mapping[str, float] = {"moves": 9.0, "length": 9.0}


def table(*rows: tuple[str, float, str, int, float], far: tuple[str, ...] = ()) -> Evidence:
    """Results (rules, clock, plan, pairs, score) of games, all alike but for those that are far."""
    games = {
        rules: MeasuredGame(rules, rules, IN_TURNS.name, FAR if rules in far else NEAR)
        for rules in {row[0] for row in rows}
    }
    results = [
        Result(rules, clock, 1.0, plan, pairs, score, math.sqrt(0.125 / pairs), 1e6, "2026-01-01", "abc")
        for rules, clock, plan, pairs, score in rows
    ]
    return Evidence(games, tuple(results))


def believed(evidence: Evidence, game: Game) -> tuple[float, float]:
    belief = belief_from(evidence, IN_TURNS, game)
    place = belief.plans.index(PLAN)
    return float(belief.mean[place]), float(belief.covariance[place, place])


def test_one_result_of_this_very_game_is_weighed_against_the_prior() -> None:
    value, noise = log_odds(0.7, 20, math.sqrt(0.125 / 20))
    before = (1 - IN_COMMON**2) * (ALL_GAMES**2 + SIMILAR_GAMES**2 + THIS_GAME**2 + THIS_CLOCK**2)
    mean, variance = believed(table(("a", 0.3, PLAN, 20, 0.7)), Game("a", NEAR, 0.3))
    assert mean == pytest.approx(value * before / (before + noise))
    assert variance == pytest.approx(before * noise / (before + noise))


def test_the_farther_a_game_the_less_it_says() -> None:
    evidence = table(("a", 0.3, PLAN, 100, 0.7))
    games = [Game("a", NEAR, 0.3), Game("a", NEAR, 10.0), Game("b", NEAR, 0.3), Game("b", FAR, 0.3)]
    means, variances = zip(*(believed(evidence, game) for game in games), strict=True)
    assert list(means) == sorted(means, reverse=True)
    assert list(variances) == sorted(variances)
    assert means[-1] > 0


def test_a_busy_machine_shortens_the_clock() -> None:
    evidence = table(("a", 0.3, PLAN, 100, 0.7))
    busy = Evidence(evidence.games, tuple(replace(row, clock=3.0, share=0.1) for row in evidence.results))
    assert believed(busy, Game("a", NEAR, 0.3)) == pytest.approx(believed(evidence, Game("a", NEAR, 0.3)))


def test_what_is_not_known_is_even_and_in_doubt() -> None:
    belief = belief_from(Evidence({}, ()), IN_TURNS, Game("a", NEAR, 0.3))
    assert set(belief.mean) == {0.0}
    assert belief.score(PLAN)[0] == 0.5
    assert belief.score(PLAN)[1] > 0.2
    assert belief.ranking(IN_TURNS.default) == [REFERENCE]
    assert belief_from(Evidence({}, ()), AT_ONCE, Game("a", NEAR, 0.3)).ranking(AT_ONCE.default) == [AT_ONCE.default]


def test_a_plan_is_taken_only_by_much_evidence() -> None:
    few, many = table(("a", 0.3, PLAN, 4, 0.75)), table(("a", 0.3, PLAN, 100, 0.6))
    for evidence, best in ((few, REFERENCE), (many, PLAN)):
        assert belief_from(evidence, IN_TURNS, Game("a", NEAR, 0.3)).ranking(REFERENCE)[0] == best


def test_much_evidence_counts_more_than_a_slightly_better_score() -> None:
    belief = belief_from(
        table(("a", 0.3, PLAN, 400, 0.64), ("a", 0.3, OTHER, 20, 0.69)), IN_TURNS, Game("a", NEAR, 0.3)
    )
    assert belief.score(OTHER) > belief.score(PLAN)
    assert belief.ranking(REFERENCE) == [PLAN, OTHER, REFERENCE]


def test_a_default_that_loses_to_uct_is_not_kept() -> None:
    games = {"a": MeasuredGame("a", "a", AT_ONCE.name, NEAR)}
    evidence = Evidence(games, (Result("a", 0.3, 1.0, AT_ONCE.default, 6, 0.3, 0.1, 1e6, "2026-01-01", "abc"),))
    assert belief_from(evidence, AT_ONCE, Game("a", NEAR, 0.3)).ranking(AT_ONCE.default) == [REFERENCE]


def test_other_families_do_not_count() -> None:
    evidence = table(("a", 0.3, PLAN, 1000, 0.9))
    assert set(belief_from(evidence, AT_ONCE, Game("a", NEAR, 0.3)).mean) == {0.0}


def test_the_same_features_are_alike_and_missing_ones_say_nothing() -> None:
    found = likeness([NEAR, NEAR, FAR, {"moves": 3.0}])
    assert found[0, 1] == 1.0
    assert found[0, 3] == 1.0
    assert found[0, 2] < 1e-3
    assert np.allclose(found, found.T)


def test_covariances_are_those_of_normal_variables() -> None:
    drawn = random.Random(1)
    games = [
        Game(drawn.choice("abc"), {"moves": drawn.uniform(0, 6), "length": drawn.uniform(2, 8)}, drawn.choice((0.1, 1)))
        for _ in range(20)
    ]
    assert np.linalg.eigvalsh(covariances(games)).min() > -1e-9


def test_plans_with_much_in_common_are_thought_to_do_alike() -> None:
    plans = ("uct", "uct(exploration=0.7)", "uct(exploration=0.7, tuned=true)", "grave", "uct(exploration=0.2)")
    found = plan_covariances(plans)
    assert not found[0].any()
    assert found[1, 1] == pytest.approx(1 - IN_COMMON**2)
    assert found[1, 2] > found[1, 3]
    assert found[1, 2] > found[1, 4]
    assert np.linalg.eigvalsh(found).min() > -1e-9
    evidence = table(("a", 0.3, PLAN, 200, 0.7))
    belief = belief_from(evidence, IN_TURNS, Game("a", NEAR, 0.3))
    combined = "proving_tree(playout=foresight, exploration=0.7, share=0.05)"
    without = "proving_tree(playout=foresight, share=0.05)"
    assert belief.mean[belief.plans.index(combined)] > belief.mean[belief.plans.index(without)]
    assert belief.mean[belief.plans.index(REFERENCE)] == 0
    great = belief_from(table(("a", 0.3, PLAN, 2000, 0.95)), IN_TURNS, Game("a", NEAR, 0.3))
    assert great.probability(combined, REFERENCE) > 0.6
    assert great.ranking(REFERENCE) == [PLAN, REFERENCE]


def test_trials_between_plans_move_both() -> None:
    prior = Belief((REFERENCE, PLAN, OTHER), np.zeros(3), np.diag([0.0, 0.3, 0.3]))
    scores = [1.0, 0.5] * 10
    trial = Trial(PLAN, OTHER, 0.1, 20, 0.75, sum(score**2 for score in scores))
    after = prior.after([trial])
    assert after.mean[0] == 0.0
    assert after.mean[1] == pytest.approx(-after.mean[2])
    value, noise = log_odds(trial.score, trial.pairs, trial.error)
    assert after.mean[1] == pytest.approx(value * 0.3 / (0.6 + noise + TRANSFER**2))
    assert after.covariance[1, 2] > 0
    assert after.probability(PLAN, OTHER) > 0.95
    assert after.probability(PLAN, OTHER) + after.probability(OTHER, PLAN) == pytest.approx(1)
    assert prior.after([]) is prior
    assert prior.after([Trial("nobody", OTHER, 0.1, 5, 1.0, 5.0)]) is prior


def test_gain_counts_only_what_is_better() -> None:
    belief = Belief((REFERENCE, PLAN, OTHER), np.array([0.0, -0.2, -0.2]), np.diag([0.0, 0.01, 0.5]))
    assert 0 < belief.gain(PLAN, REFERENCE) < belief.gain(OTHER, REFERENCE)
    assert belief.gain(REFERENCE, REFERENCE) == 0
    draws = -0.2 + math.sqrt(0.5) * np.random.default_rng(1).standard_normal(200_000)
    assert belief.gain(OTHER, REFERENCE) == pytest.approx(np.maximum(0, draws).mean(), abs=0.01)


def test_switching_on_noise_is_rare() -> None:
    """Plans no better than UCT, measured in few pairs: hardly ever is one taken, and never one far from even."""
    drawn, taken = random.Random(5), 0
    for number in range(60):
        rows = [
            (f"g{number}", 0.3, plan, 12, sum(drawn.choice((0, 0.5, 0.5, 1)) for _ in range(12)) / 12)
            for plan in IN_TURNS.plans[:6]
        ]
        taken += belief_from(table(*rows), IN_TURNS, Game(f"g{number}", NEAR, 0.3)).ranking(REFERENCE)[0] != REFERENCE
    assert taken <= 18


def test_log_odds_and_scores() -> None:
    assert log_odds(0.5, 10, 0.1)[0] == 0
    assert odds_to_score(0.4) == pytest.approx(0.6, abs=0.002)
    best, wide = log_odds(1.0, 3, 0.0)
    assert 1 < best < 2
    assert log_odds(1.0, 30, 0.0)[0] > best
    assert log_odds(0.6, 100, 0.03)[1] < log_odds(0.6, 10, 0.1)[1] < wide


LEARNT = "uct(evaluation=learnt)"
GOOD_ONE: Mapping[str, float] = {name: 2 * scale for name, scale in SKILLS.items()}
BAD_ONE: Mapping[str, float] = {name: -2 * scale for name, scale in SKILLS.items()}


def with_skills() -> Evidence:
    """Two far games, one with a good evaluation, which won, and one with a bad one, which lost."""
    evidence = table(("good", 0.3, LEARNT, 60, 0.85), ("bad", 0.3, LEARNT, 60, 0.15), far=("bad",))
    games = {
        rules: replace(about, features={**about.features, **(GOOD_ONE if rules == "good" else BAD_ONE)})
        for rules, about in evidence.games.items()
    }
    return Evidence(games, evidence.results)


def test_how_good_an_evaluation_is_tells_what_its_plans_bring_in_games_never_seen() -> None:
    middle: Mapping[str, float] = {"moves": 20.0, "length": 20.0}  # like neither
    found = []
    for skill in (GOOD_ONE, {}, BAD_ONE):
        belief = belief_from(with_skills(), IN_TURNS, Game("new", {**middle, **skill}, 0.3))
        found.append((belief.mean[belief.plans.index(LEARNT)], belief.probability(LEARNT, REFERENCE)))
        assert belief.mean[belief.plans.index("grave")] == pytest.approx(0, abs=0.05)
    assert [mean for mean, _ in found] == sorted((mean for mean, _ in found), reverse=True)
    assert found[0][1] > 0.8
    assert found[2][1] < 0.2


def test_an_evaluation_of_unknown_skill_leaves_more_doubt() -> None:
    plain, known = (belief_from(Evidence({}, ()), IN_TURNS, Game("new", skill, 0.3)) for skill in ({}, GOOD_ONE))
    place = plain.plans.index(LEARNT)
    share = plan_covariances(plain.plans)[place, place]
    before = ALL_GAMES**2 + SIMILAR_GAMES**2 + THIS_GAME**2 + THIS_CLOCK**2
    assert plain.covariance[place, place] == pytest.approx(share * (before + len(SKILLS) * SKILFUL**2))
    assert known.covariance[place, place] == pytest.approx(share * (before + 4 * len(SKILLS) * SKILFUL**2))
    of_grave = plain.plans.index("grave")
    assert plain.covariance[of_grave, of_grave] == pytest.approx(known.covariance[of_grave, of_grave])


def test_trials_at_another_clock_say_less() -> None:
    belief = belief_from(Evidence({}, ()), IN_TURNS, Game("new", NEAR, 0.5))
    means = []
    for clock in (0.5, 0.17, 0.01):
        after = belief.after([Trial(PLAN, REFERENCE, clock, 40, 0.8, 40 * 0.66)])
        means.append(after.mean[after.plans.index(PLAN)])
    assert means == sorted(means, reverse=True)
    assert means[-1] > 0


def test_a_plan_that_threads_are_of_no_use_to_falls_behind_where_there_are_some() -> None:
    belief = belief_from(table(("a", 0.3, LEARNT, 60, 0.7), ("a", 0.3, PLAN, 60, 0.7)), IN_TURNS, Game("a", NEAR, 0.3))
    four = belief.with_threads(4)
    lost = {plan: float(was - now) for plan, was, now in zip(belief.plans, belief.mean, four.mean, strict=True)}
    assert lost[LEARNT] == lost["mtdf(evaluation=learnt)"] == pytest.approx(2 * DOUBLING)
    assert lost[REFERENCE] == lost[PLAN] == lost["uct(evaluation=learnt, blend=0.5)"] == 0
    assert belief.ranking(REFERENCE)[0] in {LEARNT, PLAN}
    assert four.ranking(REFERENCE)[0] == PLAN
    assert belief.with_threads(1).mean == pytest.approx(belief.mean)
