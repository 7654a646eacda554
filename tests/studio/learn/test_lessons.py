"""Lessons: what they tell is what the algorithms do."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import asdict
from random import Random
from typing import Any

import pytest

from ludens import load
from ludens.game import ParameterError
from ludens.studio.frames.learn import Step
from ludens.studio.learn.lessons import LESSONS
from ludens.studio.learn.lessons.alphabeta import AlphaBetaKnobs, Searching
from ludens.studio.learn.lessons.growing import Growing
from ludens.studio.learn.lessons.selection import UctKnobs, by_bounds
from ludens.studio.learn.routes import lesson_data

TREES = ["uct", "rave", "roulette", "decoupled_uct"]
EVERY = [(name, number) for name, lesson in LESSONS.items() for number in range(len(lesson.examples))]


@pytest.mark.parametrize(("name", "example"), EVERY)
def test_every_example_runs_and_is_plain_data(name: str, example: int) -> None:
    steps = LESSONS[name].steps(example, {}, 20, 1)
    known: set[int] = set()
    for step in steps:
        known |= {node.id for node in step.new}
        assert known.issuperset(step.path)
        assert step.words
    json.dumps([asdict(step) for step in steps], allow_nan=False)
    json.dumps(lesson_data(LESSONS[name]), allow_nan=False)


@pytest.mark.parametrize("name", TREES)
def test_the_figures_of_a_node_are_those_of_the_playouts_through_it(name: str) -> None:
    steps = LESSONS[name].steps(0, {}, 50, 3)
    shown: dict[int, dict[str, Any]] = {}
    results: dict[int, list[float]] = {}
    for step in steps:
        if step.phase == "backup":
            assert step.goals is not None
            assert step.changes is not None
            for node in step.path:
                results.setdefault(node, []).append(step.goals[0] / 100)
            shown |= step.changes
    assert len(results[0]) == 50
    for node, found in shown.items():
        assert found["visits"] == len(results[node])
        assert found["value"] == pytest.approx(sum(results[node]) / len(results[node]))


def test_uct_takes_the_highest_bound() -> None:
    steps = LESSONS["uct"].steps(0, {"exploration": 0.9}, 80, 5)
    visits = Counter[int]()
    for step in steps:
        if step.phase == "select":
            untried = [score for score in step.scores if not score.visits]
            (taken,) = [score for score in step.scores if score.chosen]
            if untried:
                assert taken in untried
                continue
            for score in step.scores:
                assert score.mean is not None
                bound = score.mean + 0.9 * math.sqrt(math.log(visits[step.path[-1]]) / score.visits)
                assert score.total == pytest.approx(bound)
            assert taken.total == max(score.total or 0 for score in step.scores)
        if step.phase == "backup":
            visits.update(step.path)


def test_uct_finds_the_winning_move() -> None:
    assert _favourite(LESSONS["uct"].steps(0, {}, 200, 2)) in ("a2", "a3")


def test_the_wheel_spreads_its_visits_more_than_uct() -> None:
    def largest_share(name: str) -> float:
        chosen = Counter(_choices_at_root(LESSONS[name].steps(0, {}, 200, 2)))
        return max(chosen.values()) / 200

    assert largest_share("roulette") < largest_share("uct")


def test_rave_knows_moves_before_they_are_tried() -> None:
    steps = LESSONS["rave"].steps(3, {}, 20, 1)
    assert any(not score.visits and score.amaf is not None for step in steps for score in step.scores)


def test_decoupled_uct_mixes_in_rock_paper_scissors() -> None:
    chosen = Counter(_choices_at_root(LESSONS["decoupled_uct"].steps(0, {"exploration": 1.5}, 200, 4)))
    assert len(chosen) == 3
    assert max(chosen.values()) < 110


def test_the_same_seed_tells_the_same_story() -> None:
    assert LESSONS["uct"].steps(1, {}, 30, 9) == LESSONS["uct"].steps(1, {}, 30, 9)
    assert LESSONS["uct"].steps(1, {}, 30, 9) != LESSONS["uct"].steps(1, {}, 30, 10)


@pytest.mark.parametrize("order", ["as they come", "best first", "worst first"])
@pytest.mark.parametrize("pruning", [True, False])
def test_alpha_beta_finds_the_value_of_plain_minimax(order: str, pruning: bool) -> None:
    game: Any = load("tic_tac_toe")
    numbers = Random(7)
    for _ in range(15):
        state = game.initial_state()
        for _ in range(numbers.randrange(5, 8)):
            if game.is_terminal(state):
                break
            state = game.next_state(state, tuple(numbers.choice(game.legal_moves(state, role)) for role in (0, 1)))
        if game.is_terminal(state):
            continue
        search = Searching(game, AlphaBetaKnobs(depth=4, order=order, pruning=pruning), 0)
        *_, last = search.steps(state)
        assert last.changes == {0: {"value": search.value(state, 4)}}
        assert search.seen <= search.size(state, 4)
        if not pruning:
            assert search.seen == search.size(state, 4)


def test_the_order_of_moves_decides_how_much_is_cut() -> None:
    def looked_at(order: str) -> int:
        steps = LESSONS["alpha_beta"].steps(1, {"order": order}, 1, 0)
        return sum(not node.skipped for step in steps for node in step.new)

    assert looked_at("best first") < looked_at("as they come") < looked_at("worst first")


def test_what_is_cut_is_drawn_as_a_stub() -> None:
    steps = LESSONS["alpha_beta"].steps(0, {}, 1, 0)
    cuts = [step for step in steps if step.phase == "cut"]
    assert cuts
    assert all(node.skipped and not node.board for step in cuts for node in step.new)


@pytest.mark.parametrize(
    ("knobs", "rounds", "example", "words"),
    [
        ({"exploration": -1}, 10, 0, "exploration cannot be -1"),
        ({"exploration": float("nan")}, 10, 0, "exploration cannot be nan"),
        ({"magic": 1}, 10, 0, "no knob called 'magic'"),
        ({}, 0, 0, "from 1 to 200"),
        ({}, 10, 99, "no example number 99"),
    ],
)
def test_what_cannot_be_asked_is_said(knobs: dict[str, Any], rounds: int, example: int, words: str) -> None:
    with pytest.raises(ParameterError, match=words):
        LESSONS["uct"].steps(example, knobs, rounds, 0)


def test_a_tree_too_large_to_look_at_ends_earlier_and_says_so() -> None:
    start = LESSONS["alpha_beta"].steps(3, {"depth": 9}, 1, 0)[0]
    assert start.words[1] == ("shallow", 9, 5)
    game: Any = load("connect_four(columns=4, rows=4)")
    search = Searching(game, AlphaBetaKnobs(depth=9), 0)
    with pytest.raises(ParameterError, match="too many to look at"):
        search.size(game.initial_state(), 6)


def test_alpha_beta_refuses_simultaneous_moves() -> None:
    game: Any = load("rock_paper_scissors(rounds=1)")
    with pytest.raises(ParameterError, match="one role at a time"):
        list(Searching(game, AlphaBetaKnobs(), 0).steps(game.initial_state()))


def test_a_tree_that_is_fully_known_keeps_playing_its_ends() -> None:
    game: Any = load("rock_paper_scissors(rounds=1)")
    tree = Growing(game, game.initial_state(), by_bounds, UctKnobs(), Random(0))
    steps = list(tree.steps(100))
    assert tree.size <= 1 + 9
    assert tree.root.visits == 100
    assert sum(step.phase == "expand" for step in steps) == tree.size - 1


def _choices_at_root(steps: list[Step]) -> list[str]:
    return [
        score.move
        for step in steps
        if step.phase == "select" and step.path == (0,)
        for score in step.scores
        if score.chosen and score.role == 0
    ]


def _favourite(steps: list[Step]) -> str:
    return Counter(_choices_at_root(steps)).most_common(1)[0][0]
