"""``ludens agents``: who can play."""

from __future__ import annotations

import click
from rich.table import Table

from ludens.cli.terminal import json_option, print_json, print_table
from ludens.players import AGENTS
from ludens.players.options import described


@click.command()
@json_option
def agents(as_json: bool) -> None:
    """List the agents with their options, such as 'roulette(threshold=50)'."""
    if as_json:
        for kind in AGENTS.values():
            options = {
                about.name: {"default": about.default, "range": about.range, "meaning": about.meaning}
                for about in described(kind.options)
            }
            print_json({"name": kind.name, "summary": kind.summary, "options": options, "source": kind.source})
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("name", "what it does", "options", "source"):
        table.add_column(heading, overflow="fold")
    for kind in AGENTS.values():
        settable = "\n".join(f"{about.name}={about.written}" for about in described(kind.options))
        table.add_row(kind.name, kind.summary, settable, kind.source)
    print_table(table)
