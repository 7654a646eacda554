"""Boards that look like games: a whole game of each family by clicks, what is clicked, what moves, what stays free."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from tests.browser.studio import Studio
from tests.browser.window import Window

SINGLE = ("monty_hall", "eight_puzzle")

COVERED = """() => {
  const popup = document.querySelector('.choices:not([hidden])')?.getBoundingClientRect();
  if (!popup) return 0;
  return [...document.querySelectorAll('.board [data-column].open')].filter((cell) => {
    const box = cell.getBoundingClientRect();
    const across = popup.left < box.right - 1 && popup.right > box.left + 1;
    return across && popup.top < box.bottom - 1 && popup.bottom > box.top + 1;
  }).length;
}"""


def new_game(studio: Studio, game: str, agent: str = "random", **more: Any) -> str:
    """The address of a match with a person in the first seat and agents in the others; chance plays by itself."""
    others = [] if game in SINGLE else [{"kind": "agent", "agent": agent, "seconds": 0.1}]
    return f"/play/{studio.post('matches', {'game': game, 'seats': [{'kind': 'person'}, *others], **more})['id']}"


def moves_of(window: Window, studio: Studio) -> list[list[str]]:
    match = studio.get(f"matches/{window.page.url.split('/play/')[1].split('#')[0]}")
    return [turn["moves"] for turn in match["history"]]


@pytest.mark.parametrize(
    "game",
    [
        "goofspiel", "oshi_zumo", "bidding_tic_tac_toe", "kuhn_poker", "liars_dice", "monty_hall", "pentago", "nim",
        "tron", "hex(size=4)", "reversi(size=4)", "checkers_small", "cephalopod", "double_tic_tac_toe",
        "rock_paper_scissors",
    ],
)  # fmt: skip
def test_a_whole_game_of_each_family_by_clicks(window: Window, studio: Studio, game: str) -> None:
    window.go(new_game(studio, game, seed=1))
    window.play_to_the_end(seed=3)
    assert len(moves_of(window, studio)) == window.ply > 0


def test_a_card_of_the_own_hand_is_bid_and_shown(window: Window, studio: Studio) -> None:
    window.go(new_game(studio, "goofspiel", "legal"))
    window.wait_for_turn()
    open_cards = window.page.locator('.board [data-board="hand"].open')
    assert {card.get_attribute("data-row") for card in open_cards.all()} == {"row"}
    window.page.locator('.board [data-board="hand"][data-column="3"].open').click()
    window.wait_for_ply(1)
    assert moves_of(window, studio)[0][0] == "(bid 3)"
    assert window.page.locator('.board text[data-role="row"]').inner_html() == "You"
    assert window.page.locator('.board text[data-word="played"]').count() == 2


def test_whoever_bids_three_lights_three_coins(window: Window, studio: Studio) -> None:
    window.go(new_game(studio, "oshi_zumo", "legal"))
    window.wait_for_turn()
    coin = window.page.locator('.board [data-board="coins"][data-column="3"].open')
    coin.hover()
    assert window.page.locator(".board [data-item].hot").count() == 3
    coin.click()
    window.wait_for_ply(1)
    assert moves_of(window, studio)[0][0] == "(bid 3)"


def test_a_door_is_chosen_and_another_opened(window: Window, studio: Studio) -> None:
    window.go(new_game(studio, "monty_hall", seed=2))
    window.wait_for_turn()
    window.page.locator('.board [data-board="door"][data-column="2"]').click()
    window.wait_for_ply(3)
    words = window.page.locator(".board svg").text_content() or ""
    assert "chosen" in words
    assert "goat" in words
    assert "car" not in words


def test_the_card_of_the_other_lies_face_down_until_the_end(window: Window, studio: Studio) -> None:
    window.go(new_game(studio, "kuhn_poker", "legal", seed=1))
    window.wait_for_turn()
    backs = window.page.locator('.board g.item rect[fill="#2f6fb3"]')
    assert backs.count() == 1
    window.play_to_the_end(seed=1)
    assert backs.count() == 0


def test_quadrants_are_turned_and_exchanged_by_their_arrows(window: Window, studio: Studio) -> None:
    window.go(new_game(studio, "pentago", "legal"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="0"][data-row="1"]').click()
    window.wait_for_ply(1)
    assert window.page.locator(".board [data-handle].open").count() == 8
    window.page.locator('.board [data-column="tl"][data-row="clockwise"]').click()
    window.wait_for_ply(2, later=True)
    assert [joint[0] for joint in moves_of(window, studio)[:2]] == ["(place 1 0)", "(rotate tl clockwise)"]
    window.go(new_game(studio, "pentago_swap", "legal"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="1"][data-row="0"]').click()
    window.page.locator('.board [data-column="tl.br"]').click()
    window.wait_for_ply(2)
    assert moves_of(window, studio)[0][0] == "(play 0 1 tl br)"


@pytest.mark.parametrize(("game", "size"), [("ropasci", 1280), ("ropasci", 360), ("odd", 1280), ("nim", 360)])
def test_a_popup_covers_nothing_that_can_be_clicked_next(
    open_window: Callable[..., Window], studio: Studio, game: str, size: int
) -> None:
    window = open_window(studio, width=size, height=780).go(new_game(studio, game))
    rng = random.Random(2)
    for _ in range(6):
        if window.wait_for_turn() == "over":
            return
        cells = window.page.locator(".board [data-column].open")
        cells.nth(rng.randrange(cells.count())).click()
        if window.page.locator(".choices:visible").count():
            if window.page.locator(".board [data-column].chosen").count():
                assert window.page.evaluate(COVERED) == 0
            window.page.keyboard.press("Escape")
        window.click_a_move(rng)


def test_pieces_move_unless_somebody_asked_for_less_motion(open_window: Callable[..., Window], studio: Studio) -> None:
    watch = """() => { window.moved = 0; const plain = Element.prototype.animate;
      Element.prototype.animate = function (...all) { window.moved += 1; return plain.apply(this, all); }; }"""
    counted = {}
    for motion in ("no-preference", "reduce"):
        window = open_window(studio, reduced_motion=motion).go(new_game(studio, "breakthrough", "legal"))
        window.wait_for_turn()
        window.page.evaluate(watch)
        window.click_a_move(random.Random(1))
        window.wait_for_ply(2)
        counted[motion] = window.page.evaluate("window.moved")
    assert counted["no-preference"] >= 2
    assert counted["reduce"] == 0


def test_a_captured_piece_fades_and_leaves_nothing_behind(window: Window, studio: Studio) -> None:
    moves = "move 3 2 3 3;move 4 7 4 6;move 3 3 3 4;move 4 6 4 5"
    window.go(new_game(studio, "breakthrough", "legal", moves=moves))
    window.wait_for_turn()
    pieces = window.page.locator(".board g.standing").count()
    window.page.locator('.board [data-column="3"][data-row="4"]').click()
    window.page.locator('.board [data-column="4"][data-row="5"]').click()
    window.wait_for_ply(5, later=True)
    window.wait("document.querySelectorAll('.board g.ghost').length === 0")
    assert window.page.locator(".board g.standing").count() == pieces - 1


def test_walls_have_the_colour_of_whoever_left_them(window: Window, studio: Studio) -> None:
    window.go(new_game(studio, "tron", "legal"))
    window.wait_for_turn()
    window.page.keyboard.press("ArrowUp")
    window.wait_for_ply(1, later=True)
    trails = window.page.locator('.board g.standing rect[fill-opacity="0.55"]')
    assert {trail.get_attribute("fill") for trail in trails.all()} == {"#c8402f", "#2f6fb3"}


@pytest.mark.parametrize("width", [1100, 1280, 1440])
def test_the_tools_of_the_gallery_do_not_wrap(open_window: Callable[..., Window], studio: Studio, width: int) -> None:
    window = open_window(studio, width=width).go("/")
    chooser = window.page.get_by_role("button", name="Open a rulesheet")
    chooser.wait_for()
    box, heading = chooser.bounding_box(), window.page.locator(".hero h1").bounding_box()
    assert box is not None
    assert heading is not None
    assert box["height"] < 50
    assert abs(box["y"] - heading["y"]) < 20
