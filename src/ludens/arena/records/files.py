"""Files of records, whoever wrote them: JSON Lines of ours, and matches of ggp.org, one or many.

A record may come from anybody. So reading one runs no code and fetches nothing: a game that would need that has to be
named by whoever reads.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludens.arena.match import rules_digest
from ludens.arena.record import MatchRecord
from ludens.arena.records.ggp_form import from_ggp, game_of_match
from ludens.engine.contract import LoadedGame
from ludens.game import SourceError
from ludens.games import GAMES
from ludens.games.loading import is_address, load, scheme_of
from ludens.names import split_name
from ludens.own.references import runs_code

MOST_BYTES = 1 << 30


def read_records(path: Path, game: str | None = None) -> Iterator[MatchRecord]:
    """The records of a file, in order; ``game``: by which rules they were played, whatever they say themselves.

    Raises SourceError, with the place, for what is no record.
    """
    games: dict[str, LoadedGame[Any]] = {}
    for place, data in _objects(path):
        try:
            yield _record(data, game, games)
        except SourceError as error:
            raise SourceError(f"{path}, {place}: {error}") from None


def check_names(record: MatchRecord, *, game: bool = True, agents: bool = False) -> None:
    """Raises SourceError where a record names code, or rules that would have to be fetched.

    ``game``, ``agents``: which of its names are to be used.
    """
    named = [record.game] if game and not scheme_of(record.game) else []
    for name in [*named, *(card.name for card in record.agents if agents)]:
        if runs_code(name):
            raise SourceError(f"{name} is a program. Records may come from anybody, so it is not run.")
    if game and is_address(record.game) and not _is_kept(record.game):
        raise SourceError(
            f"Match {record.id} was played by the rules at {record.game}. Records may come from anybody, so nothing is "
            f"fetched for them; to fetch these rules, give --game {record.game}"
        )


def _record(data: dict[str, Any], game: str | None, games: dict[str, LoadedGame[Any]]) -> MatchRecord:
    if "matchId" not in data:
        record = MatchRecord.from_json(json.dumps(data))
        return record if game is None else replace(record, game=game)
    name = game or _known_name(data)
    if name not in games:
        games[name] = load(name)
    return from_ggp(data, name, games[name], rules_digest(name))


def _known_name(data: dict[str, Any]) -> str:
    """The built-in game of a match of ggp.org; raises SourceError for others, which could be anything."""
    name = game_of_match(data)
    split = None if name is None else split_name(name)
    if name is not None and (split is not None and split[0] in GAMES):
        return name
    where = f" at {name}" if name is not None and is_address(name) else ""
    raise SourceError(f"match {data['matchId']} does not bring its rules{where}; give them with --game")


def _objects(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The JSON objects of a file, with their places: one a line, or one or a list in the whole file."""
    text = _text(path)
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        whole = None
    if whole is not None and text.strip().count("\n"):
        listed = [("the match", whole)] if isinstance(whole, dict) else [
            (f"match {number}", each) for number, each in enumerate(whole if isinstance(whole, list) else [], start=1)
        ]  # fmt: skip
    else:
        listed = [(f"line {number}", _object(path, number, line))
                  for number, line in enumerate(text.splitlines(), start=1) if line.strip()]  # fmt: skip
    for place, found in listed:
        if not isinstance(found, dict):
            raise SourceError(f"{path}, {place}: This is not the record of a match.")
        yield place, found


def _object(path: Path, number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise SourceError(f"{path}, line {number}: This is not the record of a match.") from None


def _text(path: Path) -> str:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise SourceError(f"Cannot read {path}: it is longer than {MOST_BYTES:,} bytes.")
        return path.read_text("utf-8")
    except OSError as error:
        raise SourceError(f"Cannot read {path}: {(error.strerror or str(error)).lower()}.") from None
    except UnicodeDecodeError:
        raise SourceError(f"Cannot read {path}: it is not text.") from None


def _is_kept(address: str) -> bool:
    from ludens.games.fetching import is_kept  # noqa: PLC0415  (few records need it)

    return is_kept(address)
