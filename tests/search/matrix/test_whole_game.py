"""Small games solved as a whole: beside the values of all positions, in slices, given up where they are too large."""

from __future__ import annotations

import math
import time

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.players import make_agent
from ludens.search.matrix import whole_game
from ludens.search.matrix.exploitability import Positions
from ludens.search.matrix.whole_game import WholeGame

SMALL = ("goofspiel(cards=3)", "oshi_zumo(coins=4, size=1)", "rock_paper_scissors")


@pytest.mark.parametrize("name", SMALL)
def test_every_position_has_its_value(name: str) -> None:
    engine = ludens.load(name).engine
    every, whole = Positions(engine, name), WholeGame(engine)
    whole.work(math.inf)
    for layer, opened, values in zip(every.layers, every.opened, every.values, strict=False):
        for place in opened:
            found = whole.solved(layer.rows[place])
            assert found is not None
            assert found.found.value == pytest.approx(values[place])
            assert found.matrix.shape == (len(found.moves[0]), len(found.moves[1]))
    assert whole.total == 100


def test_slices_go_on_where_they_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    """By a clock that moves whenever it is looked at."""
    engine = ludens.load("goofspiel(cards=3)").engine
    whole, ticks = WholeGame(engine), iter(range(10**9))
    monkeypatch.setattr(time, "perf_counter", lambda: float(next(ticks)))
    slices = 0
    while whole.solved(engine.initial()[0]) is None and not whole.given_up:
        whole.work(time.perf_counter() + 30)
        slices += 1
    assert slices > 1
    assert not whole.given_up


def test_too_many_positions_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whole_game, "MOST_POSITIONS", 20)
    whole = WholeGame(ludens.load("goofspiel(cards=3)").engine)
    whole.work(math.inf)
    assert whole.given_up
    assert whole.solved(ludens.load("goofspiel(cards=3)").engine.initial()[0]) is None


def test_an_agent_plays_the_equilibrium_of_the_whole_game() -> None:
    game = ludens.load("oshi_zumo(coins=4, size=1)")
    every = Positions(game.engine, "oshi_zumo")
    for role in (0, 1):
        agent = make_agent("equilibrium_first", game, role, 1)
        decision = agent.decide(game.initial_state(), Limit(seconds=600.0))
        assert decision.notes["positions"] == every.count
        assert decision.value == pytest.approx(every.value_of(role))
        assert sum(report.chance or 0.0 for report in decision.moves) == pytest.approx(1)
        assert all(np.isfinite(report.value) for report in decision.moves if report.value is not None)
