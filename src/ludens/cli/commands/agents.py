"""``ludens agents``: who can play."""

from __future__ import annotations

import click

from ludens.api.listing import agents as listed
from ludens.cli.terminal import json_option, print_blocks, print_json


@click.command()
@json_option
def agents(as_json: bool) -> None:
    """List the agents with their options, such as 'roulette(threshold=50)'."""
    found = listed()
    if not as_json:
        print_blocks(found.blocks())
        return
    for card in found.values():
        options = {
            each.name: {"default": each.default, "range": each.choices, "meaning": each.meaning}
            for each in card.options
        }
        print_json({"name": card.name, "summary": card.summary, "options": options, "source": card.source})
