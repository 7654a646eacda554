"""Whole games by clicks, and what can be done on the way."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.studio import Studio
from tests.browser.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.parametrize(
    ("game", "agent"),
    [
        ("tic_tac_toe", "random"),
        ("connect_four", "random"),
        ("odd", "random"),
        ("pentago_swap", "random"),
        ("ropasci", "ropasci_greedy"),
    ],
)
def test_a_whole_game_by_clicks(window: Window, studio: Studio, game: str, agent: str) -> None:
    window.go(studio.new_match(game, agent))
    clicked = window.play_to_the_end(seed=5)
    assert clicked > 1
    found = studio.get(f"matches/{window.page.url.split('/play/')[1].split('#')[0]}")
    assert found["over"]
    assert found["plies"] == window.ply
    assert window.page.locator(".turn").count() == found["plies"]


def test_a_first_time_visitor_plays_at_once(window: Window) -> None:
    started = time.monotonic()
    window.go("/")
    window.page.get_by_role("button", name="Play Tic-tac-toe").click()
    assert window.wait_for_turn() == "yours"
    assert time.monotonic() - started < 10
    window.page.locator('.board [data-column="2"][data-row="2"]').click()
    window.wait_for_ply(2)
    window.page.locator(".candidates tbody tr").first.wait_for()


def test_the_printed_address_lets_a_browser_in(browser: Browser, studio: Studio) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(studio.address)
    assert "needs its token" in page.inner_text("body")
    page.goto(f"{studio.address}/?token={studio.token}")
    page.get_by_role("button", name="Play Tic-tac-toe").wait_for()
    assert page.url == f"{studio.address}/"
    context.close()


def test_names_with_control_characters_are_drawn_and_clicked(window: Window, studio: Studio) -> None:
    rules = """
    (role white) (role black) (init (cell a\x01 x\ufffe empty)) (init (cell b\x02 x\ufffe empty))
    (column a\x01) (column b\x02)
    (<= (legal white (mark ?c ?r)) (true (cell ?c ?r empty))) (legal black noop)
    (<= (next (cell ?c ?r x)) (does white (mark ?c ?r)))
    (<= (next (cell ?c ?r ?p)) (true (cell ?c ?r ?p)) (does white (mark ?d ?r)) (distinct ?c ?d))
    (<= terminal (not (open))) (<= (open) (true (cell ?c ?r empty))) (goal white 50) (goal black 50)
    """
    saved = studio.post("rules", {"name": "odd names", "text": rules})["id"]
    people = [{"kind": "person"}, {"kind": "person"}]
    window.go(f"/play/{studio.post('matches', {'game': f'rules:{saved}', 'seats': people})['id']}")
    assert window.play_to_the_end() == 1  # the second move is the only one


def test_a_game_survives_a_reload(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("connect_four", "random"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="3"] >> nth=0').click()
    window.wait_for_ply(2)
    discs = window.page.locator(".board circle[stroke-width='1.5']").count()
    window.page.reload()
    assert window.wait_for_turn() == "yours"
    assert window.ply == 2
    assert window.page.locator(".board circle[stroke-width='1.5']").count() == discs


def test_a_link_to_a_position_makes_a_game_from_there(window: Window) -> None:
    window.go("/play?game=tic_tac_toe&moves=mark+2+2;mark+1+1")
    window.wait_for_turn()
    assert window.ply == 2
    assert "/play/" in window.page.url
    assert window.page.url.endswith("#game=tic_tac_toe&moves=mark+2+2;mark+1+1")


def test_the_address_of_a_game_that_is_gone_sets_up_its_position(window: Window) -> None:
    window.server_may_be_gone = True  # the browser reports the answer 404
    window.go("/play/nothere#game=tic_tac_toe&moves=mark+2+2")
    window.wait_for_ply(1, later=True)
    window.go("/play/nothere")
    window.page.get_by_text("This game is gone").wait_for()


def test_undo_redo_look_back_and_restart(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "random"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="1"][data-row="1"]').click()
    window.wait_for_ply(2)
    window.page.get_by_role("button", name="Undo").click()
    window.wait_for_ply(0)
    window.page.get_by_role("button", name="Redo").click()
    window.wait_for_ply(2)
    window.page.locator('.turn[data-ply="1"]').click()
    window.page.get_by_text("After move 1 of 2").wait_for()
    assert window.page.locator(".board [data-column].open").count() == 0
    window.page.get_by_role("button", name="Back to the game").click()
    assert window.wait_for_turn() == "yours"
    window.page.get_by_role("button", name="Restart").click()
    window.wait_for_ply(0)


def test_from_and_to_by_dragging(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("breakthrough", "random"))
    window.wait_for_turn()
    start, end = (window.page.locator(f'.board [data-column="3"][data-row="{row}"]') for row in ("2", "3"))
    if "open" not in (start.get_attribute("class") or ""):
        start, end = (window.page.locator(f'.board [data-column="3"][data-row="{row}"]') for row in ("7", "6"))
    start.drag_to(end)
    window.wait_for_ply(1, later=True)


def test_a_game_by_keyboard_alone(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "random"))
    window.wait_for_turn()
    window.page.locator(".board [tabindex='0']").focus()
    for key in ("ArrowRight", "ArrowDown", "Enter"):
        window.page.keyboard.press(key)
    window.wait_for_ply(2)
    assert studio_moves(window, studio)[0][0] == "(mark 2 2)"


def test_a_move_made_before_the_page_is_connected_is_sent_then(window: Window, studio: Studio) -> None:
    # A page on a slow connection: its sockets are connecting until they are let go.
    window.page.add_init_script("""
        const waiting = [];
        window.letGo = () => { window.open = true; waiting.splice(0).forEach((opened) => opened()); };
        window.WebSocket = class extends WebSocket {
            get readyState() { return window.open === true ? super.readyState : WebSocket.CONNECTING; }
            set onopen(opened) { super.onopen = () => (window.open === true ? opened() : waiting.push(opened)); }
        };
    """)
    window.go(studio.new_match("tic_tac_toe", "random"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="2"][data-row="2"]').click()
    assert window.phase == "waiting"
    window.page.evaluate("letGo()")
    window.wait_for_ply(2)
    assert studio_moves(window, studio)[0][0] == "(mark 2 2)"
    assert window.page.locator(".toast").count() == 0


def studio_moves(window: Window, studio: Studio) -> list[list[str]]:
    """The joint moves of the match that a window shows."""
    match = studio.get(f"matches/{window.page.url.split('/play/')[1].split('#')[0]}")
    return [turn["moves"] for turn in match["history"]]


def test_a_flipped_board_takes_the_same_clicks(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "random"))
    window.wait_for_turn()
    corner = window.page.locator('.board [data-column="1"][data-row="1"]')
    before = corner.bounding_box()
    window.page.get_by_role("button", name="Flip").click()
    after = corner.bounding_box()
    assert before is not None
    assert after is not None
    assert after["x"] > before["x"] + 50
    assert after["y"] > before["y"] + 50
    corner.click()
    window.wait_for_ply(2)
    assert studio_moves(window, studio)[0][0] == "(mark 1 1)"


def test_heaps_are_clicked_and_their_sizes_chosen(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("nim", "random"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="b"]').click()
    window.page.locator(".choices").get_by_role("button", name="take 2", exact=True).click()
    window.wait_for_ply(2)
    assert studio_moves(window, studio)[0][0] == "(reduce b 3)"


def test_arrow_keys_choose_directions_and_tiles_are_clicked(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tron", "random"))
    window.wait_for_turn()
    window.page.keyboard.press("ArrowUp")
    window.wait_for_ply(1)
    assert studio_moves(window, studio)[0][0] == "north"
    window.go(studio.new_match("eight_puzzle"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="2"][data-row="1"]').click()
    window.wait_for_ply(1)
    assert studio_moves(window, studio)[0][0] == "(slide 3)"


def test_a_secret_choice_waits_for_the_other(window: Window, studio: Studio) -> None:
    found = studio.post("matches", {"game": "prisoners_dilemma", "seats": [{"kind": "person"}, {"kind": "person"}]})
    window.go(f"/play/{found['id']}")
    window.wait_for_turn()
    first = window.page.locator(".play-status").inner_text()
    window.page.locator(".menu-holder button").first.click()
    window.wait(f"document.querySelector('.play-status').textContent !== {first!r}")
    assert window.ply == 0
    window.page.get_by_text("choice is in").wait_for()
    window.wait_for_turn()
    window.page.locator(".menu-holder button").first.click()
    window.wait_for_ply(1, later=True)


def test_two_windows_on_one_game(open_window: Callable[..., Window], studio: Studio) -> None:
    found = studio.post("matches", {"game": "tic_tac_toe", "seats": [{"kind": "person"}, {"kind": "person"}]})
    one, other = open_window(studio).go(f"/play/{found['id']}"), open_window(studio).go(f"/play/{found['id']}")
    for ply, (window, cell) in enumerate([(one, "1"), (other, "2"), (one, "3")]):
        window.wait_for_ply(ply)
        window.page.locator(f'.board [data-column="{cell}"][data-row="1"]').click()
        for each in (one, other):
            each.wait_for_ply(ply + 1)


def test_the_server_is_killed_and_comes_back(open_window: Callable[..., Window], own_studio: Studio) -> None:
    window = open_window(own_studio).go(own_studio.new_match("tic_tac_toe", "random"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="2"][data-row="2"]').click()
    window.wait_for_ply(2)
    window.server_may_be_gone = True
    own_studio.kill()
    window.page.get_by_text("The connection to the studio is lost").wait_for()
    own_studio.start()
    window.page.get_by_text("Connected again").wait_for()
    assert window.play_to_the_end(seed=1) >= 1


def test_hint_and_seats_can_be_asked_for(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "random"))
    window.wait_for_turn()
    window.page.get_by_role("button", name="Hint").click()
    window.page.get_by_text("Hint 1 of 3").wait_for()
    window.page.get_by_role("button", name="Change seats").click()
    window.page.get_by_label("Who plays x").select_option("random")
    window.page.locator("dialog button.primary").click()
    window.wait("document.querySelector('.play').dataset.phase === 'over'")


def test_mistakes_are_found_after_the_game(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "random", moves="mark 1 2;mark 2 2;mark 3 3"))
    window.play_to_the_end(seed=2)
    window.page.locator(".verdicts h3, .verdicts .good").first.wait_for()
    window.page.locator(".end-accuracy").get_by_text("You").wait_for()


def test_a_newcomer_reads_the_rules_loses_reviews_and_swaps_sides(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "legal", moves="mark 1 2;mark 2 2;mark 3 2;mark 1 1;mark 2 3;mark 3 1"))
    window.page.get_by_text("You are x. You play x").first.wait_for()
    assert "three of your marks in a row" in window.page.locator(".rules").inner_text()
    window.wait_for_turn()
    window.page.locator('.board [data-column="1"][data-row="2"]').hover()
    window.page.locator('.board [data-column="3"][data-row="3"]').click()
    window.wait("document.querySelector('.play').dataset.phase === 'over'")
    card = window.page.locator(".end-card")
    card.get_by_text("You lost").wait_for()
    assert window.page.locator('.board circle[stroke="#1f9e4b"]').count() == 3, "the winning line is marked"
    card.get_by_role("button", name="Show me").click()
    window.page.get_by_text("should have played").wait_for()
    assert window.page.locator(".board .badge").count() == 1, "the better move is on the board"
    window.page.get_by_role("button", name="Back to the game").click()
    before = window.page.url
    card.get_by_role("button", name="Swap sides").click()
    window.wait(f"!location.href.startsWith({before.split('#')[0]!r})")
    window.wait("document.querySelector('.player-seat')?.textContent.includes('legal')")
    window.page.get_by_text("You are o.").first.wait_for()


def test_a_game_against_chance_is_lost_in_words_and_chance_has_no_bar(window: Window, studio: Studio) -> None:
    match = studio.post("matches", {"game": "monty_hall", "seats": [{"kind": "person"}], "seed": 1})["id"]
    window.go(f"/play/{match}")
    window.play_to_the_end(seed=0)
    assert window.page.locator(".end-result strong").inner_text() in ("You won", "You lost")
    assert window.page.locator(".player").count() == 1


def test_keys_work_after_a_click_on_the_board(window: Window, studio: Studio) -> None:
    window.go(studio.new_match("tic_tac_toe", "legal"))
    window.wait_for_turn()
    window.page.locator('.board [data-column="2"][data-row="2"]').click()
    window.wait_for_ply(2)
    window.page.keyboard.press("u")
    window.wait_for_ply(0)
