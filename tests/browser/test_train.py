"""Trainings in a browser: the list and the page of one follow its report, and its games are replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from ludens.folders import networks_folder
from ludens.learning.report import SUFFIX, Report, Stage
from tests.browser.studio import Studio
from tests.browser.test_looks import NAMELESS, READY, TOO_FAINT
from tests.browser.test_scripts import run
from tests.browser.window import Window
from tests.studio.trained import trained


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Report]:
    """The report of a training in a folder of networks that a studio reads."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDENS_NETWORKS", str(tmp_path_factory.mktemp("networks")))
        yield trained()


@pytest.fixture(scope="module")
def train_studio(report: Report, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    found = Studio(tmp_path_factory.mktemp("studio"))
    found.start()
    yield found
    found.stop()


def test_a_training_is_found_followed_and_its_games_are_replayed(
    open_window: Callable[..., Window], train_studio: Studio, report: Report
) -> None:
    window = open_window(train_studio)
    page = window.page
    report.stage, report.until, report.seconds = Stage.LEARNING, 100.0, 40.0
    report.write()
    window.go("/")
    page.locator('[data-section="train"]').click()
    card = page.locator(".watch-card")
    card.get_by_text("40 s of 1 min 40 s · 1 min left").wait_for()
    card.focus()
    page.keyboard.press("Enter")
    page.locator(".train-chart").first.wait_for()
    page.locator("header .tag", has_text="learning").wait_for()
    page.get_by_text("Moves that change the outcome").wait_for()
    points = page.locator(".curve-point").count()
    page.get_by_text("All figures").click()
    report.history.append({**report.history[-1], "seconds": 60.0})
    report.stage, report.seconds = Stage.OVER, 61.0
    report.match = {"match": _score("uct", 0.1), "blend": 0.0, "helps": False}
    report.write()
    page.locator("header .tag", has_text="finished").wait_for()
    page.get_by_text("scored 60 % (40 to 80) in 4 pairs of games against UCT, 0.1 s a move").wait_for()
    page.get_by_text("This network is worse than none").wait_for()
    report.match = {"match": _score("uct", 0.1), "blend": 1.0, "helps": True}
    report.write()
    page.get_by_text("the network says which moves to try first").wait_for()
    assert page.locator(".curve-point").count() == 2 * points
    assert page.locator("details[open] tbody tr").count() == 2
    page.locator(".stage .stage-board svg").wait_for()
    page.locator(".train-games a").first.click()
    page.locator(".replay .board-holder svg").wait_for()
    last = page.locator(".turn").count()
    page.keyboard.press("ArrowLeft")
    assert page.locator(".replay-count").inner_text() == f"{last - 1} of {last}"
    page.get_by_role("link", name="Back to the training").click()
    page.locator(".train-chart").first.wait_for()


def _score(opponent: str, clock: float | None) -> dict[str, Any]:
    return {"opponent": opponent, "pairs": 4, "score": 0.6, "low": 0.4, "high": 0.8, "clock": clock}


def test_games_whose_rules_have_moved_leave_the_rest_to_be_seen(
    open_window: Callable[..., Window], train_studio: Studio, report: Report
) -> None:
    window = open_window(train_studio)
    window.server_may_be_gone = True  # the browser reports the answer 400
    games = [json.dumps({**json.loads(line), "game": "gone.kif"}) for line in report.games]
    Report("gone.kif", "gone", "0f", about=report.about, history=report.history, games=games).write()
    window.go("/train/0f")
    window.page.get_by_text("The rules of this game can no longer be loaded: Cannot read gone.kif").wait_for()
    assert window.page.locator(".train-chart").count() > 0
    (networks_folder() / f"0f{SUFFIX}").unlink()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_training_can_be_read_on_a_phone(
    open_window: Callable[..., Window], train_studio: Studio, report: Report, scheme: str
) -> None:
    window = open_window(train_studio, width=360, height=740, has_touch=True, color_scheme=scheme)
    window.go(f"/train/{report.rules}").wait(READY)
    window.page.locator(".train-chart").first.wait_for()
    assert window.page.evaluate("document.documentElement.scrollWidth") <= 360
    assert window.page.evaluate(TOO_FAINT) == []
    assert window.page.evaluate(NAMELESS) == []


@pytest.fixture
def here(open_window: Callable[..., Window], train_studio: Studio) -> Window:
    window = open_window(train_studio).go("/about")
    window.page.locator("h1").wait_for()
    return window


def test_spans_of_time_are_short_words(here: Window) -> None:
    found = run(
        here,
        """
        const { span } = await import("/static/js/train/spans.js");
        return [0, 45.4, 59.6, 72, 120, 605, 3600, 7500].map(span);
        """,
    )
    assert found == ["0 s", "45 s", "1 min", "1 min 12 s", "2 min", "10 min", "1 h", "2 h 5 min"]


def test_scales_have_round_numbers(here: Window) -> None:
    found = run(
        here,
        """
        const { steps } = await import("/static/js/train/curves.js");
        return [steps(1), steps(0.037), steps(8, 6, false), steps(23, 6, false)];
        """,
    )
    assert found == [[0, 0.5, 1], [0, 0.01, 0.02, 0.03, 0.04], [0, 2, 4, 6, 8], [0, 5, 10, 15, 20]]


def test_scores_are_told_apart_by_opponent_and_earlier_selves_are_one(here: Window) -> None:
    history = [
        {"seconds": 10, "scores": [_score("an untrained network", None)]},
        {"seconds": 70, "scores": [_score("itself after 10 s", None), _score("uct", 0.05)]},
        {"seconds": 90, "scores": []},
    ]
    found = run(
        here,
        f"""
        const {{ scoreCharts }} = await import("/static/js/train/measured.js");
        const charts = scoreCharts({json.dumps(history)});
        return charts.map(({{ title, lines }}) => [title, lines[0].points.map(({{ at, low }}) => [at, low])]);
        """,
    )
    assert found == [
        ["Against itself, some time earlier", [[10, 0.4], [70, 0.4]]],
        ["Against UCT, 0.05\u00a0s a move", [[70, 0.4]]],
    ]


def test_without_an_exam_or_a_loss_there_is_no_chart_of_it(here: Window) -> None:
    wrong = {"positions": 2_000, "policy": 30, "ahead": 10}
    nothing = {"seconds": 10, "perfect": None, "random": None, "value_loss": None, "move_loss": None, "whole": False}
    found = run(
        here,
        f"""
        const {{ examCharts, lossCharts }} = await import("/static/js/train/measured.js");
        const latest = ({{ points }}) => points.at(-1).short;
        const titles = (charts) => charts.map(({{ title, lines }}) => [title, lines.map(latest)]);
        return [[{json.dumps(nothing)}], [{json.dumps({**nothing, "random": wrong, "move_loss": 0.5})}]]
          .flatMap((history) => [titles(examCharts(history)), titles(lossCharts(history))]);
        """,
    )
    assert found == [
        [], [],
        [["In random positions that were solved (2,000)", ["1.50\u00a0%", "0.50\u00a0%"]]],
        [["Loss of moves", ["0.500"]]],
    ]  # fmt: skip
