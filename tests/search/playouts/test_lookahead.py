"""Looking one move ahead in batches gives what looking at one position after another gives."""

from __future__ import annotations

import dataclasses
import itertools
import math
import random
import time

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import with_engine
from ludens.search.joint_moves import joint_moves
from ludens.search.playouts import lookahead
from ludens.search.playouts.lookahead import children, look_ahead, threatened
from ludens.testing import random_game
from tests.search.playouts.slow_lookahead import is_threatened, look

GAMES = [
    "tic_tac_toe", "connect_four(columns=4, rows=4)", "nim(heaps=2-3)", "tron", "bidding_tic_tac_toe", "lights_on",
    "free_for_all", "double_tic_tac_toe", "rock_paper_scissors",
]  # fmt: skip


@pytest.mark.parametrize("name", GAMES)
def test_outlook_is_that_of_the_slow_twin(name: str) -> None:
    game = ludens.load(name)
    rng, generator = random.Random(name), np.random.default_rng(1)
    compared = interesting = 0
    for _ in range(8):
        states, _ = random_game(game, rng)
        for state in rng.sample(states[:-1], min(4, len(states) - 1)):
            for role in range(len(game.info.roles)):
                outlook = look_ahead(game.engine, game.pack([state]), role, generator)
                names = [game.engine.moves(role)[number] for number in outlook.children.moves]
                assert tuple(names) == game.legal_moves(state, role)
                certain = bool(outlook.winning)
                for place, move in enumerate(names):
                    seen = look(game, state, role, move)
                    assert math.isclose(outlook.wins[place], seen.wins)
                    if not certain:  # with a win at hand nobody asks for dangers
                        assert math.isclose(outlook.losses[place], seen.losses)
                    compared += 1
                    interesting += seen.wins > 0 or seen.losses > 0
    assert compared > 30
    assert interesting > 0


@pytest.mark.parametrize("name", ["tic_tac_toe", "bidding_tic_tac_toe", "connect_four(columns=4, rows=4)"])
def test_threats_are_those_of_the_slow_twin_in_whatever_blocks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load(name)
    rng = random.Random(3)
    states = [state for _ in range(30) for state in random_game(game, rng)[0] if not game.is_terminal(state)]
    rows = game.pack(states)
    expected = [[is_threatened(game, state, role) for state in states] for role in (0, 1)]
    assert any(map(any, expected))
    for size in (1, 7, 1024):
        monkeypatch.setattr(lookahead, "BLOCK", size)
        for role in (0, 1):
            found = threatened(game.engine, rows, role, np.random.default_rng(0))
            assert (found == 1).tolist() == expected[role]


def test_only_what_is_sure_counts_as_winning_or_losing() -> None:
    """A single round has neither."""
    game = ludens.load("rock_paper_scissors(rounds=1)")
    outlook = look_ahead(game.engine, game.pack([game.initial_state()]), 0, np.random.default_rng(0))
    shares = dataclasses.replace(outlook, wins=np.array([1.0, 0.9, 0.0]), losses=np.array([0.0, 0.9, 1.0]))
    assert shares.winning == [0]
    assert shares.losing.tolist() == [False, False, True]
    assert outlook.winning == []
    assert not outlook.losing.any()
    assert np.allclose(outlook.wins, 1 / 3)
    assert np.allclose(outlook.losses, 1 / 3)


def test_what_cannot_be_looked_at_in_time_is_not_known() -> None:
    game = ludens.load("tic_tac_toe")
    rows = game.pack([game.initial_state()])
    assert np.isnan(threatened(game.engine, rows, 0, np.random.default_rng(0), time.perf_counter() - 1)).all()


def test_an_engine_in_python_sees_the_same() -> None:
    fast = ludens.load("tic_tac_toe")

    class Plain:
        """The game without its engine."""

        info = fast.info
        initial_state, is_terminal, legal_moves = fast.initial_state, fast.is_terminal, fast.legal_moves
        next_state, goals, text = fast.next_state, fast.goals, fast.text

    slow = with_engine(Plain())
    rng = random.Random(5)
    for _ in range(5):
        state = random_game(fast, rng)[0][4]
        if fast.is_terminal(state):
            continue
        found = [look_ahead(game.engine, game.pack([state]), 0, np.random.default_rng(0)) for game in (fast, slow)]
        assert found[0].wins.tolist() == found[1].wins.tolist()
        assert found[0].losses.tolist() == found[1].losses.tolist()


def test_joint_moves_are_the_product_of_the_legal_ones() -> None:
    rng = np.random.default_rng(4)
    for _ in range(40):
        sizes = rng.integers(1, 6, size=rng.integers(1, 4)).tolist()
        positions = int(rng.integers(1, 5))
        legal = [rng.random((positions, size)) < 0.6 for size in sizes]
        for table in legal:
            table[:, 0] |= ~table.any(axis=1)
        role = int(rng.integers(len(sizes)))
        found = joint_moves(legal, role, 10_000)
        assert found.complete
        for position in range(positions):
            expected = set(itertools.product(*(np.flatnonzero(table[position]).tolist() for table in legal)))
            assert set(map(tuple, found.moves[found.owner == position].tolist())) == expected
            assert (found.owner == position).sum() == len(expected)
        for start, owner in zip(found.reply_starts, np.repeat(np.arange(positions), found.replies), strict=True):
            group = found.moves[start : start + found.own[owner]]
            assert group[:, role].tolist() == np.flatnonzero(legal[role][owner]).tolist()
            assert (np.delete(group, role, axis=1) == np.delete(group[0], role)).all()


def test_too_many_replies_are_drawn_evenly() -> None:
    legal = [np.ones((1, 2), dtype=np.bool_), np.ones((1, 5), dtype=np.bool_), np.ones((1, 4), dtype=np.bool_)]
    counts = np.zeros((5, 4))
    rng = np.random.default_rng(6)
    for _ in range(2_000):
        found = joint_moves(legal, 0, 12, rng)
        assert not found.complete
        assert found.replies.tolist() == [6]
        drawn = set(map(tuple, found.moves[:, 1:].tolist()))
        assert len(drawn) == 6
        for pair in drawn:
            counts[pair] += 1
    assert abs(counts / 2_000 - 6 / 20).max() < 0.05


def test_children_with_more_replies_than_allowed_share_them() -> None:
    game = ludens.load("blocker")
    found = children(game.engine, game.pack([game.initial_state()]), 0, np.random.default_rng(2), most=64)
    assert found.rows.shape[:2] == (16, 4)
    assert not found.complete
