"""What was learnt, wherever it is: in the process, on disk, with the package; and learning that is stopped."""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens.game import UnsuitableGameError
from ludens.search.evaluations.learnt import knowledge as knowledge_module
from ludens.search.evaluations.learnt import shipped as shipped_module
from ludens.search.evaluations.learnt.game_features import features_of
from ludens.search.evaluations.learnt.knowledge import Knowledge, knowledge_of, learnt_evaluation
from ludens.search.evaluations.learnt.learning import Course
from ludens.search.evaluations.learnt.model import Learnt, features_digest, model_from
from ludens.search.evaluations.learnt.schedule import Manner, Schedule
from ludens.search.evaluations.learnt.shipped import Shipped, from_text, shipped, to_text
from ludens.search.evaluations.learnt.stopping import after
from ludens.search.evaluations.sample import random_positions
from ludens.search.rules_digest import rules_digest

SHORT = Schedule(512, 8, (Manner(games=64), Manner(games=64)))

UNKNOWN = "connect_four(columns=4, rows=4)"
"""A small game that does not come with the package."""


@pytest.fixture
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    return tmp_path


def no_learning(patch: pytest.MonkeyPatch) -> None:
    patch.setattr(Course, "__init__", lambda *given: pytest.fail("learnt again"))


def after_looks(number: int) -> Callable[[], bool]:
    """Says stop when it has been asked so many times."""
    looks = iter(range(number))
    return lambda: next(looks, None) is None


def test_what_is_written_is_read() -> None:
    game = ludens.load("tic_tac_toe")
    course = Course(game, SHORT)
    model = course.evaluation.model
    again = Learnt(model_from(model.to_text()), 2, lambda: features_of(game))
    rows = random_positions(game, 300, 1).rows
    np.testing.assert_array_equal(again.plain(rows), course.evaluation.plain(rows))
    entry = Shipped("rules", "features", "a name (of=2, parts)", model.to_text(), (0.7, 0.6, 0.8))
    assert from_text(to_text([entry])) == {"rules": entry}


@pytest.mark.usefixtures("own_cache")
def test_a_second_asker_gets_the_same_and_a_new_process_fetches_it(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("tic_tac_toe")
    first = learnt_evaluation(game, SHORT)
    assert learnt_evaluation(game, SHORT) is first
    rows = random_positions(game, 300, 1).rows
    values = first(game.engine, rows)
    no_learning(monkeypatch)
    monkeypatch.setattr(knowledge_module, "features_of", lambda game: pytest.fail("collected again"))
    other = learnt_evaluation(ludens.load("tic_tac_toe"), SHORT)
    np.testing.assert_array_equal(other.model.weights, first.model.weights)
    np.testing.assert_array_equal(other(game.engine, rows), values)


@pytest.mark.usefixtures("own_cache")
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four"])
def test_what_comes_with_the_package_is_not_learnt(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    no_learning(monkeypatch)
    game = ludens.load(name)
    found = learnt_evaluation(game)
    rows = random_positions(game, 300, 1).rows
    np.testing.assert_array_equal(found(game.engine, rows), found.plain(rows))
    assert not found.constant


@pytest.mark.slow
@pytest.mark.parametrize("entry", shipped().values(), ids=lambda entry: entry.name)
def test_all_that_comes_with_the_package_is_about_the_features_there_are(entry: Shipped) -> None:
    """Otherwise ``make learnt`` is due."""
    game = ludens.load(entry.name)
    assert rules_digest(game) == entry.rules
    assert features_digest(features_of(game)) == entry.features


@pytest.mark.slow
def test_a_game_that_is_learnt_anew_is_as_the_package_has_it() -> None:
    """The same weights on the same processor; on another, sums are rounded otherwise, and values are close."""
    name = "tic_tac_toe"
    code = f"""
import json
from ludens.games.loading import load
from ludens.search.evaluations.learnt.learning import Course
course = Course(load({name!r}))
while not course.is_complete:
    course.generation()
print(json.dumps(course.evaluation.model.to_text()))
"""
    run = [sys.executable, "-c", f"import os; os.environ['OPENBLAS_NUM_THREADS'] = '1'\n{code}"]
    text = json.loads(subprocess.run(run, check=True, capture_output=True, text=True).stdout)
    game = ludens.load(name)
    rows = random_positions(game, 1_000, 3).rows
    kept = shipped()[rules_digest(game)]
    ours, theirs = (Learnt(model_from(each), 2, lambda: features_of(game)) for each in (text, kept.model))
    assert np.abs(ours.plain(rows) - theirs.plain(rows)).mean() < 0.02


@pytest.mark.usefixtures("own_cache")
def test_weights_of_other_features_are_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("tic_tac_toe")
    entry = shipped()[rules_digest(game)]
    stale = Shipped(entry.rules, "0" * len(entry.features), entry.name, entry.model)
    monkeypatch.setattr(knowledge_module, "shipped", lambda: {entry.rules: stale})
    assert knowledge_of(game).known is None
    assert knowledge_of(ludens.load("tic_tac_toe"), SHORT).known is None


def test_the_package_has_the_games_that_are_played_most() -> None:
    names = {entry.name for entry in shipped_module.shipped().values()}
    assert names >= {"breakthrough", "checkers_small", "connect_four", "hex", "pentago", "reversi", "tic_tac_toe"}
    assert shipped_module.PATH.stat().st_size < 500_000


@pytest.mark.usefixtures("own_cache")
def test_learning_that_is_stopped_goes_on_and_ends_as_if_it_had_not_been() -> None:
    game = ludens.load(UNKNOWN)
    whole, looks = Course(game, SHORT, 9), 4
    while not whole.is_complete:
        whole.generation()
    part = Knowledge(ludens.load(UNKNOWN), SHORT, 9)
    while not part.learn(after_looks(looks)):
        assert Knowledge(ludens.load(UNKNOWN), SHORT, 9).known is None  # nothing is kept before the end
        looks *= 2
    assert looks > 16  # it was stopped several times
    assert Knowledge(ludens.load(UNKNOWN), SHORT, 9).known is not None
    assert part.known is not None
    assert part.known.model.to_text() == whole.evaluation.model.to_text()


@pytest.mark.usefixtures("own_cache")
def test_no_time_leaves_what_random_games_taught_and_keeps_nothing() -> None:
    game = ludens.load("tic_tac_toe")
    cut = learnt_evaluation(game, SHORT, seed=77, stopped=lambda: True)
    assert cut.model.weights.any()
    assert learnt_evaluation(game, SHORT, seed=77) is cut
    whole = learnt_evaluation(ludens.load("tic_tac_toe"), SHORT, seed=77)
    assert not np.array_equal(cut.model.weights, whole.model.weights)


@pytest.mark.usefixtures("own_cache")
def test_threads_that_ask_at_once_learn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game, made, begin = ludens.load("tic_tac_toe"), [], Course.__init__

    def counted(course: Course, *given: object) -> None:
        made.append(course)
        begin(course, *given)  # type: ignore[arg-type]

    monkeypatch.setattr(Course, "__init__", counted)
    asking = [threading.Thread(target=learnt_evaluation, args=(game, SHORT, 5)) for _ in range(3)]
    for thread in asking:
        thread.start()
    for thread in asking:
        thread.join()
    assert len(made) == 1


def test_a_time_limit_ends_with_whoever_says_so_first() -> None:
    assert after(-1.0)()
    assert not after(3600.0)()
    assert after(3600.0, lambda: True)()


def test_a_game_without_a_circuit_is_refused() -> None:
    with pytest.raises(UnsuitableGameError, match="learnt"):
        learnt_evaluation(ludens.load("odd"))
