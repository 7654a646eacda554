"""Places and moves as people write them."""

from __future__ import annotations

import pytest

from ludens.boards.drawings import drawing_of
from ludens.boards.grids import Marks
from ludens.boards.notation import Notation, with_names
from ludens.boards.picture import Grid
from ludens.games.loading import load


def notation(name: str) -> Notation:
    game = load(name)
    drawing = drawing_of(game)
    return Notation(drawing, drawing.panels(game.initial_state(), Marks()))


@pytest.mark.parametrize(
    ("game", "move", "text"),
    [
        ("tic_tac_toe", "(mark 3 1)", "a3"),
        ("reversi", "(place 3 4)", "c4"),
        ("hex", "(place 3 4)", "c4"),
        ("breakthrough", "(move 3 2 4 3)", "c2–d3"),
        ("connect_four", "(drop 3)", "c"),
        ("pentago", "(place 0 5)", "f1"),
        ("pentago", "(rotate tl clockwise)", "rotate top left clockwise"),
        ("pentago_swap", "(play 0 0 tl br)", "a1: top left, bottom right"),
        ("double_tic_tac_toe", "(mark left 1 2)", "left b1"),
        ("odd", "(white 0 3)", "white e8"),
        ("ropasci", "(throw r 4 -2)", "throw rock c9"),
        ("ropasci", "(slide 4 -2 3 -1)", "slide c9–d8"),
        ("tron", "north", "north"),
        ("goofspiel", "(bid 3)", "bid 3"),
        ("liars_dice", "(claim 2 4)", "claim 2 × 4"),
        ("reversi", "pass", "pass"),
    ],
)
def test_moves(game: str, move: str, text: str) -> None:
    assert notation(game).move(move) == text


@pytest.mark.parametrize("name", ["tic_tac_toe", "hex", "pentago", "breakthrough", "odd", "ropasci", "reversi"])
def test_every_board_has_labels_for_all_columns_and_rows(name: str) -> None:
    game = load(name)
    panels = drawing_of(game).panels(game.initial_state(), Marks())
    (grid,) = (panel for panel in with_names(panels) if isinstance(panel, Grid))
    columns, rows = len({cell.place[1] for cell in grid.cells}), len({cell.place[2] for cell in grid.cells})
    texts = {label.text for label in grid.labels}
    assert texts == {*"abcdefghi"[:columns], *map(str, range(1, rows + 1))}


def test_a_heap_is_taken_from() -> None:
    found = notation("nim")
    assert found.move("(reduce b 3)", taken=2) == "take 2 from b"
    assert found.choice("(reduce b 3)", taken=2) == "take 2"
