"""The pages as files: every name they refer to is there, and nothing in them asks for what the policy forbids."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path

import pytest

import ludens.studio
from ludens.studio.web.page_routes import shell_text
from ludens.studio.web.pages import PAGES

STATIC = Path(ludens.studio.__file__).parent / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
SHEETS = sorted(STATIC.rglob("*.css"))
SHELL = shell_text()


def name(path: Path) -> str:
    return path.relative_to(STATIC).as_posix()


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_imports_are_files_that_export_the_names(script: Path) -> None:
    for names, source in re.findall(r"import \{([^}]*)\} from \"([^\"]+)\"", script.read_text("utf-8")):
        target = (script.parent / source).resolve()
        assert target.is_file(), source
        exported = set(re.findall(r"export (?:async )?(?:function|class|const|let) (\w+)", target.read_text("utf-8")))
        assert {one.split(" as ")[0].strip() for one in names.split(",") if one.strip()} <= exported


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_scripts_make_no_markup_from_text(script: Path) -> None:
    forbidden = (
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function|srcdoc|createContextualFragment"
    )
    assert not re.findall(forbidden, script.read_text("utf-8"))


@pytest.mark.parametrize("script", SCRIPTS, ids=name)
def test_icons_are_drawn(script: Path) -> None:
    drawn = set(re.findall(r"^  (\w+): \"", (STATIC / "js" / "icons.js").read_text("utf-8"), re.MULTILINE))
    assert set(re.findall(r"\bicon\(\"(\w+)\"\)", script.read_text("utf-8"))) <= drawn


@pytest.mark.parametrize("path", [*SCRIPTS, *SHEETS, STATIC / "index.html"], ids=name)
def test_nothing_comes_from_elsewhere(path: Path) -> None:
    found = re.findall(r"(?:https?:)?//[\w.-]+\.\w+[^\s\"'`)]*", path.read_text("utf-8"))
    assert [address for address in found if not address.startswith("http://www.w3.org/")] == []


@pytest.mark.parametrize("sheet", SHEETS, ids=name)
def test_colours_and_lengths_are_tokens_that_there_are(sheet: Path) -> None:
    defined = {one for each in SHEETS for one in re.findall(r"(--[\w-]+):", each.read_text("utf-8"))}
    defined |= {one for script in SCRIPTS for one in re.findall(r"\"(--[\w-]+)\"", script.read_text("utf-8"))}
    used = re.findall(r"var\((--[\w-]+)(,)?", sheet.read_text("utf-8"))
    assert {token for token, fallback in used if not fallback} <= defined


def test_the_shell_refers_to_files_that_there_are() -> None:
    for address in re.findall(r"(?:href|src)=\"/static/([^\"]+)\"", SHELL):
        assert (STATIC / address).is_file(), address


def test_the_shell_has_nothing_inline() -> None:
    assert not re.findall(r"style=|<style|\son\w+=|javascript:", SHELL)
    assert re.findall(r"<script(?![^>]*src=)", SHELL) == []


def test_every_page_is_a_module_and_every_module_a_page() -> None:
    for page in PAGES:
        assert "export async function open(" in (STATIC / "pages" / f"{page.name}.js").read_text("utf-8")
    assert {page.name for page in PAGES} == {path.stem for path in (STATIC / "pages").glob("*.js")}


def test_the_shell_tells_the_browser_all_pages() -> None:
    told = re.search(r'<meta name="pages" content="([^"]*)">', SHELL)
    assert told
    assert [page["name"] for page in json.loads(html.unescape(told[1]))] == [page.name for page in PAGES]
    links = re.findall(r'<a href="([^"]+)" data-section="(\w+)"></a>', SHELL)
    assert links == [("/", "play"), ("/puzzles", "puzzles"), ("/design", "design"), ("/watch", "watch"),
                     ("/train", "train"), ("/learn", "learn")]  # fmt: skip
    assert [name for name in re.findall(r"/static/css/(\w+)\.css", SHELL) if name in {page.name for page in PAGES}] == [
        "gallery", "play", "puzzles", "design", "watch", "train", "learn",
    ]  # fmt: skip
    assert "$" not in SHELL
