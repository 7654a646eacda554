"""Draws docs/images/*.svg: terminal sessions as they look, for the README and the tutorial."""

from __future__ import annotations

import io
import shlex
import tempfile
from pathlib import Path

from click.testing import CliRunner
from rich.console import Console
from rich.text import Text

from ludens.cli import app

TERMINAL = {"COLUMNS": "88", "FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
IMAGES = Path(__file__).parent.parent / "docs" / "images"


def session(*commands: str, typed: str = "") -> str:
    """The transcript of commands, with what a person types after each prompt."""
    parts = []
    for command in commands:
        arguments = shlex.split(command)[1:]
        with tempfile.TemporaryDirectory() as folder:
            result = CliRunner().invoke(app, arguments, input=typed, env=TERMINAL | {"XDG_STATE_HOME": folder})
        parts.append(f"$ {command}\n{result.output.rstrip()}")
    return "\n\n".join(parts)


def picture(name: str, title: str, text: str) -> None:
    lines = [Text.from_ansi(line) for line in text.splitlines()]
    console = Console(record=True, width=max(map(len, lines)) + 2, file=io.StringIO())
    for line in lines:
        if line.plain.startswith("$ ") or "> " in line.plain:
            line.stylize("bold green" if line.plain.startswith("$ ") else "bold")
        console.print(line)
    (IMAGES / f"{name}.svg").write_text(console.export_svg(title=title, unique_id=name), encoding="utf-8")


def main() -> None:
    play = session("ludens play reversi --seed 7", typed="d3\nquit\n")
    picture("play", "ludens play", play)


if __name__ == "__main__":
    main()
