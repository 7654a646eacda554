"""Writes screenshots of every page of the studio, light and dark, for a desktop and for a phone.

python scripts/screenshots.py OUT [NAME …]   all of them, or some, into a folder, to be looked at
python scripts/screenshots.py --readme       those of the documentation into docs/images/studio-*.png (or some)

Needs Playwright and a Chromium on this machine (`make test-browser` installs both).
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
IMAGES = ROOT / "docs" / "images"
sys.path.insert(0, str(ROOT))

from tests.browser.studio import Studio  # noqa: E402 - the path comes first

DESKTOP, PHONE = (1280, 860), (390, 844)
OPENING = "place 3 4;place 3 3;place 4 3;place 3 5"
"""The first moves of a game of reversi."""


def nothing(page: Page) -> None:
    """Leaves a page as it is."""


def think(page: Page) -> None:
    """Makes a move, and points at what the agent thinks best so that its line is on the board."""
    page.locator(".play[data-phase=yours]").wait_for()
    page.locator("details[data-fold=rules] > summary").click()
    page.locator(".board [data-column].open").first.click()
    page.locator(".candidates tbody tr").first.wait_for()
    page.wait_for_timeout(600)
    page.locator(".candidates tbody tr").first.hover()
    page.wait_for_timeout(200)


def choose(page: Page) -> None:
    """Clicks a cell that leaves a choice."""
    page.locator(".play[data-phase=yours]").wait_for()
    page.locator(".board [data-column].open").nth(7).click()


def heap(page: Page) -> None:
    """Clicks a heap, which leaves the choice of how many stay."""
    page.locator(".play[data-phase=yours]").wait_for()
    page.locator('.board [data-column="b"]').click()


def finish(page: Page) -> None:
    """Waits for the end of the game and has its mistakes found."""
    page.locator(".play[data-phase=over]").wait_for()
    page.get_by_role("button", name="Find the mistakes").click()
    page.locator(".verdicts h3, .verdicts .good").first.wait_for()


def seats(page: Page) -> None:
    """Opens the form for the seats."""
    page.get_by_role("button", name="Change seats").click()
    page.locator("dialog select").first.wait_for()


def tournament(page: Page) -> None:
    """Has a small tournament played, and looks at its tables."""
    page.get_by_text("Start a tournament").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_text("30 of 30 games played").wait_for()


def replayed(page: Page) -> None:
    """Replays a game of a tournament, up to the move before the last."""
    tournament(page)
    page.get_by_role("link", name="Replay").first.click()
    page.get_by_title("One move back").click()


def followed(page: Page) -> None:
    """Opens the training that is listed first."""
    page.locator(".watch-card").first.click()
    page.locator(".train-chart").first.wait_for()
    page.locator(".stage-board svg").wait_for()
    page.wait_for_timeout(6_000)


def grown(page: Page) -> None:
    """Lets the tree of a lesson grow for a while."""
    page.locator(".tree .node").first.wait_for()
    for _ in range(4):
        page.locator(".controls button.small").click()


def report(page: Page) -> None:
    """Waits until everything about the rules is known."""
    page.locator(".report[data-phase=done]").wait_for()


def mistake(page: Page) -> None:
    """Leaves a parenthesis open, and waits until that is seen."""
    report(page)
    page.locator(".editor-text").click()
    page.keyboard.press("Control+Home")
    page.keyboard.type("(role zplayer")
    page.locator(".line-error").wait_for()


def compare(page: Page) -> None:
    """Changes a rule and compares with what it was."""
    report(page)
    page.locator(".editor-text").click()
    page.keyboard.press("Control+Home")
    for _ in range(11):
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Shift+ArrowDown")
    page.keyboard.press("Delete")
    page.get_by_role("button", name="Compare").click()
    page.get_by_role("button", name="The version it began with").click()
    page.locator(".compare[data-phase=done]").wait_for()


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture: what it is called, the page, a seat for each role, and what is done before."""

    name: str
    path: str = ""
    game: str = ""
    moves: str = ""
    people: int = 1
    prepare: Callable[[Page], None] = nothing


