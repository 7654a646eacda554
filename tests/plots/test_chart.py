"""Charts: what is described lies where the axes say, inside the box, as a document that XML readers take."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from ludens.boards.paint import FAINT
from ludens.plots.bars import Bar, Reference, bar, reference, row_name
from ludens.plots.chart import GRID, Axis, Box, Symbol, axis_across, document, heading, legend
from ludens.plots.scale import Scale
from ludens.plots.series import Mark, Series, panel

BOX = Box(50, 20, 250, 120)
ACROSS = Axis("trials & <errors>", Scale(0, 10).place, [(0, "0"), (5, "5"), (10, "10")], level=5)
UP = Axis("score", Scale(0, 1).place, [(0.0, "none"), (1.0, "all")])


def elements(parts: list[str], name: str) -> list[ElementTree.Element]:
    return list(ElementTree.fromstring(document(300, 160, parts)).iter(f"{{http://www.w3.org/2000/svg}}{name}"))


def numbers(element: ElementTree.Element, *names: str) -> list[float]:
    return [float(element.attrib[name]) for name in names]


def test_marks_lie_where_the_axes_say_with_their_intervals() -> None:
    parts = panel(BOX, ACROSS, UP, [Series([Mark(across=5, up=0.25, interval=(0.0, 0.5), label="a < b")], "red")])
    [dot] = elements(parts, "circle")
    assert numbers(dot, "cx", "cy") == [150, 95]
    assert "".join(dot.itertext()) == "a < b"
    [interval] = [line for line in elements(parts, "line") if line.attrib["stroke"] == "red"]
    assert numbers(interval, "x1", "y1", "x2", "y2") == [150, 120, 150, 70]


def test_only_joined_series_have_a_line_and_marks_may_stand_aside() -> None:
    marks = [Mark(across=0, up=0.0), Mark(across=10, up=1.0, aside=9)]
    parts = panel(BOX, ACROSS, UP, [Series(marks, "red", joined=True), Series(marks, "blue", Symbol.DIAMOND)])
    [line] = elements(parts, "polyline")
    assert line.attrib["points"] == "50,120 259,20"
    assert [path.attrib["fill"] for path in elements(parts, "path")] == ["blue", "blue"]


def test_axes_have_a_line_and_words_at_every_tick_and_a_dashed_line_at_their_level() -> None:
    parts = panel(BOX, ACROSS, UP, [])
    lines = elements(parts, "line")
    assert len([line for line in lines if line.attrib["stroke"] == GRID]) == 5
    [dashed] = [line for line in lines if "stroke-dasharray" in line.attrib]
    assert dashed.attrib["stroke"] == FAINT
    assert numbers(dashed, "x1", "x2") == [150, 150]
    words = ["".join(text.itertext()) for text in elements(parts, "text")]
    assert words == ["none", "all", "score", "0", "5", "10", "trials & <errors>"]


@pytest.mark.parametrize(("value", "expected"), [(5.0, [150, 50]), (-5.0, [100, 50]), (0.0, [150, 1])])
def test_bars_begin_at_zero_whichever_way_they_go(value: float, expected: list[float]) -> None:
    axis = Axis("x", Scale(-10, 10).place, [])
    [paper, drawn] = elements(bar(BOX, axis, 50, 16, Bar(value=value, colour="red")), "rect")
    assert numbers(drawn, "x", "width") == (expected)
    assert numbers(drawn, "y", "height") == [42, 16]
    assert paper.attrib["width"] == "300"


def test_a_bar_has_its_interval_its_number_and_what_it_is_compared_with() -> None:
    drawn = Bar(value=4, colour="red", interval=(2, 20), written="4 of 10")
    parts = [*axis_across(BOX, ACROSS), *bar(BOX, ACROSS, 50, 16, drawn), row_name(BOX, 50, "a row")]
    parts += reference(BOX, ACROSS, 61, Reference(8, "blue", (7, 9)))
    across = [numbers(line, "x1", "x2") for line in elements(parts, "line") if line.attrib["y1"] in ("50", "61")]
    assert across == [[90, 250], [190, 230]]  # what is beyond the axis ends with it
    assert {"4 of 10", "a row"} <= {"".join(text.itertext()) for text in elements(parts, "text")}
    assert len(elements(parts, "path")) == 1


def test_long_words_get_smaller_letters() -> None:
    sizes = [numbers(elements([heading(0, 0, words, 200)], "text")[0], "font-size")[0] for words in ("a", "a" * 100)]
    assert sizes[0] == 14
    assert sizes[1] < 4


def test_legends_go_across_or_down() -> None:
    entries = [(Symbol.DOT, "red", "one"), (Symbol.DOT, "blue", "two")]
    across, down = (elements(legend(0, 10, entries, 100, step), "circle") for step in (0, 18))
    assert [numbers(dot, "cy") for dot in across] == [[10], [10]]
    assert float(across[1].attrib["cx"]) > float(across[0].attrib["cx"]) + 20
    assert [numbers(dot, "cx", "cy") for dot in down] == [[5, 10], [5, 28]]
