"""The page of the Python interface: it names every public function, with examples that are run."""

from __future__ import annotations

import re
from pathlib import Path

import ludens

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")


def test_every_function_is_on_the_page() -> None:
    functions = [name for name in ludens.__all__ if name.islower()]
    assert not [name for name in functions if f"`{name}(" not in PAGE]


def test_every_python_block_is_an_example_that_is_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) >= 8
    assert all(block.startswith(">>> ") for block in blocks)
