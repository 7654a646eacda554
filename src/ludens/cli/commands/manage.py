"""``ludens manage GAME PLAYER…``: a GGP manager, for players of the network and agents of this machine."""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from ludens.arena.record import AT_START, Fault, MatchRecord
from ludens.arena.store import Store
from ludens.arena.tournament import Kind, Tournament
from ludens.cli.arena.match import print_match
from ludens.cli.interrupts import run_until_signal
from ludens.cli.report_card import print_report_card, tell
from ludens.cli.terminal import console, game_argument, json_option
from ludens.game import SourceError
from ludens.games.loading import load_rulesheet
from ludens.ggp.addresses import read_address
from ludens.ggp.compliance import examine
from ludens.ggp.conversation import Clocks, Conversation, Phase
from ludens.ggp.manager import Greeting, Managed, UnplayableError, Watching, ggp_form, play_managed, seated, terms_of
from ludens.ggp.messages import LONGEST_CLOCK
from ludens.ggp.printable import printable

COMPLETED, WITH_ERRORS, UNPLAYABLE = 0, 1, 3
"""Exit codes; 2 is for bad input, as everywhere."""

Keep = Callable[[Managed, MatchRecord], None]

CLOCK, PREVIEW_CLOCK = click.IntRange(1, LONGEST_CLOCK), click.IntRange(0, LONGEST_CLOCK)
FILE = click.Path(path_type=Path, dir_okay=False)


@click.command()
@game_argument(required=False)
@click.argument("players", nargs=-1, metavar="[PLAYER]...")
@click.option("--start-clock", type=CLOCK, default=30, show_default=True, help="Seconds before the first move.")
@click.option("--play-clock", type=CLOCK, default=10, show_default=True, help="Seconds for each move.")
@click.option(
    "--preview-clock", type=click.IntRange(0, LONGEST_CLOCK), default=0, help="Seconds for a preview of the rules."
)
@click.option("--scramble", is_flag=True, help="Send network players rules with scrambled names.")
@click.option("--seed", type=int, help="Seed for chance, agents, replaced moves and scrambled names.")
@click.option("--matches", type=click.IntRange(1, 100_000), default=1, show_default=True, help="How many matches.")
@click.option("--store", "store_path", type=FILE, help="An arena store that keeps the records.")
@click.option("--ggp-json", "ggp_path", type=FILE, help="A file for the records in the form of ggp.org, one a line.")
@click.option("--compliance", metavar="URL", help="Test a player instead, and print its report card.")
@json_option
def manage(
    game: str | None,
    players: tuple[str, ...],
    start_clock: int,
    play_clock: int,
    preview_clock: int,
    scramble: bool,
    seed: int | None,
    matches: int,
    store_path: Path | None,
    ggp_path: Path | None,
    compliance: str | None,
    as_json: bool,
) -> None:
    """Play GAME between GGP players: one PLAYER for each role, in order.

    A PLAYER is an address, http://host:port or host:port, or the name of an agent from 'ludens agents', which plays in
    a process of its own. If a player is late, gone or makes an illegal move, a random legal move replaces it and the
    match continues.

    Exit codes: 0, all matches were completed without errors of players; 1, with errors; 2, the input was wrong; 3, a
    match could not be completed; 130 and 143, Ctrl-C and SIGTERM ended it, and the players were informed.
    With --compliance: 0, nothing failed that managers need; 1, something did.
    """
    if compliance is not None:
        if game is not None:
            raise click.UsageError("--compliance tests one player; it takes no GAME.")
        raise click.exceptions.Exit(_examine(compliance, as_json))
    if game is None or not players:
        raise click.UsageError("Give a GAME and a PLAYER for each role, or --compliance URL.")
    clocks = Clocks(start_clock, play_clock, preview_clock)
    seed = random.SystemRandom().randrange(1 << 32) if seed is None else seed
    names = seated(load_rulesheet(game), players)
    contest = Tournament(
        games=(game,), agents=names, kind=Kind.MANAGED, pairs=matches, opening=0, seed=seed, terms=terms_of(clocks)
    )
    first = Managed(game=game, players=names, clocks=clocks, scramble=scramble, seed=seed, contest=contest.id)
    with _keeping(contest, store_path, ggp_path) as keep:
        worst = COMPLETED
        for number in range(matches):
            worst = max(worst, _play(replace(first, number=number), keep, as_json))
    raise click.exceptions.Exit(worst)


