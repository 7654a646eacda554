"""The page of the Python interface: it names every public function, and its commands work."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludens
from ludens.cli import app

PAGE = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")


def test_every_function_is_on_the_page() -> None:
    functions = [name for name in ludens.__all__ if name.islower()]
    assert not [name for name in functions if f"`{name}(" not in PAGE]


def test_every_python_block_is_an_example_that_is_run() -> None:
    blocks = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    assert len(blocks) >= 8
    assert all(block.startswith(">>> ") for block in blocks)


def test_the_commands_work_one_after_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    commands = re.findall(r"^    (ludens .*)$", PAGE, re.MULTILINE)
    assert len(commands) == 6
    for command in commands:
        result = CliRunner().invoke(app, shlex.split(command)[1:])
        assert result.exit_code == 0, result.output
        assert "forfeits" not in result.output
