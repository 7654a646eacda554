"""Writes docs/games/index.md, the table of built-in games, from the catalogue; a test compares the two."""

from __future__ import annotations

from pathlib import Path

import ludens
from ludens.games import GAMES
from ludens.games.catalogue import Entry

PATH = Path(__file__).parents[1] / "docs" / "games" / "index.md"

INTRODUCTION = """\
# Built-in games

`ludens.load("NAME")` loads a game. Put parameters in parentheses after the name:
`ludens.load("rock_paper_scissors(rounds=5)")`. Parameters that you leave out have their default values.

`python scripts/game_index.py` makes this table.

| Name | Title | Players | Parameters (default; choices) | In one line |
|---|---|---|---|---|
"""


def index() -> str:
    """The page as it should be."""
    return INTRODUCTION + "".join(f"{row(GAMES[name])}\n" for name in sorted(GAMES))


def row(game: Entry) -> str:
    players = len(ludens.load(game.name).info.players)
    parameters = ", ".join(
        f"`{parameter.name}` ({str(parameter.default).lower()}; {parameter.choices})" for parameter in game.parameters
    )
    link = f"[`{game.name}`]({game.name}.md)"
    return f"| {link} | {game.title} | {players} | {parameters or '–'} | {game.summary} |"


if __name__ == "__main__":
    PATH.write_text(index(), encoding="utf-8", newline="\n")
