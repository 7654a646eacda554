"""Mobility and focus against counting by the rules."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import AnyGameEngine, GameWithEngine
from ludens.search.evaluations.mobility import NO_WAITING, Mobility, focus, mobility
from ludens.search.evaluations.sample import random_positions
from ludens.search.evaluations.scale import Scale, against_others, scale_of

GAMES = (
    "tic_tac_toe",
    "breakthrough",
    "checkers_small",
    "reversi",
    "connect_four(players=3)",
    "odd",
    "tron",
    "eight_puzzle",
)


@pytest.mark.parametrize("name", GAMES)
def test_surplus_is_that_of_the_slow_twin(name: str) -> None:
    game = ludens.load(name)
    found, roles = mobility(game), range(len(game.info.roles))
    rows = random_positions(game, 120, 1).rows
    surplus = found.surplus(game.engine.legal(rows))
    for state, values in zip(game.unpack(rows), surplus, strict=True):
        own = []
        for role in roles:
            moves = game.legal_moves(state, role)
            waiting = found.waiting[role]
            waits = waiting != NO_WAITING and moves == (game.engine.moves(role)[waiting],)
            own.append(0.0 if waits else len(moves) / found.usual[role] - 1)
        expected = [
            own[role] - (sum(own) - own[role]) / (len(own) - 1) if len(own) > 1 else own[role] for role in roles
        ]
        assert values == pytest.approx(expected)


def test_the_move_to_wait_by_is_found() -> None:
    for name in ("breakthrough", "odd", "connect_four(players=3)"):
        game = ludens.load(name)
        waiting = mobility(game).waiting
        assert [game.engine.moves(role)[move] for role, move in enumerate(waiting)] == ["noop"] * len(waiting)
    assert mobility(ludens.load("tron")).waiting == (NO_WAITING,) * 2
    assert mobility(ludens.load("eight_puzzle")).waiting == (NO_WAITING,)


@pytest.mark.parametrize("name", GAMES)
def test_focus_is_the_opposite(name: str) -> None:
    game = ludens.load(name)
    rows = random_positions(game, 200, 2).rows
    many, few = mobility(game)(game.engine, rows), focus(game)(game.engine, rows)
    assert np.allclose(many + few, 1)
    assert ((many > 0) & (many < 1)).all()
    assert mobility(game).constant == (np.ptp(many) == 0) == (name == "tron")


def test_more_moves_are_worth_more_to_who_has_them() -> None:
    legal = [np.array([[1, 1, 1, 0], [1, 1, 0, 0], [0, 0, 0, 1]], dtype=np.bool_)] * 2
    legal[1] = np.array([[0, 0, 0, 1]] * 2 + [[1, 0, 0, 0]], dtype=np.bool_)
    surplus = Mobility((2.0, 2.0), (3, 3)).surplus(legal)
    assert surplus[:, 0] == pytest.approx([0.5, 0.0, 0.5])
    assert surplus[:, 1] == pytest.approx([-0.5, 0.0, -0.5])


def test_a_game_in_plain_python_is_valued() -> None:
    game = GameWithEngine(ludens.load("tic_tac_toe"))
    assert isinstance(game.engine, AnyGameEngine)
    values = mobility(game)(game.engine, random_positions(game, 20, 1).rows)
    assert ((values > 0) & (values < 1)).all()


def test_a_scale_keeps_the_order_and_puts_the_middle_at_one_half() -> None:
    figures = np.linspace(-5, 9, 50).reshape(-1, 1)
    values = scale_of(figures)(figures)
    assert (np.diff(values[:, 0]) > 0).all()
    assert Scale(3.0, 2.0)(np.array([[3.0]]))[0, 0] == 0.5
    assert scale_of(np.ones((4, 1))) == Scale(1.0, 1.0)
    assert scale_of(np.zeros((0, 2))) == Scale()
    assert against_others(np.array([[1.0, 2.0, 6.0]]))[0] == pytest.approx([-3.0, -1.5, 4.5])
