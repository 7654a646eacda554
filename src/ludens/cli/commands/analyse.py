"""``ludens analyse GAME``: what kind of game it is."""

from __future__ import annotations

import os
import re

import click

from ludens.api.analysing import LONGEST, usual_games, variants
from ludens.api.analysing import analyse as analysis
from ludens.cli.structure import show_structure
from ludens.cli.terminal import echo, game_argument, json_option, patience, print_blocks, print_json
from ludens.games.loading import load
from ludens.players.on_device import USUAL


@click.command()
@game_argument()
@click.option("--games", type=click.IntRange(64), help="Random games to play.  [default: a million; 100,000 for "
              "a game without a rulesheet, 100 for one that cannot be compiled]")  # fmt: skip
@click.option("--max-steps", type=click.IntRange(1, 1_000_000), default=LONGEST, show_default=True,
              help="Count a game as endless after this many moves.")  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--threads", type=click.IntRange(1), default=os.cpu_count() or 1, show_default="all cores")
@click.option("--device", default=USUAL, metavar="DEVICE", help="Where random games are played: cpu, cuda, cuda:1, … "
              "('ludens devices' lists them).  [default: $LUDENS_DEVICE, otherwise cpu]")  # fmt: skip
@click.option("--structure", "of_rules", is_flag=True, help="Report what the rules prove instead: what stays the same, "
              "independent parts, turns, sums, symmetries, counters; each with how it is known.")  # fmt: skip
@click.option("--skill", is_flag=True, help="Let players who think more play those who think less, too.")
@click.option("--vary", metavar="NAME[=LOW..HIGH]", help="Compare the game with several values of a number: a "
              "parameter of a built-in game, or a slider of a rulesheet.")  # fmt: skip
@json_option
def analyse(
    game: str,
    games: int | None,
    max_steps: int,
    seed: int,
    threads: int,
    device: str,
    of_rules: bool,
    skill: bool,
    vary: str | None,
    as_json: bool,
) -> None:
    """Find out what kind of game GAME is: who wins, how it is played, what can be proven."""
    if vary is not None:
        name, values = _values(vary)
        table = variants(game, name, values, seed=seed)
        if as_json:
            print_json(table.to_dict())
        else:
            print_blocks(table.blocks())
        return
    loaded = load(game)
    if of_rules:
        show_structure(loaded, seed, as_json)
        return
    with patience(f"Compiling {loaded.info.name}"):
        count = games or usual_games(loaded)
    echo(f"Analysing {loaded.info.name}: {count:,} random games, and more …", err=True)
    found = analysis(loaded, games=count, max_steps=max_steps, seed=seed, threads=threads, skill=skill, device=device)
    if as_json:
        print_json(found.to_dict())
    else:
        print_blocks(found.blocks())


def _values(text: str) -> tuple[str, range | None]:
    """The number that is varied, and its values if they are given."""
    name, sign, ends = (part.strip() for part in text.partition("="))
    if not sign:
        return name, None
    match = re.fullmatch(r"(-?\d+)\s*\.\.\s*(-?\d+)", ends)
    if match is None or int(match[1]) > int(match[2]):
        raise click.BadParameter(f"{text!r} should have the form NAME=LOW..HIGH.", param_hint="--vary")
    return name, range(int(match[1]), int(match[2]) + 1)
