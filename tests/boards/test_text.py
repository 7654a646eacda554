"""Positions as text: described boards, inferred boards, and no board at all."""

from __future__ import annotations

import pytest

import ludens
from ludens.boards import draw
from ludens.boards.description import axis, ordered
from ludens.boards.infer import infer_board
from ludens.boards.table import BOARDS
from ludens.boards.text import short_names
from ludens.games import GAMES
from ludens.gdl import Source, load_rules
from ludens.gdl.patterns import Ground


def play(name: str, *moves: tuple[str, ...]) -> str:
    game = ludens.load(name)
    state = game.initial_state()
    for joint in moves:
        state = game.next_state(state, joint)
    return draw(game, state)


def test_rows_from_the_top() -> None:
    drawn = play("tic_tac_toe", ("(mark 1 3)", "noop"), ("noop", "(mark 2 2)"))
    assert drawn.splitlines() == [" 1  · · x", " 2  · o ·", " 3  · · ·", "    1 2 3", "control: xplayer"]


def test_rows_from_the_bottom_with_a_legend() -> None:
    lines = play("connect_four(columns=4, rows=4)", ("(drop 2)", "noop")).splitlines()
    assert lines[3:] == [" 1  · r · ·", "    1 2 3 4", "r = red, y = yellow", "control: yellow"]


def test_several_boards() -> None:
    lines = play("double_tic_tac_toe").splitlines()
    assert [line for line in lines if line.endswith(":")] == ["left:", "right:"]


def test_a_die_and_its_pips_are_drawn_together() -> None:
    assert " 1  w1" in play("cephalopod", ("(place 1 1)", "noop"))


def test_what_stands_there_always_and_what_moves() -> None:
    drawn = play("minefield")
    assert "*" in drawn
    assert drawn.splitlines()[0].startswith(" 1  w")


def test_no_board() -> None:
    assert play("nim") == "control: player1\nheap: a 1, b 5, c 4, d 2"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_drawn_and_the_drawing_tells_positions_apart(name: str) -> None:
    game = ludens.load(name)
    state = game.initial_state()
    seen = {draw(game, state)}
    for _ in range(3):
        state = game.next_state(state, [game.legal_moves(state, role)[0] for role in range(len(game.info.roles))])
        seen.add(draw(game, state))
        if game.is_terminal(state):
            break
    assert len(seen) > 1


def test_every_described_board_belongs_to_a_game() -> None:
    assert set(BOARDS) <= set(GAMES)


def test_an_unknown_game_is_drawn_by_inference() -> None:
    rules = """(role you) (legal you wait) (<= terminal (true over)) (goal you 1)
               (init (at a 1 rook)) (init (at c 3 king)) (init (at a 2 b)) (init (at b 1 b)) (init (step 1))"""
    game = load_rules(Source(rules))
    assert draw(game, game.initial_state()).splitlines() == [
        " 3  · · k", " 2  · · ·", " 1  r · ·", "    a b c", "k = king, r = rook", "step: 1",
    ]  # fmt: skip


def test_a_name_of_a_built_in_game_does_not_fool_the_drawing() -> None:
    rules = "(role you) (legal you wait) (<= terminal (true over)) (goal you 1) (init (cell left 1 2))"
    assert draw(load_rules(Source(rules, "tic_tac_toe")), frozenset({("cell", "left")})) == "cell: left"


@pytest.mark.parametrize(
    "fluents",
    [
        [],
        [("p", "1", "1", "a"), ("p", "1", "1", "b"), ("p", "2", "2", "a"), ("p", "2", "1", "a")],  # a place twice
        [("p", "1", "1", "a"), ("p", "2", "1", "b"), ("p", "3", "1", "b"), ("p", "4", "1", "b")],  # only one row
        [("p", "1", "1"), ("p", "2", "2"), ("p", "1", "2"), ("p", "2", "1")],  # no piece
    ],
)
def test_what_is_no_board(fluents: list[Ground]) -> None:
    assert infer_board(fluents) is None


def test_names_in_the_order_people_count() -> None:
    assert ordered(["10", "9", "b2", "b10", "a"]) == ["9", "10", "a", "b2", "b10"]
    assert axis(["1", "4"]) == ["1", "2", "3", "4"]
    assert axis(["c", "a"]) == ["a", "c"]
    assert short_names(["white_man", "white_king", "b"]) == {"white_man": "wm", "white_king": "wk", "b": "b"}
    assert short_names(["red", "rose"]) == {"red": "red", "rose": "rose"}
