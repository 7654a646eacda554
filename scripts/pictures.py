"""Draws docs/images/*.svg: terminal sessions as they look, for the README and the tutorial."""

from __future__ import annotations

import io
import shlex
import tempfile
from pathlib import Path

import click
from click.testing import CliRunner
from rich.console import Console
from rich.text import Text

from ludens.cli import app

IMAGES = Path(__file__).parent.parent / "docs" / "images"


def session(*commands: str, typed: str = "") -> str:
    """The transcript of commands, with what a person types after each prompt."""
    parts = []
    for command in commands:
        arguments = shlex.split(command)[1:]
        with tempfile.TemporaryDirectory() as folder:
            result = CliRunner().invoke(app, arguments, input=typed, env={"COLUMNS": "88", "XDG_STATE_HOME": folder})
        shown = click.unstyle(result.output)
        parts.append(f"$ {command}\n{shown.rstrip()}")
    return "\n\n".join(parts)


def picture(name: str, title: str, text: str) -> None:
    console = Console(record=True, width=max(map(len, text.splitlines())) + 2, file=io.StringIO())
    for line in text.splitlines():
        style = "bold green" if line.startswith("$ ") else "bold" if "> " in line else ""
        console.print(Text(line, style=style))
    (IMAGES / f"{name}.svg").write_text(console.export_svg(title=title, unique_id=name), encoding="utf-8")


def main() -> None:
    play = session("ludens play reversi --seed 7", typed="3 4\nquit\n")
    picture("play", "ludens play", play)


if __name__ == "__main__":
    main()
