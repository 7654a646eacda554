"""``ludens solve GAME``: what a game is worth with the best play of all."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import click
from rich.table import Table

from ludens.arena.executors import all_cores
from ludens.arena.session import Session
from ludens.arena.typed import play_typed
from ludens.cli.terminal import console, echo, game_argument, json_option, patience, print_json, print_table
from ludens.engine.contract import LoadedGame
from ludens.games.loading import load
from ludens.search.minimax.solve import Effort, Solution
from ludens.search.minimax.solve import solve as solved


@click.command()
@game_argument()
@click.option("--moves", "history", default="", metavar="MOVES",
              help="What has been played: joint moves separated by ';', the moves of one by ','. Roles that have no "
                   "choice may be left out.")  # fmt: skip
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
@click.option("--symmetries/--no-symmetries", default=True, help="Take mirror images for one position.")
@click.option("--replies/--no-replies", default=True, help="See ends of the game one reply ahead where moves are few.")
@click.option("--threats/--no-threats", default=True, help="Try moves first that are near to winning.")
@click.option("--depth-first/--no-depth-first", default=True, help="Search depth first where the rules allow.")
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
    as_json: bool,
) -> None:
    """Find the value of GAME with a proof, and of each first move.

    GAME has one role, or two that move one at a time and whose goals always add up to the same.
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
    )
    found = solved(loaded, session.state, effort, lambda text: echo(text, err=True))
    if as_json:
        print_json(as_data(loaded, found))
    else:
        _print(loaded, found)


def as_data(game: LoadedGame[Any], found: Solution) -> dict[str, object]:
    """A solution as plain data."""
    return {
        "game": game.info.name,
        "goals": dict(zip(game.info.roles, found.goals, strict=True)),
        "role": None if found.mover is None else game.info.roles[found.mover],
        "moves": [{"move": report.move, "value": report.value} for report in found.moves],
        "line": [list(joint) for joint in found.line],
        "method": found.method,
        "positions": found.positions,
        "seconds": found.seconds,
    }


def _print(game: LoadedGame[Any], found: Solution) -> None:
    out = console()
    goals = ", ".join(f"{goal:g} to {role}" for role, goal in zip(game.info.roles, found.goals, strict=True))
    out.print(f"{game.info.name} is worth {goals}")
    if found.moves:
        table = Table(box=None, header_style="bold", pad_edge=False)
        table.add_column(f"move of {game.info.roles[found.mover or 0]}", overflow="fold")
        table.add_column("value", justify="right", overflow="fold")
        for report in found.moves:
            table.add_row(report.move, f"{report.value:g}")
        print_table(table)
    if found.line:
        line = ", ".join(" ".join(joint) for joint in found.line)
        out.print(f"Best play: {line}")
    how = "all positions listed" if found.method == "enumeration" else "by alpha-beta"
    out.print(f"Proven: {how}, {found.positions:,} positions in {found.seconds:.2f} s")
    if not found.exact:
        out.print("Positions were told apart by 64 bits: two are taken for one with a chance of 2^-64 a comparison.")
