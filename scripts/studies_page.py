"""Writes the figures of docs/studies.md from docs/studies/NAME/rows.csv, which `ludens reproduce` makes.

python scripts/studies_page.py     after a study was run again with --out docs/studies/NAME

What stands between the marks `<!-- NAME: … -->` and `<!-- end -->` is replaced; a test compares the two. Learn, in the
studio, links to the same page as HTML with its pictures, up to how to run it.
"""

from __future__ import annotations

import csv
import re
import shutil
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

from markdown_it import MarkdownIt

ROOT = Path(__file__).parents[1]
PAGE, DATA = ROOT / "docs" / "studies.md", ROOT / "docs" / "studies"
STUDIES = ("roulette", "ropasci", "odd", "pentago", "scissors")
VERDICTS = ("agrees", "agrees in direction", "differs", "cannot tell", "not played")
NO_CLAIM = "not in the document"
SHOWN = ROOT / "src" / "ludens" / "studio" / "static" / "studies"
ENDS_BEFORE = "## Run it yourself"
MARKED = re.compile(r"(<!-- (\w+): (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)

Rows = Sequence[dict[str, str]]


def rows_of(study: str) -> Rows:
    """The rows of a study's CSV; none before it was run."""
    path = DATA / study / "rows.csv"
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def counts() -> str:
    """How many claims of each document have which verdict."""
    lines = [f"| study | claims | {' | '.join(VERDICTS)} |", "|---" * (2 + len(VERDICTS)) + "|"]
    total = Counter[str]()
    for study in STUDIES:
        found = Counter(row["verdict"] for row in rows_of(study) if row["verdict"] != NO_CLAIM)
        total += found
        lines.append(_counted(f"[`{study}`](studies/{study}/report.md)", found))
    return "\n".join([*lines, _counted("**all**", total)]) + "\n"


def _counted(name: str, found: Counter[str]) -> str:
    return f"| {name} | {found.total()} | {' | '.join(str(found[verdict]) for verdict in VERDICTS)} |"


def claims(study: str, experiment: str) -> str:
    """Every claim of an experiment that was put to the test, with ours beside it."""
    found = [row for row in rows_of(study) if row["verdict"] != NO_CLAIM and row["experiment"] == experiment]
    lines = ["| claim | document | ours (95 %) | games | verdict |", "|---|---|---|---|---|"]
    lines += [_line(row) for row in found]
    return "\n".join(lines) + "\n" if found else "This part has not been run yet.\n"


def _line(row: dict[str, str]) -> str:
    needed = f" (needs about {int(row['needed']):,})" if row.get("needed") else ""
    games = f"{int(row['games']):,}" if int(row["games"] or 0) else "–"
    cells = row["what"], row["document"], row["ours"], games, row["verdict"] + needed
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def page(text: str) -> str:
    """The page with all its figures as the CSV files have them."""
    return MARKED.sub(lambda found: f"{found[1]}{_part(found[2], found[3])}{found[4]}", text)


def _part(study: str, name: str) -> str:
    return counts() if name == "counts" else claims(study, name)


def pictures(text: str) -> Iterable[str]:
    """The pictures that the page shows, as it names them."""
    return re.findall(r"!\[[^\]]*\]\((studies/[^)]+)\)", text)


HTML = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Five documents, run again – Ludens</title>
<link rel="icon" href="/static/favicon.svg" type="image/svg+xml">
<script src="/static/js/theme.js"></script>
<link rel="stylesheet" href="/static/css/tokens.css">
<link rel="stylesheet" href="/static/css/base.css">
<link rel="stylesheet" href="/static/css/shell.css">
<link rel="stylesheet" href="/static/css/learn.css">
</head>
<body>
<header class="bar"><a class="brand" href="/learn"><span>Learn</span></a></header>
<main id="page"><article class="column studies">
{}</article></main>
</body>
</html>
"""


def html(text: str) -> str:
    """The page for the studio: no comments, pictures beside it, and links to files that it lacks as plain words."""
    shown = re.sub(r"<!--.*?-->\n", "", text.partition(ENDS_BEFORE)[0])
    shown = re.sub(r"\(studies/(\w+)/(\w+\.svg)\)", r"(/static/studies/\1_\2)", shown)
    shown = re.sub(r"\[([^\]]+)\]\((?:#|studies/|[\w-]+\.md)[^)]*\)", r"\1", shown)
    return HTML.format(MarkdownIt("commonmark").enable("table").render(shown))


def shown_pictures(text: str) -> dict[str, Path]:
    """The pictures of the page by their names in the studio."""
    return {path.removeprefix("studies/").replace("/", "_"): PAGE.parent / path for path in pictures(text)}


def write() -> None:
    text = page(PAGE.read_text("utf-8"))
    PAGE.write_text(text, "utf-8")
    shutil.rmtree(SHOWN, ignore_errors=True)
    SHOWN.mkdir()
    (SHOWN / "index.html").write_text(html(text), "utf-8")
    for name, path in shown_pictures(text).items():
        shutil.copyfile(path, SHOWN / name)


if __name__ == "__main__":
    write()
