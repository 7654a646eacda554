"""Writes docs/reference.md from the docstrings of the public names; a test compares the two, and runs the examples."""

from __future__ import annotations

import inspect
import re
from functools import cached_property
from pathlib import Path
from typing import Any

import ludens
from ludens.api.analysing import Analysis, Variants
from ludens.api.contests import TournamentTable
from ludens.api.listing import AgentCard, GameCard, Listing, ParameterCard, games
from ludens.api.playing import PlayedGame
from ludens.api.solving import Solved
from ludens.api.suggesting import Suggestion
from ludens.game import MoveReport
from ludens.players.agent import Agent

PAGE = Path(__file__).parents[1] / "docs" / "reference.md"
WIDTH = 110
COMPUTED = (property, cached_property)
ARGUMENT = re.compile(r"^(`\w+`(, )?)+:", re.MULTILINE)
"""The beginning of a line in a docstring that describes an argument or an attribute."""

INTRODUCTION = """\
# Python reference

This page describes every public name, its arguments and its result. [Ludens in Python](api.md) is the guide; read that
first. Functions return the classes of results, such as `PlayedGame`; you do not create them yourself.

Two kinds of argument occur everywhere. A **GameLike** is the name of a game, with parameters if you like
(`"connect_four(columns=8)"`), the path or the text of a rulesheet, a loaded game, a `Position`, or your own class. An
**AgentLike** is the name of an agent, with options if you like (`"uct(exploration=0.4)"`), a reference to your own
(`"my_agents.py:Greedy"`), or a class. If an argument does not fit, `LudensError` says what would.

`python scripts/reference.py` makes this page from the docstrings. All examples begin with

```python
>>> import ludens

```
"""

SECTIONS: dict[str, tuple[Any, ...]] = {
    "What there is": (games, ludens.agents, Listing, GameCard, AgentCard, ParameterCard),
    "Games and positions": (ludens.load, ludens.show, ludens.Position),
    "Playing": (ludens.play, PlayedGame, ludens.match, ludens.tournament, TournamentTable, ludens.make_agent, Agent),
    "Asking": (
        ludens.suggest, Suggestion, ludens.solve, Solved, ludens.analyse, Analysis, ludens.variants, Variants,
    ),
    "The contract": (
        ludens.Game, ludens.GameInfo, ludens.Turns, ludens.Limit, ludens.Decision, MoveReport, ludens.Observation,
        ludens.View,
    ),
}  # fmt: skip


def page() -> str:
    """The page as it should be."""
    parts = [INTRODUCTION]
    for title, names in SECTIONS.items():
        parts += [f"\n## {title}\n", *map(entry, names)]
    return "".join([*parts, errors()])


def entry(value: Any) -> str:
    """The entry of a function or a class."""
    if inspect.isclass(value):
        return f"\n### {value.__name__}\n\n{markdown(value)}{members(value)}"
    return f"\n### {value.__name__}\n\n```python\n{signature(value)}\n```\n\n{markdown(value)}"


def signature(function: Any) -> str:
    """How a function is called, in one line or in one for each argument."""
    name, found = function.__name__, inspect.signature(function)
    arguments: list[str] = []
    for argument in found.parameters.values():
        if argument.kind is argument.KEYWORD_ONLY and "*" not in arguments:
            arguments.append("*")
        value = f'"{argument.default}"' if isinstance(argument.default, str) else repr(argument.default)
        default = "" if argument.default is argument.empty else f" = {value}"
        arguments.append(f"{argument.name}: {argument.annotation}{default}")
    short = f"def {name}({', '.join(arguments)}) -> {found.return_annotation}: ..."
    if len(short) <= WIDTH:
        return short
    return f"def {name}(\n    " + ",\n    ".join(arguments) + f",\n) -> {found.return_annotation}: ..."


def members(kind: type[Any]) -> str:
    """The public attributes and methods of a class, in a table."""
    rows = []
    for name, value in vars(kind).items():
        if name.startswith("_") or name == "blocks" or not (inspect.isfunction(value) or isinstance(value, COMPUTED)):
            continue
        text = inspect.getdoc(value.func if isinstance(value, cached_property) else value) or ""
        called = f"{name}({', '.join(arguments_of(value))})" if inspect.isfunction(value) else name
        rows.append(f"| `{called}` | {in_a_line(text)} |\n")
    return "".join(["\n| it has | which is |\n|---|---|\n", *rows]) if rows else ""


def arguments_of(function: Any) -> list[str]:
    """The arguments of a method, with their default values."""
    listed = list(inspect.signature(function).parameters.values())[1:]
    return [str(argument.replace(annotation=argument.empty)) for argument in listed]


def markdown(value: Any) -> str:
    """A docstring as Markdown: names as code, arguments as a list, examples and programs as blocks."""
    found = []
    for paragraph in re.split(r"\n{2,}", inspect.getdoc(value) or ""):
        if paragraph.startswith(">>>"):
            found.append(f"```python\n{paragraph}\n\n```")
        elif paragraph.startswith("    "):
            found.append(f"```python\n{inspect.cleandoc(paragraph)}\n```")
        else:
            text = re.sub(r"``(.+?)``", r"`\1`", paragraph.replace("::", ":"))
            if ARGUMENT.match(text):
                text = re.sub(r"\n(?!- )", "\n  ", ARGUMENT.sub(r"- \g<0>", text))
            found.append(text)
    return "\n\n".join(found) + "\n"


def in_a_line(text: str) -> str:
    """A docstring for a cell of a table."""
    return re.sub(r"``(.+?)``", r"`\1`", " ".join(text.split())).replace("|", "\\|")


def errors() -> str:
    """The tree of errors."""
    kinds = [getattr(ludens, name) for name in ludens.__all__]
    listed = [kind for kind in kinds if inspect.isclass(kind) and issubclass(kind, ludens.LudensError)]
    rows = [
        f"| `{kind.__name__}` | `{kind.__mro__[1].__name__}` | {in_a_line(inspect.getdoc(kind) or '')} |\n"
        for kind in listed
    ]
    return "".join(["\n## Errors\n\n| error | is a | means |\n|---|---|---|\n", *rows])


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
