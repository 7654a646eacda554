"""``ludens studio``: play, watch, understand and design games in a browser."""

from __future__ import annotations

import os
import secrets
import sys
from pathlib import Path

import click

from ludens.cli.arena.arena_options import STORE
from ludens.games.loading import load
from ludens.own.references import restrict, split_reference
from ludens.players import check_agent
from ludens.processes.limits import UNLIMITED, can_limit_memory
from ludens.studio.settings import DEFAULT_HOST, DEFAULT_PORT, Settings


@click.command()
@click.option("--host", default=DEFAULT_HOST, show_default=True, help="The address to listen on. With any address "
              "other than 127.0.0.1, other machines can reach the studio.")  # fmt: skip
@click.option("--port", type=click.IntRange(0, 65535), help=f"The port to listen on; 0 takes any free one.  [default: "
              f"{DEFAULT_PORT} or the next free one]")  # fmt: skip
@click.option("--open/--no-open", "open_browser", default=None, help="Open the page in a browser.  [default: if there "
              "is a screen]")  # fmt: skip
@click.option("--store", type=click.Path(dir_okay=False, path_type=Path),
              help=f"The file that stores games, rules and tournaments.  [default: {STORE} if this folder has one; "
              "otherwise one in your state folder]")  # fmt: skip
@click.option("--token/--no-token", "with_token", default=True, help="Admit only those who have the token in the "
              "printed address. Without it, every user of this machine can open the studio.")  # fmt: skip
@click.option("--agent", "agents", multiple=True, metavar="FILE.py:NAME", help="Also offer an agent of your own, in a "
              "file or a module. Repeatable. Pages can run no other code of yours.")  # fmt: skip
@click.option("--game", "games", multiple=True, metavar="FILE.py:NAME", help="Also offer a game of your own in Python, "
              "in a file or a module. Repeatable.")  # fmt: skip
def studio(
    host: str,
    port: int | None,
    open_browser: bool | None,
    store: Path | None,
    with_token: bool,
    agents: tuple[str, ...],
    games: tuple[str, ...],
) -> None:
    """Open the studio in a browser: play, watch, understand and design games."""
    for option, names in (("--agent", agents), ("--game", games)):
        for name in names:
            if split_reference(name) is None:
                raise click.UsageError(f"{option} {name}: it should have the form FILE.py:NAME or MODULE:NAME.")
    restrict(agents, games)
    for agent in agents:
        check_agent(agent)
    for game in games:
        load(game)
    from ludens.studio.store.lock import StoreLock  # noqa: PLC0415
    from ludens.studio.store.store import StudioStore  # noqa: PLC0415
    from ludens.studio.web.serving import address_of, bind, serve  # noqa: PLC0415  (not every command needs a web server)
    from ludens.studio.web.token import kept_token  # noqa: PLC0415

    store = (store or usual_store()).resolve()
    with StudioStore(store):
        pass  # a problem with the file is reported before anything else
    wanted = DEFAULT_PORT if port is None else port
    with StoreLock(store) as lock, bind(host, wanted, exactly=port is not None) as listening:
        token, ticket = (kept_token(), secrets.token_urlsafe(24)) if with_token else ("", "")
        settings = Settings(host, listening.getsockname()[1], store, token, ticket, warm=True)
        lock.says(address_of(settings))
        click.echo(f"Ludens studio: {address_of(settings)}")
        click.echo(f"Press Ctrl-C to stop it; your games are saved in {store}.", err=True)
        if not can_limit_memory() and host != DEFAULT_HOST:
            click.echo(f"{UNLIMITED} Let nobody in whom you do not trust.", err=True)
        serve(settings, listening, lock, open_browser=_has_screen() if open_browser is None else open_browser)
        click.echo("The studio has stopped.", err=True)


def usual_store() -> Path:
    """The store of this folder, if it has one; otherwise the user's, which is the same wherever a studio is started."""
    if STORE.exists():
        return STORE
    state = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    folder = Path(os.environ.get("LUDENS_STATE") or state / "ludens")
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return STORE
    return folder / "studio.sqlite"


def _has_screen() -> bool:
    return sys.platform in ("darwin", "win32") or bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
