"""What all commands share: how they print, write the files that a user names, and take a game."""

from __future__ import annotations

import contextlib
import json
import os
import re
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

import click

from ludens.cli.completion import complete_game
from ludens.cli.streams import CONTROL, escaped, styled

if TYPE_CHECKING:
    from rich.console import Console, ConsoleOptions, RenderableType
    from rich.segment import Segment
    from rich.table import Table

    from ludens.boards.picture import Picture
    from ludens.showing import Block

Command = TypeVar("Command", bound=Callable[..., Any])

NOT_ASCII = re.compile(r"[^\x00-\x7f]")

WIDE = 10_000
"""Columns, more than any table has."""


def echo(text: str = "", *, err: bool = False, nl: bool = True) -> None:
    """A line of plain text on standard output, or on standard error.

    It is what commands print with: ``click.echo`` chooses streams of its own, which fail in their own ways.
    """
    click.echo(escaped(text), file=sys.stderr if err else sys.stdout, nl=nl)


def console(*, stderr: bool = False) -> Console:
    """Standard output, or standard error, for people; colour only on a terminal and without NO_COLOR.

    Texts are printed as they are: styles are given by arguments, or as rich.text.Text.
    """
    from rich.console import Console as RichConsole  # noqa: PLC0415  (it takes long to import)
    from rich.segment import Segment as RichSegment  # noqa: PLC0415

    class SafeConsole(RichConsole):
        """A console whose styles are its own: control characters in what is printed are shown, not obeyed."""

        def render(self, renderable: RenderableType, options: ConsoleOptions | None = None) -> Iterable[Segment]:
            for segment in super().render(renderable, options):
                if segment.control or not CONTROL.search(segment.text):
                    yield segment
                else:
                    yield RichSegment(escaped(segment.text), segment.style)

    return SafeConsole(
        markup=False,
        highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto",
        file=styled(sys.stderr if stderr else sys.stdout),
    )  # fmt: skip


def print_table(table: Table) -> None:
    """Prints a table; where the terminal is too narrow for it, row by row with a line for each column."""
    from rich.measure import Measurement  # noqa: PLC0415

    out = console()
    if Measurement.get(out, out.options.update(width=WIDE), table).minimum <= out.width:
        out.print(table)
        return
    for cells in zip(*(column.cells for column in table.columns), strict=True):
        for column, cell in zip(table.columns, cells, strict=True):
            if not cell:
                continue
            heading = f"{column.header}: " if table.show_header and column.header else ""
            out.print(f"{heading}{cell}" if isinstance(cell, str) else cell, soft_wrap=True)
        out.print()


def print_blocks(blocks: Iterable[Block]) -> None:
    """Prints what a result shows of itself."""
    out = console()
    for block in blocks:
        if isinstance(block, str):
            out.print(block, soft_wrap=True)
        else:
            print_table(block.grid())


def print_picture(picture: Picture) -> None:
    """Prints a position, in colour only on a terminal and without NO_COLOR."""
    from ludens.boards.text import as_rich  # noqa: PLC0415

    console().print(as_rich(picture), soft_wrap=True)


@contextlib.contextmanager
def patience(message: str, seconds: float = 1.0) -> Iterator[None]:
    """Says on standard error what is being done, if it takes longer than this."""
    timer = threading.Timer(seconds, lambda: echo(f"{message} …", err=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def print_json(value: object) -> None:
    """One JSON object on a line of standard output."""
    print_json_text(json.dumps(value, ensure_ascii=False))


def print_json_text(line: str) -> None:
    """A line that is JSON already; what the stream cannot take is written as JSON escapes, which mean the same."""
    line = CONTROL.sub(_json_escape, line)
    try:
        line.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        line = NOT_ASCII.sub(_json_escape, line)
    echo(line)


def _json_escape(found: re.Match[str]) -> str:
    return json.dumps(found[0])[1:-1]


def game_argument(**options: Any) -> Callable[[Command], Command]:
    """The argument GAME, with completion of names and paths."""
    return click.argument("game", shell_complete=complete_game, **options)


def time_option(name: str, most: float, default: float, told: str) -> Callable[[Command], Command]:
    """An option for a time above 0, in the unit that it is called after."""
    time = click.FloatRange(0, most, min_open=True)
    return click.option(name, type=time, default=default, show_default=True, help=told)


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")(command)
