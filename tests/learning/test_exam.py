"""Exams, against a minimax of a few lines on states."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.learning.exam import Questions, exam_of
from tests.learning.minimax import minimax_of


def check(game: Any, asked: Questions, most: int) -> None:
    minimax, random = minimax_of(game.info.name), np.random.default_rng(1)
    for place in random.permutation(len(asked))[:most]:
        state, names = game.unpack(asked.rows[place : place + 1])[0], game.engine.moves(int(asked.movers[place]))
        assert {names[number] for number in np.flatnonzero(asked.right[place])} == minimax.right(state)


@pytest.mark.parametrize("name", ["nim(heaps=1-2-3)", "tic_tac_toe"])
def test_right_moves_are_those_of_minimax(name: str) -> None:
    game = ludens.load(name)
    exam = exam_of(game)
    assert exam is not None
    assert exam.whole
    assert 0 < len(exam.perfect) < len(exam.random)
    check(game, exam.perfect, 20)
    check(game, exam.random, 20)


def test_of_a_larger_game_positions_are_asked_about_that_alpha_beta_solves() -> None:
    game = ludens.load("tic_tac_toe")
    exam = exam_of(game, most=1_000, seconds=1e9)
    assert exam is not None
    assert not exam.whole
    assert len(exam.random) > 100
    assert not len(exam.perfect)
    check(game, exam.random, 40)


def test_games_that_cannot_be_solved_have_no_exam() -> None:
    assert exam_of(ludens.load("goofspiel(cards=3)")) is None
