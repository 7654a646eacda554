"""The scripts of the pages, run by Node where there is one: what a socket keeps, and what a page says."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

import ludens.studio
from ludens.studio.web.pages import PAGES
from tests.studio.running import PATIENCE

NODE = shutil.which("node")
STATIC = Path(ludens.studio.__file__).parent / "static"

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node here")

PAGE = """
globalThis.location = { protocol: "http:", host: "here" };
globalThis.addEventListener = globalThis.removeEventListener = () => {};
globalThis.document = { getElementById: () => ({ classList: { add() {}, remove() {} }, replaceChildren() {} }) };
globalThis.opened = [];
globalThis.WebSocket = class {
  constructor(address) { this.address = address; this.readyState = 1; opened.push(this); }
  close() {}
  send() {}
};
const tell = (value) => console.log(JSON.stringify(value));
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The scripts where Node takes them for modules."""
    found = tmp_path_factory.mktemp("scripts")
    shutil.copytree(STATIC / "js", found / "js")
    (found / "package.json").write_text('{"type": "module"}')
    return found


def run(folder: Path, code: str) -> Any:
    """What a script tells."""
    (folder / "script.js").write_text(PAGE + code, encoding="utf-8")
    assert NODE is not None
    done = subprocess.run(
        [NODE, folder / "script.js"], capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_after_a_restart_with_lower_numbers_nothing_is_dropped(folder: Path) -> None:
    found = run(
        folder,
        """
        const { Socket } = await import("./js/socket.js");
        const heard = [];
        const socket = new Socket("x", { onframe: ({ type, seq }) => heard.push([type, seq ?? 0]), since: 0 });
        const say = (type, seq) => opened.at(-1).onmessage({ data: JSON.stringify({ type, seq }) });
        say("state", 7); say("analysis", 8); say("analysis", 8); say("thinking"); say("analysis", 9);
        say("state", 5); say("analysis", 6); say("analysis", 7);
        tell([heard, socket.since]);
        """,
    )
    whole = [["state", 7], ["analysis", 8], ["thinking", 0], ["analysis", 9]]
    assert found == [[*whole, ["state", 5], ["analysis", 6], ["analysis", 7]], 7]


def test_a_socket_that_was_left_is_not_heard_any_more(folder: Path) -> None:
    found = run(
        folder,
        """
        const { Socket } = await import("./js/socket.js");
        const heard = [];
        const socket = new Socket("x", { onframe: ({ seq }) => heard.push(seq), since: 3 });
        const first = opened[0];
        socket.open();
        first.onmessage({ data: JSON.stringify({ type: "state", seq: 1 }) });
        opened[1].onmessage({ data: JSON.stringify({ type: "state", seq: 4 }) });
        tell([heard, opened[1].address]);
        """,
    )
    assert found == [[4], "ws://here/api/v1/x?since=3"]


def test_the_page_says_how_far_an_agent_is(folder: Path) -> None:
    found = run(
        folder,
        """
        const { statusText } = await import("./js/play/outcome.js");
        const seats = [{ kind: "person" }, { kind: "agent", agent: "champion" }];
        const state = { over: false, paused: false, waiting: [1], legal: {}, seats, roles: ["x", "o"] };
        const said = (thinking) => statusText(state, thinking);
        tell([
          said({ role: 1, stage: "preparing" }),
          said({ role: 1, stage: "thinking", preparing: { done: 3, total: 9, stand_in: true } }),
          said({ role: 1, stage: "preparing", preparing: { done: 3, total: 9, stand_in: false } }),
          said({ role: 1, stage: "thinking", preparing: null }),
          said(null),
        ]);
        """,
    )
    assert found == [
        "champion is getting ready…",
        "First start: compiling, 3 of 9. A simpler agent plays meanwhile.",
        "First start: compiling, 3 of 9.",
        "champion is thinking…",
        "champion is thinking…",
    ]


def test_addresses_lead_to_the_pages_of_the_list(folder: Path) -> None:
    pages = [{"name": page.name, "paths": list(page.paths), "section": page.section} for page in PAGES]
    found = run(
        folder,
        f"""
        const {{ routes }} = await import("./js/router.js");
        const listed = routes({json.dumps(pages)});
        const find = (address) => {{
          const route = listed.find(({{ path }}) => path.test(address));
          return route ? [route.page, ...route.path.exec(address).slice(1)] : null;
        }};
        const addresses = ["/", "/play", "/play/a%20b", "/design/7", "/watch", "/replay/x", "/learn/uct", "/about"];
        tell([...addresses, "/none", "/play/a/b"].map(find));
        """,
    )
    assert found == [
        ["gallery"], ["play"], ["play", "a%20b"], ["design", "7"], ["watch"], ["replay", "x"], ["learn", "uct"],
        ["about"], None, None,
    ]  # fmt: skip
