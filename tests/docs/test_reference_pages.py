"""The pages made from docstrings and from commands are up to date and leave nothing out."""

from __future__ import annotations

import doctest
import inspect
import re
import runpy
from pathlib import Path
from types import FunctionType
from typing import Any

import click
import pytest

import ludens
from ludens.api.listing import games
from ludens.cli.group import COMMANDS, command_module

ROOT = Path(__file__).parents[2]
FUNCTIONS = [games if name == "games" else getattr(ludens, name) for name in ludens.__all__ if name.islower()]


@pytest.fixture
def reference(monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "scripts" / "reference.py"))


def test_the_reference_is_up_to_date(reference: dict[str, Any]) -> None:
    written = (ROOT / "docs" / "reference.md").read_text("utf-8")
    assert written == reference["page"](), "run: python scripts/reference.py"


def test_the_page_of_commands_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "command_index.py"))
    written = (ROOT / "docs" / "commands.md").read_text("utf-8")
    assert written == script["page"](), "run: python scripts/command_index.py"


def test_every_public_name_is_in_the_reference() -> None:
    page = (ROOT / "docs" / "reference.md").read_text("utf-8")
    names = [name for name in ludens.__all__ if name not in ("JointMove", "Move", "Role")]
    assert not [name for name in names if f"### {name}\n" not in page and f"| `{name}` |" not in page]


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: function.__name__)
def test_a_docstring_tells_of_every_argument_of_the_result_and_has_an_example(function: FunctionType) -> None:
    text = inspect.getdoc(function) or ""
    arguments = inspect.signature(function).parameters
    lines = [line.partition(":")[0] for line in text.splitlines() if line.startswith("``")]
    assert not [name for name in arguments if not any(f"``{name}``" in line for line in lines)]
    assert re.search(r"^Returns ", text, re.MULTILINE)
    assert doctest.DocTestParser().get_examples(text)


def test_arguments_become_a_list(reference: dict[str, Any]) -> None:
    def documented() -> None:
        """Does something.

        ``one``: the first,
        in two lines.
        ``two``, ``three``: the others.

        Returns ``None``.

        >>> documented()
        """

    assert reference["markdown"](documented) == (
        "Does something.\n\n- `one`: the first,\n  in two lines.\n- `two`, `three`: the others.\n\nReturns `None`.\n\n"
        "```python\n>>> documented()\n\n```\n"
    )


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_is_on_the_page(name: str) -> None:
    page = (ROOT / "docs" / "commands.md").read_text("utf-8")
    section = re.search(rf"^### ludens {name}\n(.*?)(?=^##|\Z)", page, re.MULTILINE | re.DOTALL)
    assert section
    command: click.Command = getattr(command_module(name), name)
    listed = [option for each in command.params for option in each.opts if option.startswith("--")]
    assert not [option for option in listed if option not in section[1]]
