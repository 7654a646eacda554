"""The pieces that won a game, by taking pieces away and asking the rules."""

from __future__ import annotations

import random
from itertools import pairwise

import pytest

from ludens.arena.session import Session
from ludens.arena.typed import play_typed
from ludens.games.endings.margin import Margin, margin
from ludens.games.endings.pieces import pieces_on_boards, without
from ludens.games.endings.winning import winning_places
from ludens.games.loading import load
from ludens.testing import random_game


def places(name: str, moves: str) -> list[tuple[str, str]]:
    session = Session(load(name))
    play_typed(session, moves)
    assert session.is_over
    return sorted(place[1:] for place in winning_places(session.game, session.state))


def test_a_line_of_three() -> None:
    assert places("tic_tac_toe", "1 1; 2 1; 1 2; 2 2; 1 3") == [("1", "1"), ("2", "1"), ("3", "1")]


def test_a_line_of_four() -> None:
    assert places("connect_four", "1; 2; 1; 2; 1; 2; 1") == [("1", row) for row in "1234"]


def test_a_draw_has_no_winning_pieces() -> None:
    assert places("tic_tac_toe", "1 1; 1 2; 1 3; 2 2; 2 1; 2 3; 3 2; 3 1; mark 3 3, noop") == []


@pytest.mark.parametrize("name", ["connect_four", "hex(size=5)", "pentago_swap", "breakthrough(size=5)"])
def test_the_winning_pieces_alone_win_and_none_is_more_than_needed(name: str) -> None:
    game = load(name)
    rng = random.Random(7)
    checked = 0
    for _ in range(12):
        states, _ = random_game(game, rng)
        state = states[-1]
        found = winning_places(game, state)
        if not found:
            continue
        checked += 1
        rest = [piece for piece in pieces_on_boards(game, state) if piece.place not in found]
        alone = without(state, rest)
        assert game.is_terminal(alone)
        assert game.goals(alone) == game.goals(state)
    assert checked >= 6


def test_hex_is_won_by_an_unbroken_chain() -> None:
    game = load("hex(size=5)")
    states, _ = random_game(game, random.Random(1))
    cells = {(int(column), int(row)) for _, column, row in winning_places(game, states[-1])}
    way = 1 if game.goals(states[-1])[0] == 100 else 0  # red joins rows, blue columns
    assert {cell[way] for cell in cells} == set(range(1, 6))
    steps = {(1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)}
    assert all(any((a[0] - b[0], a[1] - b[1]) in steps for b in cells if b != a) for a in cells)


@pytest.mark.parametrize(("name", "unit"), [("reversi(size=6)", "discs"), ("cephalopod", "pieces")])
def test_counted_pieces_give_a_margin_and_no_winning_pieces(name: str, unit: str) -> None:
    game = load(name)
    rng = random.Random(2)
    found = 0
    for _ in range(6):
        states, _ = random_game(game, rng)
        counts = [sum(role in fact for fact in states[-1] if fact[0] == "cell") for role in game.info.roles]
        if counts[0] == counts[1]:
            assert margin(game, states[-1]) is None
        elif (told := margin(game, states[-1])) is not None:
            found += 1
            assert told == Margin(abs(counts[0] - counts[1]), unit)
            assert winning_places(game, states[-1]) == frozenset()
    assert found >= 4


def test_points_give_a_margin() -> None:
    session = Session(load("goofspiel(cards=3)"))
    play_typed(session, "bid 3, bid 2; bid 2, bid 3; bid 1, bid 1")
    assert margin(session.game, session.state) == Margin(1, "points")


def test_coins_that_decide_nothing_give_none() -> None:
    game = load("oshi_zumo")
    states, _ = random_game(game, random.Random(0))
    assert margin(game, states[-1]) is None


def test_games_without_rules_have_neither() -> None:
    game = load("odd")
    states, _ = random_game(game, random.Random(0))
    assert margin(game, states[-1]) is None
    assert winning_places(game, states[-1]) == frozenset()
    assert all(before is not after for before, after in pairwise(states))
