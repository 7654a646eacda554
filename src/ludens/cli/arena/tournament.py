"""``ludens tournament``: many games between agents, kept in a store, with a table that grows as they end."""

from __future__ import annotations

import contextlib
import shlex
import sys
import time
import tomllib
from pathlib import Path
from typing import Any

import click
from rich.console import Group
from rich.live import Live
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from ludens.api.contests import standings_blocks, standings_table, verdicts
from ludens.arena.executors import Executor, all_cores, in_local_processes, in_this_process
from ludens.arena.ratings.sprt import Sprt
from ludens.arena.ray_executor import in_ray
from ludens.arena.shares import WHOLE, Share
from ludens.arena.standings import Table, standings, table_data
from ludens.arena.store import Store
from ludens.arena.tournament import (
    DEFAULT_TERMS,
    Contest,
    Kind,
    Tournament,
    check_seats,
    check_share,
    check_unchanged,
    tournament_from,
)
from ludens.cli.arena.arena_options import listed, read_terms, store_option, terms_options
from ludens.cli.completion import complete_agent, complete_game, several
from ludens.cli.terminal import console, echo, json_option, patience, print_blocks, print_json
from ludens.game import LudensError, ParameterError, SourceError
from ludens.ggp.outside_seat import check_outside, with_network

REFRESH_SECONDS = 2.0
"""Between two looks at the table; longer where making it takes long."""

KINDS = [kind.value for kind in Kind if kind is not Kind.MANAGED]
"""Of tournaments; managed matches are played by another command."""


@click.command()
@click.argument("file", required=False, type=click.Path(path_type=Path))
@click.option(
    "--games",
    multiple=True,
    metavar="GAME,…",
    shell_complete=several(complete_game),
    help="The games; may be given several times.",
)
@click.option(
    "--agents",
    multiple=True,
    metavar="AGENT,…",
    shell_complete=several(complete_agent),
    help="The agents, in order of their seeding; may be given several times.",
)
@click.option("--kind", type=click.Choice(KINDS), default="round_robin", show_default=True)
@click.option("--pairs", type=click.IntRange(1), default=10, show_default=True,
              help="Openings that every two agents play in each game, with seats swapped.")  # fmt: skip
@click.option("--rounds", type=click.IntRange(1), default=5, show_default=True, help="Rounds of a Swiss tournament.")
@click.option("--elo0", type=float, default=0.0, show_default=True, help="SPRT: Elo of the first claim.")
@click.option("--elo1", type=float, default=10.0, show_default=True, help="SPRT: Elo of the second claim.")
@click.option(
    "--alpha", type=float, default=0.05, show_default=True, help="SPRT: how often a true first claim is rejected."
)
@click.option(
    "--beta", type=float, default=0.05, show_default=True, help="SPRT: how often a true second claim is rejected."
)
@terms_options
@click.option("--opening", type=click.IntRange(0), default=2, show_default=True, help="Random moves at the start.")
@click.option("--seed", type=int, default=0, show_default=True)
@store_option
@click.option("--tournament", "identity", metavar="ID", help="The tournament to resume.  [default: the latest]")
@click.option("--resume", is_flag=True, help="Continue a tournament of the store.")
@click.option("--shard", metavar="N/COUNT", help="Play only this share of the games; 'ludens merge' joins the stores.")
@click.option("--executor", type=click.Choice(["local", "ray"]), default="local", show_default=True,
              help="Where to play: in processes of this machine, or on a Ray cluster.")  # fmt: skip
@click.option("--ray-address", metavar="HOST:PORT",
              help="Address of the cluster for --executor ray.  [default: RAY_ADDRESS, or a local Ray]")  # fmt: skip
