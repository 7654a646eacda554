"""The report of a study: page, CSV, pictures."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest

from ludens.arena.statistics import Interval
from ludens.plots.chart import CONTRAST
from ludens.studies.plots import picture
from ludens.studies.report import Circumstances, write_report
from ludens.studies.rows import Row, experiment_rows
from ludens.studies.running import Run
from ludens.studies.study import Axis, Mode
from ludens.studies.verdicts import Verdict
from tests.studies.tiny import STUDY, finished

WHEN = Circumstances(date(2030, 1, 2), "ludens reproduce tiny", 2)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("report")
    with finished(path) as run:
        write_report(run, WHEN)
    return path


def test_the_page_tells_what_how_and_what_agreed(folder: Path) -> None:
    page = (folder / "report.md").read_text("utf-8")
    assert page.startswith("# Study: tiny\n")
    for words in (
        "Nobody, *Nothing*, 2000",
        "Run on 2030-01-02 with `ludens reproduce tiny`",
        "2 processes",
        "The document: 50 games each, 1 s a move. Ours: 30 playouts a move.",
        "| v random | 40 wins, 5 draws, 5 losses |",
        "![First: who wins](first.svg)",
        "- Everything is smaller.",
        "## What agreed",
        "claims of the document",
        "Beyond the document",
    ):
        assert words in page, words
    assert "Time ran out" not in page


def test_tables_have_as_many_cells_in_every_line(folder: Path) -> None:
    lines = [line for line in (folder / "report.md").read_text("utf-8").splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in lines}) == 1


def test_the_csv_has_every_row(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO((folder / "rows.csv").read_text("utf-8"))))
    assert [row["experiment"] for row in rows].count("first") == 5
    found = next(row for row in rows if row["what"] == "v random")
    assert found["games"] == found["planned"] == "6"
    assert float(found["low"]) <= float(found["value"]) <= float(found["high"])
    assert found["published"] == "85"
    assert all(row["verdict"] for row in rows)


def test_the_pictures_show_every_row_of_their_unit(folder: Path) -> None:
    bars = ElementTree.parse(folder / "first.svg").getroot()
    titles = [each.text or "" for each in bars.iter("{http://www.w3.org/2000/svg}title")]
    assert [title.partition(":")[0] for title in titles] == ["v random", "v random, moving second", "v Monte Carlo"]
    curve = ElementTree.parse(folder / "curve.svg").getroot()
    assert len([dot for dot in curve.iter("{http://www.w3.org/2000/svg}circle") if "".join(dot.itertext())]) == 3
    assert len(list(curve.iter("{http://www.w3.org/2000/svg}polyline"))) == 1


def test_an_unfinished_study_says_so(tmp_path: Path) -> None:
    with Run(STUDY, Mode.QUICK, 0, tmp_path) as run:
        next(run.play(1))
        write_report(run, WHEN)
    page = (tmp_path / "report.md").read_text("utf-8")
    assert "Time ran out before everything was played" in page
    assert "0 of 6" in page
    assert "not played" in page


def row(what: str, value: float | None, **others: object) -> Row:
    given: dict[str, object] = {"unit": "things", **others}
    return Row(experiment="x", what=what, document="–", ours="–", verdict=Verdict.AGREES, value=value, **given)  # type: ignore[arg-type]


def test_nothing_to_draw_is_no_picture() -> None:
    assert picture("Nothing", [row("a", None)]) is None
    assert picture("Nothing", []) is None
    assert picture("Nothing", [row("a", 1.0)], Axis("x")) is None


@pytest.mark.parametrize("values", [(1.0,), (0.0,), (1.0, 1e6), (-5.0, 20.0), (3.0, 3.0, 3.0)])
@pytest.mark.parametrize("axis", [None, Axis("x"), Axis("x", logarithmic=True)])
def test_any_values_can_be_drawn(values: tuple[float, ...], axis: Axis | None) -> None:
    rows = [
        row(f"<row & {place}>", value, interval=Interval(value, value + 1), published=value, place=place + 1.0)
        for place, value in enumerate(values)
    ]
    drawn = picture("A <title> & more", rows, axis)
    assert drawn is not None
    root = ElementTree.fromstring(drawn)
    assert root.tag.endswith("svg")
    numbers = [float(each.get("x1", 0)) for each in root.iter("{http://www.w3.org/2000/svg}line")]
    assert all(-1 <= number <= 761 for number in numbers)


def test_a_figure_that_was_found_nobody_knows_where_is_a_line_across_the_curve() -> None:
    rows = [row(f"{place}", 40.0 + place, place=float(place), unit="%") for place in (1, 10, 100)]
    plain, across = (picture("A curve", rows, Axis("x", logarithmic=True, level=level)) for level in (None, 80.0))
    assert plain is not None
    assert across is not None
    assert across.count(CONTRAST) == plain.count(CONTRAST) + 2  # the line, and its mark in the legend
    assert "wherever it was found" in across
    named = picture("A curve", rows, Axis("x", logarithmic=True, names=((1.0, "one"),)))
    assert named is not None
    assert ">one<" in named
    assert ">one<" not in across


def test_the_csv_tells_limits_seats_and_seed(folder: Path) -> None:
    rows = list(csv.DictReader(io.StringIO((folder / "rows.csv").read_text("utf-8"))))
    found = {row["what"]: row for row in rows}
    assert {found[what]["seats"] for what in ("v random", "v Monte Carlo")} == {"in turn"}
    assert found["v random, moving second"]["seats"] == "second"
    assert {row["limit"] for row in rows} == {"30 playouts a move", ""}
    assert {row["seed"] for row in rows} == {"0"}
    for each in rows:
        assert not each["needed"] or each["verdict"] == "cannot tell"


def test_conclusions_alone_may_be_listed(folder: Path) -> None:
    curve = STUDY.experiments[1]
    with Run(STUDY, Mode.QUICK, 0, folder) as run:
        assert len(experiment_rows(run, curve)) == 4
        assert [found.what for found in experiment_rows(run, replace(curve, listed=False))] == ["the best place"]
