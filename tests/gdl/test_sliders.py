"""Numbers that can be turned: lines with templates are written anew, and the sheet stays plain GDL."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import ludens
from ludens.game import ParameterError
from ludens.games.loading import built_in_source
from ludens.gdl import Source, examined
from ludens.gdl.sliders import MOST, Slider, sliders, with_values
from ludens.quality.variants import heading, sliders_of, values_of, with_slider

SHEET = """; slider stones = 3 from 1 to 9
(init (stones 3)) ; = (init (stones {stones}))
  (after 0 1) (after 1 2) (after 2 3) ; = (after {n-1} {n}) for n from 1 to stones
(cell 1 1) ; = (cell {x} {2*y}) for x from 1 to 2 for y from x to stones
(keep 3) ; a comment with = inside
"""


def test_sliders_are_declared_in_comments() -> None:
    assert sliders(SHEET) == [Slider("stones", 3, 1, 9)]
    assert sliders("; slider x = 12 from 1 to 9\n(slider y = 1 from 1 to 2)") == []


def test_lines_with_templates_are_written_anew() -> None:
    lines = with_values(SHEET, {"stones": 2}).split("\n")
    assert lines[0] == "; slider stones = 2 from 1 to 9"
    assert lines[1] == "(init (stones 2)) ; = (init (stones {stones}))"
    assert lines[2] == "  (after 0 1) (after 1 2) ; = (after {n-1} {n}) for n from 1 to stones"
    assert lines[3].startswith("(cell 1 2) (cell 1 4) (cell 2 4) ; =")
    assert lines[4] == "(keep 3) ; a comment with = inside"


def test_turning_back_gives_the_same_text() -> None:
    once = with_values(SHEET, {"stones": 5})
    assert with_values(with_values(once, {"stones": 9}), {"stones": 5}) == once


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("(a) ; = (a {no})", "there is no no"),
        ("(a) ; = (a {__import__('os')})", "is not a sum"),
        ("(a) ; = (a {2 **})", "cannot be filled in"),
        (f"(a) ; = (a {{n}}) for n from 1 to {MOST + 1}", "more than"),
        ("(a) ; = (a) for n from 1 to 99999999999 for m from 1 to 0", "more than"),
    ],
)
def test_templates_that_make_no_sense_are_refused(line: str, reason: str) -> None:
    with pytest.raises(ParameterError, match=re.escape(reason)):
        with_values(f"; slider x = 1 from 1 to 2\n{line}", {"x": 2})


@pytest.mark.parametrize(("values", "reason"), [({"size": 1}, "no slider size"), ({"stones": 10}, "from 1 to 9")])
def test_values_beyond_the_ends_are_refused(values: dict[str, int], reason: str) -> None:
    with pytest.raises(ParameterError, match=reason):
        with_values(SHEET, values)


def test_the_game_that_the_editor_begins_with_is_right_with_every_value() -> None:
    script = Path(ludens.__file__).parent / "studio" / "static" / "js" / "design" / "starter.js"
    text = re.findall(r"`(.*?)`", script.read_text("utf-8"), re.DOTALL)[0]
    (slider,) = sliders(text)
    assert with_values(text, {}) == text
    for value in (slider.low, 14, slider.high):
        _, problems, game = examined(Source(with_values(text, {slider.name: value})))
        assert game is not None
        assert problems == []


def test_built_in_games_have_sliders_as_long_as_their_rules_are_their_own() -> None:
    text = heading("connect_four", built_in_source("connect_four", {}).text.strip() + "\n")
    names = {slider.name: slider for slider in sliders_of(text)}
    assert "columns" in names
    wider = with_slider(text, "columns", 8)
    assert {slider.name: slider.value for slider in sliders_of(wider)}["columns"] == 8
    assert with_slider(wider, "columns", names["columns"].value) == text
    assert sliders_of(text + "; mine") == []
    with pytest.raises(ParameterError):
        with_slider(text, "columns", 1_000)
    assert names["columns"].value in values_of("connect_four", "columns")
