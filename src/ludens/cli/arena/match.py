"""``ludens match GAME AGENT…``: one game between agents, by the clock, with a record."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from ludens.api.playing import result, seats
from ludens.api.taking import seated
from ludens.arena.match import MatchConditions, Matches, MatchJob, match_id
from ludens.arena.outside import is_outside
from ludens.arena.record import MatchRecord, replay
from ludens.arena.records.ggp_form import as_ggp
from ludens.boards import picture
from ludens.cli.arena.arena_options import read_terms, terms_options
from ludens.cli.completion import complete_agent
from ludens.cli.files import append_line
from ludens.cli.terminal import (
    console,
    echo,
    game_argument,
    json_option,
    patience,
    print_json,
    print_json_text,
    print_picture,
)
from ludens.game import Limit
from ludens.games.loading import load
from ludens.ggp.outside_seat import check_outside, network_seat
from ludens.players import check_agent


@click.command()
@game_argument()
@click.argument("agents", nargs=-1, required=True, metavar="AGENT...", shell_complete=complete_agent)
@terms_options
@click.option(
    "--opening", type=click.IntRange(0), default=0, show_default=True, help="Random joint moves at the start."
)
@click.option("--seed", type=int, default=0, show_default=True)
@click.option("--record", "record_path", type=click.Path(path_type=Path, dir_okay=False),
              help="A file of JSON lines; the record is appended to it.")  # fmt: skip
@click.option("--ggp", is_flag=True, help="Print the match as JSON in the form of ggp.org.")
@json_option
def match(
    game: str,
    agents: tuple[str, ...],
    opening: int,
    seed: int,
    record_path: Path | None,
    ggp: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Play GAME between agents, one for each role in order; a single one plays all roles. Chance needs no agent.

    AGENT is a name from 'ludens agents', or the address of a network player: http://host:port. An agent that crashes,
    stalls, makes an illegal move or takes too long forfeits the game: it gets 0, and the others share 100.
    """
    terms = read_terms(Limit(seconds=1.0), options)
    check_outside(agents, terms)
    for agent in agents:
        if not is_outside(agent):
            check_agent(agent)
    loaded = load(game)
    players = seated(loaded.info, agents)
    job = MatchJob(match_id([terms.as_data(), opening, seed], game, players, 0), game, players, 0)
    with Matches(MatchConditions(terms, opening, seed, network_seat)) as matches, patience("Playing", 2.0):
        played = matches.play(job)
    if record_path is not None:
        append_line(record_path, played.to_json())
        echo(f"Replay it with: {shlex.join(['ludens', 'replay', played.id, '--file', str(record_path)])}", err=True)
    if ggp:
        print_json(as_ggp(played, loaded))
    elif as_json:
        print_json_text(played.to_json())
    else:
        print_match(played)


def print_match(record: MatchRecord) -> None:
    """Prints who played, the last position, and the result."""
    game, out = load(record.game), console()
    states = replay(record, game)
    out.print(seats(record))
    print_picture(picture(game, states[-1], record.moves[-1] if record.moves else ()))
    out.print(result(record))
