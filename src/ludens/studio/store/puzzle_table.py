"""Puzzles in the store, and how whoever solves them gets on."""

from __future__ import annotations

import hashlib
import json
import sqlite3
import time
from dataclasses import dataclass
from typing import Any, cast

from ludens.studio.frames.teaching import PuzzleData, PuzzleShelf

STREAK_LOOKED_AT = 1_000


@dataclass(frozen=True, slots=True)
class KeptPuzzle:
    """A puzzle with its game, as it is named when a match is begun; ``own``: made from a mistake."""

    id: str
    game: str
    title: str
    own: bool
    data: PuzzleData
    tries: int = 0
    helped: bool = False
    ended: float | None = None


def puzzle_id(game: str, data: PuzzleData, *, own: bool) -> str:
    """The same id for the same task; one's own mistake is a task of its own."""
    task = json.dumps([game, data["moves"], data["role"], own], ensure_ascii=False)
    return hashlib.sha256(task.encode()).hexdigest()[:16]


class PuzzleTable:
    """The table of puzzles in a store."""

    def __init__(self, file: sqlite3.Connection) -> None:
        self._file = file

    def keep(self, puzzle: KeptPuzzle, most: int) -> bool:
        """Writes a puzzle, unless it is there; beyond ``most`` the oldest solved ones go. False when it was there."""
        row = (puzzle.id, puzzle.game, puzzle.title, int(puzzle.own), time.time(), json.dumps(puzzle.data))
        new = self._file.execute(
            "INSERT OR IGNORE INTO studio_puzzle (id, game, title, own, made, data) VALUES (?, ?, ?, ?, ?, ?)", row
        ).rowcount
        self._file.execute(
            "DELETE FROM studio_puzzle WHERE id IN ("
            "SELECT id FROM studio_puzzle ORDER BY ended IS NULL DESC, made DESC LIMIT -1 OFFSET ?)",
            (most,),
        )
        return new == 1

    def get(self, identity: str) -> KeptPuzzle | None:
        """A puzzle by its id."""
        return self._one("WHERE id = ?", (identity,))

    def next(self, game: str | None, *, own: bool, after: str = "") -> KeptPuzzle | None:
        """A puzzle that is not solved yet, easy ones first; not the one that was passed over, if there are others."""
        where, values = "WHERE ended IS NULL AND own = ?", [int(own)]
        if game is not None:
            where, values = f"{where} AND game = ?", [*values, game]  # type: ignore[list-item]
        order = "ORDER BY id = ?, json_extract(data, '$.depth'), made"
        return self._one(f"{where} {order}", (*values, after))

    def waiting(self, game: str) -> int:
        """How many puzzles of a game, made of no mistakes, are not solved yet."""
        where = "game = ? AND own = 0 AND ended IS NULL"
        return int(self._file.execute(f"SELECT count(*) FROM studio_puzzle WHERE {where}", (game,)).fetchone()[0])

    def tried(self, identity: str) -> None:
        """Counts a wrong try."""
        self._file.execute("UPDATE studio_puzzle SET tries = tries + 1 WHERE id = ? AND ended IS NULL", (identity,))

    def help(self, identity: str) -> None:
        """Notes that the solution was shown."""
        self._file.execute(
            "UPDATE studio_puzzle SET helped = 1, ended = coalesce(ended, ?) WHERE id = ?", (time.time(), identity)
        )

    def end(self, identity: str) -> None:
        """Notes that the puzzle is solved."""
        self._file.execute("UPDATE studio_puzzle SET ended = ? WHERE id = ? AND ended IS NULL", (time.time(), identity))

    def shelves(self) -> list[PuzzleShelf]:
        """How many there are of each game, one's own mistakes apart: solved at the first try, missed, waiting."""
        rows = self._file.execute(
            "SELECT game, max(title), own, sum(ended IS NULL), sum(ended IS NOT NULL AND tries = 0 AND helped = 0), "
            "sum(ended IS NOT NULL AND (tries > 0 OR helped > 0)) FROM studio_puzzle GROUP BY game, own ORDER BY 2"
        )
        return [
            {"game": game, "title": title, "own": bool(own), "waiting": waiting, "solved": solved, "missed": missed}
            for game, title, own, waiting, solved, missed in rows
        ]

    def streak(self) -> int:
        """How many puzzles in a row were solved at the first try, up to the last one."""
        rows = self._file.execute(
            "SELECT tries, helped FROM studio_puzzle WHERE ended IS NOT NULL ORDER BY ended DESC LIMIT ?",
            (STREAK_LOOKED_AT,),
        )
        count = 0
        for tries, helped in rows:
            if tries or helped:
                break
            count += 1
        return count

    def _one(self, where: str, values: tuple[Any, ...]) -> KeptPuzzle | None:
        row = self._file.execute(
            f"SELECT id, game, title, own, data, tries, helped, ended FROM studio_puzzle {where} LIMIT 1", values
        ).fetchone()
        if row is None:
            return None
        identity, game, title, own, data, tries, helped, ended = row
        return KeptPuzzle(
            identity, game, title, bool(own), cast(PuzzleData, json.loads(data)), tries, bool(helped), ended
        )
