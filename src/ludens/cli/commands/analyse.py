"""``ludens analyse GAME``: what random play, or the rules themselves, say about a game."""

from __future__ import annotations

import os

import click

from ludens.api.analysing import LONGEST, usual_games
from ludens.api.analysing import analyse as analysis
from ludens.cli.structure import show_structure
from ludens.cli.terminal import echo, game_argument, json_option, patience, print_blocks, print_json
from ludens.games.loading import load


@click.command()
@game_argument()
@click.option("--games", type=click.IntRange(64), help="Random games to play.  [default: a million; 100,000 for "
              "a game without a rulesheet, 100 for one that cannot be compiled]")  # fmt: skip
@click.option("--max-steps", type=click.IntRange(1, 1_000_000), default=LONGEST, show_default=True,
              help="Count a game as endless after this many moves.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=os.cpu_count() or 1, show_default="all cores")
@click.option("--structure", "of_rules", is_flag=True, help="Report what the rules prove instead: what stays the same, "
              "independent parts, turns, sums, symmetries, counters; each with how it is known.")  # fmt: skip
@json_option
def analyse(
    game: str, games: int | None, max_steps: int, seed: int, threads: int, of_rules: bool, as_json: bool
) -> None:
    """Play random games of GAME and report its balance, length and number of choices."""
    loaded = load(game)
    if of_rules:
        show_structure(loaded, seed, as_json)
        return
    with patience(f"Compiling {loaded.info.name}"):
        count = games or usual_games(loaded)
    echo(f"Playing {count:,} random games of {loaded.info.name} …", err=True)
    found = analysis(loaded, games=count, max_steps=max_steps, seed=seed, threads=threads)
    if as_json:
        print_json(found.to_dict())
    else:
        print_blocks(found.blocks())
