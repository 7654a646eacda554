"""The group of all commands: what it is called with, and how what goes wrong becomes a sentence and an exit code."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from types import ModuleType
from typing import Any

import click

import ludens
from ludens.cli import interrupts
from ludens.cli.streams import OutputError, safe_streams
from ludens.cli.terminal import echo
from ludens.game import LudensError

COMMANDS = {
    "agents": "List the agents with their options, such as 'roulette(threshold=50)'.",
    "analyse": "Find out what kind of game GAME is: who wins, how it is played, what can be proven.",
    "bench": "Measure random playouts of GAMEs: positions and whole games per second.",
    "check": "Check a rulesheet, and report the line and column of each mistake.",
    "devices": "List where games can be played: this processor, graphics processors, and why not.",
    "doctor": "Show what is installed, and check that it works.",
    "engine": "Let another program ask AGENT for moves, in lines of text over standard input and output.",
    "exploit": "Measure how much a best response gains against AGENT in GAME, a small game.",
    "export": "Write all games of TOURNAMENT, by default the latest of the store.",
    "games": "List the built-in games, and those of installed packages.",
    "learn": "Learn to evaluate positions of GAME by self-play, and save the result.",
    "manage": "Play GAME between GGP players: one PLAYER for each role, in order.",
    "match": "Play GAME between agents, one for each role in order; a single one plays all roles.",
    "merge": "Copy the tournaments and games of other STORES to the store, which is created if needed.",
    "new": "Write a starter for an agent or a game of your own.",
    "perft": "Count the sequences of DEPTH joint moves of GAME, the classic test of rules.",
    "play": "Play GAME in the terminal, by default tic_tac_toe.",
    "player": "Play for a GGP manager, which talks to this player over HTTP.",
    "puzzles": "Solve puzzles of GAME: positions in which few moves are good.",
    "replay": "Show the game whose id begins with ID, move by move.",
    "reproduce": "Repeat a document's experiments and print its figures beside ours; without NAME, list the studies.",
    "rules": "Explain how to play GAME: the goal, a turn, the end, and what each role wants.",
    "show": "Show roles, known facts, sizes and the first position of GAME.",
    "solve": "Find the value of GAME and of each first move, with a proof.",
    "standings": "Print the table of TOURNAMENT, by default the latest of the store, finished or not.",
    "studio": "Open the studio in a browser: play, watch, understand and design games.",
    "suggest": "Ask an agent for a move in GAME, and see what it thinks of each move.",
    "tournament": "Play a tournament, described by a TOML file or by options, and print its table.",
    "train": "Train a network for GAME by self-play, and save it: the agent apprentice plays with it.",
    "tune": "Find the values of AGENT's options that score best in GAME, by pairs of games with seats swapped.",
}
"""Each command, in a file and a function of its name, with what it does: files are imported when they are needed."""

ARENA = frozenset({"export", "match", "merge", "replay", "standings", "tournament", "tune"})
"""Those whose files are in the folder ``arena``; the others are in ``commands``."""


def command_module(name: str) -> ModuleType:
    """The file of a command."""
    return import_module(f"ludens.cli.{'arena' if name in ARENA else 'commands'}.{name}")


GROUPS = {
    "Play and look": ("play", "studio", "games", "rules", "agents", "show", "suggest", "solve", "puzzles"),
    "Compare agents": ("match", "tournament", "standings", "replay", "export", "merge", "tune", "exploit"),
    "Your own games and agents": ("new", "check", "analyse", "learn", "train", "perft", "bench"),
    "Other programs": ("engine", "player", "manage"),
    "This installation": ("doctor", "devices", "reproduce"),
}
"""The commands as the help lists them."""


class _Group(click.Group):
    """Knows its commands by name and imports the one that is called."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        grouped = {name for names in GROUPS.values() for name in names}
        for title, names in {**GROUPS, "More": tuple(name for name in COMMANDS if name not in grouped)}.items():
            if names:
                with formatter.section(title):
                    formatter.write_dl([(name, COMMANDS[name]) for name in names])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None:
            command = getattr(command_module(name), name)
        return name, command, rest

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            ctx.exit(_interrupted())

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        def run() -> Any:
            return super(_Group, self).main(args, prog_name, complete_var, standalone_mode=False, **extra)

        if not standalone_mode:
            return run()
        with safe_streams():
            code = outcome(run)
        sys.exit(code)


def outcome(run: Callable[[], Any]) -> int:
    """The exit code of a command; what went wrong is printed to standard error. Bugs of ours are raised as they are."""
    try:
        result = run()
        sys.stdout.flush()
    except (KeyboardInterrupt, click.Abort):
        return _interrupted()
    except Exception as error:
        # An interrupt may break things in any way.
        if interrupts.received():
            return _interrupted()
        return _failed(error)
    return result if isinstance(result, int) else 0


def _interrupted() -> int:
    if not interrupts.received():
        echo("Interrupted.", err=True)
        return interrupts.exit_code()
    interrupts.tell()
    return interrupts.exit_code()


def _failed(error: Exception) -> int:
    """Tells a user's mistake, or what the system refuses, in a sentence; raises anything else."""
    if isinstance(error, BrokenPipeError) or (isinstance(error, OutputError) and error.closed):
        return 0  # The reader of our output has seen enough.
    if isinstance(error, click.ClickException):
        error.show(sys.stderr)
        return error.exit_code
    if isinstance(error, LudensError):
        echo(str(error), err=True)
    elif isinstance(error, MemoryError) or "shared object" in str(error):
        # Libraries are the first to find no room, where memory is limited.
        echo("There is not enough memory for this, or the installation is not complete.", err=True)
    elif isinstance(error, OSError):
        echo(_in_words(error), err=True)
    else:
        raise error
    return 2


def _in_words(error: OSError) -> str:
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    name = "" if error.filename is None else str(error.filename)
    shown = name if len(name) <= 200 else f"{name[:200]} …"
    return f"Cannot use {shown}: {reason}." if shown else f"The system refuses: {reason}."


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(ludens.__version__, prog_name="ludens")
def app() -> None:
    """Plays any game from its rules.

    GAME is the name of a built-in game, with parameters if you like, such as 'connect_four(columns=8)'; the path
    of a rulesheet in the Game Description Language; or a game of your own in Python, 'my_game.py:MyGame'. AGENT is
    a name that 'ludens agents' lists, with options if you like, or an agent of your own, 'my_agent.py:MyAgent', or
    a program in any language, 'program:./my_engine'.
    """


for _name, _help in COMMANDS.items():
    app.add_command(click.Command(_name, short_help=_help))
