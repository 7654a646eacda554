"""Games of one step."""

from __future__ import annotations

import pytest

from ludens.circuit.one_step import over_after_one_step
from ludens.games.loading import load_rulesheet
from tests.engine.circuits import reachability, tic_tac_toe


@pytest.mark.parametrize(
    ("name", "is_over"), [("rock_paper_scissors(rounds=1)", True), ("tic_tac_toe", False), ("nim", False)]
)
def test_random_first_moves_tell_whether_a_game_has_one_step(name: str, is_over: bool) -> None:
    assert over_after_one_step(load_rulesheet(name).compiled.circuit) is is_over


def test_games_that_go_on_or_have_cycles_count_as_longer() -> None:
    assert not over_after_one_step(tic_tac_toe())
    assert not over_after_one_step(reachability(4))
