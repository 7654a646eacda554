"""The store of tournaments: an SQLite file that keeps every finished game, whatever happens to those who play.

Each game is written in a transaction of its own to a write-ahead log: a process that is killed at any moment leaves
either the whole game or nothing of it. A game's id is its key, so none is kept twice.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludens.arena.record import CHANCE, MatchRecord
from ludens.game import HIGHEST_GOAL, SourceError, UnknownNameError

APPLICATION = 0x4C756465
"""What marks a file as such a store: "Lude"."""

MIGRATIONS = (
    """
    CREATE TABLE tournament (id TEXT PRIMARY KEY, definition TEXT NOT NULL, begun REAL NOT NULL) STRICT;
    CREATE TABLE game (
        id TEXT PRIMARY KEY,
        tournament TEXT NOT NULL REFERENCES tournament (id),
        game TEXT NOT NULL,
        number INTEGER NOT NULL,
        agents TEXT NOT NULL,
        goals TEXT NOT NULL,
        forfeits TEXT NOT NULL,
        seconds REAL NOT NULL,
        record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX game_of_tournament ON game (tournament);
    """,
    "",  # this version brought the tables of the studio, which counts its versions itself now
)
"""What brings a store from each version to the next; the version is the number of those that were run."""

PATIENCE_SECONDS = 60.0
"""How long to wait for another process that is writing."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What standings need of a game: who sat where, everybody's goals, who forfeited why, and how long it took."""

    id: str
    game: str
    number: int
    agents: tuple[str, ...]
    goals: tuple[float, ...]
    forfeits: tuple[tuple[int, str], ...] = ()
    seconds: float = 0.0


def outcome_of(record: MatchRecord) -> Outcome:
    """The outcome of a recorded match; chance is nobody and is left out."""
    played = [role for role, card in enumerate(record.agents) if card.name != CHANCE]
    return Outcome(
        record.id,
        record.game,
        record.number,
        tuple(record.agents[role].name for role in played),
        tuple(record.goals[role] for role in played),
        tuple((played.index(each.role), each.cause.value) for each in record.forfeits),
        record.seconds,
    )


class Store:
    """An open store. A context manager that closes it.

    Raises SourceError when the file cannot be used, is something else, or was written by a later version.
    """

    def __init__(self, path: Path, *, must_exist: bool = False) -> None:
        self.path = path
        if must_exist and not path.is_file():
            raise SourceError(f"There is no store at {path}. 'ludens tournament' makes one; --store names another.")
        with self._usable():
            # Transactions are begun and ended by hand.
            self._file = sqlite3.connect(path, timeout=PATIENCE_SECONDS, isolation_level=None)
            try:
                self._open()
            except BaseException:
                self._file.close()
                raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(sqlite3.Error):
            self._file.close()

    @contextlib.contextmanager
    def _usable(self) -> Iterator[None]:
        """Tells what is wrong with the file in a SourceError: whatever can be in a file may be in this one."""
        try:
            yield
        except sqlite3.Error as error:
            raise SourceError(f"Cannot use {self.path} as a store: {_reason(error)}.") from None
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RecursionError) as error:
            raise SourceError(f"The store {self.path} is damaged: {_reason(error)}.") from None

    def _open(self) -> None:
        (version,) = self._file.execute("PRAGMA user_version").fetchone()
        (application,) = self._file.execute("PRAGMA application_id").fetchone()
        (tables,) = self._file.execute("SELECT count(*) FROM sqlite_master").fetchone()
        if tables and application != APPLICATION:
            raise SourceError(f"{self.path} is a database of something else. Choose another file with --store.")
        if version > len(MIGRATIONS):
            raise SourceError(f"{self.path} was written by a later version of Ludens (format {version}).")
        # Survives the death of any process; only a loss of power can cost the last games, never the store.
        self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = NORMAL")
        for number in range(version, len(MIGRATIONS)):
            self._migrate(number)

    def _migrate(self, number: int) -> None:
        script = f"{MIGRATIONS[number]} PRAGMA user_version = {number + 1}; PRAGMA application_id = {APPLICATION};"
        try:
            self._file.execute("BEGIN EXCLUSIVE")
            (version,) = self._file.execute("PRAGMA user_version").fetchone()
            if version == number:
                for statement in filter(str.strip, script.split(";")):
                    self._file.execute(statement)
            self._file.execute("COMMIT")
        except sqlite3.Error:
            if self._file.in_transaction:
                self._file.execute("ROLLBACK")
            raise

    def add_tournament(self, identity: str, definition: dict[str, Any], begun: float) -> None:
        """Keeps what a tournament is; does nothing if it is known."""
        text = json.dumps(definition, ensure_ascii=False)
        with self._usable():
            self._file.execute("INSERT OR IGNORE INTO tournament VALUES (?, ?, ?)", (identity, text, begun))

    def tournaments(self) -> list[tuple[str, dict[str, Any], int]]:
        """All tournaments, the latest last: id, definition, games played."""
        with self._usable():
            rows = self._file.execute(
                "SELECT id, definition, (SELECT count(*) FROM game WHERE tournament = tournament.id) "
                "FROM tournament ORDER BY begun, rowid"
            )
            return [(str(identity), _definition(text), count) for identity, text, count in rows]

    def tournament(self, beginning: str | None) -> tuple[str, dict[str, Any]]:
        """The tournament whose id begins so, or the latest; raises SourceError or UnknownNameError without any."""
        every = self.tournaments()
        if not every:
            raise SourceError(f"{self.path} holds no tournament.")
        found = every[-1:] if beginning is None else [each for each in every if each[0].startswith(beginning)]
        if not found:
            raise UnknownNameError("tournament", str(beginning), [each[0] for each in every])
        if len(found) > 1:
            raise SourceError(f"Several tournaments begin with {beginning}: {', '.join(each[0] for each in found)}.")
        return found[0][0], found[0][1]

    def add(self, tournament: str, record: MatchRecord) -> bool:
        """Keeps a finished game; False, and nothing changes, when it is known."""
        short = outcome_of(record)
        row = (
            short.id, tournament, short.game, short.number, json.dumps(short.agents, ensure_ascii=False),
            json.dumps(short.goals), json.dumps(short.forfeits), short.seconds, record.to_json(),
        )  # fmt: skip
        with self._usable():
            done = self._file.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
            return done.rowcount == 1

    def take(self, other: Store) -> tuple[int, int]:
        """Copies all tournaments and games of another store, in one transaction; returns how many games were new and
        how many were known. Of a game that both have, the one that is here stays.
        """
        known = new = 0
        try:
            games = other._file.execute("SELECT * FROM game ORDER BY rowid")
            self._file.execute("BEGIN IMMEDIATE")
            tournaments = other._file.execute("SELECT * FROM tournament ORDER BY begun, rowid")
            self._file.executemany("INSERT OR IGNORE INTO tournament VALUES (?, ?, ?)", tournaments)
            for row in games:
                done = self._file.execute("INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
                new, known = new + done.rowcount, known + 1 - done.rowcount
            self._file.execute("COMMIT")
        except sqlite3.Error as error:
            with contextlib.suppress(sqlite3.Error):
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
            raise SourceError(f"Cannot copy {other.path} to {self.path}: {_reason(error)}.") from None
        return new, known

    def outcomes(self, tournament: str) -> Iterator[Outcome]:
        """All games of a tournament, in the order in which they ended."""
        with self._usable():
            rows = self._file.execute(
                "SELECT id, game, number, agents, goals, forfeits, seconds FROM game WHERE tournament = ? "
                "ORDER BY rowid",
                (tournament,),
            )
            for row in rows:
                yield _outcome(row)

    def records(self, tournament: str) -> Iterator[MatchRecord]:
        """The records of all games of a tournament, in the order in which they ended."""
        with self._usable():
            rows = self._file.execute("SELECT record FROM game WHERE tournament = ? ORDER BY rowid", (tournament,))
            for (line,) in rows:
                yield MatchRecord.from_json(line)

    def record(self, beginning: str) -> MatchRecord:
        """The game whose id begins so; raises UnknownNameError or SourceError when there is not just one."""
        pattern = "".join(letter for letter in beginning.lower() if letter in "0123456789abcdef")
        wanted = pattern if pattern == beginning.lower() and pattern else "none"
        with self._usable():
            rows = self._file.execute("SELECT id, record FROM game WHERE id GLOB ? LIMIT 3", (f"{wanted}*",)).fetchall()
        if not rows:
            raise UnknownNameError("game in the store with an id", beginning, ())
        if len(rows) > 1:
            raise SourceError(f"Several games begin with {beginning}: {rows[0][0]}, {rows[1][0]} …")
        return MatchRecord.from_json(rows[0][1])


def _reason(error: Exception) -> str:
    """What SQLite says is wrong, in words that a user can do something with."""
    if getattr(error, "sqlite_errorname", "") == "SQLITE_FULL":
        return os.strerror(errno.ENOSPC).lower()
    return str(error) or type(error).__name__


def _definition(text: str) -> dict[str, Any]:
    found: Any = json.loads(text)
    if not isinstance(found, dict):
        raise TypeError("what describes a tournament in it does not")
    return found


def _outcome(row: tuple[Any, ...]) -> Outcome:
    identity, game, number, agents, goals, forfeits, seconds = row
    broken = tuple((int(role), str(cause)) for role, cause in json.loads(forfeits))
    names, won = tuple(map(str, json.loads(agents))), tuple(map(float, json.loads(goals)))
    if len(names) != len(won) or any(not 0 <= role < len(names) for role, _ in broken):
        raise ValueError(f"the game {identity} has {len(names)} agents and {len(won)} goals")
    if not all(0 <= goal <= HIGHEST_GOAL for goal in won):
        raise ValueError(f"the game {identity} has goals that are not numbers from 0 to 100")
    return Outcome(identity, game, number, names, won, broken, seconds)
