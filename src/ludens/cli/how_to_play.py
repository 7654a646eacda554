"""Instructions for a game, printed for people."""

from __future__ import annotations

from collections.abc import Sequence

from rich.padding import Padding
from rich.text import Text

from ludens.cli.terminal import console
from ludens.games.how_to_play import HowToPlay

INDENT = 2


def print_instructions(told: HowToPlay) -> None:
    """The goal, a turn, the end, the roles, and the words that need an explanation."""
    console().print(Text(told.title, "bold"))
    _part("Goal", [told.goal])
    _part("Your turn", told.turn)
    _part("The end", told.end)
    for role, text in told.roles.items():
        _part(f"As {role}", [text])
    _part("What the words mean", told.words)


def _part(heading: str, lines: Sequence[str]) -> None:
    if not lines:
        return
    console().print(Text(heading, "bold"))
    for line in lines:
        console().print(Padding(line, (0, 0, 0, INDENT)))
