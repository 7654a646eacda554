"""Studies are played once, in a fair order, and go on where they were left."""

from __future__ import annotations

import itertools
import time
from dataclasses import replace
from pathlib import Path

import pytest

from ludens.game import SourceError, UnknownNameError, UnsuitableGameError
from ludens.studies.measurements import Notebook
from ludens.studies.plan import GameTask, MeasurementTask, game_tasks, ordered
from ludens.studies.report import study_rows
from ludens.studies.rows import Row, experiment_tallies
from ludens.studies.running import NOTEBOOK, Run, prepare
from ludens.studies.study import Measured, Mode
from tests.studies.tiny import STUDY, comparison, finished, measure


def rows_without_times(run: Run) -> list[tuple[object, ...]]:
    """All that a table says, but for seconds."""
    return [
        (row.experiment, row.what, row.ours, row.verdict, row.games, row.planned, row.note)
        for rows in study_rows(run).values()
        for row in rows
    ]


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[object, ...]]:
    with finished(tmp_path_factory.mktemp("whole")) as run:
        return rows_without_times(run)


def test_an_interrupted_study_goes_on_to_the_same_tables(tmp_path: Path, whole: list[tuple[object, ...]]) -> None:
    played: list[str] = []
    while True:
        with Run(STUDY, Mode.QUICK, 0, tmp_path) as run:
            if not run.missing():
                break
            played += [task.id for task in itertools.islice(run.play(1), 7)]
    with Run(STUDY, Mode.QUICK, 0, tmp_path) as run:
        assert rows_without_times(run) == whole
        assert sorted(played) == sorted(task.id for task in run.tasks)


def test_several_processes_play_the_same_games(tmp_path: Path, whole: list[tuple[object, ...]]) -> None:
    with finished(tmp_path, workers=2) as run:
        assert rows_without_times(run) == whole


def test_another_seed_plays_other_games(tmp_path: Path) -> None:
    with finished(tmp_path) as run:
        first = set(run.outcomes)
    with Run(STUDY, Mode.QUICK, 1, tmp_path) as run:
        assert not run.outcomes
        assert len(run.missing()) == len(run.tasks)
        assert first.isdisjoint(task.id for task in run.tasks)


def test_a_deadline_leaves_the_rest(tmp_path: Path) -> None:
    with Run(STUDY, Mode.QUICK, 0, tmp_path) as run:
        assert list(run.play(1, deadline=time.monotonic())) == []
        assert len(run.missing()) == len(run.tasks)
        rows: list[Row] = [row for rows in study_rows(run).values() for row in rows]
        assert {row.games for row in rows} == {0}


def test_half_a_meeting_does_not_count(tmp_path: Path) -> None:
    changing = STUDY.experiments[0].comparisons[0]
    own = [task.id for task in game_tasks(changing, Mode.QUICK, 0)]
    counts = []
    with Run(STUDY, Mode.QUICK, 0, tmp_path) as run:
        for task in run.play(1):
            if task.id in own:
                counts.append(experiment_tallies(run, STUDY.experiments[0])[0].games)
    assert counts == [0, 2, 2, 4, 4, 6]


def test_all_comparisons_advance_together() -> None:
    tasks = [task for task in ordered(STUDY, Mode.QUICK, 0) if isinstance(task, GameTask)]
    half = tasks[: len(tasks) // 2]
    for experiment in STUDY.experiments:
        for each in experiment.comparisons:
            own = {task.id for task in game_tasks(each, Mode.QUICK, 0)}
            done = sum(task.id in own for task in half)
            assert abs(done / len(own) - 0.5) < 0.25, each.what


def test_measurements_come_first_and_once() -> None:
    tasks = ordered(STUDY, Mode.QUICK, 0)
    assert [isinstance(task, MeasurementTask) for task in tasks] == [True] + [False] * (len(tasks) - 1)
    assert len({task.id for task in tasks}) == len(tasks)


def test_a_fixed_seat_is_kept_and_others_change() -> None:
    fixed = game_tasks(comparison("fixed", "search_light", "random", 4, seat=1), Mode.QUICK, 0)
    assert {task.job.agents for task in fixed} == {("random", "search_light")}
    assert [task.job.number for task in fixed] == [0, 1, 2, 3]
    changing = game_tasks(comparison("changing", "search_light", "random", 4), Mode.QUICK, 0)
    assert [task.job.number for task in changing] == [0, 0, 1, 1]
    assert [task.job.agents.index("search_light") for task in changing] == [0, 1, 0, 1]


def test_full_studies_are_larger_and_hold_the_quick_games_of_the_same_clock() -> None:
    quick, full = ({task.id for task in ordered(STUDY, mode, 0)} for mode in Mode)
    assert len(full - quick) > len(quick - full) == 1  # the measurement


def test_preparing_refuses_agents_that_cannot_play() -> None:
    seen: list[str] = []
    prepare(STUDY, seen.append)
    assert set(seen) == {"tic_tac_toe"}
    unsuitable = comparison("alpha-beta at once", "negamax", "random", game="rock_paper_scissors")
    unknown = comparison("nobody", "nobody", "random")
    for wrong, error in ((unsuitable, UnsuitableGameError), (unknown, UnknownNameError)):
        experiment = replace(STUDY.experiments[0], comparisons=(wrong,))
        with pytest.raises(error):
            prepare(replace(STUDY, experiments=(experiment,)))


def test_measurements_survive(tmp_path: Path) -> None:
    notebook, found = Notebook(tmp_path / NOTEBOOK), Measured(tuple(measure(Mode.QUICK, 0)), 1.5)
    notebook.add("one", found)
    notebook.add("two", Measured((), 0.0))
    with (tmp_path / NOTEBOOK).open("a", encoding="utf-8") as file:
        file.write('{"id": "half')
    again = Notebook(tmp_path / NOTEBOOK)
    assert len(again) == 2
    assert again.get("one") == found
    assert again.get("half") is None


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    (tmp_path / NOTEBOOK).write_text("this is no JSON\n", "utf-8")
    with pytest.raises(SourceError, match="does not hold the measurements"):
        Run(STUDY, Mode.QUICK, 0, tmp_path)


def test_a_folder_that_is_a_file_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(SourceError, match="Cannot write"):
        Run(STUDY, Mode.QUICK, 0, tmp_path / "file")
