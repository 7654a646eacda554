"""``ludens new agent NAME``, ``ludens new game NAME``: something of your own that works, to begin with."""

from __future__ import annotations

from pathlib import Path

import click

from ludens.cli.files import write_file
from ludens.cli.terminal import echo
from ludens.game import SourceError
from ludens.own.starters import STARTERS, starter

TRIES = {
    "agent": "ludens match tic_tac_toe {place} random",
    "game": "ludens play {place}",
}


@click.command()
@click.argument("kind", type=click.Choice(list(STARTERS)))
@click.argument("name")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), default=Path(),
              help="Where to write it.  [default: the current folder]")  # fmt: skip
def new(kind: str, name: str, folder: Path) -> None:
    """Write a starter for an agent or a game of your own.

    It writes NAME.py, with comments, and a test that passes. It never overwrites a file.
    """
    class_, files = starter(kind, name)
    for file in files:
        if (folder / file).exists():
            raise SourceError(f"{folder / file} already exists. Choose another name, or another --folder.")
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in files.items():
        write_file(folder / file, text)
    code, test = (str(folder / file) for file in files)
    echo(f"Try it with: {TRIES[kind].format(place=f'{code}:{class_}')}")
    echo(f"Test it with: python -m pytest {test}")