@click.option("--workers", type=click.IntRange(1, 1024), show_default="all cores", help="How many processes play.")
@json_option
def tournament(
    file: Path | None,
    store_path: Path,
    identity: str | None,
    resume: bool,
    shard: str | None,
    executor: str,
    ray_address: str | None,
    workers: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Play a tournament, described by a TOML file or by options, and print its table.

    Every finished game is saved at once. However the command ends, --resume continues from there.
    """
    described = file is not None or options["games"] or options["agents"]
    if not described and not resume:
        raise click.UsageError("Give a FILE, or --games and --agents, or --resume.")
    if described and identity is not None:
        raise click.UsageError("--tournament works only with --resume.")
    share = WHOLE if shard is None else Share.parse(shard)
    play_by = choose_executor(executor, ray_address, workers)
    asked = (read_file(file) if file is not None else from_options(options)) if described else None
    if asked is not None:
        check_share(asked, share)
        _check(asked)  # before there is a store, so that a mistake leaves nothing behind
    with Store(store_path, must_exist=asked is None) as store:
        if asked is None:
            _, definition = store.tournament(identity)
            check_unchanged(definition)
            asked = Tournament.from_definition(definition)
            _check(asked)
        _check_new(asked, store, resume)
        contest = Contest(asked, store, share=share)
        try:
            # What Ray has to say goes to standard output, where nothing but the table belongs.
            with contextlib.redirect_stdout(sys.stderr):
                table = _play(contest, with_network(play_by))
        except (KeyboardInterrupt, LudensError, OSError):
            given = {"--shard": shard, "--executor": executor, "--ray-address": ray_address, "--workers": workers}
            command = resume_command(store_path, contest.id, given)
            echo(f"All finished games are saved. Continue with: {command}", err=True)
            raise
        if as_json:
            print_json({**table_data(table), "tournament": contest.id, **asked.definition(), "played": table.games})
        else:
            print_standings(contest, table)


def choose_executor(name: str, ray_address: str | None, workers: int | None) -> Executor:
    """Who plays; raises LudensError when Ray is asked for and not installed."""
    if name == "ray":
        return in_ray(workers, ray_address)
    if ray_address is not None:
        raise click.UsageError("--ray-address works only with --executor ray.")
    processes = workers or all_cores()
    return in_this_process if processes == 1 else in_local_processes(processes)


def resume_command(store: Path, identity: str, given: dict[str, str | int | None]) -> str:
    """The command that goes on with a tournament, in the same manner."""
    words = ["ludens", "tournament", "--resume", "--store", str(store), "--tournament", identity]
    for name, value in given.items():
        if value not in (None, "local"):
            words += [name, str(value)]
    return shlex.join(words)


def from_options(options: dict[str, Any]) -> Tournament:
    """The tournament that the options describe."""
    return Tournament(
        games=listed(options["games"]),
        agents=listed(options["agents"]),
        kind=Kind(options["kind"]),
        pairs=options["pairs"],
        rounds=options["rounds"],
        opening=options["opening"],
        seed=options["seed"],
        terms=read_terms(DEFAULT_TERMS.limit, options),
        sprt=Sprt(options["elo0"], options["elo1"], options["alpha"], options["beta"]),
    )


def read_file(path: Path) -> Tournament:
    """The tournament that a TOML file describes; raises LudensError if it does not describe one."""
    try:
        with path.open("rb") as file:
            return tournament_from(tomllib.load(file))
    except OSError as error:
        raise SourceError(f"Cannot read {path}: {(error.strerror or str(error)).lower()}.") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SourceError(f"{path} is not TOML: {error}.") from None
    except ParameterError as error:
        raise ParameterError(f"{path}: {error}") from None


def print_standings(contest: Contest, table: Table) -> None:
    """Prints the standings for people."""
    print_blocks(standings_blocks(contest.tournament, contest.id, table, contest.size))


def _check(asked: Tournament) -> None:
    check_outside(asked.agents, asked.terms)
    with patience("Preparing the games"):
        check_seats(asked)


def _check_new(asked: Tournament, store: Store, resume: bool) -> None:
    known = {identity: count for identity, _, count in store.tournaments()}
    if not resume and known.get(asked.id):
        raise SourceError(
            f"{store.path} already holds {known[asked.id]:,} games of this tournament. Continue with --resume, or "
            "choose another --seed or --store."
        )


def _play(contest: Contest, executor: Executor) -> Table:
    """Plays what is missing, showing how far it is."""
    columns = BarColumn(), MofNCompleteColumn(), TextColumn("games"), TimeElapsedColumn(), TimeRemainingColumn()
    progress, err = Progress(*columns), console(stderr=True)
    bar = progress.add_task("", total=contest.size, completed=len(contest.outcomes))
    with Live(progress, console=err, transient=True, auto_refresh=err.is_terminal) as live:
        due = time.monotonic() + REFRESH_SECONDS
        for _ in contest.play(executor):
            progress.update(bar, completed=len(contest.outcomes))
            if err.is_terminal and time.monotonic() >= due:
                begin = time.monotonic()
                table = standings(contest)
                progress.update(bar, total=contest.size)
                live.update(Group(standings_table(table).grid(), *verdicts(table), progress))
                due = time.monotonic() + max(REFRESH_SECONDS, 20 * (time.monotonic() - begin))
    return standings(contest)