SHOTS = (
    Shot("gallery", "/"),
    Shot("play", game="reversi", moves=OPENING, prepare=think),
    Shot("play-hexagon", game="odd", prepare=choose),
    Shot("play-heaps", game="nim", prepare=heap),
    Shot("play-menu", game="prisoners_dilemma"),
    Shot("play-over", game="connect_four", people=0, prepare=finish),
    Shot("seats", game="tic_tac_toe", prepare=seats),
    Shot("design", "/design?template=tic_tac_toe", prepare=report),
    Shot("design-mistake", "/design?template=tic_tac_toe", prepare=mistake),
    Shot("design-compare", "/design?template=connect_four", prepare=compare),
    Shot("watch-list", "/watch"),
    Shot("watch", "/watch", prepare=tournament),
    Shot("replay", "/watch", prepare=replayed),
    Shot("trainings", "/train"),
    Shot("train", "/train", prepare=followed),
    Shot("lessons", "/learn"),
    Shot("learn", "/learn/alpha_beta", prepare=grown),
    Shot("learn-uct", "/learn/uct", prepare=grown),
    Shot("about", "/about"),
    Shot("missing", "/nothing"),
)
README = ("gallery", "play", "design", "watch", "train", "learn")
TRAINED = ("trainings", "train")
"""Pictures that need a training."""


def take(browser: Browser, studio: Studio, shot: Shot, output: Path, *, size: tuple[int, int], scheme: str) -> None:
    """Takes one picture."""
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]}, color_scheme="dark" if scheme == "dark" else "light"
    )
    studio.admit(context)
    page = context.new_page()
    page.set_default_timeout(90_000)
    page.goto(studio.address + (shot.path or new_match(studio, shot)))
    page.locator("#page > div > *").first.wait_for()
    page.locator("#page .state .spinner").wait_for(state="detached")
    shot.prepare(page)
    page.wait_for_timeout(500)
    page.screenshot(path=output, full_page=size == PHONE and not shot.name.startswith("seats"))
    context.close()


def new_match(studio: Studio, shot: Shot) -> str:
    """The address of a match for a picture."""
    agent = {"kind": "agent", "agent": "champion" if shot.people else "random", "seconds": 1.5}
    given = [{"kind": "person"}] * shot.people + [agent] * (2 - shot.people)
    return f"/play/{studio.post('matches', {'game': shot.game, 'seats': given, 'moves': shot.moves})['id']}"


def train() -> None:
    """Trains a network, so that there is something to look at."""
    command = "import ludens.cli; ludens.cli.main()"
    options = ["train", "connect_four(columns=5,rows=4)", "--minutes", "2.5", "--pairs", "8"]
    subprocess.run([sys.executable, "-c", command, *options], check=True)


def main(arguments: Sequence[str]) -> None:
    readme = arguments[:1] == ["--readme"]
    if not arguments:
        sys.exit(__doc__)
    wanted = tuple(arguments[1:]) or (README if readme else tuple(shot.name for shot in SHOTS))
    output = IMAGES if readme else Path(arguments[0])
    output.mkdir(parents=True, exist_ok=True)
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        os.environ["LUDENS_NETWORKS"] = folder
        if set(wanted) & set(TRAINED):
            train()
        studio = Studio(Path(folder))
        studio.start()
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        try:
            for shot in (shot for shot in SHOTS if shot.name in wanted):
                for scheme in ("light", "dark"):
                    if readme and scheme == "light":
                        take(browser, studio, shot, output / f"studio-{shot.name}.png", size=DESKTOP, scheme=scheme)
                    elif not readme:
                        take(browser, studio, shot, output / f"{shot.name}-{scheme}.png", size=DESKTOP, scheme=scheme)
                        take(
                            browser, studio, shot, output / f"{shot.name}-phone-{scheme}.png", size=PHONE, scheme=scheme
                        )
        finally:
            browser.close()
            studio.stop()


if __name__ == "__main__":
    main(sys.argv[1:])
