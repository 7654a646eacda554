"""How quickly the studio answers: from a click to the new position in a browser, and with many pages at once.

    python benchmarks/studio.py                 both parts
    python benchmarks/studio.py --clients 100   with more pages

Both parts run the studio as a user starts it, on this machine, with the pages and their clients beside it. Times are
wall times; beside them stand the processor time that all processes of the studio took for a move, pages that were
opened and thinking included, and the load of the machine, because a busy one makes everything wait.

*Clicks*: two people at one board in Chromium. The time goes from the click to the frame in which the new position is
painted: through the socket, the rules, the picture, the store and back. Then the same while the champion analyses
another game all the time.

*Clients*: so many pages, each with a match of its own, make a move about every two seconds for a while. The time goes
from the command to the new state on the same socket. In one of the matches the champion thinks all the time.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import shutil
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.browser.studio import Studio

GAMES = ("tic_tac_toe", "connect_four", "reversi")
MOVES = 30
PAUSE_SECONDS = 2.0
TURN_SECONDS = 12.0
PEOPLE = [{"kind": "person"}, {"kind": "person"}]
BUSY = [
    {"kind": "agent", "agent": "champion", "seconds": 20.0},
    {"kind": "agent", "agent": "champion", "seconds": 20.0},
]

CLICK = """(ply) => new Promise((resolve) => {
  const page = document.querySelector(".play");
  const cells = [...document.querySelectorAll(".board [data-column].open")];
  const cell = cells[Math.floor(Math.random() * cells.length)];
  let start = 0;
  const seen = new MutationObserver(() => {
    if (Number(page.dataset.ply) <= ply) return;
    seen.disconnect();
    requestAnimationFrame(() => resolve(performance.now() - start));
  });
  seen.observe(page, { attributes: true, attributeFilter: ["data-ply"] });
  const options = { bubbles: true, pointerId: 1, button: 0, isPrimary: true };
  start = performance.now();
  for (const kind of ["pointerdown", "pointerup", "click"]) {
    const Event = kind === "click" ? MouseEvent : PointerEvent;
    const box = cell.getBoundingClientRect();
    const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
    cell.dispatchEvent(new Event(kind, { ...options, ...at }));
  }
})"""


def told(title: str, seconds: Sequence[float], processor: float) -> str:
    """A line with the median, the 95th percentile and the longest of some times; ``processor``: seconds for all."""
    ordered = sorted(1000 * each for each in seconds)
    high = ordered[min(len(ordered) - 1, int(0.95 * len(ordered)))]
    row = f"{title:<44} {len(ordered):>5}  {statistics.median(ordered):>8.1f} {high:>8.1f} {ordered[-1]:>8.1f}"
    return f"{row} {1000 * processor / len(ordered):>10.1f}   {os.getloadavg()[0]:.1f}"


def spent(studio: Studio) -> float:
    """Processor seconds that the studio and its processes have used so far."""
    assert studio.process is not None
    found, waiting = 0.0, [studio.process.pid]
    while waiting:
        pid = waiting.pop()
        try:
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
            waiting += map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())
        except OSError:
            continue
        found += (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return found


def clicks(studio: Studio, title: str) -> None:
    """Times of clicks in a browser, game by game."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415 - the other part does without

    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for game in GAMES:
            one_game(studio, browser, game, 2)
            found, before = list[float](), spent(studio)
            while len(found) < MOVES:
                found += one_game(studio, browser, game, MOVES - len(found))
            print(told(f"{game}, {title}", found, spent(studio) - before), flush=True)
        browser.close()


def one_game(studio: Studio, browser: Any, game: str, most: int) -> list[float]:
    """The times of the moves of one game, in seconds; the first move, in which all is loaded, is not counted."""
    context = browser.new_context(reduced_motion="reduce")
    studio.admit(context)
    page = context.new_page()
    match = studio.post("matches", {"game": game, "seats": PEOPLE})["id"]
    page.goto(f"{studio.address}/play/{match}")
    found: list[float] = []
    for _ in range(most + 1):
        page.locator(".play[data-phase=yours], .play[data-phase=over]").wait_for()
        if page.locator(".play").get_attribute("data-phase") == "over":
            break
        page.locator(".board [data-column].open").first.wait_for()
        page.wait_for_timeout(50)
        found.append(page.evaluate(CLICK, int(page.locator(".play").get_attribute("data-ply") or 0)) / 1000)
    context.close()
    return found[1:]


