"""How pages look: nothing overflows a phone, words can be read, every control has a name, the first paint is quick."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.studio import Studio
from tests.browser.window import Window

PAGES = ("/", "/puzzles", "/puzzles/tic_tac_toe", "/design", "/watch", "/train", "/learn", "/learn/alpha_beta",
         "/learn/circuits", "/about", "/play?game=connect_four&moves=drop+4;drop+4")  # fmt: skip
READY = "!document.querySelector('#page .spinner') && document.querySelector('#page').innerText.length > 20"

TOO_FAINT = """() => {
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true });
  const rgb = (colour, under) => {
    context.fillStyle = `rgb(${under.join(' ')})`; context.fillRect(0, 0, 1, 1);
    context.fillStyle = colour; context.fillRect(0, 0, 1, 1);
    return [...context.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const linear = (part) => part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  const light = (parts) => parts.map((part) => linear(part / 255))
    .reduce((sum, part, n) => sum + part * [0.2126, 0.7152, 0.0722][n], 0);
  const paper = [255, 255, 255];
  const behind = (one) => one ? rgb(getComputedStyle(one).backgroundColor, behind(one.parentElement)) : paper;
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    const words = walker.currentNode.data.trim().slice(0, 40);
    if (!words || element.closest('svg, noscript, :disabled, .unseen') || !element.checkVisibility()) continue;
    const style = getComputedStyle(element);
    const under = behind(element);
    const [one, other] = [light(rgb(style.color, under)), light(under)];
    const contrast = (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.5 && style.fontWeight >= 700);
    if (contrast < (large ? 3 : 4.5)) found.push(`${contrast.toFixed(2)} ${words}`);
  }
  return found;
}"""

NAMELESS = """() => [...document.querySelectorAll('button, a[href], input, select, textarea')]
  .filter((one) => one.checkVisibility() && !one.labels?.length)
  .filter((one) => !(one.innerText?.trim() || one.getAttribute('aria-label') || one.title))
  .map((one) => one.outerHTML.slice(0, 120))"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("path", PAGES)
def test_words_can_be_read_and_controls_have_names(
    open_window: Callable[..., Window], studio: Studio, path: str, scheme: str
) -> None:
    window = open_window(studio, color_scheme=scheme).go(path)
    window.wait(READY)
    assert window.page.evaluate(TOO_FAINT) == []
    assert window.page.evaluate(NAMELESS) == []


@pytest.mark.parametrize("path", PAGES)
def test_a_phone_shows_pages_without_scrolling_sideways(
    open_window: Callable[..., Window], studio: Studio, path: str
) -> None:
    window = open_window(studio, width=360, height=740, has_touch=True).go(path)
    window.wait(READY)
    assert window.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_the_theme_is_switched_and_kept(window: Window) -> None:
    window.go("/about")
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    before = window.page.evaluate(paper)
    window.page.get_by_role("button", name="Dark colours").click()
    after = window.page.evaluate(paper)
    assert after != before
    window.page.reload()
    assert window.page.evaluate(paper) == after


def test_jargon_is_explained(window: Window) -> None:
    window.go("/")
    window.page.locator('.term[data-term="agent"]').focus()
    assert "program that plays" in window.page.get_by_role("tooltip").inner_text()


def test_the_first_paint_is_quick(window: Window) -> None:
    window.go("/")
    window.page.locator(".game").first.wait_for()
    window.go("/")
    window.page.locator(".game").first.wait_for()
    painted = window.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    assert painted < 1000


def test_an_unknown_address_says_so(window: Window) -> None:
    window.server_may_be_gone = True  # the browser reports the answer 404
    window.go("/nothing/here")
    window.page.get_by_text("There is no such page").wait_for()


@pytest.mark.parametrize("path", ["/play?game=connect_four&moves=drop+4", "/learn/uct", "/learn/circuits"])
def test_tiles_are_dark_in_the_dark(open_window: Callable[..., Window], studio: Studio, path: str) -> None:
    window = open_window(studio, color_scheme="dark").go(path)
    window.page.locator('.board svg [fill="#f6f1e6"]').first.wait_for()
    colour = window.page.evaluate("getComputedStyle(document.querySelector('.board svg [fill=\"#f6f1e6\"]')).fill")
    assert max(int(part) for part in colour.removeprefix("rgb(").removesuffix(")").split(",")) < 200
