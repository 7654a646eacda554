"""A full study plays what decides verdicts, ends when it can, and can be played in parts."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from ludens.arena.shares import Share
from ludens.arena.statistics import wilson_interval
from ludens.arena.store import Outcome
from ludens.studies.allocation import FIRST_GAMES, Allocation
from ludens.studies.best_values import best_value
from ludens.studies.plan import GameTask, game_tasks
from ludens.studies.published import Published, rate
from ludens.studies.running import Run
from ludens.studies.study import ByMode, Comparison, Experiment, Mode, Study
from ludens.studies.verdicts import EARLY, FIGURE_GAMES, WIDEST, Verdict, games_to_settle, score_verdict, settled
from tests.studies.tiny import STUDY, comparison

AHEAD = Published("ahead")


def claim(what: str, games: int, published: Published | None, seat: int | None = 0) -> Comparison:
    """Nothing of this is ever played: scores are made up."""
    found = comparison(what, f"uct(exploration={len(what)})", "random", published=published, seat=seat)
    return replace(found, games=ByMode(games, games))


def study_of(*comparisons: Comparison) -> Study:
    return replace(
        STUDY, experiments=(Experiment(name="a", title="a", about="", conditions="", comparisons=comparisons),)
    )


def play(
    study: Study,
    score: Callable[[GameTask], float],
    seconds: Callable[[GameTask], float] = lambda task: 1.0,
    workers: int = 3,
) -> tuple[list[GameTask], dict[str, Outcome]]:
    """Makes results up for everything that is asked for, until nothing is; what was asked for, in order."""
    outcomes: dict[str, Outcome] = {}
    allocation, order = Allocation(study, Mode.FULL, 0, outcomes), list[GameTask]()
    while batch := list(itertools.islice(allocation, workers)):
        for task in batch:
            goal = 100 * score(task)
            goals = tuple(goal if agent != "random" else 100 - goal for agent in task.job.agents)
            outcomes[task.id] = Outcome(task.id, "tic_tac_toe", 0, task.job.agents, goals, (), seconds(task))
            allocation.played(task)
        order += batch
    assert Allocation(study, Mode.FULL, 0, outcomes).wanted() == []
    return order, outcomes


def count(tasks: list[GameTask], which: Comparison) -> int:
    own = {task.id for task in game_tasks(which, Mode.FULL, 0)}
    return sum(task.id in own for task in tasks)


def test_a_comparison_ends_when_its_verdict_is_certain_and_others_go_on_to_the_end() -> None:
    clear, level, figure = claim("a", 300, AHEAD), claim("ab", 300, AHEAD), claim("abc", 300, rate(50, 1000))
    numbers = random.Random(1)
    scores = {"uct(exploration=1)": 1.0}
    order, _ = play(study_of(clear, level, figure), lambda task: scores.get(task.job.agents[0], numbers.randint(0, 1)))
    assert FIRST_GAMES <= count(order, clear) < 40
    assert count(order, level) == 300
    assert count(order, figure) >= FIGURE_GAMES


def test_claims_come_first_and_of_these_what_takes_least_time() -> None:
    beyond, slow, quick = claim("a", 60, None), claim("ab", 60, AHEAD), claim("abc", 60, AHEAD)
    times = {"uct(exploration=2)": 100.0}
    order, _ = play(
        study_of(beyond, slow, quick), lambda task: 0.7, lambda task: times.get(task.job.agents[0], 1.0), workers=1
    )
    assert count(order[: 2 * FIRST_GAMES], beyond) == 0
    assert count(order[: 2 * FIRST_GAMES], slow) == count(order[: 2 * FIRST_GAMES], quick) == FIRST_GAMES
    rest = [task.job.agents[0] for task in order[2 * FIRST_GAMES :]]
    # Verdicts and what nobody claims, whatever takes least time; then certainty.
    assert [agent for agent, _ in itertools.groupby(rest)] == [
        each.agent for each in (quick, beyond, slow, quick, slow)
    ]


def test_seats_are_sat_in_equally_often() -> None:
    changing = claim("a", 400, AHEAD, seat=None)
    order, _ = play(study_of(changing), lambda task: 0.9)
    first = sum(task.job.agents[0] != "random" for task in order)
    assert 2 * first == len(order) < 400


def test_lines_that_one_claim_rests_on_are_played_evenly() -> None:
    """A line with many games from elsewhere waits until the others, which the claim needs as well, have caught up."""
    curve = [replace(claim("a" * place, 400, None), place=float(place)) for place in (1, 2, 3)]
    study = study_of(*curve)
    study = replace(
        study,
        experiments=(replace(study.experiments[0], conclude=best_value("a", "the best", 1.0), listed=False),),
    )
    ahead = game_tasks(curve[0], Mode.FULL, 0)[:300]
    outcomes = {task.id: Outcome(task.id, "tic_tac_toe", 0, task.job.agents, (50.0, 50.0), (), 1.0) for task in ahead}
    first = list(itertools.islice(Allocation(study, Mode.FULL, 0, outcomes), 100))
    assert [count(first, each) for each in curve] == [0, 50, 50]
    # Once the claim is decided, those with fewer games need no more.
    outcomes |= {
        task.id: Outcome(task.id, "tic_tac_toe", 0, task.job.agents, (0.0, 100.0), (), 1.0)
        for each in curve[1:]
        for task in game_tasks(each, Mode.FULL, 0)[:FIRST_GAMES]
    }
    assert Allocation(study, Mode.FULL, 0, outcomes).wanted() == []


@pytest.mark.parametrize("published", [None, AHEAD, rate(60, 100), rate(95)])
def test_what_is_settled_is_narrow_and_certain(published: Published | None) -> None:
    for games, tenths in itertools.product((20, 40, 90, 120, 250, 1500), range(21)):
        score = tenths / 20
        found = wilson_interval(score, games)
        verdict = score_verdict(score, found, published)
        if settled(score, games, published):
            assert found.high - found.low <= WIDEST
            assert verdict is not Verdict.UNCLEAR
            surer = score_verdict(score, wilson_interval(score, games, EARLY), published)
            assert verdict in (Verdict.AGREES, surer)
        needed = games_to_settle(score, games, published)
        assert needed is None or settled(score, needed, published)


def test_a_full_study_is_played_in_parts_and_put_together(tmp_path: Path) -> None:
    ids = []
    for number in (1, 2):
        with Run(STUDY, Mode.FULL, 0, tmp_path / f"{number}", Share(number, 2)) as run:
            ids.append([task.id for task in run.play(1)])
            assert run.missing() == []
    games = [{task for task in each if task != ids[0][0]} for each in ids]
    assert games[0]
    assert games[0].isdisjoint(games[1])
    with Run(STUDY, Mode.FULL, 0, tmp_path / "whole") as run:
        run.take(tmp_path / "1")
        run.take(tmp_path / "2")
        run.take(tmp_path / "2")
        assert set(run.outcomes) == games[0] | games[1]
        assert all(run.is_done(task) for task in run.tasks if not isinstance(task, GameTask))
        rest = [task.id for task in run.play(1)]
        assert run.missing() == []
    assert set(rest).isdisjoint(games[0] | games[1])


def test_an_interrupted_full_study_goes_on(tmp_path: Path) -> None:
    with Run(STUDY, Mode.FULL, 0, tmp_path / "whole") as run:
        whole = sorted(task.id for task in run.play(1))
    found: list[str] = []
    while True:
        with Run(STUDY, Mode.FULL, 0, tmp_path / "parts") as run:
            if not run.missing():
                break
            found += [task.id for task in itertools.islice(run.play(1), 9)]
    assert sorted(found) == whole
