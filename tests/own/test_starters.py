"""Starters work, and their tests pass."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludens.cli import app
from ludens.game import ParameterError
from ludens.own.starters import starter


@pytest.mark.parametrize(
    ("name", "class_", "file"),
    [("my_agent", "MyAgent", "my_agent"), ("MyAgent", "MyAgent", "my_agent"), ("x", "X", "x")],
)
def test_names_of_files_and_classes(name: str, class_: str, file: str) -> None:
    found, files = starter("agent", name)
    assert found == class_
    assert list(files) == [f"{file}.py", f"test_{file}.py"]
    assert f"class {class_}:" in files[f"{file}.py"]


@pytest.mark.parametrize("name", ["", "my-agent", "9", "a/b", "ä"])
def test_names_that_cannot_be(name: str) -> None:
    with pytest.raises(ParameterError, match="cannot be a name"):
        starter("game", name)


def test_the_tests_of_starters_pass(tmp_path: Path) -> None:
    for kind in ("agent", "game"):
        result = CliRunner().invoke(app, ["new", kind, f"my_{kind}", "--folder", str(tmp_path)])
        assert result.exit_code == 0, result.output
        assert f"my_{kind}.py:My{kind.title()}" in result.stdout
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert "5 passed" in done.stdout
    again = CliRunner().invoke(app, ["new", "game", "my_game", "--folder", str(tmp_path)])
    assert again.exit_code == 2
    assert "already exists" in again.stderr
