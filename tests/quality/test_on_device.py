"""Reports on games of which very many are played on a device."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludens
from ludens.engine.cuda import engine as cuda_engine
from ludens.game import UnsuitableGameError
from ludens.quality.report import BRIEF, Reporting
from tests.engine.cuda.fake_driver import FakeDriver

pytestmark = pytest.mark.usefixtures("empty_cache")

EFFORT = replace(BRIEF, first=2_000, flaws_seconds=0.0, proof_seconds=0.0, structure_seconds=0.0, thinking_seconds=0.0)


def test_the_last_word_is_that_of_the_games_on_the_device(fake_driver: FakeDriver) -> None:
    reporting = Reporting(
        ludens.load("connect_four"), replace(EFFORT, each=(64, 64), counted=60_000), seed=1, device="cuda"
    )
    parts = []
    for part, final in reporting.parts():
        parts.append((part, final))
        if part == "balance" and final and reporting.figures.random is not None:
            before = reporting.figures.random
    assert parts[-3:] == [("balance", True), ("speed", True), ("first_move", True)]
    found, first = reporting.figures.random, reporting.figures.first
    assert found is not None
    assert found is before
    assert found.games == found.ended == 60_000
    assert found.wins[0].low < 0.5555 < found.wins[0].high
    assert found.draws.low < 0.0025 < found.draws.high
    assert found.goals[0].mean + found.goals[1].mean == pytest.approx(100)
    assert first is not None
    assert sum(worth.games for worth in first.worth.values()) >= 60_000 - 7
    assert max(first.worth, key=lambda move: first.worth[move].mean) == "(drop 4)"


def test_a_stop_ends_the_games_on_the_device(fake_driver: FakeDriver) -> None:
    reporting = Reporting(ludens.load("connect_four"), replace(EFFORT, each=(0, 0)), lambda: True, device="cuda")
    for _ in reporting.parts():
        pass
    assert reporting.figures.random is not None
    assert reporting.figures.random.games == 1 << 20


def test_exact_figures_stay(fake_driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cuda_engine, "FIRST_ANSWER_SECONDS", 0.0)  # nothing is asked of it
    reporting = Reporting(ludens.load("tic_tac_toe"), EFFORT, device="cuda")
    for _ in reporting.parts():
        pass
    assert reporting.figures.random is not None
    assert reporting.figures.random.wins[0].exact


def test_a_game_that_does_not_run_there() -> None:
    with pytest.raises(UnsuitableGameError, match="device=cuda"):
        ludens.analyse("odd", games=64, device="cuda")


@pytest.mark.slow
def test_analyse_plays_what_is_asked_for_on_the_device(
    fake_driver: FakeDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("ludens.api.analysing.MOST_FOLLOWED", 3_000)
    monkeypatch.setenv("LUDENS_DEVICE", "cuda")
    found = ludens.analyse("connect_four", games=9_000).figures
    assert found.random is not None
    assert found.lengths is not None
    assert (found.random.games, found.lengths.games) == (9_000, 3_000)
