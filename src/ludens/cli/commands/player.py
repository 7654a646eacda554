"""``ludens player``: sits down at the games of any GGP manager."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Collection
from pathlib import Path

import click

from ludens.cli import interrupts
from ludens.cli.completion import complete_agent
from ludens.cli.interrupts import run_until_signal
from ludens.game import ParameterError
from ludens.ggp.http_server import HttpServer
from ludens.ggp.match_workers import Settings
from ludens.ggp.messages import MessageError, write_info
from ludens.ggp.origins import read_origin
from ludens.ggp.player.journal import state_folder
from ludens.ggp.player.player import Player
from ludens.ggp.printable import PrintableFormatter
from ludens.ggp.selftest import selftest
from ludens.players import DEFAULT_AGENT, check_agent
from ludens.processes.limits import UNLIMITED, can_limit_memory, set_niceness

URGENCY = -5
"""The niceness of what answers, where the system allows it: it does little, but that must not wait."""

LOOPBACK = ("127.0.0.1", "localhost", "::1")


@click.command()
@click.option("--host", default=LOOPBACK[0], show_default=True,
              help="Where to listen; 0.0.0.0 admits every machine in the network.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), default=9147, show_default=True, help="0: any free port.")
@click.option(
    "--agent",
    default=DEFAULT_AGENT,
    show_default=True,
    shell_complete=complete_agent,
    help="The agent that plays; 'ludens agents' lists them.",
)
@click.option("--name", default="Ludens", show_default=True, help="The name of the player.")
@click.option("--matches", type=click.IntRange(1, 64), default=2, show_default=True, help="Most matches at once.")
@click.option("--memory", "memory_mib", type=click.IntRange(64), default=4096, show_default=True, metavar="MIB",
              help="Memory for an agent, beyond what Python itself takes.")  # fmt: skip
@click.option("--allow-origin", "origins", multiple=True, metavar="ORIGIN",
              help="Also accept pages from https://host; * for all. Repeatable.")  # fmt: skip
@click.option("--journal", type=click.Path(path_type=Path, file_okay=False), default=None,
              help="The folder of the journal, which lets matches resume.")  # fmt: skip
@click.option("--selftest", "test", is_flag=True, help="Play a short match with itself over HTTP, report, and exit.")
def player(
    host: str,
    port: int,
    agent: str,
    name: str,
    matches: int,
    memory_mib: int,
    origins: tuple[str, ...],
    journal: Path | None,
    test: bool,
) -> None:
    """Play for a GGP manager, which talks to this player over HTTP.

    Exit codes: 0 after SIGTERM, or a selftest that passed; 1 after one that did not; 2 for wrong input, such as a port
    that is taken; 130 after Ctrl-C.
    """
    check_agent(agent)
    try:
        write_info(name, "available")
    except MessageError:
        raise ParameterError(
            f"{name!r} cannot be a player's name: it needs text without parentheses or semicolons."
        ) from None
    settings = Settings(agent, memory_mib)
    allowed = frozenset(map(read_origin, origins))
    _log_to_terminal(logging.WARNING if test else logging.INFO)
    try:
        if test:
            passed = run_until_signal(selftest(settings, click.echo))
            raise SystemExit(0 if passed else 1)
        run_until_signal(serve(name, settings, journal or state_folder(), matches, (host, port), allowed))
    except KeyboardInterrupt:
        if interrupts.received() != signal.SIGTERM:
            raise
        interrupts.tell()  # and no error: this is how a service is stopped


def _log_to_terminal(level: int) -> None:
    handler = logging.StreamHandler()
    handler.setFormatter(PrintableFormatter("%(asctime)s %(levelname)s %(message)s", "%H:%M:%S"))
    logging.basicConfig(handlers=[handler], level=level)


async def serve(
    name: str, settings: Settings, folder: Path, matches: int, address: tuple[str, int], origins: Collection[str]
) -> None:
    """Plays until it is cancelled."""
    set_niceness(URGENCY)
    player = Player(name, settings, folder, matches)
    server = HttpServer(player.handle, origins=origins)
    try:
        host, port = server.bind(*address)
        if player.take_up():
            await server.open()
        await player.open()
        await server.open()
        click.echo(f"{name} plays as {settings.agent} at http://{host}:{port}")
        if not can_limit_memory():
            click.echo(UNLIMITED, err=True)
        if address[0] not in LOOPBACK:
            click.echo("Every machine that can reach this one can talk to it; there are no passwords.", err=True)
        await asyncio.Event().wait()
    finally:
        await server.close()
        await player.close()