async def clients(studio: Studio, number: int) -> None:
    """Times of moves on so many sockets at once."""
    headers = {"authorization": f"Bearer {studio.token}"}
    games = [GAMES[place % len(GAMES)] for place in range(number)]
    matches = [(await asyncio.to_thread(studio.post, "matches", {"game": g, "seats": PEOPLE}))["id"] for g in games]
    busy = (await asyncio.to_thread(studio.post, "matches", {"game": "reversi", "seats": BUSY}))["id"]
    thinking = asyncio.create_task(watch(studio, busy, headers))
    until, before = time.monotonic() + TURN_SECONDS, spent(studio)
    found = await asyncio.gather(*(one_client(studio, match, headers, until) for match in matches))
    thinking.cancel()
    await asyncio.gather(thinking, return_exceptions=True)
    times = [each for some in found for each in some]
    print(told(f"{number} pages, a move every {PAUSE_SECONDS:g} s each", times, spent(studio) - before))


def socket_address(studio: Studio, match: str) -> str:
    """Where the socket of a match is."""
    return f"{studio.address.replace('http', 'ws', 1)}/api/v1/matches/{match}/socket"


async def watch(studio: Studio, match: str, headers: dict[str, str]) -> None:
    """Looks on at a match, so that its agents think."""
    async with connect(socket_address(studio, match), additional_headers=headers, open_timeout=60) as socket:
        async for _ in socket:
            pass


async def one_client(studio: Studio, match: str, headers: dict[str, str], until: float) -> list[float]:
    """Makes random moves in one match, and begins again at its end; the time of each."""
    rng, found = random.Random(match), list[float]()
    async with connect(socket_address(studio, match), additional_headers=headers, open_timeout=60) as socket:
        state = await news(socket)
        while time.monotonic() < until:
            await asyncio.sleep(rng.uniform(0.5, 1.5) * PAUSE_SECONDS)
            command = {"type": "restart"} if state["over"] else choice(state, rng)
            start = time.perf_counter()
            await socket.send(json.dumps(command))
            state = await news(socket)
            if command["type"] == "move":
                found.append(time.perf_counter() - start)
    return found


def choice(state: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    """A random move of whoever is to move."""
    role = next(role for role in state["waiting"] if state["legal"].get(str(role)))
    return {"type": "move", "role": role, "move": rng.choice(state["legal"][str(role)])["move"], "ply": state["plies"]}


async def news(socket: Any) -> dict[str, Any]:
    """The next state on a socket."""
    while True:
        frame: dict[str, Any] = json.loads(await socket.recv())
        assert frame["type"] != "error", frame
        if frame["type"] == "state" and (frame["over"] or any(frame["legal"].values())):
            return frame


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--without-browser", action="store_true")
    chosen = parser.parse_args()
    print(f"{'':<44} moves  {'median':>8} {'95 %':>8} {'longest':>8}  processor   load   (milliseconds)")
    with tempfile.TemporaryDirectory() as folder:
        studio = Studio(Path(folder))
        studio.start()
        try:
            if not chosen.without_browser:
                clicks(studio, "a quiet studio")
                with_analysis(studio, studio.post("matches", {"game": "reversi", "seats": BUSY})["id"])
            asyncio.run(clients(studio, chosen.clients))
        finally:
            studio.stop()


def with_analysis(studio: Studio, busy: str) -> None:
    """The clicks again while a page elsewhere looks on at a match of champions."""
    ended = threading.Event()

    async def look() -> None:
        headers = {"authorization": f"Bearer {studio.token}"}
        task = asyncio.create_task(watch(studio, busy, headers))
        while not ended.is_set():
            await asyncio.sleep(0.2)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    looking = threading.Thread(target=lambda: asyncio.run(look()))
    looking.start()
    try:
        clicks(studio, "the champion thinks elsewhere")
    finally:
        ended.set()
        looking.join()


if __name__ == "__main__":
    main()
