"""Languages in a browser: which one is spoken, and that nothing else is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.studio import Studio
from tests.browser.window import Window

PAGES = ("/", "/design", "/watch", "/train", "/learn", "/learn/uct", "/learn/alpha_beta", "/learn/circuits", "/about",
         "/play?game=connect_four&moves=drop+4;drop+4")  # fmt: skip
READY = "!document.querySelector('#page .state .spinner') && document.querySelector('#page').innerText.length > 20"

ENGLISH = """async () => {
  const [{ EN }, { DE }] = await Promise.all([import("/static/js/texts/en.js"), import("/static/js/texts/de.js")]);
  const found = [];
  const said = [...document.querySelectorAll("body *")].filter((one) => one.checkVisibility())
    .flatMap((one) => [one.title, one.getAttribute("aria-label"), one.placeholder,
      ...[...one.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data)])
    .filter(Boolean).map((text) => text.trim());
  const compare = (english, german) => {
    const own = typeof english === "string" && /[A-Z ]/.test(english) && english !== german;
    if (own && said.includes(english)) found.push(english);
    if (english && typeof english === "object")
      for (const key of Object.keys(english)) compare(english[key], german[key]);
  };
  compare({ ...EN, messages: {}, words: {}, examples: {} }, DE);
  return found;
}"""


@pytest.fixture
def german(open_window: Callable[..., Window], studio: Studio) -> Window:
    return open_window(studio, locale="de-DE")


@pytest.mark.parametrize("path", PAGES)
def test_a_german_browser_reads_german_alone(german: Window, path: str) -> None:
    german.go(path)
    german.wait(READY)
    assert german.page.evaluate("document.documentElement.lang") == "de"
    assert german.page.locator(".sections a").all_inner_texts()[0] == "Spielen"
    assert german.page.evaluate(ENGLISH) == []


@pytest.mark.parametrize("path", PAGES)
def test_german_words_fit_on_a_phone(open_window: Callable[..., Window], studio: Studio, path: str) -> None:
    window = open_window(studio, locale="de-DE", width=360, height=740, has_touch=True).go(path)
    window.wait(READY)
    assert window.page.evaluate("document.documentElement.scrollWidth") <= 360


def test_a_language_is_chosen_and_remembered(window: Window) -> None:
    window.go("/about")
    assert window.page.locator("h1").inner_text() == "About the studio"
    window.page.locator("header").get_by_label("Language").select_option("de")
    window.page.get_by_role("heading", name="Über das Studio").wait_for()
    window.go("/watch")
    window.page.get_by_role("heading", name="Zuschauen", exact=True).wait_for()
    assert window.page.evaluate("document.documentElement.lang") == "de"


def test_an_address_may_name_the_language(window: Window) -> None:
    window.go("/about?lang=de")
    window.page.get_by_role("heading", name="Über das Studio").wait_for()
    window.go("/about")
    window.page.get_by_role("heading", name="Über das Studio").wait_for()
    window.go("/about?lang=xx")
    window.page.get_by_role("heading", name="Über das Studio").wait_for()
    window.go("/about?lang=en")
    window.page.get_by_role("heading", name="About the studio").wait_for()


def test_a_whole_game_is_told_in_german(german: Window, studio: Studio) -> None:
    german.go(studio.new_match("tic_tac_toe", "random"))
    assert german.wait_for_turn() == "yours"
    german.page.locator(".play-status").filter(has_text="Du bist am Zug als").wait_for()
    german.play_to_the_end(seed=1)
    result = german.page.locator(".end-result strong").inner_text()
    assert result in ("Du hast gewonnen", "Du hast verloren", "Unentschieden")
    assert german.page.evaluate(ENGLISH) == []


def test_what_the_studio_refuses_is_said_in_german(german: Window, studio: Studio) -> None:
    german.server_may_be_gone = True  # the browser reports the answer 404
    german.go("/replay/nothing")
    german.page.get_by_text("Diese Seite lässt sich nicht anzeigen").wait_for()
    german.go("/play/nothing")
    german.page.get_by_text("Diese Partie gibt es nicht mehr").wait_for()
