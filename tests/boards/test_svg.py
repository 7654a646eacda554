"""Pictures as SVG: the documents of small positions on file, and notebooks."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import ludens
from ludens.boards.picture import Cell, Facts, Grid, Hand, Item, Picture, Piece, Seat, Seats, Shape, Stacks
from ludens.boards.svg.document import as_svg
from ludens.games import GAMES

GOLDEN = Path(__file__).parent / "golden"
EXAMPLES = {
    "tic_tac_toe": [("(mark 1 3)", "noop"), ("noop", "(mark 2 2)")],
    "nim": [("(reduce b 3)", "noop")],
    "hex(size=3)": [("(place 1 2)", "noop")],
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_golden_picture(name: str) -> None:
    """To accept a new look: write ``ludens.show(…).svg`` into the file and look at it."""
    game = ludens.load(name)
    state = game.initial_state()
    for joint in EXAMPLES[name]:
        state = game.next_state(state, joint)
    kept = (GOLDEN / f"{name.partition('(')[0]}.svg").read_text("utf-8")
    assert ludens.show(game, state, EXAMPLES[name][-1]).svg == kept


@pytest.mark.parametrize("name", GAMES)
def test_a_notebook_shows_games_and_positions(name: str) -> None:
    game = ludens.load(name)
    shown = getattr(game, "_repr_svg_")()  # noqa: B009 - as a notebook does
    assert shown == ludens.show(game)._repr_svg_()
    assert ElementTree.fromstring(shown).tag.endswith("svg")


def test_names_are_escaped() -> None:
    nasty = "<&\">'"
    piece = Piece(nasty, nasty, Shape.DISC, "red", nasty)
    panels = (
        Grid(nasty, (Cell((nasty, nasty, nasty), 0, 0, (piece,)),)),
        Hand(nasty, (Item(("", nasty, ""), nasty),)),
        Seats((Seat(piece, (Item(("", nasty, ""), nasty),), ((nasty, nasty),), (nasty,)),)),
        Stacks(nasty, ((piece,),)),
        Facts(((nasty, nasty),)),
    )
    root = ElementTree.fromstring(as_svg(Picture(panels, (piece,), (piece,)), nasty))
    assert [element.get("data-row") for element in root.iter() if element.get("data-row")] == [nasty]
    assert [element.text for element in root.iter() if element.text == nasty]


def test_an_empty_picture_is_a_picture() -> None:
    assert ElementTree.fromstring(as_svg(Picture(()))).tag.endswith("svg")
