"""``ludens export``: the games of a tournament as JSON lines, as matches of ggp.org, or as a table."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from ludens.arena.record import MatchRecord
from ludens.arena.records.files import check_names, read_records
from ludens.arena.records.ggp_form import as_ggp
from ludens.arena.store import Store
from ludens.cli.arena.arena_options import store_option
from ludens.cli.files import writing
from ludens.cli.terminal import echo, print_json_text
from ludens.engine.contract import LoadedGame
from ludens.games.loading import load

FORMATS = ("jsonl", "ggp", "csv")
HEADINGS = ("id", "game", "number", "roles", "agents", "goals", "moves", "seconds", "forfeits", "cut")


@click.command()
@click.argument("tournament", required=False)
@store_option
@click.option("--file", "path", type=click.Path(path_type=Path, dir_okay=False),
              help="A file of records instead of the store: JSON Lines, or matches of ggp.org.")  # fmt: skip
@click.option("--game", help="By which rules the records of the file were played, if they do not say so themselves.")
@click.option("--format", "form", type=click.Choice(FORMATS), default="jsonl", show_default=True)
@click.option("--output", type=click.Path(path_type=Path, dir_okay=False), help="A file.  [default: standard output]")
def export(
    tournament: str | None, store_path: Path, path: Path | None, game: str | None, form: str, output: Path | None
) -> None:
    """Write all games of TOURNAMENT, by default the latest of the store; with --file, those of a file.

    jsonl: the whole records, one a line. ggp: in the form of the match archives of ggp.org, one a line. csv: a table
    with a line for each game. --file reads the first two.
    """
    if path is not None:
        if tournament is not None:
            raise click.UsageError("Name a tournament of the store or a --file, not both.")
        _write(_lines(_from_file(path, game), form), form, output)
        return
    if game is not None:
        raise click.UsageError("--game needs --file: the games of a store say what they are.")
    with Store(store_path, must_exist=True) as store:
        identity, _ = store.tournament(tournament)
        _write(_lines(store.records(identity), form), form, output)


def _from_file(path: Path, game: str | None) -> Iterator[MatchRecord]:
    for record in read_records(path, game):
        check_names(record, game=game is None)
        yield record


def _write(lines: Iterator[str], form: str, output: Path | None) -> None:
    if output is None:
        for line in lines:
            echo(line) if form == "csv" else print_json_text(line)
        return
    with writing(output) as file:
        file.writelines(line + "\n" for line in lines)


def _lines(records: Iterator[MatchRecord], form: str) -> Iterator[str]:
    games: dict[str, LoadedGame[Any]] = {}
    if form == "csv":
        yield _row(HEADINGS)
    for record in records:
        if form == "jsonl":
            yield record.to_json()
        elif form == "csv":
            yield _row(_cells(record))
        else:
            if record.game not in games:
                games[record.game] = load(record.game)
            yield json.dumps(as_ggp(record, games[record.game]), ensure_ascii=False)


def _cells(record: MatchRecord) -> tuple[object, ...]:
    forfeits = "; ".join(f"{record.roles[each.role]}: {each.cause.value}" for each in record.forfeits)
    return (
        record.id, record.game, record.number, "; ".join(record.roles), "; ".join(card.name for card in record.agents),
        "; ".join(f"{goal:g}" for goal in record.goals), len(record.moves), record.seconds, forfeits, record.cut,
    )  # fmt: skip


def _row(cells: tuple[object, ...]) -> str:
    text = io.StringIO()
    csv.writer(text, lineterminator="").writerow(cells)
    return text.getvalue()
