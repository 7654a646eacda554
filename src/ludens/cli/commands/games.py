"""``ludens games``: what can be played."""

from __future__ import annotations

import click

from ludens.api.listing import games as listed
from ludens.cli.terminal import json_option, print_blocks, print_json


@click.command()
@json_option
def games(as_json: bool) -> None:
    """List the built-in games, and those of installed packages."""
    found = listed()
    if not as_json:
        print_blocks(found.blocks())
        return
    for card in found.values():
        choices = {each.name: {"default": each.default, "choices": each.choices} for each in card.parameters}
        print_json({"name": card.name, "title": card.title, "summary": card.summary, "parameters": choices})
