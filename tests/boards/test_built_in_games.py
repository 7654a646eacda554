"""The pictures of all built-in games: in every form, on random positions."""

from __future__ import annotations

import pytest

import ludens
from ludens.boards import clicks, draw, picture
from ludens.boards.clicks import Choice, OnPlace, click_tree
from ludens.boards.description import MoveForm, Spot
from ludens.boards.drawings import Drawn
from ludens.boards.picture import Grid, Heaps, Line, Picture, Shape, Stroke
from ludens.game import ParameterError
from ludens.games import GAMES, RULESHEETS
from tests.boards.checks import check_clicks, check_nothing_is_lost, check_picture
from tests.boards.walks import positions


@pytest.mark.parametrize("name", GAMES)
def test_every_position_is_drawn_and_every_move_has_its_clicks(name: str) -> None:
    game = ludens.load(name)
    for seed in range(3):
        for state, last in positions(game, 12, seed):
            check_picture(game, state, last)
            check_clicks(game, state)
            if isinstance(state, frozenset):
                check_nothing_is_lost(game, state, blank="b")


@pytest.mark.parametrize("name", GAMES)
def test_the_drawing_tells_positions_apart(name: str) -> None:
    game = ludens.load(name)
    drawn = {draw(game, state): game.text(state) for seed in range(3) for state, _ in positions(game, 8, seed)}
    texts = {game.text(state) for seed in range(3) for state, _ in positions(game, 8, seed)}
    assert len(drawn) == len(texts)


def test_every_native_game_has_a_drawing() -> None:
    assert all(isinstance(ludens.load(name), Drawn) for name in GAMES if name not in RULESHEETS)


def after(name: str, *moves: tuple[str, ...]) -> Picture:
    game = ludens.load(name)
    state = game.initial_state()
    for joint in moves:
        state = game.next_state(state, joint)
    return picture(game, state, moves[-1] if moves else ())


def test_quadrants_of_pentago_swap_have_borders() -> None:
    board = after("pentago_swap", ("(play 3 4 tl br)", "noop")).panels[0]
    assert isinstance(board, Grid)
    assert board.lines == (Line(2.5, -0.5, 2.5, 5.5, Stroke.BORDER), Line(-0.5, 2.5, 5.5, 2.5, Stroke.BORDER))
    stones = {cell.place[1:]: (cell.x, cell.y) for cell in board.cells if cell.pieces}
    assert stones == {("1", "0"): (1, 0)}  # row 0, column 1: the stone of row 3, column 4 went with its quadrant


def test_the_last_move_and_the_next_ones_are_marked() -> None:
    board = after("breakthrough", ("(move 1 2 1 3)", "noop")).panels[0]
    assert isinstance(board, Grid)
    assert {cell.place[1:] for cell in board.cells if cell.last} == {("1", "2"), ("1", "3")}
    assert {cell.place[2] for cell in board.cells if cell.target} == {"7"}


def test_a_dropped_piece_is_marked_where_it_lies() -> None:
    board = after("connect_four", ("(drop 3)", "noop"), ("noop", "(drop 3)")).panels[0]
    assert isinstance(board, Grid)
    assert [cell.place[1:] for cell in board.cells if cell.last] == [("3", "2")]
    assert {cell.place[1:] for cell in board.cells if cell.target} == {(str(column), "6") for column in range(1, 8)}


def test_who_is_to_move() -> None:
    assert [piece.name for piece in after("tic_tac_toe").turn] == ["xplayer"]
    assert [piece.name for piece in after("tron").turn] == ["red", "blue"]
    won = [("(mark 1 1)", "noop"), ("noop", "(mark 2 1)"), ("(mark 1 2)", "noop"), ("noop", "(mark 2 2)")]
    assert after("tic_tac_toe", *won, ("(mark 1 3)", "noop")).turn == ()


def test_heaps() -> None:
    heaps = after("nim", ("(reduce b 3)", "noop")).panels[0]
    assert isinstance(heaps, Heaps)
    assert [(heap.place[1], heap.count, heap.last) for heap in heaps.heaps] == [
        ("a", 1, False), ("b", 3, True), ("c", 4, False), ("d", 2, False),
    ]  # fmt: skip


def test_shapes_by_names() -> None:
    board = after("tic_tac_toe", ("(mark 1 1)", "noop"), ("noop", "(mark 2 1)")).panels[0]
    assert isinstance(board, Grid)
    assert [cell.pieces[0].shape for cell in board.cells if cell.pieces] == [Shape.CROSS, Shape.RING]


def sequence(name: str, move: str, role: int = 0) -> tuple[OnPlace | Choice, ...]:
    game = ludens.load(name)
    return clicks(game, game.initial_state(), role).clicks(move)


def test_the_four_kinds_of_clicks() -> None:
    assert sequence("tic_tac_toe", "(mark 1 3)") == (OnPlace(("", "3", "1")),)
    assert sequence("breakthrough", "(move 1 2 2 3)") == (OnPlace(("", "1", "2")), OnPlace(("", "2", "3")))
    assert sequence("pentago_swap", "(play 3 4 tl br)") == (OnPlace(("", "4", "3")), OnPlace(("handle", "tl.br", "")))
    assert sequence("goofspiel", "(bid 3)", role=1) == (OnPlace(("hand", "3", "column")),)
    assert sequence("oshi_zumo", "(bid 3)") == (OnPlace(("coins", "3", "row")),)
    assert sequence("rock_paper_scissors", "rock") == (Choice("rock"),)
    assert sequence("connect_four", "(drop 3)") == (OnPlace(("", "3", "")),)
    assert sequence("nim", "(reduce b 3)") == (OnPlace(("heap", "b", "")), Choice("3"))
    assert sequence("nim", "(reduce a 0)") == (OnPlace(("heap", "a", "")),)
    assert sequence("odd", "(white 2 1)") == (OnPlace(("", "2", "1")), Choice("white"))
    assert sequence("ropasci", "(throw r 4 -2)") == (OnPlace(("", "-2", "4")), Choice("r"))


def test_clicks_that_lead_nowhere() -> None:
    game = ludens.load("tic_tac_toe")
    tree = clicks(game, game.initial_state(), 0)
    with pytest.raises(ParameterError, match="do not belong"):
        tree.move([Choice("nonsense")])
    with pytest.raises(ParameterError, match="not a legal move"):
        tree.clicks("noop")


def test_a_move_that_begins_another_asks_whether_to_stop() -> None:
    forms = {
        ("jump", 4): MoveForm("jump", 4, (Spot(column=(0,), row=(1,)), Spot(column=(2,), row=(3,)))),
        ("step", 2): MoveForm("step", 2, (Spot(column=(0,), row=(1,)),)),
    }
    places = frozenset(("", x, y) for x in "12" for y in "12")
    tree = click_tree(["(jump 1 1 2 2)", "(step 1 1)", "(step 2 2)", "(step 3 3)", "(jump 1 1"], forms, places)
    here, there = OnPlace(("", "1", "1")), OnPlace(("", "2", "2"))
    assert tree.options([here]) == (there, Choice("step"))
    assert tree.move([here]) is None
    assert tree.move([here, there]) == "(jump 1 1 2 2)"
    assert tree.move([here, Choice("step")]) == "(step 1 1)"
    assert tree.move([there]) == "(step 2 2)"
    assert tree.clicks("(step 3 3)") == (Choice("(step 3 3)"),)  # there is no such place on the board
    assert tree.clicks("(jump 1 1") == (Choice("(jump 1 1"),)  # a game may call its moves what it likes
    assert tree.first_places == {("", "1", "1"), ("", "2", "2")}
