"""``ludens replay ID``: a game of a store, move by move."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import click

from ludens.api.playing import result, seats
from ludens.arena.match import play_again
from ludens.arena.record import MatchRecord, Thought
from ludens.arena.record import replay as positions
from ludens.arena.records.files import check_names, read_records
from ludens.arena.store import Store
from ludens.boards import picture
from ludens.cli.arena.arena_options import store_option
from ludens.cli.files import write_file
from ludens.cli.terminal import console, json_option, print_json_text, print_picture
from ludens.engine.contract import LoadedGame
from ludens.game import SourceError, UnknownNameError
from ludens.games.loading import load
from ludens.studio.watch.replay_file import replay_page
from ludens.studio.watch.replays import replay_of_record


@click.command()
@click.argument("identity", metavar="ID")
@store_option
@click.option("--file", "path", type=click.Path(path_type=Path, dir_okay=False),
              help="A file of records instead of the store: JSON Lines, or matches of ggp.org.")  # fmt: skip
@click.option("--game", help="By which rules the records of the file were played, if they do not say so themselves.")
@click.option("--boards", is_flag=True, help="Draw every position, not only the last.")
@click.option("--html", "page", type=click.Path(path_type=Path, dir_okay=False),
              help="Write a page to this file instead; it shows the game in any browser.")  # fmt: skip
@click.option("--again", is_flag=True, help="Let the agents play it again, and report any difference.")
@json_option
def replay(
    identity: str,
    store_path: Path,
    path: Path | None,
    game: str | None,
    boards: bool,
    page: Path | None,
    again: bool,
    as_json: bool,
) -> None:
    """Show the game whose id begins with ID, move by move. 'ludens standings --games' lists the ids.

    All moves and the result are checked against the rules. With --again the agents play the game once more, with the
    same random numbers; a game without clocks must come out the same.
    """
    if game is not None and path is None:
        raise click.UsageError("--game needs --file: the games of a store say what they are.")
    record = _from_file(path, identity, game, again) if path is not None else _from_store(store_path, identity)
    loaded = load(record.game)
    states = positions(record, loaded)
    if page is not None:
        write_file(page, replay_page(replay_of_record(record, loaded)))
    elif again:
        _again(record)
    elif as_json:
        print_json_text(record.to_json())
    else:
        _print(record, loaded, states, boards)


def _from_store(path: Path, identity: str) -> MatchRecord:
    with Store(path, must_exist=True) as store:
        try:
            return store.record(identity)
        except UnknownNameError:
            hint = shlex.join(["ludens", "standings", "--games", "--store", str(path)])
            raise SourceError(f"{path} has no game whose id begins with {identity!r}; '{hint}' lists them.") from None


def _from_file(path: Path, identity: str, game: str | None, again: bool) -> MatchRecord:
    """The record with this id; raises SourceError when it names code that would be run, or rules to be fetched."""
    found = [record for record in read_records(path, game) if record.id.startswith(identity)]
    if not found:
        raise SourceError(f"{path} has no game whose id begins with {identity!r}.")
    check_names(found[-1], game=game is None, agents=again)
    return found[-1]


def _again(record: MatchRecord) -> None:
    if play_again(record).moves == record.moves:
        console().print(f"Match {record.id} came out the same when played again, move by move.")
        return
    reason = "" if record.terms.repeatable else " Its moves were limited by time, so it can differ from run to run."
    console().print(f"Match {record.id} came out differently when played again.{reason}")


def _print(record: MatchRecord, game: LoadedGame[Any], states: list[Any], boards: bool) -> None:
    out = console()
    out.print(seats(record))
    for number, joint in enumerate(record.moves):
        said = _said(record, number)
        out.print(f"{number + 1:3}. {', '.join(joint)}{'  — ' + said if said else ''}", soft_wrap=True)
        if boards:
            print_picture(picture(game, states[number + 1], joint))
    if not boards:
        print_picture(picture(game, states[-1], record.moves[-1] if record.moves else ()))
    out.print(f"{result(record)} Match {record.id}.", soft_wrap=True)


def _said(record: MatchRecord, number: int) -> str:
    """What is known of the decisions for a joint move; nothing of those of an opening, which nobody made."""
    if number < record.opening:
        return ""
    thoughts = zip(record.roles, record.thoughts[number - record.opening], strict=True)
    return "; ".join(filter(None, (_thought(role, thought) for role, thought in thoughts)))


def _thought(role: str, thought: Thought) -> str:
    if thought.value is None:
        return ""
    played = (thought.notes or {}).get("simulations")
    after = f" after {played:,} simulations" if played and not isinstance(played, str) else ""
    return f"{role} expects {thought.value:.0f}{after}"
