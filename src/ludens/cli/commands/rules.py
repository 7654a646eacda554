"""``ludens rules GAME``: how a game is played, in words."""

from __future__ import annotations

from dataclasses import asdict

import click

from ludens.cli.how_to_play import print_instructions
from ludens.cli.terminal import game_argument, json_option, print_json
from ludens.games.how_to_play import how_to_play
from ludens.games.loading import load


@click.command()
@game_argument()
@json_option
def rules(game: str, as_json: bool) -> None:
    """Explain how to play GAME: the goal, a turn, the end, and what each role wants.

    For your own rulesheet, Ludens writes the text from the rules.
    """
    told = how_to_play(load(game))
    if as_json:
        print_json({**asdict(told), "origin": told.origin.value})
    else:
        print_instructions(told)
