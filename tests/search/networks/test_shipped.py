"""The networks that come with the package fit the rules they were trained for, and are as good as the docs say."""

from __future__ import annotations

from pathlib import Path

import pytest

import ludens
from ludens.game import Limit
from ludens.learning.exam import exam_of, wrong_ahead, wrong_by_policy
from ludens.players import make_agent
from ludens.search.networks.store import SHIPPED, SUFFIX, network_for, network_path
from ludens.search.networks.trained import read_trained

FILES = sorted(SHIPPED.glob(f"*{SUFFIX}"))

MOST_BYTES = 2 << 20


@pytest.fixture(autouse=True)
def no_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))


@pytest.mark.parametrize("path", FILES, ids=lambda path: read_trained(path).game)
def test_a_network_of_the_package_is_found_by_the_rules_and_plays(path: Path) -> None:
    game = ludens.load(read_trained(path).game)
    assert network_path(game) == path
    assert path.stat().st_size <= MOST_BYTES
    decision = make_agent("apprentice", game, 0, 1).decide(game.initial_state(), Limit(playouts=20))
    assert decision.move in game.legal_moves(game.initial_state(), 0)


def test_no_move_in_tic_tac_toe_changes_the_outcome() -> None:
    game = ludens.load("tic_tac_toe")
    exam, network = exam_of(game), network_for(game)
    assert exam is not None
    for asked in (exam.perfect, exam.random):
        assert wrong_by_policy(game, network, asked) == 0
        assert wrong_ahead(game, network, asked) == 0
