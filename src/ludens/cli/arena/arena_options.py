"""What the commands of the arena share: options for the terms of a match, and the store."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from ludens.arena.clock import Terms
from ludens.game import Limit
from ludens.processes.limits import UNLIMITED, can_limit_memory

Command = TypeVar("Command", bound=Callable[..., Any])

STORE = Path("arena.sqlite")

SECONDS = click.FloatRange(0, 86_400)

TERMS = (
    click.option("--seconds", type=click.FloatRange(0, 86_400, min_open=True), help="The play clock, for each move."),
    click.option("--playouts", type=click.IntRange(1), help="Playouts for each move."),
    click.option("--start-seconds", type=SECONDS, default=0.0, help="The start clock, for agents that prepare."),
    click.option("--bank-seconds", type=SECONDS, default=0.0,
                 help="Time for the whole game, in addition to the play clock or instead of it."),
    click.option("--grace-seconds", type=SECONDS, default=Terms().grace_seconds, show_default=True,
                 help="How late a move may come."),
    click.option("--memory", type=click.IntRange(16), metavar="MIB", help="For each agent; needs --own-process."),
    click.option("--own-process", is_flag=True, help="Run every agent in a process of its own, which can be killed."),
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
    if options["memory"] and not can_limit_memory():
        raise click.UsageError(f"--memory: {UNLIMITED} Leave it out, or use Linux.")
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
        help="The file that stores tournaments.",
    )(command)  # fmt: skip


def listed(texts: tuple[str, ...]) -> tuple[str, ...]:
    """The names in texts, separated by commas that are not within parentheses."""
    parts = (part.strip() for text in texts for part in re.split(r",(?![^()]*\))", text))
    return tuple(part for part in parts if part)
