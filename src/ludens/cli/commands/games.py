"""``ludens games``: what can be played."""

from __future__ import annotations

import click
from rich.table import Table

from ludens.cli.terminal import json_option, print_json, print_table
from ludens.games import GAMES


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the built-in games."""
    if as_json:
        for game in GAMES.values():
            choices = {p.name: {"default": p.default, "choices": p.choices} for p in game.parameters}
            print_json({"name": game.name, "title": game.title, "summary": game.summary, "parameters": choices})
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("name", "what it is", "parameters"):
        table.add_column(heading, overflow="fold")
    for game in GAMES.values():
        parameters = "\n".join(f"{p.name}={_written(p.default)} ({p.choices})" for p in game.parameters)
        table.add_row(game.name, game.summary, parameters)
    print_table(table)


def _written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
