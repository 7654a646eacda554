"""The documentation and the help texts avoid the phrases that docs/writing-style.md advises against."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from ludens.cli import app
from ludens.gdl.mistakes import MISTAKES
from ludens.players import AGENTS
from ludens.players.options import described

ROOT = Path(__file__).parents[2]
TOP = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md")]
PAGES = [*TOP, *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "docs" / "games").glob("*.md"))]
PAGES = [page for page in PAGES if page.name != "writing-style.md"]

ADVICE = {
    r"unless (it is )?told": "name the default",
    r"(is|are|was|were) told": "say who says it, or what is shown",
    r"on turn": "to move",
    r"the own": "their own, its own",
    r"(go|goes|going) on (with|from|where)": "continue",
    r"anew": "again",
    r"beforehand": "in advance",
    r"what is not \w+ is": "begin with 'if'",
    r"(is|are) no (move|game|agent|range|captures?|circuits?)": "is not a",
}
"""Phrases, as regular expressions, with what to write instead."""


def mannered(text: str) -> list[str]:
    """The phrases in a text that the style page advises against; what is code does not count."""
    text = re.sub(r"^```.*?^```|^    .*?$|`[^`]*`|\]\([^)]*\)", "", text, flags=re.DOTALL | re.MULTILINE)
    text = " ".join(text.split())
    return [
        f"{found[0]!r}: {advice}"
        for phrase, advice in ADVICE.items()
        for found in re.finditer(rf"\b{phrase}\b", text, re.IGNORECASE)
    ]


def help_texts(command: click.Command, name: str = "ludens") -> Iterator[tuple[str, str]]:
    """What a command and its options say of themselves."""
    yield name, command.help or ""
    for parameter in command.params:
        yield f"{name} {parameter.opts[0]}", getattr(parameter, "help", None) or ""
    if isinstance(command, click.Group):
        for each in command.list_commands(click.Context(command)):
            found = command.get_command(click.Context(command), each)
            assert found is not None
            yield from help_texts(found, f"{name} {each}")


def test_the_phrases_are_found() -> None:
    assert mannered("It is random,\nunless told otherwise.") == ["'unless told': name the default"]
    assert mannered("```\nunless told\n```\n\n    unless told\n\nand `unless told`") == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_pages(page: Path) -> None:
    assert mannered(page.read_text("utf-8")) == []


def test_help() -> None:
    assert [(name, found) for name, text in help_texts(app) if (found := mannered(text))] == []


def test_agents_and_mistakes() -> None:
    texts = {
        f"{kind.name}.{about.name}": about.meaning for kind in AGENTS.values() for about in described(kind.options)
    }
    texts |= {code: mistake.meaning for code, mistake in MISTAKES.items()}
    texts |= {kind.name: kind.summary for kind in AGENTS.values()}
    assert {name: found for name, text in texts.items() if (found := mannered(text))} == {}
