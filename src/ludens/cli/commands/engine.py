"""``ludens engine``: an agent for other programs, which talk to it over standard input and output."""

from __future__ import annotations

import sys

import click

from ludens.cli.completion import complete_agent
from ludens.own.references import restrict, runs_code
from ludens.players import DEFAULT_AGENT, check_agent
from ludens.players.programs.engine import Engine


@click.command()
@click.argument("agent", default=DEFAULT_AGENT, shell_complete=complete_agent)
@click.option("--seed", type=int, help="Makes its choices repeatable, unless the other side gives a seed.")
def engine(agent: str, seed: int | None) -> None:
    """Let another program ask AGENT for moves, in lines of text over standard input and output.

    docs/protocol.md describes the lines. The other program can name built-in games, or send rules; no code of its own
    is run, and nothing is fetched.
    """
    restrict([agent] if runs_code(agent) else [])
    check_agent(agent)

    def say(line: str) -> None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()

    Engine(agent, say, seed).serve(sys.stdin)
