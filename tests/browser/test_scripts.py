"""The scripts of the pages, module by module, in the browser: what a socket keeps, what is said, and in which words."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from ludens.studio.web.pages import PAGES
from tests.browser.studio import Studio
from tests.browser.window import Window
from tests.studio.scripts import STATIC, texts_of
from tests.studio.speaking import SECTIONS, translated
from tests.studio.web.test_spoken import told_by_games, told_by_reports

SOCKETS = """
  const opened = [];
  globalThis.WebSocket = class {
    constructor(address) { this.address = address; this.readyState = 1; opened.push(this); }
    close() {}
    send() {}
  };
"""


@pytest.fixture
def here(window: Window) -> Window:
    window.go("/about")
    window.page.locator("h1").wait_for()
    return window


def run(window: Window, code: str) -> Any:
    """What a function of the page returns."""
    return window.page.evaluate(f"async () => {{ {code} }}")


def test_every_module_can_be_read(here: Window) -> None:
    modules = [path.relative_to(STATIC).as_posix() for path in sorted(STATIC.rglob("*.js"))]
    assert len(modules) > 60
    # The shell runs as it is loaded: twice would be once too often.
    wanted = [path for path in modules if path not in ("js/main.js", "js/theme.js")]
    run(here, f"for (const path of {json.dumps(wanted)}) await import(`/static/${{path}}`);")


def test_after_a_restart_with_lower_numbers_nothing_is_dropped(here: Window) -> None:
    found = run(
        here,
        SOCKETS
        + """
        const { Socket } = await import("/static/js/socket.js");
        const heard = [];
        const socket = new Socket("x", { onframe: ({ type, seq }) => heard.push([type, seq ?? 0]), since: 0 });
        const say = (type, seq) => opened.at(-1).onmessage({ data: JSON.stringify({ type, seq }) });
        say("state", 7); say("analysis", 8); say("analysis", 8); say("thinking"); say("analysis", 9);
        say("state", 5); say("analysis", 6); say("analysis", 7);
        return [heard, socket.since];
        """,
    )
    whole = [["state", 7], ["analysis", 8], ["thinking", 0], ["analysis", 9]]
    assert found == [[*whole, ["state", 5], ["analysis", 6], ["analysis", 7]], 7]


def test_a_socket_that_was_left_is_not_heard_any_more(here: Window) -> None:
    heard, address = run(
        here,
        SOCKETS
        + """
        const { Socket } = await import("/static/js/socket.js");
        const heard = [];
        const socket = new Socket("x", { onframe: ({ seq }) => heard.push(seq), since: 3 });
        const first = opened[0];
        socket.open();
        first.onmessage({ data: JSON.stringify({ type: "state", seq: 1 }) });
        opened[1].onmessage({ data: JSON.stringify({ type: "state", seq: 4 }) });
        return [heard, opened[1].address];
        """,
    )
    assert heard == [4]
    assert address.endswith("/api/v1/x?since=3")


def test_the_page_says_how_far_an_agent_is(here: Window) -> None:
    found = run(
        here,
        """
        const { statusText } = await import("/static/js/play/outcome.js");
        const seats = [{ kind: "person" }, { kind: "agent", agent: "champion" }];
        const state = { over: false, paused: false, waiting: [1], legal: {}, seats, roles: ["x", "o"] };
        const said = (thinking) => statusText(state, thinking);
        return [
          said({ role: 1, stage: "preparing" }),
          said({ role: 1, stage: "thinking", preparing: { done: 3, total: 9, stand_in: true } }),
          said({ role: 1, stage: "preparing", preparing: { done: 3, total: 9, stand_in: false } }),
          said({ role: 1, stage: "thinking", preparing: null }),
          said(null),
        ];
        """,
    )
    assert found == [
        "champion is getting ready…",
        "First start: compiling, 3 of 9. A simpler agent plays meanwhile.",
        "First start: compiling, 3 of 9.",
        "champion is thinking…",
        "champion is thinking…",
    ]


def test_addresses_lead_to_the_pages_of_the_list(here: Window) -> None:
    pages = [{"name": page.name, "paths": list(page.paths), "section": page.section} for page in PAGES]
    found = run(
        here,
        f"""
        const {{ routes }} = await import("/static/js/router.js");
        const listed = routes({json.dumps(pages)});
        const find = (address) => {{
          const route = listed.find(({{ path }}) => path.test(address));
          return route ? [route.page, ...route.path.exec(address).slice(1)] : null;
        }};
        const addresses = [
          "/", "/play", "/play/a%20b", "/design/7", "/watch", "/train/a/b", "/replay/x", "/learn/uct", "/about",
        ];
        return [...addresses, "/none", "/play/a/b"].map(find);
        """,
    )
    assert found == [
        ["gallery"], ["play"], ["play", "a%20b"], ["design", "7"], ["watch"], ["train", "a", "b"], ["replay", "x"],
        ["learn", "uct"], ["about"], None, None,
    ]  # fmt: skip


@pytest.mark.parametrize("language", ["en", "de"])
def test_texts_are_read_by_the_tests_as_by_a_browser(here: Window, language: str) -> None:
    found = run(
        here,
        f"""
        const {{ {language.upper()}: texts }} = await import("/static/js/texts/{language}.js");
        const each = (one) => Object.fromEntries(Object.entries(one).map(([key, value]) => [key, counted(value)]));
        const counted = (one) => typeof one === "function" ? one.length
          : typeof one === "object" && !Array.isArray(one) ? each(one) : -1;
        return counted(texts);
        """,
    )
    own = {"language", "point", *(SECTIONS if language == "en" else ())}
    assert {key: value for key, value in found.items() if key not in own} == texts_of(language)


def test_sentences_are_translated_as_the_tests_translate_them(
    open_window: Callable[..., Window], studio: Studio
) -> None:
    window = open_window(studio, locale="de-DE").go("/about")
    window.page.locator("h1").wait_for()
    told = sorted({*told_by_games(), *told_by_reports(), "Nobody said this.", "2 players take turns."})
    found = run(
        window,
        f"""
        const {{ translated }} = await import("/static/js/texts.js");
        return {json.dumps(told)}.map(translated);
        """,
    )
    assert found == [translated(text, "de") for text in told]


def test_roles_have_names_for_people(here: Window) -> None:
    given = ["xplayer", "player1", "white_player", "red", "player", "row", "constructor"]
    found = run(
        here, f'const {{ roleName }} = await import("/static/js/roles.js"); return {json.dumps(given)}.map(roleName);'
    )
    assert found == ["x", "player 1", "white", "red", "player", "row", "constructor"]


def test_texts_about_roles_have_their_names(here: Window) -> None:
    found = run(
        here,
        """
        const { withNames } = await import("/static/js/roles.js");
        const told = (text) => withNames(text, ["xplayer", "oplayer", "player1"]);
        return [told("xplayer won"), told("xplayer: bid 2, oplayer: bid 3"), told("xplayers"), told(""), told(null)];
        """,
    )
    assert found == ["x won", "x: bid 2, o: bid 3", "xplayers", "", None]
