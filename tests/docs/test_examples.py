"""Every Python example in the documentation does what it shows."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

import ludens
from ludens.gdl import Source, load_rules
from ludens.testing import check_game

ROOT = Path(__file__).parent.parent.parent
EXTRAS = {"adapters.md": ("pettingzoo", "gymnasium", "pyspiel")}
"""What the examples of a page need beyond Ludens itself."""
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_examples(page: Path) -> None:
    for module in EXTRAS.get(page.name, ()):
        pytest.importorskip(module, reason=f"{module} is not installed")
    failed, _ = doctest.testfile(str(page), module_relative=False, encoding="utf-8", optionflags=doctest.ELLIPSIS)
    assert failed == 0


def test_the_docstring_of_the_package() -> None:
    assert doctest.testmod(ludens).failed == 0


def test_the_game_of_the_tutorial() -> None:
    sheet = re.search(r"```lisp\n(.*?)```", (ROOT / "docs" / "tutorial.md").read_text("utf-8"), re.DOTALL)
    assert sheet
    check_game(load_rules(Source(sheet[1])))
