"""What all commands share: the group they belong to, its exit codes, and how they print."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import click
from click.shell_completion import CompletionItem
from rich.console import Console

import ludens
from ludens.boards.picture import Picture
from ludens.boards.text import as_rich
from ludens.game import LudensError, SourceError
from ludens.games import GAMES

Command = TypeVar("Command", bound=Callable[..., Any])


class _Group(click.Group):
    """Reports a user's mistake in a sentence with exit code 2."""

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except LudensError as error:
            click.echo(str(error), err=True)
            ctx.exit(2)
        except KeyboardInterrupt:
            click.echo("Interrupted.", err=True)
            ctx.exit(130)
        except BrokenPipeError:
            # The reader of our output has gone, as `head` does: stop without a word.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            ctx.exit(0)


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(ludens.__version__, prog_name="ludens")
def app() -> None:
    """Plays any game from its rules.

    GAME is the name of a built-in game, with parameters if you like, such as 'connect_four(columns=8)', or the
    path of a rulesheet in the Game Description Language.
    """


def console() -> Console:
    """Standard output for people; colour only on a terminal and without NO_COLOR."""
    return Console(highlight=False, color_system=None if os.environ.get("NO_COLOR") else "auto")


def write_file(path: Path, text: str) -> None:
    """Writes a file that a user has named; raises SourceError, with the reason, when that cannot be."""
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise SourceError(f"Cannot write {path}: {(error.strerror or str(error)).lower()}.") from None


def print_picture(picture: Picture) -> None:
    """Prints a position, in colour only on a terminal and without NO_COLOR."""
    console().print(as_rich(picture), soft_wrap=True)


@contextlib.contextmanager
def patience(message: str, seconds: float = 1.0) -> Iterator[None]:
    """Says on standard error what is being done, if it takes longer than this."""
    timer = threading.Timer(seconds, lambda: click.echo(f"{message} …", err=True))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def print_json(value: object) -> None:
    """One JSON object on a line of standard output."""
    click.echo(json.dumps(value, ensure_ascii=False))


def _complete_game(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    names = [CompletionItem(name, help=game.summary) for name, game in GAMES.items() if name.startswith(incomplete)]
    return [*names, CompletionItem(incomplete, type="file")]


def game_argument(**options: Any) -> Callable[[Command], Command]:
    """The argument GAME, with completion of names and paths."""
    return click.argument("game", shell_complete=_complete_game, **options)


def json_option(command: Command) -> Command:
    return click.option("--json", "as_json", is_flag=True, help="Print JSON, one object a line.")(command)
