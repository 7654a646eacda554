"""``ludens suggest GAME``: what an agent would play, and why."""

from __future__ import annotations

import math
import sys
from typing import Any

import click
from rich.table import Table

from ludens.arena.session import Session
from ludens.arena.typed import play_typed
from ludens.cli.terminal import console, game_argument, json_option, patience, print_json, print_table
from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, MoveReport, ParameterError, UnknownNameError
from ludens.games.loading import load
from ludens.players import DEFAULT_AGENT, check_agent, make_agent
from ludens.players.agent import Agent, Prepares
from ludens.players.preparing import PreparingAgent, make_agent_soon

PATIENCE = 1.0
"""Seconds to wait for an agent to be ready; then a simpler one is asked in its stead."""

SHOWN = 20
"""Moves of the table; the rest is counted."""


@click.command()
@game_argument()
@click.option("--agent", default=DEFAULT_AGENT, show_default=True, help="Who is asked; 'ludens agents' lists them.")
@click.option("--moves", "history", default="", metavar="MOVES",
              help="What has been played: joint moves separated by ';', the moves of one by ','. Roles that have no "
                   "choice may be left out.")  # fmt: skip
@click.option("--role", "role_name", help="For whom; otherwise for the first role that has a choice.")
@click.option("--seconds", type=click.FloatRange(0, 86_400, min_open=True), help="How long it may think.  [default: 1]")
@click.option("--playouts", type=click.IntRange(1), help="How many playouts it may make.")
@click.option(
    "--prepare",
    type=click.FloatRange(0, 86_400),
    default=0.0,
    help="Seconds before the first move, as with a start clock, for agents that can use them.",
)
@click.option("--seed", type=int, help="Makes the choice repeatable, with --playouts.")
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
    """Ask an agent what to play in GAME, and what it thinks of each move."""
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
    decision = asked.decide(session.given(role), Limit(seconds, playouts))
    who = str(decision.notes.get("stand_in", agent))
    if as_json:
        print_json(as_data(loaded, who, role, decision))
    else:
        _print(loaded, who, role, decision)
    if isinstance(asked, PreparingAgent):
        sys.stdout.flush()
        with patience(f"{agent} was not ready. It is being compiled, so that the next start is quick; Ctrl-C ends it"):
            asked.wait()


def chosen_role(session: Session[Any], name: str | None) -> int:
    """Whose move is asked for; raises where there is nothing to choose."""
    info = session.game.info
    if session.is_over:
        raise ParameterError(f"There is nothing to suggest: this game of {info.name} is over.")
    if name is not None:
        if name.lower() not in info.roles:
            raise UnknownNameError("role", name, info.roles)
        return info.roles.index(name.lower())
    choosing = [role for role in range(len(info.roles)) if len(session.game.legal_moves(session.state, role)) > 1]
    if choosing == [info.chance_role]:
        raise ParameterError("There is nothing to suggest: the next move is drawn. --moves may begin with it.")
    return next((role for role in choosing if role != info.chance_role), info.players[0])


def as_data(game: LoadedGame[Any], agent: str, role: int, decision: Decision) -> dict[str, object]:
    """A decision as plain data."""
    return {
        "game": game.info.name,
        "agent": agent,
        "role": game.info.roles[role],
        "move": decision.move,
        "value": decision.value,
        "moves": [
            {
                "move": report.move,
                "visits": report.visits,
                "value": report.value,
                "margin": report.margin,
                "amaf": report.amaf,
                "proven": report.proven,
                "chance": report.chance,
            }
            for report in decision.moves
        ],
        "line": [list(joint) for joint in decision.line],
        "notes": {key: _finite(value) for key, value in decision.notes.items()},
    }


def _finite(value: float | int | str) -> float | int | str | None:
    return None if isinstance(value, float) and not math.isfinite(value) else value


def _print(game: LoadedGame[Any], agent: str, role: int, decision: Decision) -> None:
    out = console()
    value = "" if decision.value is None else f", expecting {decision.value:.1f}"
    out.print(f"{agent} plays {decision.move} for {game.info.roles[role]}{value}")
    if decision.moves:
        print_table(_table(decision.moves))
    if len(decision.moves) > SHOWN:
        out.print(f"and {len(decision.moves) - SHOWN} more")
    if decision.line:
        line = ", ".join(" ".join(joint) for joint in decision.line)
        out.print(f"It expects: {line}")
    for key, found in decision.notes.items():
        shown = f"{found:,.4g}" if isinstance(found, float) else f"{found:,}" if isinstance(found, int) else found
        out.print(f"{key.replace('_', ' ')}: {shown}")


def _table(listed: tuple[MoveReport, ...]) -> Table:
    columns = {
        "move": [report.move for report in listed],
        "visits": [f"{report.visits:,}" if report.visits else "" for report in listed],
        "value": [_value(report) for report in listed],
        "AMAF": ["" if report.amaf is None else f"{report.amaf:.1f}" for report in listed],
        "proven": ["yes" if report.proven else "" for report in listed],
        "chance": ["" if report.chance is None else f"{report.chance:.3f}" for report in listed],
    }
    kept = {heading: cells for heading, cells in columns.items() if any(cells)}
    table = Table(box=None, header_style="bold", pad_edge=False)
    for heading in kept:
        table.add_column(heading, justify="left" if heading in ("move", "proven") else "right", overflow="fold")
    for row in list(zip(*kept.values(), strict=True))[:SHOWN]:
        table.add_row(*row)
    return table


def _value(report: MoveReport) -> str:
    if report.value is None:
        return ""
    return f"{report.value:.1f}" if not report.margin else f"{report.value:.1f} ± {report.margin:.1f}"
