"""Every built-in game has a page of the common form, and the index of games is up to date."""

from __future__ import annotations

import re
import runpy
from pathlib import Path

import pytest

import ludens
from ludens.games import GAMES

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "games"
HEADINGS = ["## How to play", "## Rules", "## Roles", "## Moves", "## End", "## Goals", "## Facts"]
PAGES = sorted(path.stem for path in FOLDER.glob("*.md") if path.stem != "index")
EXAMPLES = sorted(
    {
        (page, example)
        for page in (*PAGES, "index")
        for example in re.findall(r'ludens\.load\(["\']([^"\']+)["\']', (FOLDER / f"{page}.md").read_text("utf-8"))
        if example != "NAME"
    }
)


def headings(page: str) -> list[str]:
    """The headings of a page in order; lines in code blocks are none."""
    text = re.sub(r"^```.*?^```", "", (FOLDER / f"{page}.md").read_text("utf-8"), flags=re.DOTALL | re.MULTILINE)
    return [line for line in text.splitlines() if line.startswith("#")]


@pytest.mark.parametrize("name", GAMES)
def test_page_has_the_common_headings(name: str) -> None:
    assert (FOLDER / f"{name}.md").is_file(), f"docs/games/{name}.md is missing"
    assert headings(name) == [f"# {GAMES[name].title}", *HEADINGS]


@pytest.mark.parametrize("name", GAMES)
def test_page_names_every_role_and_parameter(name: str) -> None:
    page = (FOLDER / f"{name}.md").read_text("utf-8")
    names = [*ludens.load(name).info.roles, *(parameter.name for parameter in GAMES[name].parameters)]
    assert [word for word in names if f"`{word}`" not in page] == []


def test_every_page_belongs_to_a_game() -> None:
    assert set(PAGES) <= set(GAMES)


@pytest.mark.parametrize(("page", "example"), EXAMPLES)
def test_example_loads(page: str, example: str) -> None:
    assert ludens.load(example).info.name.startswith(page if page != "index" else "")


def test_index_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "game_index.py"))
    written = (FOLDER / "index.md").read_text("utf-8")
    assert written == script["index"](), "run: python scripts/game_index.py"
