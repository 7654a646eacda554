"""The site: its navigation names every page, links and anchors lead somewhere, and it is built without a warning."""

from __future__ import annotations

import html.parser
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import pytest

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = [*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md")), *sorted(DOCS.rglob("*.ipynb"))]
LINK = re.compile(r"\]\(<?([^)>\s]+)>?(?:\s+\"[^\"]*\")?\)")


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))


@pytest.fixture
def source(scripts: None, tmp_path: Path) -> Path:
    """The pages as the site is made from them."""
    import_module("build_site").prepare(tmp_path)
    return tmp_path


def named(nav: list[Any]) -> Iterator[str]:
    """The pages of a navigation."""
    for entry in nav:
        for place in entry.values() if isinstance(entry, dict) else [entry]:
            yield from named(place) if isinstance(place, list) else [place]


def navigation() -> list[Any]:
    listed: list[Any] = tomllib.loads((DOCS / "site.toml").read_text("utf-8"))["project"]["nav"]
    return listed


@cache
def text_of(page: Path) -> str:
    """The Markdown of a page, without what is in code blocks."""
    text = page.read_text("utf-8")
    if page.suffix == ".ipynb":
        cells = import_module("json").loads(text)["cells"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)


@cache
def anchors(page: Path) -> frozenset[str]:
    """Where a link into a page may lead, as GitHub names its headings."""
    headings = re.findall(r"^#+ +(.*?) *#*$", text_of(page), re.MULTILINE)
    plain = (re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading) for heading in headings)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in plain)


def test_the_navigation_names_every_page_once(source: Path) -> None:
    pages = sorted(str(path.relative_to(source)) for path in source.rglob("*.md"))
    assert sorted(named(navigation())) == pages


def test_the_navigation_has_four_parts() -> None:
    assert [next(iter(part)) for part in navigation()[1:]] == ["Tutorial", "How-to guides", "Reference", "Explanations"]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_and_anchors_lead_somewhere(page: Path) -> None:
    for target in LINK.findall(re.sub(r"`[^`\n]*`", "``", text_of(page))):
        place = urlsplit(target)
        if place.scheme:
            assert place.scheme in ("http", "https"), f"{page.name} links to {target}"
            continue
        aim = (page.parent / unquote(place.path)).resolve() if place.path else page
        assert aim.is_relative_to(ROOT), f"{page.name} links to {target}, outside of the repository"
        assert aim.exists(), f"{page.name} links to {target}"
        if place.fragment:
            assert place.fragment in anchors(aim), f"{page.name} links to {target}; there is {sorted(anchors(aim))}"


def test_links_of_the_readme_are_as_they_are_on_the_site(source: Path) -> None:
    home = (source / "index.md").read_text("utf-8")
    assert "](tutorial.md)" in home
    assert "](changelog.md)" in home
    assert "](docs/" not in home
    assert "images/studio-play.png" in home


def test_links_on_the_site_lead_to_pages_of_the_site(source: Path) -> None:
    for page in source.rglob("*.md"):
        text = re.sub(r"`[^`\n]*`", "``", text_of(page))
        for target in (urlsplit(target) for target in LINK.findall(text)):
            if not target.scheme and target.path:
                assert (page.parent / unquote(target.path)).exists(), f"{page.name} links to {target.path}"


def test_notebooks_become_pages_with_code_pictures_and_tables(source: Path) -> None:
    page = (source / "notebooks" / "your-first-agent.md").read_text("utf-8")
    assert "```python\nimport ludens" in page
    assert '<div class="output" markdown="0">' in page
    assert "](compare-search-algorithms.md)" in page
    pictures = re.findall(r'src="(\S+\.svg)"', page)
    assert pictures
    assert all((source / "notebooks" / name).read_text("utf-8").startswith("<svg") for name in pictures)


def test_pages_that_are_no_more_are_taken_away(scripts: None, source: Path) -> None:
    (source / "old.md").write_text("# Old\n")
    import_module("build_site").prepare(source)
    assert not (source / "old.md").exists()
    assert (source / "index.md").exists()


class Page(html.parser.HTMLParser):
    """What a page of the site loads and where it leads."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loads: set[str] = set()
        self.links: set[str] = set()
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value for name, value in attrs if value}
        if {"id", "name"} & given.keys():
            self.anchors |= {given[name] for name in ("id", "name") if name in given}
        if tag == "a" and "href" in given:
            self.links.add(given["href"])
        elif tag == "link" and given.get("rel") not in ("canonical", "prev", "next"):
            self.loads.add(given["href"])
        elif "src" in given:
            self.loads.add(given["src"])


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site itself, built strictly in a folder of its own."""
    pytest.importorskip("zensical", reason="Zensical is not installed: pip install 'ludens[site]'")
    folder = tmp_path_factory.mktemp("build")
    program = (
        "import sys, pathlib, build_site; build_site.BUILD = pathlib.Path(sys.argv[1]);"
        "sys.exit(build_site.zensical('build', '--clean', '--strict'))"
    )
    command = [sys.executable, "-c", program, str(folder)]
    done = subprocess.run(command, cwd=ROOT / "scripts", capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder / "site"


@pytest.mark.slow
def test_every_page_is_there_and_can_be_searched(site: Path) -> None:
    pages = {place.removesuffix(".md") + ".html" for place in named(navigation())}
    assert {str(path.relative_to(site)) for path in site.rglob("*.html")} - {"404.html"} == pages
    index = (site / "search.json").read_text("utf-8")
    assert all(page in index for page in pages)


@pytest.mark.slow
def test_nothing_is_loaded_from_other_hosts(site: Path) -> None:
    for path in site.rglob("*.html"):
        loaded = Page(path.read_text("utf-8")).loads
        assert not [place for place in loaded if urlsplit(place).netloc], path.name
        missing = [place for place in loaded if not (path.parent / unquote(urlsplit(place).path)).exists()]
        assert path.name == "404.html" or not missing


@pytest.mark.slow
def test_every_link_leads_to_a_page_and_a_place_on_it(site: Path) -> None:
    pages = {path: Page(path.read_text("utf-8")) for path in site.rglob("*.html")}
    for path, page in pages.items():
        for link in page.links:
            place = urlsplit(link)
            if place.scheme or path.name == "404.html":
                continue
            aim = (path.parent / unquote(place.path)).resolve() if place.path else path
            aim = aim / "index.html" if aim.is_dir() else aim
            assert aim.exists(), f"{path.name} links to {link}"
            if place.fragment and aim in pages:
                assert unquote(place.fragment) in pages[aim].anchors, f"{path.name} links to {link}"


@pytest.mark.slow
def test_there_is_a_light_and_a_dark_form(site: Path) -> None:
    home = (site / "index.html").read_text("utf-8")
    assert 'data-md-color-scheme="slate"' in home
    assert 'data-md-color-scheme="default"' in home
