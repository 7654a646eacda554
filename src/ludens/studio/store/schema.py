"""The tables of the studio, in the same file as those of the arena, and how an older file gets them."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from ludens.game import SourceError

VERSION_TABLE = "studio_version"

MIGRATIONS = (
    # Stores that were written before the studio counted its own versions have these tables already.
    """
    CREATE TABLE IF NOT EXISTS studio_match (
        id TEXT PRIMARY KEY, changed REAL NOT NULL, plies INTEGER NOT NULL, data TEXT NOT NULL
    ) STRICT;
    CREATE INDEX IF NOT EXISTS studio_match_changed ON studio_match (changed);
    CREATE TABLE IF NOT EXISTS studio_rules (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, changed REAL NOT NULL
    ) STRICT;
    """,
    # Puzzles: ``tries`` that were wrong; ``ended``: when it was solved, or its solution was shown (``helped``).
    """
    CREATE TABLE studio_puzzle (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, title TEXT NOT NULL, own INTEGER NOT NULL, made REAL NOT NULL,
        tries INTEGER NOT NULL DEFAULT 0, helped INTEGER NOT NULL DEFAULT 0, ended REAL, data TEXT NOT NULL
    ) STRICT;
    CREATE INDEX studio_puzzle_game ON studio_puzzle (game, own, ended);
    """,
)
"""What brings the studio's tables from each version to the next; the version is the number of those that were run."""


def migrate(file: sqlite3.Connection, path: Path) -> None:
    """Brings the studio's tables to the latest version; raises SourceError when a later Ludens has written them."""
    version = _version(file)
    if version > len(MIGRATIONS):
        raise SourceError(f"{path} was written by a later version of Ludens (format {version} of the studio).")
    if version == len(MIGRATIONS):
        return
    file.execute("BEGIN EXCLUSIVE")
    try:
        for script in MIGRATIONS[_version(file) :]:
            for statement in filter(str.strip, script.split(";")):
                file.execute(statement)
        file.execute(f"CREATE TABLE IF NOT EXISTS {VERSION_TABLE} (version INTEGER NOT NULL) STRICT")
        file.execute(f"DELETE FROM {VERSION_TABLE}")
        file.execute(f"INSERT INTO {VERSION_TABLE} VALUES (?)", (len(MIGRATIONS),))
        file.execute("COMMIT")
    except BaseException:
        if file.in_transaction:
            file.execute("ROLLBACK")
        raise


def _version(file: sqlite3.Connection) -> int:
    """The version of the studio's tables in a file; 0 where there are none yet."""
    known = file.execute("SELECT count(*) FROM sqlite_master WHERE name = ?", (VERSION_TABLE,)).fetchone()[0]
    row = file.execute(f"SELECT version FROM {VERSION_TABLE}").fetchone() if known else None
    return 0 if row is None else int(row[0])
