"""``tournament`` in shards and on Ray, and ``merge``, as a user runs them."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.arena.executors import in_this_process
from ludens.cli import app

MODULE = importlib.import_module("ludens.cli.arena.tournament")
SMALL = [
    "tournament", "--games", "tic_tac_toe", "--agents", "monte_carlo,random", "--pairs", "3", "--playouts", "20",
    "--workers", "1",
]  # fmt: skip


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "120"})


def test_shards_are_played_apart_and_merged() -> None:
    for number in (1, 2):
        result = ludens(*SMALL, "--shard", f"{number}/2", "--store", f"{number}.sqlite")
        assert result.exit_code == 0, result.output
        assert "3 of 3 games" in result.stdout
    result = ludens("merge", "1.sqlite", "2.sqlite", "--store", "all.sqlite")
    assert result.stdout == "1.sqlite: 3 new games, 0 known.\n2.sqlite: 3 new games, 0 known.\n"
    again = ludens("merge", "2.sqlite", "--store", "all.sqlite", "--json")
    assert json.loads(again.stdout) == {"store": "2.sqlite", "new": 0, "known": 3}
    whole = ludens(*SMALL, "--store", "whole.sqlite", "--json")
    merged = ludens("standings", "--store", "all.sqlite", "--json")
    assert json.loads(merged.stdout) == json.loads(whole.stdout)


def test_a_shard_that_is_interrupted_tells_how_to_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(MODULE, "_play", interrupt)
    result = ludens(*SMALL, "--shard", "2/3")
    assert result.exit_code == 130
    assert "Continue with: ludens tournament --resume --store arena.sqlite --tournament " in result.stderr
    assert result.stderr.splitlines()[0].endswith("--shard 2/3 --workers 1")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*SMALL, "--shard", "3"), "A share has the form 3/8"),
        ((*SMALL, "--shard", "9/8"), "There is no share 9 of 8"),
        ((*SMALL, "--shard", "1/2", "--kind", "knock_out"), "A knock_out cannot be played in shards"),
        ((*SMALL, "--ray-address", "auto"), "--ray-address works only with --executor ray"),
        ((*SMALL, "--executor", "cloud"), "'cloud' is not one of 'local', 'ray'"),
        (("merge", "nothing.sqlite"), "There is no store at nothing.sqlite"),
        (("merge",), "Missing argument"),
        (("merge", "text.txt"), "Cannot use text.txt as a store"),
    ],
)
def test_mistakes_are_told_and_leave_nothing_behind(folder: Path, arguments: tuple[str, ...], message: str) -> None:
    (folder / "text.txt").write_text("this is no store, but it is longer than nothing" * 100)
    result = ludens(*arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert [path.name for path in folder.iterdir()] == ["text.txt"]


def test_a_store_is_not_merged_with_itself() -> None:
    assert ludens(*SMALL, "--store", "one.sqlite").exit_code == 0
    result = ludens("merge", "./one.sqlite", "--store", "one.sqlite")
    assert result.exit_code == 2
    assert "cannot be merged with itself" in result.stderr


def test_without_ray_the_remedy_is_told(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    result = ludens(*SMALL, "--executor", "ray")
    assert result.exit_code == 2
    assert result.stderr == "Ray is not installed: pip install 'ludens[ray]'.\n"
    assert list(folder.iterdir()) == []


def test_ray_is_asked_for_as_told(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[object, object]] = []

    def pretend(workers: int | None, address: str | None) -> object:
        asked.append((workers, address))
        return in_this_process

    monkeypatch.setattr(MODULE, "in_ray", pretend)
    result = ludens(*SMALL, "--executor", "ray", "--ray-address", "first:6379")
    assert result.exit_code == 0, result.output
    assert asked == [(1, "first:6379")]
