"""Games by the clock while a network is trained."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens.learning import course
from ludens.learning.clock_games import FEWEST, OPPONENTS, SECONDS, clock_scores
from ludens.learning.course import Course, Wanted, begun
from ludens.learning.progress import Progress

NAME = "nim(heaps=2-3)"


@pytest.fixture(autouse=True)
def own_networks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))


def test_a_network_plays_by_the_clock_when_it_has_trained_for_a_while(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(course, "CLOCK_SECONDS", 0.0)
    told: list[Progress] = []
    training = begun(ludens.load(NAME), Wanted(width=8, layers=1))
    Course(training, told.append, name=NAME).run(0.0001)
    by_clock = [score for score in told[-1].scores if score.clock is not None]
    assert [score.opponent for score in by_clock] == list(OPPONENTS)
    assert all(score.clock == SECONDS for score in by_clock)
    assert all(0 <= score.low <= score.score <= score.high <= 1 for score in by_clock)
    assert f"against uct, {SECONDS:g} s a move" in told[-1].line()


def test_a_few_pairs_are_played_however_long_they_take() -> None:
    game = ludens.load(NAME)
    Course(begun(game, Wanted(width=8, layers=1)), lambda _: None).run(0.0001)
    assert [score.pairs for score in clock_scores(game, 0.0, 1)] == [FEWEST] * len(OPPONENTS)
