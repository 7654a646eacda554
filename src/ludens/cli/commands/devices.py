"""``ludens devices``: where games can be played."""

from __future__ import annotations

import dataclasses

import click
from rich.table import Table

from ludens.cli.terminal import json_option, print_json, print_table
from ludens.engine.devices import places


@click.command()
@json_option
def devices(as_json: bool) -> None:
    """List where games can be played: this processor, graphics processors, and why not."""
    found = places()
    if as_json:
        for place in found:
            print_json(dataclasses.asdict(place))
        return
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in ("device", "usable", "processors", "memory", "about"):
        table.add_column(heading, justify="right" if heading in ("processors", "memory") else "left", overflow="fold")
    for place in found:
        memory = "" if place.memory_bytes is None else f"{place.memory_bytes / 2**30:.0f} GiB"
        table.add_row(place.device, "yes" if place.usable else "no", str(place.processors or ""), memory, place.about)
    print_table(table)
