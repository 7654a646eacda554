"""The command ``ludens``: one file for each of its commands.

Exit codes: 0, all went well; 2, the input was wrong, and the message says what and where; 130, interrupted.
Data goes to standard output, progress and messages to standard error.
"""

from __future__ import annotations

from ludens.cli.agents import agents
from ludens.cli.analyse import analyse
from ludens.cli.app import app
from ludens.cli.bench import bench
from ludens.cli.check import check
from ludens.cli.exploit import exploit
from ludens.cli.export import export
from ludens.cli.games import games
from ludens.cli.manage import manage
from ludens.cli.match import match
from ludens.cli.merge import merge
from ludens.cli.perft import perft
from ludens.cli.play import play
from ludens.cli.player import player
from ludens.cli.replay import replay
from ludens.cli.reproduce import reproduce
from ludens.cli.show import show
from ludens.cli.solve import solve
from ludens.cli.standings import standings
from ludens.cli.studio import studio
from ludens.cli.suggest import suggest
from ludens.cli.tournament import tournament
from ludens.cli.tune import tune

__all__ = ["app", "main"]

for command in (
    games,
    agents,
    show,
    check,
    play,
    suggest,
    solve,
    perft,
    bench,
    analyse,
    tune,
    exploit,
    match,
    tournament,
    standings,
    replay,
    export,
    manage,
    player,
    merge,
    reproduce,
    studio,
):
    app.add_command(command)


def main() -> None:
    """The entry point of the ``ludens`` command."""
    app(prog_name="ludens")
