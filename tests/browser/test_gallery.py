"""The gallery: searching, rulesheets dropped on it, and games to go on with."""

from __future__ import annotations

from pathlib import Path

from tests.browser.studio import Studio
from tests.browser.window import Window
from tests.corpus import SHEETS, needs_corpus

DROP = """([name, text]) => {
  const transfer = new DataTransfer();
  transfer.items.add(new File([text], name));
  for (const type of ['dragenter', 'dragover', 'drop'])
    window.dispatchEvent(new DragEvent(type, { dataTransfer: transfer, bubbles: true, cancelable: true }));
}"""


def test_games_are_found_by_words_and_kinds(window: Window) -> None:
    window.go("/")
    window.page.locator(".game").first.wait_for()
    everything = window.page.locator(".game").count()
    window.page.get_by_label("Search games").fill("four")
    assert 0 < window.page.locator(".game").count() < everything
    window.page.get_by_label("Search games").fill("no such game at all")
    window.page.get_by_role("button", name="Show all games").click()
    assert window.page.locator(".game").count() == everything
    window.page.get_by_role("button", name="One player").click()
    assert 0 < window.page.locator(".game").count() < everything


def test_every_card_has_a_picture(window: Window) -> None:
    window.go("/")
    window.page.locator(".game").first.wait_for()
    for image in window.page.locator(".game img").all():
        image.scroll_into_view_if_needed()
    window.wait(
        "[...document.querySelectorAll('.game-picture')].every((one) => one.querySelector('img')?.naturalWidth > 0)"
    )


def test_the_seats_follow_the_parameters_and_a_bad_value_loses_nothing(window: Window, studio: Studio) -> None:
    window.go("/")
    window.page.get_by_label("Search games").fill("othello")
    window.page.get_by_role("button", name="Play Reversi").wait_for()
    window.page.get_by_label("Search games").fill("")
    window.page.get_by_role("button", name="Three or more").click()
    window.page.get_by_role("button", name="Set up Connect four").click()
    box = window.page.locator("dialog")
    box.get_by_label("players").fill("3")
    box.get_by_label("rows").fill("99")
    box.get_by_label("columns").focus()
    box.get_by_role("alert").wait_for()
    box.get_by_label("rows").fill("5")
    box.get_by_label("suicide").check()
    box.get_by_text("blue").wait_for()
    box.get_by_label("Who plays blue").select_option("level(level=1)")
    box.get_by_role("button", name="Play").click()
    assert window.wait_for_turn() == "yours"
    found = studio.get(f"matches/{window.page.url.split('/play/')[1].split('#')[0]}")
    assert found["game"] == "connect_four(players=3, rows=5, suicide=true)"
    assert found["seats"][2]["agent"] == "level(level=1)"


def test_the_opponent_is_remembered_and_gets_stronger_with_a_win(window: Window, studio: Studio) -> None:
    window.go("/")
    assert "My level (now 3)" in window.page.get_by_label("Play against").inner_text()
    window.page.evaluate("localStorage.setItem('ludens.level', '1')")
    seats = [{"kind": "person"}, {"kind": "agent", "agent": "level(level=1)", "seconds": 0.1}]
    match = studio.post("matches", {"game": "tic_tac_toe", "seats": seats, "moves": "1 1;2 1;1 2;2 2"})["id"]
    window.go(f"/play/{match}").wait_for_turn()
    window.page.locator('.board [data-column="3"][data-row="1"]').click()
    window.page.get_by_text("Your level is now 2").wait_for()


@needs_corpus
def test_a_dropped_rulesheet_is_played(window: Window, studio: Studio) -> None:
    sheet: Path = next(path for path in SHEETS if path.stem.lower().startswith("tictactoe"))
    window.go("/")
    window.page.locator(".game").first.wait_for()
    window.page.evaluate(DROP, [sheet.name, sheet.read_text("utf-8")])
    window.page.get_by_role("button", name="Play it").click()
    assert window.wait_for_turn() == "yours"
    assert window.play_to_the_end(seed=3) >= 2


def test_a_dropped_rulesheet_with_a_mistake_is_explained(window: Window) -> None:
    window.go("/")
    window.page.locator(".game").first.wait_for()
    window.page.evaluate(DROP, ["broken.kif", "(role white)\n(<= (legal white go) (true ?x"])
    dialog = window.page.locator("dialog")
    dialog.get_by_text("cannot be played yet").wait_for()
    assert "line 2" in dialog.inner_text()


def test_names_in_rules_are_only_text(window: Window) -> None:
    window.go("/")
    window.page.locator(".game").first.wait_for()
    name = "<img src=x onerror=alert(1)>"
    window.page.evaluate(DROP, [f"{name}.kif", "(role white)"])
    window.page.get_by_text(name).first.wait_for()
    assert window.page.locator("main img[src='x'], dialog img[src='x']").count() == 0


def test_a_game_can_be_gone_on_with(window: Window, studio: Studio) -> None:
    address = studio.new_match("nim", "random", moves="reduce b 3;reduce c 1")
    window.go("/")
    window.page.locator(f'.recent-game a[href="{address}"]').click()
    window.wait_for_turn()
    assert address in window.page.url
