"""Few games from many positions: counted lane by lane, they are what plain playouts are."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.engine.compiled import MOST_TALLIED, TOGETHER, lanes_each
from ludens.engine.engine import TARGETS, Engine
from ludens.engine.preference import preferred


@pytest.mark.parametrize("positions", [1, 63, 300])
def test_one_game_each_is_that_of_playouts(positions: int) -> None:
    engine = ludens.load("connect_four").engine
    rows = engine.initial(positions)
    assert engine.tallying is not None
    found, expected = engine.tallying(rows, 1, 7), engine.playouts(rows, 1, 7)
    assert (found.finished == expected.finished).all()
    for counts, others in zip(found.reached, expected.reached, strict=True):
        assert (counts == others).all()


def test_a_word_of_games_is_that_of_playouts() -> None:
    engine = ludens.load("connect_four").engine
    assert engine.tallying is not None
    found, expected = engine.tallying(engine.initial(5), 64, 9), engine.playouts(engine.initial(5), 64, 9)
    for counts, others in zip(found.reached, expected.reached, strict=True):
        assert (counts == others).all()


@pytest.mark.parametrize(("positions", "games"), [(7, 12), (100, 8), (512, 32), (700, 5)])
def test_every_game_is_counted_once(positions: int, games: int) -> None:
    engine = ludens.load("connect_four").engine
    assert engine.tallying is not None
    found = engine.tallying(engine.initial(positions), games, 3)
    assert (found.finished == games).all()
    for counts in found.reached:
        assert (counts.sum(axis=1) == games).all()
    many = engine.playouts(engine.initial(), 1 << 16, 1)
    share, expected = (reached[0].sum(axis=0) / reached[0].sum() for reached in (found.reached, many.reached))
    assert np.abs(share - expected).max() < 3 / np.sqrt(positions * games)


@pytest.mark.parametrize(("positions", "games"), [(300, 1), (5, 64), (512, 16)])
def test_games_that_prefer_moves_are_those_of_playouts(positions: int, games: int) -> None:
    """The first role likes the middle column, which brings it more wins: also in the later games of a lane."""
    engine = ludens.load("connect_four").engine
    assert engine.tallying is not None
    assert engine.preferring is not None
    liked = [np.array(["4" in move for move in engine.moves(role)]) & (role == 0) for role in range(2)]
    wanted, rows = preferred(liked, 1.0), engine.initial(positions)
    found = engine.tallying(rows, games, 7, preference=wanted)
    assert (found.finished == games).all()
    if games in (1, 64):  # they lie on the same lanes
        expected = engine.preferring(rows, games, 7, preference=wanted)
        for counts, others in zip(found.reached, expected.reached, strict=True):
            assert (counts == others).all()
    many = engine.preferring(engine.initial(), 1 << 16, 1, preference=wanted)
    plain = engine.playouts(engine.initial(), 1 << 16, 1)
    share, expected_share, other = (x.reached[0].sum(axis=0) / x.reached[0].sum() for x in (found, many, plain))
    assert np.abs(share - expected_share).max() < 3 / np.sqrt(positions * games)
    assert np.abs(other - expected_share).max() > 0.05


def test_games_that_are_cut_have_not_finished() -> None:
    engine = ludens.load("connect_four").engine
    assert engine.tallying is not None
    assert not engine.tallying(engine.initial(20), 8, 3, max_steps=6).finished.any()


def test_all_targets_give_the_same_numbers() -> None:
    circuit = ludens.load("tic_tac_toe").engine.circuit
    assert circuit is not None
    found = [Engine(circuit, target=target).tally(Engine(circuit).initial(300), 4, 5) for target in TARGETS]
    for other in found[1:]:
        for counts, others in zip(found[0].reached, other.reached, strict=True):
            assert (counts == others).all()


def test_more_than_can_be_counted_is_refused() -> None:
    engine = ludens.load("tic_tac_toe").engine
    assert engine.tallying is not None
    with pytest.raises(ValueError, match="at most 64"):
        engine.tallying(engine.initial(), MOST_TALLIED + 1, 1)


@pytest.mark.parametrize(
    ("positions", "games", "lanes"), [(1, 64, 64), (512, 64, 1), (100, 8, 4), (10, 6, 2), (9, 7, 1)]
)
def test_lanes_of_a_position(positions: int, games: int, lanes: int) -> None:
    assert lanes_each(positions, games) == lanes
    assert lanes == 1 or positions * lanes <= TOGETHER
