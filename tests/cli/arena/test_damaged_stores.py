"""Stores that were damaged in any way: every command tells it in a sentence."""

from __future__ import annotations

import json
import random
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from ludens.arena.store import Store
from ludens.cli import app

OTHER: tuple[object, ...] = (None, -1, 99, "x", [], {}, True, 1e300, [["x"]])
COLUMNS = ("tournament.definition", "game.agents", "game.goals", "game.record", "game.record")
COMMANDS = (
    ["standings", "--roles"], ["standings", "--list"], ["export", "--format", "ggp"], ["export", "--format", "csv"],
    ["replay"], ["tournament", "--resume", "--workers", "1"], ["merge", "good"],
)  # fmt: skip
TOURNAMENT = (
    "tournament", "--games", "nim(heaps=2-3)", "--agents", "random,legal", "--pairs", "1", "--playouts", "1",
    "--workers", "1",
)  # fmt: skip


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "120"})


@pytest.fixture
def good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A store of two games, in one file."""
    monkeypatch.chdir(tmp_path)
    assert ludens(*TOURNAMENT, "--store", "good").exit_code == 0
    file = sqlite3.connect("good")
    file.execute("PRAGMA journal_mode = DELETE")
    file.close()
    return tmp_path / "good"


def damage_bytes(content: bytes, rng: random.Random) -> bytes:
    kind = rng.randrange(3)
    if kind == 0:
        return content[: rng.randrange(len(content))]
    changed = bytearray(content)
    for _ in range(30 if kind == 1 else 1):
        changed[rng.randrange(len(changed))] ^= 1 << rng.randrange(8)
    return bytes(changed)


def damage_content(path: Path, rng: random.Random) -> None:
    """Changes one part of one piece of JSON."""
    table, column = rng.choice(COLUMNS).split(".")
    file = sqlite3.connect(path)
    number, text = rng.choice(file.execute(f"SELECT rowid, {column} FROM {table}").fetchall())
    value = json.loads(text)
    *way, last = rng.choice([way for way in ways(value) if way])
    inner = value
    for step in way:
        inner = inner[step]
    inner[last] = rng.choice(OTHER)
    with file:
        file.execute(f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (json.dumps(value), number))
    file.close()


def ways(value: Any) -> Iterator[tuple[Any, ...]]:
    """The ways to all parts of a value."""
    yield ()
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in parts:
        for way in ways(part):
            yield (key, *way)


@pytest.mark.parametrize("seeds", [range(12), pytest.param(range(12, 400), marks=pytest.mark.slow)])
def test_a_damaged_store_is_told_in_a_sentence(good: Path, tmp_path: Path, seeds: range) -> None:
    with Store(good) as store:
        identity, _ = store.tournament(None)
        game = next(store.records(identity)).id
    for seed in seeds:
        rng, bad = random.Random(seed), tmp_path / f"bad{seed}"
        bad.write_bytes(damage_bytes(good.read_bytes(), rng) if seed % 3 == 0 else good.read_bytes())
        if seed % 3:
            damage_content(bad, rng)
        for command in COMMANDS:
            result = ludens(*command, *([game] if command == ["replay"] else []), "--store", bad.name)
            assert result.exception is None or isinstance(result.exception, SystemExit), (seed, command)
            assert result.exit_code in (0, 2), (seed, command)
            assert result.exit_code == 0 or result.stderr.strip(), (seed, command)


def test_a_full_disk_is_told_and_what_was_played_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    opened = Store._open

    def open_on_a_full_disk(store: Store) -> None:
        opened(store)
        (pages,) = store._file.execute("PRAGMA page_count").fetchone()
        store._file.execute(f"PRAGMA max_page_count = {pages + 2}")

    many = [*TOURNAMENT, "--pairs", "20"]
    with monkeypatch.context() as full:
        full.setattr(Store, "_open", open_on_a_full_disk)
        result = ludens(*many)
    assert result.exit_code == 2
    assert "Cannot use arena.sqlite as a store: no space left on device." in result.stderr
    assert "All finished games are saved. Continue with: ludens tournament --resume" in result.stderr
    with Store(Path("arena.sqlite")) as store:
        (_, _, count) = store.tournaments()[0]
        assert 0 < count < 40
    result = ludens(*many, "--resume")
    assert result.exit_code == 0, result.output
    assert "40 of 40 games" in result.stdout
