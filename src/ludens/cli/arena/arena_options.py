"""What the commands of the arena share: options for the terms of a match, the store, and how a table is printed."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click
from rich.table import Table as Grid

from ludens.arena.clock import Terms
from ludens.arena.standings import Standing, Table
from ludens.game import Limit

Command = TypeVar("Command", bound=Callable[..., Any])

STORE = Path("arena.sqlite")

SECONDS = click.FloatRange(0, 86_400)

TERMS = (
    click.option("--seconds", type=click.FloatRange(0, 86_400, min_open=True), help="The play clock, for each move."),
    click.option("--playouts", type=click.IntRange(1), help="Playouts for each move."),
    click.option("--start-seconds", type=SECONDS, default=0.0, help="The start clock, for agents that prepare."),
    click.option("--bank-seconds", type=SECONDS, default=0.0,
                 help="Time for the whole game, beyond the play clock or instead of one."),
    click.option("--grace-seconds", type=SECONDS, default=Terms().grace_seconds, show_default=True,
                 help="How late a move may come."),
    click.option("--memory", type=click.IntRange(16), metavar="MIB", help="For each agent; needs --own-process."),
    click.option("--own-process", is_flag=True, help="Every agent in a process of its own, which can be killed."),
)  # fmt: skip


def terms_options(command: Command) -> Command:
    """The options that make the terms of a match; the command gets them as ``read_terms`` takes them."""
    for add in reversed(TERMS):
        command = add(command)
    return command


def read_terms(default: Limit, options: dict[str, Any]) -> Terms:
    """The terms that were asked for; the default limit of a move where nothing limits it."""
    seconds, playouts = options["seconds"], options["playouts"]
    for name, value in options.items():
        if isinstance(value, float) and math.isnan(value):
            raise click.UsageError(f"--{name.replace('_', '-')} must be a number.")
    limit = Limit(seconds, playouts) if seconds or playouts or options["bank_seconds"] else default
    return Terms(
        limit=limit,
        start_seconds=options["start_seconds"],
        bank_seconds=options["bank_seconds"],
        grace_seconds=options["grace_seconds"],
        memory_mib=options["memory"],
        own_process=options["own_process"],
    )


def store_option(command: Command) -> Command:
    return click.option(
        "--store", "store_path", type=click.Path(path_type=Path, dir_okay=False), default=STORE, show_default=True,
        help="The file that keeps tournaments.",
    )(command)  # fmt: skip


def listed(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The names in texts, separated by commas that are not within parentheses."""
    parts = (part.strip() for text in texts for part in re.split(r",(?![^()]*\))", text))
    return tuple(part for part in parts if part)


def as_grid(table: Table) -> Grid:
    """The standings as a table for people. A score of 0.875 (0.68 to 1.00) is a mean with its 95 % interval."""
    grid = Grid(box=None, header_style="bold", pad_edge=False)
    grid.add_column("agent", overflow="fold")
    for heading in ("games", "won-drawn-lost", "score", "95 %", "Elo", "95 %", "ahead"):
        grid.add_column(heading, justify="right", no_wrap=True)
    broken = any(line.forfeits for line in table.standings)
    if broken:
        grid.add_column("forfeits", overflow="fold")
    for line in table.standings:
        likely = "" if line.superiority is None else f"{line.superiority:.1%}"
        forfeits = ", ".join(f"{count} {cause}" for cause, count in sorted(line.forfeits.items()))
        cells = (line.agent, f"{line.games}", f"{line.wins}-{line.draws}-{line.losses}", *_figures(line), likely)
        grid.add_row(*cells, *([forfeits] if broken else []))
    return grid


def _figures(line: Standing) -> tuple[str, str, str, str]:
    score = interval = elo = margin = ""
    if line.score is not None:
        score = f"{line.score.mean:.3f}"
        interval = f"{line.score.by_pairs.low:.2f} to {line.score.by_pairs.high:.2f}"
    if line.elo is not None and line.elo_high is not None:
        elo = f"{line.elo:+.0f}"
        margin = f"± {line.elo_high - line.elo:.0f}"
    return score, interval, elo, margin


def verdicts(table: Table) -> list[str]:
    """What only some kinds of tournament have to say, in sentences."""
    found = []
    if table.ratio is not None and table.verdict is not None:
        found.append(f"The test: {table.verdict.value}, with a log-likelihood ratio of {table.ratio:.2f}.")
    if table.difference is not None:
        elo, interval = table.difference.elo, table.difference.interval
        found.append(
            f"The first agent is ahead by {_points(elo)} Elo ({_points(interval.low)} to {_points(interval.high)}); "
            f"it is the stronger one with a likelihood of {table.difference.superiority:.1%}."
        )
    if table.winner is not None:
        found.append(f"The winner: {table.winner}.")
    return found


def _points(elo: float) -> str:
    return f"{elo:+.0f}".replace("inf", "∞")
