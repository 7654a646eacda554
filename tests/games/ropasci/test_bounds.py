"""Who has an invincible token need not lose: the bounds follow from the rules, and change no value of a search."""

from __future__ import annotations

import math

import numpy as np
import pytest

from ludens.games.ropasci import Ropasci
from ludens.games.ropasci.rules import _invincible
from ludens.search.matrix.simultaneous import HasBounds, SimultaneousMinimax
from ludens.studies.documents import ropasci_figures
from ludens.studies.documents.ropasci_figures import invincible_positions, random_turns


def test_bounds_are_those_of_the_rules() -> None:
    game = Ropasci()
    assert isinstance(game, HasBounds)
    tight = 0
    for rows in random_turns(game.engine, 12, 5, 360):
        least, most = game.bounds(rows)
        for state, low, high in zip(game.unpack(rows[:2]), least, most, strict=False):
            upper, lower = state.tokens
            left = state.throws_left
            assert low == (0.5 if _invincible(upper, lower, left[1]) else 0.0)
            assert high == (0.5 if _invincible(lower, upper, left[0]) else 1.0)
        tight += int(((least > 0) | (most < 1)).sum())
    assert tight > 20
    assert [len(each) for each in game.bounds(game.engine.initial(1)[:0])] == [0, 0]


def test_who_has_an_invincible_token_has_a_move_that_keeps_it_whatever_the_other_does(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """So the bounds hold by induction: the game ends in a draw or better, or goes on with such a token."""
    monkeypatch.setattr(ropasci_figures, "SMALL", 200)
    game, engine = Ropasci(), Ropasci().engine
    for row in invincible_positions(game, 12, 1):
        safe = 0 if game.bounds(row[None])[0][0] > 0 else 1
        legal = [np.flatnonzero(table[0]) for table in engine.legal(row[None])]
        own, other = np.meshgrid(legal[safe], legal[1 - safe], indexing="ij")
        joint = np.zeros((own.size, 2), dtype=np.int64)
        joint[:, safe], joint[:, 1 - safe] = own.ravel(), other.ravel()
        following, over, goals = engine.follow(np.repeat(row[None], len(joint), axis=0), joint)
        least, most = game.bounds(following)
        kept = np.where(over, goals[:, safe] >= 50, least > 0 if safe == 0 else most < 1)
        assert kept.reshape(own.shape).all(axis=1).any()


def test_bounds_change_no_value_and_never_cost_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ropasci_figures, "SMALL", 40)
    game = Ropasci()
    evaluation = game.evaluations["ropasci"]()
    made = dict.fromkeys((True, False), 0)
    for row in invincible_positions(game, 3, 3):
        values = []
        for tight, pruning in ((True, False), (True, True), (False, True)):
            limits = game.bounds if tight else None
            search = SimultaneousMinimax(game.engine, 1, evaluation, pruning=pruning, limits=limits)
            *_, found = search.deepen(row[None], math.inf, math.inf, 2)
            values.append(found.found.value.low)
            if pruning:
                made[tight] += search.positions
        assert values[0] == pytest.approx(values[1])
    assert made[True] <= made[False]
