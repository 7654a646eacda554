"""``ludens solve GAME``: what a game is worth with the best play of all."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click

from ludens.api.solving import Solved
from ludens.arena.executors import all_cores
from ludens.arena.session import Session
from ludens.arena.typed import play_typed
from ludens.cli.terminal import echo, game_argument, json_option, patience, print_blocks, print_json
from ludens.games.loading import load
from ludens.search.minimax.solve import Effort, Search
from ludens.search.minimax.solve import solve as solved


@click.command()
@game_argument()
@click.option("--moves", "history", default="", metavar="MOVES",
              help="The moves so far: joint moves separated by ';', the moves of one by ','. You may leave out roles "
                   "that have no choice.")  # fmt: skip
@click.option("--positions", type=click.IntRange(1, 1_000_000_000), default=Effort().positions, show_default=True,
              help="List all positions if there are no more than this; otherwise search.")  # fmt: skip
@click.option("--memory", type=click.IntRange(1, 1 << 20), default=1024, show_default=True,
              help="MiB for the transposition table.")  # fmt: skip
@click.option("--seconds", type=click.FloatRange(0, min_open=True), help="Give up after this time.")
@click.option("--table", type=click.Path(dir_okay=False, path_type=Path), help="Keep the results in this file, and "
              "continue from it the next time.")  # fmt: skip
@click.option("--threads", type=click.IntRange(1, 1024), default=all_cores(), show_default="all cores",
              help="Threads that search together.")  # fmt: skip
@click.option("--first-moves/--no-first-moves", default=True, help="Also find the value of each first move, and a line "
              "of best play.")  # fmt: skip
@click.option("--symmetries/--no-symmetries", default=True, help="Treat mirror images as one position.")
@click.option("--replies/--no-replies", default=True, help="Look one reply ahead if there are few moves.")
@click.option("--threats/--no-threats", default=True, help="Try moves that threaten to win first.")
@click.option("--depth-first/--no-depth-first", default=True, help="Search depth first where the rules allow.")
@click.option("--search", type=click.Choice([search.value for search in Search]), default=Search.AUTO.value,
              show_default=True, help="Search by alpha-beta, by proof numbers, or by the better one.")  # fmt: skip
@json_option
def solve(
    game: str,
    history: str,
    positions: int,
    memory: int,
    seconds: float | None,
    table: Path | None,
    threads: int,
    first_moves: bool,
    symmetries: bool,
    replies: bool,
    threats: bool,
    depth_first: bool,
    search: str,
    as_json: bool,
) -> None:
    """Find the value of GAME and of each first move, with a proof.

    GAME has one role, or two that move one at a time and whose goals always add up to the same sum.
    """
    if seconds is not None and math.isnan(seconds):
        raise click.UsageError("--seconds must be a number.")
    loaded = load(game)
    session: Session[Any] = Session(loaded)
    play_typed(session, history)
    with patience(f"Compiling {loaded.info.name}"):
        loaded.engine.initial()
    effort = Effort(
        positions,
        memory << 20,
        math.inf if seconds is None else seconds,
        table,
        threads,
        first_moves,
        symmetries,
        replies,
        threats,
        depth_first,
        Search(search),
    )
    found = solved(loaded, session.state, effort, lambda text: echo(text, err=True))
    shown = Solved(loaded.info.name, loaded.info.roles, found)
    if as_json:
        print_json(shown.to_dict())
    else:
        print_blocks(shown.blocks())