def _play(managed: Managed, keep: Keep, as_json: bool) -> int:
    """Plays a match, prints and keeps it; the exit code that it deserves."""
    progress = _Progress()
    try:
        record = run_until_signal(play_managed(managed, Watching(progress.greeted, progress.exchanged)))
    except UnplayableError as error:
        _say(str(error))
        return UNPLAYABLE
    keep(managed, record)
    if as_json:
        click.echo(record.to_json())
    else:
        print_match(record)
        _print_faults(record)
    if record.cut:
        return UNPLAYABLE
    return WITH_ERRORS if record.faults else COMPLETED


class _Progress:
    """Tells on standard error how a match goes on."""

    def __init__(self) -> None:
        self._faults = 0
        self._moves = 0

    def greeted(self, greeting: Greeting) -> None:
        if greeting.info is None:
            _say(f"{greeting.player} does not answer: {greeting.reason}.")
        else:
            called = f" is {greeting.info.name}" if greeting.info.name not in ("", greeting.player) else ""
            _say(f"{greeting.player}{called}, {greeting.info.status}.")

    def exchanged(self, conversation: Conversation[Any]) -> None:
        roles = conversation.game.info.roles
        new, self._faults = conversation.faults[self._faults :], len(conversation.faults)
        if len(conversation.moves) > self._moves:
            self._moves = len(conversation.moves)
            pairs = zip(roles, conversation.moves[-1], conversation.thoughts[-1], strict=True)
            made = ", ".join(f"{role} {move} ({thought.seconds:.2f} s)" for role, move, thought in pairs)
            _say(f"{self._moves:4}. {made}")
        elif conversation.phase is Phase.PLAY:
            _say(f"{conversation.match} has begun.")
        for fault in new:
            _say(f"      {_sentence(fault, roles)}")


def _say(text: str) -> None:
    click.echo(printable(text), err=True)


def _sentence(fault: Fault, roles: tuple[str, ...]) -> str:
    where = "at the start" if fault.step == AT_START else f"move {fault.step + 1}"
    return f"{roles[fault.role]}, {where}: {fault.kind.value} ({fault.kind.name.lower()}), {fault.detail}"


def _print_faults(record: MatchRecord) -> None:
    for role, name in enumerate(record.roles):
        kinds = [fault.kind.value for fault in record.faults if fault.role == role]
        if kinds:
            counted = ", ".join(f"{kinds.count(kind)} {kind}" for kind in dict.fromkeys(kinds))
            console().print(f"Errors of {name}: {counted}.")


@contextmanager
def _keeping(contest: Tournament, store_path: Path | None, ggp_path: Path | None) -> Iterator[Keep]:
    """Gives a function that keeps records where they were asked to be kept; mistakes show before anything is played."""
    with ExitStack() as opened:
        store = None if store_path is None else opened.enter_context(Store(store_path))
        if store is not None:
            if any(identity == contest.id and count for identity, _, count in store.tournaments()):
                raise SourceError(f"{store_path} already holds these matches. Choose another --seed or --store.")
            store.add_tournament(contest.id, contest.definition(), time.time())
        if ggp_path is not None:
            _write(ggp_path, "w", "")

        def keep(managed: Managed, record: MatchRecord) -> None:
            if store is not None:
                store.add(contest.id, record)
            if ggp_path is not None:
                _write(ggp_path, "a", json.dumps(ggp_form(managed, record), ensure_ascii=False) + "\n")

        yield keep


def _write(path: Path, mode: str, text: str) -> None:
    try:
        with path.open(mode, encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise SourceError(f"Cannot write {path}: {(error.strerror or str(error)).lower()}.") from None


def _examine(url: str, as_json: bool) -> int:
    address = read_address(url)
    card = run_until_signal(examine(address, found=tell))
    print_report_card(card, as_json)
    return COMPLETED if card.passed else WITH_ERRORS
