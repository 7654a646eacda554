"""Reports tell the truth: no two sentences contradict each other, and none the game as brute force knows it."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from ludens.circuit.compiled import compile_circuit
from ludens.engine.backend import Backend
from ludens.game import BudgetError, LudensError
from ludens.games.rules_game import RulesGame
from ludens.gdl import Reasoner, Source, examined, load_rules
from ludens.gdl.mistakes import errors
from ludens.quality.figures import Figures
from ludens.quality.report import Effort, Reporting
from ludens.quality.sentences.play import traps
from ludens.quality.sentences.statement import Statement
from ludens.quality.statements import statements
from ludens.quality.swap import swap
from ludens.quality.whole import Room
from tests.quality.brute_force import BruteForce, Truth
from tests.quality.graph_games import graph_game
from tests.rulesheets.generator import CANNOT_BEGIN, Writer

EFFORT = Effort(
    each_seconds=0.05, room=Room(seconds=60.0), flaws_seconds=0.02, structure_seconds=20.0, proof_seconds=60.0,
    thinking_seconds=60.0, thinking_games=16, idle_seconds=60.0, skill_seconds=0.0,
)  # fmt: skip
SAMPLED = replace(EFFORT, room=Room(0, 0, 0.0), idle_seconds=0.0)
DOZENS, HUNDREDS = 12, 200
MARGIN = 1e-6


def game_of(reasoner: Reasoner) -> RulesGame[Any]:
    return RulesGame(
        reasoner,
        compiler=lambda sheet: compile_circuit(sheet, seconds=60.0, memory_bytes=1 << 30),
        backend=Backend.TABLE,
    )


def check_report(reasoner: Reasoner, effort: Effort = EFFORT) -> tuple[Figures, Truth]:
    """Checks the report after each of its parts, and returns the last figures."""
    game = game_of(reasoner)
    truth = BruteForce(reasoner).truth()
    reporting = Reporting(game, effort)
    for _ in reporting.parts():
        check(reporting.figures, truth, reasoner.info.roles)
    return reporting.figures, truth


def check(figures: Figures, truth: Truth, roles: tuple[str, ...]) -> None:
    said = statements(figures)
    topics = [statement.topic for statement in said]
    assert len(set(topics)) == len(topics)
    claims: dict[str, tuple[str, Statement]] = {}
    for statement in said:
        for question, answer in statement.claims.items():
            before = claims.setdefault(question, (answer, statement))
            assert before[0] == answer, f"{before[1].text!r} contradicts {statement.text!r}"
    answers = {question: answer for question, (answer, _) in claims.items()}
    if "sound" in answers:
        assert answers["sound"] == ("yes" if truth.sound else "no")
    if not truth.sound:
        assert figures.proof is None
        return
    check_proven(answers, truth, roles)
    check_figures(figures, truth)
    # A lead that was measured is one, up to what chance may do: it is never the wrong side by much.
    if answers.get("lead random", "nobody") != "nobody" and truth.random is not None:
        leader = roles.index(answers["lead random"])
        assert truth.random[leader] > max(goal for role, goal in enumerate(truth.random) if role != leader) - 5


def check_proven(answers: dict[str, str], truth: Truth, roles: tuple[str, ...]) -> None:
    """What sentences claim as certain."""
    if "best_play" in answers:
        assert truth.best is not None
        top = max(truth.best)
        leaders = [roles[role] for role, goal in enumerate(truth.best) if goal == top]
        assert answers["best_play"] == (leaders[0] if len(leaders) == 1 else "nobody")
    if "best" in answers:
        assert truth.best is not None
        assert answers["best"] == f"{truth.best[0]:g}"
    if "best_first" in answers:
        top = max(truth.first.values())
        assert answers["best_first"] == " ".join(sorted(move for move, value in truth.first.items() if value == top))
    if "ends" in answers:
        assert answers["ends"] == "always"
    if "lengths" in answers:
        assert answers["lengths"] == f"{truth.shortest} {truth.longest}"
    if answers.get("choice") == "never":
        assert truth.most <= 1
    if answers.get("choice") == "sometimes":
        assert truth.most > 1
    if answers.get("results") == "one":
        assert len(truth.ends) == 1
    for move in filter(None, answers.get("dead", "").split("|")):
        assert not any(move in legal for legal in truth.legal)


def check_figures(figures: Figures, truth: Truth) -> None:
    """Figures that are exact."""
    assert truth.random is not None
    if figures.whole is not None:
        assert figures.whole.positions == truth.positions
        assert figures.whole.goal_sets == truth.ends
        assert figures.whole.most == truth.most
    if figures.random is not None and figures.random.goals and not figures.random.games:
        for role, goal in zip(figures.info.players, figures.random.goals, strict=True):
            assert goal.mean == pytest.approx(truth.random[role], abs=MARGIN)
    if figures.first is not None and figures.first.exact:
        assert {move: worth.mean for move, worth in figures.first.worth.items()} == pytest.approx(truth.random_first)
        for move in traps(figures):
            best = [each for each, value in truth.first.items() if value == max(truth.first.values())]
            assert move not in best
            assert truth.random_first[move] > min(truth.random_first[each] for each in best)
    if figures.proof is not None:
        assert figures.proof.goals == truth.best
        assert dict(figures.proof.moves) == (truth.first if figures.proof.mover is not None else {})
        found = swap(figures)
        if found is not None:
            total = sum(truth.best or ())
            assert found.plain.mean == max(truth.first.values())
            assert found.swapped.mean == max(min(value, total - value) for value in truth.first.values())


def check_intervals(seeds: range) -> None:
    """True means lie in their intervals, as often as they should: for all first moves together, 19 times in 20."""
    right = games = 0
    for seed in seeds:
        figures, truth = check_report(load_rules(Source(graph_game(seed))), SAMPLED)
        assert truth.random is not None
        assert figures.random is not None
        assert figures.whole is None
        kept = all(
            goal.low - MARGIN <= truth.random[role] <= goal.high + MARGIN
            for role, goal in enumerate(figures.random.goals)
        )
        if figures.first is not None:
            kept &= all(
                worth.low - MARGIN <= truth.random_first[move] <= worth.high + MARGIN
                for move, worth in figures.first.worth.items()
            )
        right, games = right + kept, games + 1
    assert right >= 0.85 * games


@pytest.mark.parametrize("seed", range(DOZENS))
def test_reports_on_graph_games_agree_with_brute_force(seed: int) -> None:
    figures, truth = check_report(load_rules(Source(graph_game(seed))))
    assert figures.proof is not None or truth.most <= 1


@pytest.mark.slow
def test_reports_on_hundreds_of_graph_games_agree_with_brute_force() -> None:
    for seed in range(DOZENS, DOZENS + HUNDREDS):
        check_report(load_rules(Source(graph_game(seed))))


def test_intervals_hold_what_they_promise() -> None:
    check_intervals(range(8))


@pytest.mark.slow
def test_intervals_hold_what_they_promise_in_hundreds_of_games() -> None:
    check_intervals(range(1_000, 1_150))


def random_rulesheet(seed: int) -> Reasoner | None:
    """The game of a random sheet with every construct of the language; None for one that cannot be played."""
    rules = Writer(random.Random(seed)).rules()
    lines = [f"(<= {head} {' '.join(body)})" if body else head for head, *body in dict.fromkeys(rules)]
    while True:
        _, problems, game = examined(Source("\n".join(lines)))
        wrong = {problem.place.line - 1 for problem in errors(problems)}
        if game is not None or any(problem.code in CANNOT_BEGIN for problem in problems) or not wrong:
            return game
        lines = [line for number, line in enumerate(lines) if number not in wrong]


@pytest.mark.parametrize("seed", range(DOZENS))
def test_reports_on_random_rulesheets_agree_with_brute_force(seed: int) -> None:
    reasoner = random_rulesheet(seed)
    if reasoner is not None:
        check_random(reasoner)


@pytest.mark.slow
def test_reports_on_hundreds_of_rulesheets_agree_with_brute_force() -> None:
    games = [random_rulesheet(seed) for seed in range(DOZENS, DOZENS + HUNDREDS)]
    for reasoner in filter(None, games):
        check_random(reasoner)


def check_random(reasoner: Reasoner) -> None:
    try:
        figures, truth = check_report(reasoner)
    except BudgetError:
        return
    if truth.sound and figures.idle is not None and figures.idle.exact and figures.idle.rules:
        check_idle(reasoner, {(rule.line, rule.column) for rule in figures.idle.rules}, truth)


def check_idle(reasoner: Reasoner, idle: set[tuple[int, int]], truth: Truth) -> None:
    """Without rules that never apply the game is the same."""
    sheet = replace(reasoner.sheet, rules=tuple(r for r in reasoner.sheet.rules if tuple(r.place) not in idle))
    try:
        without = BruteForce(Reasoner(sheet)).truth()
    except LudensError:
        raise AssertionError("a rule was called idle that is needed") from None
    assert (without.positions, without.ends, without.random, without.legal) == (
        truth.positions, truth.ends, truth.random, truth.legal,
    )  # fmt: skip
