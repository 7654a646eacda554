"""The page of studies has the figures of the committed tables, and pictures that exist."""

from __future__ import annotations

import csv
import re
import runpy
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).parents[2]
SCRIPT = runpy.run_path(str(ROOT / "scripts" / "studies_page.py"))
PAGE = (ROOT / "docs" / "studies.md").read_text("utf-8")


def test_figures_are_those_of_the_tables() -> None:
    assert SCRIPT["page"](PAGE) == PAGE, "run: python scripts/studies_page.py"


def test_the_table_counts_every_claim() -> None:
    total = Counter[str]()
    for path in sorted((ROOT / "docs" / "studies").glob("*/rows.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            total.update(row["verdict"] for row in csv.DictReader(file))
    del total["not in the document"]
    line = next(line for line in PAGE.splitlines() if line.startswith("| **all** |"))
    figures = [int(cell) for cell in line.split("|")[2:-1]]
    assert figures[0] == sum(figures[1:]) == total.total()
    assert figures[1:] == [total[verdict] for verdict in SCRIPT["VERDICTS"]]


def test_its_pictures_are_there() -> None:
    found = SCRIPT["pictures"](PAGE)
    assert len(found) == 5
    for picture in found:
        assert (ROOT / "docs" / picture).is_file(), picture


def test_the_studio_shows_the_same_page_with_its_pictures() -> None:
    folder = SCRIPT["SHOWN"]
    shown = (folder / "index.html").read_text("utf-8")
    assert shown == SCRIPT["html"](PAGE), "run: python scripts/studies_page.py"
    sources = re.findall(r'<img src="/static/studies/([^"]+)"', shown)
    assert sources == list(SCRIPT["shown_pictures"](PAGE))
    for name, path in SCRIPT["shown_pictures"](PAGE).items():
        assert (folder / name).read_bytes() == path.read_bytes(), "run: python scripts/studies_page.py"
    links = re.findall(r'href="([^"]+)"', shown)
    assert all(link.startswith(("/static/", "/learn")) for link in links), links
    assert "<!-- " not in shown
    learn = (folder.parent / "pages" / "learn.js").read_text("utf-8")
    assert "/static/studies/index.html" in learn
