"""Pictures as text: rows, columns, legends, borders, and colour where a terminal has it."""

from __future__ import annotations

import io

import pytest
from rich.console import Console

import ludens
from ludens.boards import draw
from ludens.boards.picture import Cell, Grid, Picture, Piece, Shape
from ludens.boards.pieces import Pieces, role_colours, short_names
from ludens.boards.text import as_text
from tests.playthroughs.test_playthroughs import Counting


def play(name: str, *moves: tuple[str, ...]) -> str:
    game = ludens.load(name)
    state = game.initial_state()
    for joint in moves:
        state = game.next_state(state, joint)
    return draw(game, state)


def test_rows_from_the_top() -> None:
    drawn = play("tic_tac_toe", ("(mark 1 3)", "noop"), ("noop", "(mark 2 2)"))
    assert drawn.splitlines() == [" 1  · · x", " 2  · o ·", " 3  · · ·", "    1 2 3", "xplayer to move"]


def test_rows_from_the_bottom_with_a_legend() -> None:
    lines = play("connect_four(columns=4, rows=4)", ("(drop 2)", "noop")).splitlines()
    assert lines[3:] == [" 1  · r · ·", "    1 2 3 4", "r = red", "yellow to move"]


def test_several_boards() -> None:
    lines = play("double_tic_tac_toe").splitlines()
    assert [line for line in lines if line.endswith(":")] == ["left:", "right:"]


def test_a_die_and_its_pips_are_drawn_together() -> None:
    assert " 1  w1" in play("cephalopod", ("(place 1 1)", "noop"))


def test_what_stands_there_always_and_what_moves() -> None:
    drawn = play("minefield")
    assert "m = mine" in drawn
    assert drawn.splitlines()[0].startswith(" 1  w")


def test_heaps() -> None:
    assert play("nim").splitlines() == ["a  ● 1", "b  ●●●●● 5", "c  ●●●● 4", "d  ●● 2", "player1 to move"]


def test_quadrants() -> None:
    lines = play("pentago_swap", ("(play 2 2 tr bl)", "noop")).splitlines()
    assert lines[:7] == [
        " 0  · · ·│· · ·",
        " 1  · · ·│· · ·",
        " 2  · · w│· · ·",
        "    ─────┼─────",
        " 3  · · ·│· · ·",
        " 4  · · ·│· · ·",
        " 5  · · ·│· · ·",
    ]


def test_hexagonal_boards_slant() -> None:
    lines = play("hex(size=3)", ("(place 2 3)", "noop")).splitlines()
    assert lines[:4] == [" 1  · · ·", "  2  · · ·", "   3  · r ·", "       1 2 3"]


def test_a_hexagon() -> None:
    lines = play("odd", ("(white 0 0)", "noop"), ("noop", "(black 1 0)")).splitlines()
    assert [len(line.split()) - 1 for line in lines[:9]] == [5, 6, 7, 8, 9, 8, 7, 6, 5]
    assert lines[4] == " 0  · · · b w · · · ·"


def test_several_pieces_on_a_cell() -> None:
    pieces = tuple(Piece(name, name) for name in ("r", "p", "s", "t"))
    texts = [as_text(Picture((Grid("", (Cell(("", "1", ""), 0, 0, pieces[:n]),)),))) for n in (1, 2, 3, 4)]
    assert [text.split() for text in texts] == [["r"], ["rp"], ["rps"], ["t+"]]


def test_a_game_without_a_drawing_shows_its_text() -> None:
    assert draw(Counting(), 3) == "room 3"
    assert "room 3" in ludens.show(Counting(), 3).svg


def test_colour_on_a_terminal_only() -> None:
    game = ludens.load("connect_four(columns=4, rows=4)")
    state = game.next_state(game.initial_state(), ("(drop 2)", "noop"))
    position = ludens.show(game, state, ("(drop 2)", "noop"))
    terminal, file = io.StringIO(), io.StringIO()
    Console(file=terminal, force_terminal=True, color_system="truecolor", width=60).print(position)
    Console(file=file, width=60).print(position)
    assert "\x1b[1;7;31mr\x1b[0m" in terminal.getvalue()  # bold red, reversed because it is the last move
    assert "\x1b" not in file.getvalue()
    assert file.getvalue().rstrip() == str(position)


def test_short_names() -> None:
    assert short_names(["white_man", "white_king", "b"]) == {"white_man": "wm", "white_king": "wk", "b": "b"}
    assert short_names(["red", "rose"]) == {"red": "re", "rose": "ro"}
    assert short_names(["piece1", "piece10"]) == {"piece1": "p1", "piece10": "p10"}
    assert short_names(["whiteknight", "whiteking"]) == {"whiteknight": "wn", "whiteking": "wk"}
    assert short_names(["abcd", "abce"]) == {"abcd": "abcd", "abce": "abce"}


@pytest.mark.parametrize(
    ("names", "name", "shape", "colour"),
    [
        (["x", "o"], "x", Shape.CROSS, "blue"),
        (["x", "o"], "o", Shape.RING, "orange"),
        (["red", "yellow"], "red", Shape.DISC, "red"),
        (["wk", "bk", "wq"], "bk", Shape.FIGURE, "black"),
        (["wk", "wp", "bk", "bp"], "bp", Shape.DISC, "black"),
        (["white rook", "black rook"], "white rook", Shape.FIGURE, "white"),
        (["wall"], "wall", Shape.BLOCK, ""),
        (["7"], "7", Shape.SIGN, ""),
        (["peg"], "peg", Shape.DISC, "brown"),
    ],
)
def test_looks_by_names(names: list[str], name: str, shape: Shape, colour: str) -> None:
    piece = Pieces(names, ("xplayer", "oplayer"))[name]
    assert (piece.shape, piece.colour) == (shape, colour)


def test_roles_have_colours_of_their_own() -> None:
    assert role_colours(("red", "you", "me")) == {"red": "red", "you": "blue", "me": "orange"}
    many = role_colours(tuple(f"player{number}" for number in range(8)))
    assert len(set(many.values())) == 8
