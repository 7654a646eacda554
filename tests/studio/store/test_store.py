"""What the studio keeps: matches and rules, in a store that may be older than the studio."""

from __future__ import annotations

import asyncio
import sqlite3
from functools import partial
from pathlib import Path

import pytest

from ludens.arena.store import APPLICATION, MIGRATIONS, Store
from ludens.game import SourceError
from ludens.studio.store import schema
from ludens.studio.store.store import AsyncStore, StudioStore


def test_beyond_the_limit_untouched_matches_go_first_then_the_oldest(tmp_path: Path) -> None:
    with StudioStore(tmp_path / "store.sqlite") as store:
        for name, plies in (("old", 1), ("untouched", 0), ("new", 1), ("newest", 0)):
            store.keep_match(name, plies, {"name": name}, 3)
        assert [identity for identity, _, _ in store.matches(10)] == ["newest", "new", "old"]
        store.keep_match("last", 1, {}, 2)
        assert [identity for identity, _, _ in store.matches(10)] == ["last", "new"]
        assert store.match("new") == {"name": "new"}
        assert store.match("old") is None
        assert store.drop_match("new")
        assert not store.drop_match("new")


def test_a_change_replaces_what_was_kept(tmp_path: Path) -> None:
    with StudioStore(tmp_path / "store.sqlite") as store:
        store.keep_match("one", 0, {"moves": []}, 10)
        store.keep_match("one", 1, {"moves": [["é"]]}, 10)
        store.keep_rules("rules", "first", "(role x)")
        store.keep_rules("rules", "second", "(role y)")
    with StudioStore(tmp_path / "store.sqlite") as store:
        assert store.match("one") == {"moves": [["é"]]}
        assert store.rules("rules") == ("second", "(role y)")
        assert [(identity, name) for identity, name, _ in store.all_rules()] == [("rules", "second")]
        assert store.drop_rules("rules")
        assert not store.drop_rules("rules")


def test_a_store_of_tournaments_alone_gets_the_new_tables(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    old = sqlite3.connect(path, isolation_level=None)
    old.executescript(f"{MIGRATIONS[0]} PRAGMA user_version = 1; PRAGMA application_id = {APPLICATION};")
    old.execute("INSERT INTO tournament VALUES ('t', '{}', 1.0)")
    old.close()
    with StudioStore(path) as store:
        store.keep_match("one", 0, {"moves": []}, 10)
        assert store.tournaments() == [("t", {}, 0)]
    with Store(path) as plain:
        assert plain.tournaments() == [("t", {}, 0)]


def test_the_store_does_one_thing_after_another(tmp_path: Path) -> None:
    def keep(number: int, store: StudioStore) -> None:
        store.keep_match(str(number), 0, {}, 100)

    async def play() -> list[str]:
        kept = AsyncStore(tmp_path / "store.sqlite")
        await asyncio.gather(*(kept.do(partial(keep, number)) for number in range(20)))
        found = await kept.do(lambda store: store.matches(100))
        await kept.close()
        return [identity for identity, _, _ in found]

    assert asyncio.run(play()) == [str(n) for n in reversed(range(20))]


FORMER = """
    CREATE TABLE studio_match (
        id TEXT PRIMARY KEY, changed REAL NOT NULL, plies INTEGER NOT NULL, data TEXT NOT NULL
    ) STRICT;
    CREATE INDEX studio_match_changed ON studio_match (changed);
    CREATE TABLE studio_rules (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, text TEXT NOT NULL, changed REAL NOT NULL
    ) STRICT;
"""
"""What the second version of the arena's tables brought, before the studio counted its own."""


def test_a_store_that_has_the_tables_already_keeps_what_is_in_them(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    old = sqlite3.connect(path, isolation_level=None)
    old.executescript(f"{MIGRATIONS[0]} {FORMER} PRAGMA user_version = 2; PRAGMA application_id = {APPLICATION};")
    old.execute("INSERT INTO studio_match VALUES ('m', 1.0, 0, '{}')")
    old.execute("INSERT INTO studio_rules VALUES ('r', 'name', '(role x)', 1.0)")
    old.close()
    for _ in range(2):
        with StudioStore(path) as store:
            assert store.match("m") == {}
            assert store.rules("r") == ("name", "(role x)")
    found = {"tournament", "game", "studio_match", "studio_rules", "studio_puzzle", schema.VERSION_TABLE}
    assert tables(path) == found


def test_a_store_of_tournaments_has_no_tables_of_the_studio(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with Store(path):
        assert tables(path) == {"tournament", "game"}
    with StudioStore(path) as store:
        store.keep_rules("r", "name", "(role x)")
    with Store(path) as plain:
        assert plain.tournaments() == []


def test_tables_of_a_later_version_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "store.sqlite"
    with StudioStore(path) as store:
        store._file.execute(f"UPDATE {schema.VERSION_TABLE} SET version = 99")
    with pytest.raises(SourceError, match="later version"):
        StudioStore(path)
    with Store(path):
        pass


def tables(path: Path) -> set[str]:
    file = sqlite3.connect(path)
    try:
        return {name for (name,) in file.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    finally:
        file.close()
