"""Pairs played in other processes: errors come back as sentences."""

from __future__ import annotations

import pytest

from ludens import Limit
from ludens.arena.pairs import Conditions
from ludens.arena.tuning.trials import Job
from ludens.arena.workers import in_processes
from ludens.game import LudensError

CONDITIONS = Conditions(Limit(playouts=5))


def test_the_error_of_an_agent_comes_back() -> None:
    with (
        in_processes("nim(heaps=1-2)", CONDITIONS, "random", 1) as play,
        pytest.raises(LudensError, match="There is no agent called 'nobody'"),
    ):
        list(play([Job("nobody", (), 0)]))


def test_a_process_that_cannot_play_is_reported() -> None:
    with (
        in_processes("no_such_game", CONDITIONS, "random", 1) as play,
        pytest.raises(LudensError, match="There is no game called 'no_such_game'"),
    ):
        list(play([Job("random", (), 0)]))
