"""A window on a studio that notes whatever should not happen, and a person who clicks."""

from __future__ import annotations

import random
import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

if TYPE_CHECKING:
    from playwright.sync_api import Browser, ConsoleMessage, Request

    from tests.browser.studio import Studio

PATIENCE = 60_000
"""Milliseconds: the first move of a game may have to wait for its rules to be compiled."""

CONNECTION = re.compile(r"WebSocket connection|ERR_CONNECTION|Failed to load resource")
"""What a browser says by itself when a server is gone."""


class Window:
    """A browser window. ``problems`` are errors in the console, in scripts, and requests to other machines."""

    def __init__(
        self, browser: Browser, studio: Studio, *, width: int = 1280, height: int = 900, **options: Any
    ) -> None:
        self.studio = studio
        self.problems: list[str] = []
        self.server_may_be_gone = False
        self.context = browser.new_context(viewport={"width": width, "height": height}, **options)
        studio.admit(self.context)
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE)
        self.page.on("console", self._console)
        self.page.on("pageerror", lambda error: self.problems.append(f"script: {error}"))
        self.page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning") and not (self.server_may_be_gone and CONNECTION.search(message.text)):
            self.problems.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        if urlsplit(request.url).scheme in ("data", "blob"):
            return
        if urlsplit(request.url).netloc != urlsplit(self.studio.address).netloc:
            self.problems.append(f"left the machine: {request.url}")

    def close(self) -> None:
        """Closes the window."""
        self.context.close()

    def go(self, path: str) -> Window:
        """Opens a page of the studio."""
        self.page.goto(self.studio.address + path)
        return self

    def wait(self, condition: str) -> None:
        """Waits until a JavaScript expression is true."""
        # Playwright's own waiting evaluates text inside the page, which the content security policy forbids.
        limit = time.monotonic() + PATIENCE / 1000
        while not self.page.evaluate(condition):
            assert time.monotonic() < limit, f"never true: {condition}; problems: {self.problems}"
            self.page.wait_for_timeout(40)

    @property
    def ply(self) -> int:
        """How many moves have been made, as the page has it."""
        return int(self.page.locator(".play").get_attribute("data-ply") or 0)

    @property
    def phase(self) -> str:
        """Whether it is our turn: yours, waiting, paused or over."""
        return self.page.locator(".play").get_attribute("data-phase") or ""

    def wait_for_ply(self, ply: int, *, later: bool = False) -> None:
        """Waits until so many moves have been made, or so many at least."""
        self.wait(f"Number(document.querySelector('.play')?.dataset.ply) {'>=' if later else '==='} {ply}")

    def wait_for_turn(self) -> str:
        """Waits until a person can move or the game is over; says which."""
        self.wait("['yours', 'over'].includes(document.querySelector('.play')?.dataset.phase)")
        return self.phase

    def click_a_move(self, rng: random.Random) -> None:
        """Makes some legal move by clicks: on cells, then on choices, or in the menu."""
        before = self.ply
        menu = self.page.locator(".menu-holder button[data-move]:visible")
        if menu.count():
            menu.nth(rng.randrange(menu.count())).click()
        else:
            self._click_on_board(rng)
        self.wait(
            f"(({{ ply, phase }}) => ply > {before} || phase !== 'yours')(document.querySelector('.play').dataset)"
        )

    def _click_on_board(self, rng: random.Random) -> None:
        for _ in range(4):
            choices = self.page.locator(".choices:visible button:not(.quiet)")
            if choices.count():
                choices.nth(rng.randrange(choices.count())).click()
            else:
                cells = self.page.locator(".board [data-column].open")
                cells.nth(rng.randrange(cells.count())).click()
            if self.page.locator(".board [data-column].chosen").count() == 0:
                return
        raise AssertionError("four clicks made no move")

    def play_to_the_end(self, seed: int = 0, most: int = 400) -> int:
        """Plays a whole game with random clicks; answers how many clicks of moves it took."""
        rng = random.Random(seed)
        for made in range(most):
            if self.wait_for_turn() == "over":
                return made
            self.click_a_move(rng)
        raise AssertionError("the game does not end")
