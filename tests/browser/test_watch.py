"""Tournaments and replays in a browser, and a replay opened from disk."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from tests.browser.studio import Studio
from tests.browser.window import Window

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_a_tournament_is_started_watched_and_replayed(
    open_window: Callable[..., Window], own_studio: Studio, browser: Browser, tmp_path: Path
) -> None:
    window = open_window(own_studio)
    page = window.page
    window.go("/watch")
    page.locator(".watch-ready").first.wait_for()
    page.get_by_text("Start a tournament").click()
    page.locator(".pick", has_text="monte_carlo").locator("input").uncheck()
    page.get_by_label("Meetings").fill("2")
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text("4 of 4 games played").wait_for()
    assert page.locator(".standings tbody tr").count() == 2
    assert page.locator(".watch-games tbody tr").count() == 4
    page.locator("header .tag", has_text="finished").wait_for()
    assert page.locator("h1").inner_text() == "Tic-tac-toe"
    assert page.locator(".stage .stage-board svg").count() == 1
    page.get_by_role("link", name="Replay").first.click()
    page.locator(".replay .board-holder svg").wait_for()
    last = page.locator(".turn").count()
    assert page.locator(".replay-count").inner_text() == f"{last} of {last}"
    page.keyboard.press("ArrowLeft")
    assert page.locator(".replay-count").inner_text() == f"{last - 1} of {last}"
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Save as a file").click()
    saved = tmp_path / "replay.html"
    waiting.value.save_as(saved)
    _steps_from_disk(browser, saved, last)


def _steps_from_disk(browser: Browser, saved: Path, last: int) -> None:
    problems: list[str] = []
    page = browser.new_page()
    page.on("console", lambda message: problems.append(message.text))
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("request", lambda request: problems.append(request.url) if not request.url.startswith("file:") else None)
    page.goto(saved.as_uri())
    page.get_by_title("To the beginning").click()
    assert page.locator(".replay-count").inner_text() == f"0 of {last}"
    page.get_by_title("One move on").click()
    assert page.locator(".replay-count").inner_text() == f"1 of {last}"
    assert page.locator(".board-holder svg").count() == 1
    page.close()
    assert problems == []
