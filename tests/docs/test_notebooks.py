"""The notebooks do what they show: every cell is run, and its output compared with what is stored."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
NOTEBOOKS = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
LONG = "compare-search-algorithms"


@pytest.fixture
def notebooks(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    return import_module("notebooks")


@pytest.mark.parametrize(
    "path",
    [pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem == LONG else []) for path in NOTEBOOKS],
)
def test_a_notebook_does_what_it_shows(notebooks: Any, path: Path) -> None:
    notebook = notebooks.read(path)
    for number, (cell, found) in enumerate(zip(notebook["cells"], notebooks.outputs(notebook), strict=True), 1):
        kept = notebooks.without_times(cell.get("outputs", []))
        assert notebooks.without_times(found) == kept, f"cell {number}: run python scripts/notebooks.py {path}"


def test_there_are_three() -> None:
    names = ["compare-search-algorithms", "design-a-game", "your-first-agent"]
    assert [path.stem for path in NOTEBOOKS] == names


def test_a_cell_shows_what_it_prints_and_its_last_value(notebooks: Any) -> None:
    names: dict[str, Any] = {}
    assert notebooks.shown_by("x = 6 * 7", "<cell>", names) == []
    assert notebooks.shown_by("x;", "<cell>", names) == []
    printed, value = notebooks.shown_by("print('so')\nx", "<cell>", names)
    assert (printed["output_type"], printed["text"]) == ("stream", ["so\n"])
    assert (value["output_type"], value["data"]) == ("execute_result", {"text/plain": ["42"]})


def test_a_position_is_a_picture_and_a_result_a_table(notebooks: Any) -> None:
    names: dict[str, Any] = {}
    [shown] = notebooks.shown_by("import ludens\nludens.show('nim')", "<cell>", names)
    assert set(shown["data"]) == {"text/plain", "image/svg+xml"}
    [listed] = notebooks.shown_by("ludens.games()['nim']", "<cell>", names)
    assert set(listed["data"]) == {"text/plain", "text/html"}


def test_times_are_left_out_where_outputs_are_compared(notebooks: Any) -> None:
    def shown(text: str) -> Any:
        return notebooks.without_times([{"text": [text]}])

    assert shown("in 0.02 s, 9 games") == shown("in 1.50 s, 9 games")
    assert shown("seconds: 0.0124") == shown("seconds: 1e-05")
    assert shown("in 0.02 s, 9 games") != shown("in 0.02 s, 8 games")
