"""The code blocks and commands of the documentation's pages."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAMS = ("ludens", "make", "python", "pip", "ray", "export", "eval")
"""A block that begins with one of these words consists of commands; others that are indented show what is printed."""

FENCED = re.compile(r"^(?P<indent> *)```(?P<language>\w*)\n(?P<text>.*?)^(?P=indent)```", re.DOTALL | re.MULTILINE)
INDENTED = re.compile(r"(?<=\n\n)(?: {4}.*\n(?:\n(?= {4}))?)+")
INLINE = re.compile(r"`(ludens [^`\n]+)`")


@dataclass(frozen=True)
class Block:
    """A code block; one that is only indented has no language."""

    language: str
    text: str


def name_of(page: Path) -> str:
    """A page as tests call it."""
    return str(page.relative_to(ROOT))


def blocks(page: Path) -> list[Block]:
    """The code blocks of a page."""
    text = page.read_text("utf-8")
    fenced = [Block(found["language"], found["text"]) for found in FENCED.finditer(text)]
    rest = FENCED.sub("", text)
    return fenced + [Block("", re.sub("^ {4}", "", found[0], flags=re.MULTILINE)) for found in INDENTED.finditer(rest)]


def commands(page: Path) -> list[str]:
    """The commands of a page's blocks, a line each, without what is said about them."""
    found = []
    for block in blocks(page):
        if block.language in ("", "sh", "shell", "console") and block.text.split(" ", 1)[0] in PROGRAMS:
            lines = block.text.replace("\\\n", " ").splitlines()
            found += [re.split(r"\s+# |(?<=\S)\s{2,}(?=\w)", line)[0].strip() for line in lines if line.strip()]
    return found


def inline_commands(page: Path) -> Iterator[str]:
    """The commands within sentences that can be given as they are: those without words such as GAME or FILE."""
    text = FENCED.sub("", page.read_text("utf-8"))
    for command in INLINE.findall(text):
        if not re.search(r"\b[A-Z]{2,}\b|[…\[|]", command):
            yield command


def words(command: str) -> list[str]:
    """What a shell makes of a command."""
    return shlex.split(command)
