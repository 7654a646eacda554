"""What the studio keeps in the store of the arena: games in progress and saved rules. One transaction a change."""

from __future__ import annotations

import asyncio
import errno
import json
import sqlite3
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from ludens.arena.store import Store
from ludens.game import LudensError
from ludens.studio.store.puzzle_table import PuzzleTable
from ludens.studio.store.schema import migrate

T = TypeVar("T")

DAMAGED = "This match is damaged and cannot be read. It can only be deleted."


class StoreError(LudensError):
    """A store that cannot be written or read just now, as when the disk is full."""


class DamagedError(LudensError):
    """Something in the store that is not what was once written there."""


class StudioStore(Store):
    """The store with the tables of the studio."""

    def __enter__(self) -> StudioStore:
        return self

    def _open(self) -> None:
        super()._open()
        migrate(self._file, self.path)

    @property
    def puzzles(self) -> PuzzleTable:
        """The puzzles in the store."""
        return PuzzleTable(self._file)

    def keep_match(self, identity: str, plies: int, data: Mapping[str, object], most: int) -> None:
        """Writes a match; beyond ``most`` those go first in which nothing was played, then the oldest."""
        text = json.dumps(data, ensure_ascii=False)
        self._file.execute("BEGIN IMMEDIATE")
        try:
            self._file.execute(
                "INSERT OR REPLACE INTO studio_match VALUES (?, ?, ?, ?)", (identity, time.time(), plies, text)
            )
            self._file.execute(
                "DELETE FROM studio_match WHERE id IN ("
                "SELECT id FROM studio_match ORDER BY id = ? DESC, plies > 0 DESC, changed DESC LIMIT -1 OFFSET ?)",
                (identity, most),
            )
            self._file.execute("COMMIT")
        except BaseException:
            if self._file.in_transaction:  # SQLite ends it by itself where the disk is full
                self._file.execute("ROLLBACK")
            raise

    def match(self, identity: str) -> dict[str, Any] | None:
        """A game in progress, or None; raises DamagedError where what is kept cannot be read."""
        row = self._file.execute("SELECT data FROM studio_match WHERE id = ?", (identity,)).fetchone()
        if row is None:
            return None
        data = _object(row[0])
        if data is None:
            raise DamagedError(DAMAGED)
        return data

    def matches(self, most: int) -> list[tuple[str, float, dict[str, Any] | None]]:
        """The games changed lately, the latest first: id, when, what, or None where that cannot be read."""
        rows = self._file.execute("SELECT id, changed, data FROM studio_match ORDER BY changed DESC LIMIT ?", (most,))
        return [(identity, changed, _object(text)) for identity, changed, text in rows]

    def drop_match(self, identity: str) -> bool:
        """Deletes a game; False when there was none."""
        return self._file.execute("DELETE FROM studio_match WHERE id = ?", (identity,)).rowcount == 1

    def keep_rules(self, identity: str, name: str, text: str) -> None:
        """Writes saved rules."""
        row = (identity, name, text, time.time())
        self._file.execute("INSERT OR REPLACE INTO studio_rules VALUES (?, ?, ?, ?)", row)

    def rules(self, identity: str) -> tuple[str, str] | None:
        """The name and the text of saved rules, or None."""
        row = self._file.execute("SELECT name, text FROM studio_rules WHERE id = ?", (identity,)).fetchone()
        return None if row is None else (str(row[0]), str(row[1]))

    def same_rules(self, name: str, text: str) -> str | None:
        """The id of saved rules with this name and text, or None."""
        row = self._file.execute("SELECT id FROM studio_rules WHERE name = ? AND text = ?", (name, text)).fetchone()
        return None if row is None else str(row[0])

    def all_rules(self) -> list[tuple[str, str, float]]:
        """Saved rules, the latest first: id, name, when."""
        return list(self._file.execute("SELECT id, name, changed FROM studio_rules ORDER BY changed DESC"))

    def drop_rules(self, identity: str) -> bool:
        """Deletes saved rules; False when there were none."""
        return self._file.execute("DELETE FROM studio_rules WHERE id = ?", (identity,)).rowcount == 1


def _object(text: str) -> dict[str, Any] | None:
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return found if isinstance(found, dict) else None


class AsyncStore:
    """A store that is used from the event loop: what it does, it does in a thread of its own, one after another."""

    def __init__(self, path: Path) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="store")
        self._store = self._thread.submit(StudioStore, path).result()

    async def do(self, work: Callable[[StudioStore], T]) -> T:
        """The result of some work with the store; raises StoreError, and nothing has changed, when it fails."""
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._store)
        except (sqlite3.Error, OSError) as error:
            raise StoreError(_reason(self._store.path, error)) from error

    async def close(self) -> None:
        """Closes the store when everything asked for is done."""
        try:
            await self.do(lambda store: store.__exit__())
        finally:
            self._thread.shutdown()


def _reason(path: Path, error: Exception) -> str:
    full = "full" in str(error).lower() or getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT)
    if full:
        return f"The disk is full, so that was not stored in {path.name}. Make room on the disk and try again."
    return f"That could not be stored in {path.name}, or read from it: {error}. Try again."
