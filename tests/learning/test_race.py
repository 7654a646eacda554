"""Two forms of a network race: the one that wins games by the clock goes on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens.arena.pairs import Pairing, PlayedGame, PlayedPair
from ludens.arena.statistics import estimate
from ludens.learning import race as racing
from ludens.learning.course import Course, Wanted, begun, rival_of
from ludens.learning.exam import Questions, exam_of
from ludens.learning.progress import Progress
from ludens.learning.race import race, second_is_better, seconds_for
from ludens.learning.training import AnyTraining
from ludens.search.evaluations.learnt.stopping import never
from ludens.search.networks.forms import DENSE, GRID
from ludens.search.networks.store import own_path
from ludens.search.networks.trained import read_trained

NAME = "tic_tac_toe"


@pytest.fixture(autouse=True)
def own_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))


def trainings() -> tuple[AnyTraining, AnyTraining]:
    game = ludens.load(NAME)
    dense, grid = (begun(game, Wanted(form=form, width=8, layers=1)) for form in (DENSE, GRID))
    return dense, grid


@pytest.mark.parametrize(("goal", "form", "score"), [(100.0, GRID, 1.0), (0.0, DENSE, 1.0), (50.0, DENSE, 0.5)])
def test_the_better_one_goes_on(goal: float, form: str, score: float, monkeypatch: pytest.MonkeyPatch) -> None:
    def played(pairing: Pairing[Any], challenger: str, opponent: str, seconds: float) -> Iterator[PlayedPair]:
        assert (challenger, opponent) == (GRID, DENSE)
        for number in range(3):
            games = tuple(PlayedGame(seat, (goal, 100 - goal)[:: 1 - 2 * seat], 5) for seat in range(2))
            yield PlayedPair(number, (), games, 0.0)

    monkeypatch.setattr(racing, "pairs_in_time", played)
    better, found = race(*trainings(), seconds=0.0, stopped=never)
    assert better.plan.form == form
    assert (found.score, found.pairs) == (score, 3)
    assert found.opponent == f"a network of the form {GRID if form == DENSE else DENSE}"


@pytest.mark.parametrize(
    ("scores", "wrong", "second"),
    [
        ([0.0, 1.0, 0.5], (80, 15), True),  # games do not tell, wrong moves do
        ([0.5, 1.0, 0.5], (15, 80), False),
        ([0.5, 1.0, 0.5], (50, 52), True),  # neither tells for certain
        ([0.5, 0.0, 0.5], (52, 50), False),
        ([0.0, 1.0, 0.5], (0, 0), False),
        ([1.0] * 12, (15, 80), True),  # games tell
        ([0.0] * 12, (80, 15), False),
    ],
)
def test_wrong_moves_decide_where_a_few_games_do_not(scores: list[float], wrong: tuple[int, int], second: bool) -> None:
    assert second_is_better(estimate(scores), *wrong) is second


def test_the_exam_of_a_race_is_asked_of_both(monkeypatch: pytest.MonkeyPatch) -> None:
    first, second = trainings()
    exam, said = exam_of(first.game), [15, 80]
    assert exam is not None

    def wrong(game: Any, network: Any, questions: Questions) -> int:
        assert questions is exam.random
        return said.pop()

    def even(*_: object) -> Iterator[PlayedPair]:
        yield PlayedPair(0, (), tuple(PlayedGame(seat, (50, 50), 5) for seat in range(2)), 0.0)

    monkeypatch.setattr(racing, "wrong_by_policy", wrong)
    monkeypatch.setattr(racing, "pairs_in_time", even)
    assert race(first, second, 0.0, never, exam)[0] is second
    assert not said


def test_both_learn_and_play_by_the_clock() -> None:
    first, second = trainings()
    better, found = race(first, second, 0.0, never)
    assert first.state.generation == second.state.generation == 1
    assert better in (first, second)
    assert better.state.seconds > 0
    assert 0.5 <= found.score <= 1


def test_the_training_that_goes_on_is_the_one_that_is_kept() -> None:
    first, second = trainings()
    told: list[Progress] = []
    course = Course(first, told.append, rival=second)
    course.run(0.0001)
    assert told[0].scores[-1].opponent.startswith("a network of the form")
    assert read_trained(own_path(first.game)).form == course.training.plan.form


def test_there_is_a_race_only_where_there_is_something_to_find_out() -> None:
    long = Wanted(minutes=10)
    with_board, small, without_board = map(ludens.load, ("breakthrough(size=5)", NAME, "nim"))
    rival = rival_of(begun(with_board, long), long)
    assert rival is not None
    assert rival.plan.form == GRID
    for game, wanted in (
        (small, long),  # solved whole
        (without_board, long),
        (with_board, Wanted(minutes=1)),
        (with_board, Wanted(minutes=10, form=GRID)),
        (with_board, Wanted(minutes=10, width=64)),
    ):
        assert rival_of(begun(game, wanted), wanted) is None


def test_a_race_is_a_small_part_of_a_training_and_short() -> None:
    assert seconds_for(1) == 0
    assert seconds_for(6) == pytest.approx(12)
    assert seconds_for(600) == 20
