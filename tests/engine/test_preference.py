"""Playouts that prefer moves: how often each move is made, by the rules and in machine code."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import ludens
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.playouts import Preference
from ludens.games.loading import load_rulesheet

GAMES = 200_000
NONE = np.zeros(0, dtype=np.bool_)


def engine_of(name: str, backend: Backend) -> Engine:
    return Engine(load_rulesheet(name).compiled.circuit, backend)


def first_moves(engine: Engine, preference: Preference) -> NDArray[np.float64]:
    """How often the first role makes each move first."""
    found = engine.playouts(engine.initial(), GAMES, 3, max_steps=1, amaf=True, preference=preference)
    assert found.played is not None
    return np.asarray(found.played[0][0][0] / GAMES)


def expected(legal: NDArray[np.bool_], preferred: NDArray[np.bool_], coins: int) -> NDArray[np.float64]:
    """The chances of moves: a rank is drawn twice at most, then the coins are thrown anew."""
    narrow, chance = legal & preferred, 1 - 0.5**coins
    if not narrow.any():
        return np.asarray(legal / legal.sum())
    weights = [chance * accepted(int(narrow.sum())), (1 - chance) * accepted(int(legal.sum()))]
    mixed = weights[0] * narrow / narrow.sum() + weights[1] * legal / legal.sum()
    return np.asarray(mixed / sum(weights))


def accepted(moves: int) -> float:
    refused = 1 - moves / 2 ** (moves - 1).bit_length()
    return float(1 - refused**2)


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("coins", [1, 2, 3])
@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "breakthrough"])
def test_preferred_moves_are_made_as_often_as_they_should(name: str, coins: int, backend: Backend) -> None:
    engine, random = engine_of(name, backend), np.random.default_rng(coins)
    tables = tuple(random.random(len(engine.moves(role))) < 0.3 for role in range(2))
    legal = engine.legal(engine.initial())[0][0]
    assert 0 < (legal & tables[0]).sum() < legal.sum()
    chances = expected(legal, tables[0], coins)
    # Five standard deviations of the rarest event that matters.
    assert np.abs(first_moves(engine, Preference(tables, coins)) - chances).max() < 5 * np.sqrt(0.25 / GAMES)


def test_without_a_preferred_legal_move_all_are_equally_likely() -> None:
    engine = engine_of("connect_four", Backend.LLVM)
    tables = tuple(np.zeros(len(engine.moves(role)), dtype=np.bool_) for role in range(2))
    legal = engine.legal(engine.initial())[0][0]
    found = first_moves(engine, Preference(tables))
    assert np.abs(found - legal / legal.sum()).max() < 5 * np.sqrt(0.25 / GAMES)


def test_who_prefers_good_moves_wins_more_often() -> None:
    game = ludens.load("reversi")
    engine = game.engine
    assert isinstance(engine, Engine)
    seen = engine.playouts(engine.initial(64), 64, 1, amaf=True)
    assert seen.played is not None
    averages = [sums.sum(axis=0) / np.maximum(1, counts.sum(axis=0)) for counts, sums in seen.played]
    tables = (averages[0] > np.quantile(averages[0], 0.75), np.zeros(len(averages[1]), dtype=np.bool_))
    found = engine.playouts(engine.initial(64), 64, 2, preference=Preference(tables))
    assert found.goals[:, 0].sum() > 1.2 * seen.goals[:, 0].sum()


def test_what_cannot_be_meant_is_refused() -> None:
    engine = engine_of("tic_tac_toe", Backend.TABLE)
    with pytest.raises(ValueError, match="shape"):
        engine.playouts(engine.initial(), 1, 1, preference=Preference((NONE, NONE)))
    tables = tuple(np.ones(len(engine.moves(role)), dtype=np.bool_) for role in range(2))
    with pytest.raises(ValueError, match="coins"):
        engine.playouts(engine.initial(), 1, 1, preference=Preference(tables, 4))
