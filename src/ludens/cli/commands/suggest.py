"""``ludens suggest GAME``: what an agent would play, and why."""

from __future__ import annotations

import math
import sys
from typing import Any

import click

from ludens.api.suggesting import Suggestion, chosen_role
from ludens.arena.session import Session
from ludens.arena.typed import play_typed
from ludens.cli.completion import complete_agent
from ludens.cli.terminal import game_argument, json_option, patience, print_blocks, print_json
from ludens.game import Limit
from ludens.games.loading import load
from ludens.players import DEFAULT_AGENT, check_agent, make_agent
from ludens.players.agent import Agent, Prepares, tell
from ludens.players.preparing import PreparingAgent, make_agent_soon

PATIENCE = 1.0
"""Seconds to wait for an agent to be ready; then a simpler one is asked in its stead."""


@click.command()
@game_argument()
@click.option(
    "--agent",
    default=DEFAULT_AGENT,
    show_default=True,
    shell_complete=complete_agent,
    help="The agent to ask; 'ludens agents' lists them.",
)
@click.option("--moves", "history", default="", metavar="MOVES",
              help="The moves so far: joint moves separated by ';', the moves of one by ','. You may leave out roles "
                   "that have no choice.")  # fmt: skip
@click.option("--role", "role_name", help="The role to move.  [default: the first one that has a choice]")
@click.option("--seconds", type=click.FloatRange(0, 86_400, min_open=True), help="How long it may think.  [default: 1]")
@click.option("--playouts", type=click.IntRange(1), help="How many playouts it may make.")
@click.option(
    "--prepare",
    type=click.FloatRange(0, 86_400),
    default=0.0,
    help="Seconds before the first move, as with a start clock, for agents that can use them.",
)
@click.option("--seed", type=int, help="Make the choice repeatable, with --playouts.")
@json_option
def suggest(
    game: str,
    agent: str,
    history: str,
    role_name: str | None,
    seconds: float | None,
    playouts: int | None,
    prepare: float,
    seed: int | None,
    as_json: bool,
) -> None:
    """Ask an agent for a move in GAME, and see what it thinks of each move."""
    check_agent(agent)
    for name, value in (("--seconds", seconds), ("--prepare", prepare)):
        if value is not None and math.isnan(value):
            raise click.UsageError(f"{name} must be a number.")
    loaded = load(game)
    session: Session[Any] = Session(loaded)
    play_typed(session, history)
    role = chosen_role(session, role_name)
    with patience(f"Compiling {loaded.info.name}"):
        asked: Agent[Any]
        if prepare or playouts is not None or seed is not None:
            asked = make_agent(agent, loaded, role, seed)
        else:
            asked = make_agent_soon(agent, loaded, role, patience=PATIENCE)
        if prepare and isinstance(asked, Prepares):
            asked.prepare(session.given(role), Limit(prepare))
    tell(asked, session.moves)
    decision = asked.decide(session.given(role), Limit(seconds, playouts))
    who = str(decision.notes.get("stand_in", agent))
    suggestion = Suggestion(loaded.info.name, who, loaded.info.roles[role], decision)
    if as_json:
        print_json(suggestion.to_dict())
    else:
        print_blocks(suggestion.blocks())
    if isinstance(asked, PreparingAgent):
        sys.stdout.flush()
        with patience(f"{agent} was not ready. It is being compiled to make the next start quick; Ctrl-C stops it"):
            asked.wait()
