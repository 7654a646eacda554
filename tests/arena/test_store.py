"""The store: games are kept once, found again, and files that are none are refused."""

from __future__ import annotations

import dataclasses
import sqlite3
from pathlib import Path

import pytest

from ludens import Limit
from ludens.arena.clock import Terms
from ludens.arena.match import MatchConditions, Matches, MatchJob
from ludens.arena.record import MatchRecord
from ludens.arena.store import MIGRATIONS, Store, outcome_of
from ludens.game import SourceError, UnknownNameError


@pytest.fixture(scope="module")
def record() -> MatchRecord:
    with Matches(MatchConditions(Terms(limit=Limit(playouts=5)))) as matches:
        return matches.play(MatchJob("abc0", "tic_tac_toe", ("random", "legal"), 0))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "store.sqlite"


def test_what_is_kept_comes_back(path: Path, record: MatchRecord) -> None:
    other = dataclasses.replace(record, id="abd1", number=4)
    with Store(path) as store:
        store.add_tournament("t1", {"kind": "x"}, 1.0)
        store.add_tournament("t2", {"kind": "y"}, 2.0)
        assert store.add("t1", record)
        assert store.add("t1", other)
    with Store(path, must_exist=True) as store:
        assert list(store.records("t1")) == [record, other]
        assert list(store.outcomes("t1")) == [outcome_of(record), outcome_of(other)]
        assert list(store.records("t2")) == []
        assert store.tournaments() == [("t1", {"kind": "x"}, 2), ("t2", {"kind": "y"}, 0)]
        assert store.record("abc") == record
        assert store.tournament(None) == ("t2", {"kind": "y"})
        assert store.tournament("t1") == ("t1", {"kind": "x"})


def test_a_game_is_kept_once(path: Path, record: MatchRecord) -> None:
    with Store(path) as store, Store(path) as another:
        store.add_tournament("t", {}, 0)
        another.add_tournament("t", {"changed": True}, 5)
        assert store.add("t", record)
        assert not another.add("t", dataclasses.replace(record, goals=(1, 99)))
        assert list(another.records("t")) == [record]
        assert store.tournaments() == [("t", {}, 1)]


def test_every_game_is_a_transaction_in_a_write_ahead_log(path: Path, record: MatchRecord) -> None:
    with Store(path) as store:
        store.add_tournament("t", {}, 0)
        store.add("t", record)
        with sqlite3.connect(path) as other:
            assert other.execute("SELECT count(*) FROM game").fetchone() == (1,)
            assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert other.execute("PRAGMA user_version").fetchone() == (len(MIGRATIONS),)
        other.close()


def test_what_is_not_there_is_told(path: Path, record: MatchRecord) -> None:
    with pytest.raises(SourceError, match="There is no store at"):
        Store(path, must_exist=True)
    with Store(path) as store:
        with pytest.raises(SourceError, match="holds no tournament"):
            store.tournament(None)
        store.add_tournament("t1", {}, 0)
        store.add_tournament("t2", {}, 0)
        store.add("t1", record)
        store.add("t1", dataclasses.replace(record, id="abd1"))
        with pytest.raises(UnknownNameError, match="There is no tournament called 'u'"):
            store.tournament("u")
        with pytest.raises(SourceError, match="Several tournaments begin with t: t1, t2"):
            store.tournament("t")
        with pytest.raises(SourceError, match="Several games begin with ab"):
            store.record("ab")
        for identity in ("ff", "", "*", "ab*", "'; DROP TABLE game"):
            with pytest.raises(UnknownNameError):
                store.record(identity)


def test_other_files_are_refused_and_left_alone(path: Path) -> None:
    path.write_text("not a database, but quite a long text " * 100)
    with pytest.raises(SourceError, match="as a store"):
        Store(path)
    assert path.read_text().startswith("not a database")
    path.unlink()
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE shopping (item TEXT)")
    other.close()
    with pytest.raises(SourceError, match="database of something else"):
        Store(path)
    with pytest.raises(SourceError, match="Cannot use"):
        Store(path.parent / "no" / "such" / "folder")


def test_a_store_of_a_later_version_is_refused(path: Path) -> None:
    Store(path).__exit__()
    other = sqlite3.connect(path)
    other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(SourceError, match="later version of Ludens"):
        Store(path)
