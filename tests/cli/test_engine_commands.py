"""``bench``, ``analyse`` and ``show --circuit``."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.cli import app
from ludens.engine import engine as engine_module


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "120"})


def test_bench_measures_both_back_ends() -> None:
    result = ludens("bench", "tic_tac_toe", "--seconds", "0.05", "--threads", "1", "--threads", "2", "--json")
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["backend"], row["threads"]) for row in rows] == [("table", 1), ("table", 2), ("llvm", 1), ("llvm", 2)]
    for row in rows:
        assert set(row) == {
            "game", "backend", "threads", "states_per_second", "games_per_second", "gates", "ground_seconds",
            "compile_seconds", "mean_length", "goal_means", "device",
        }  # fmt: skip
        assert 7.4 < row["mean_length"] < 7.8
        assert abs(sum(row["goal_means"]) - 100) < 1e-6
        assert row["states_per_second"] > 1e5
    assert "states/s" in ludens("bench", "nim", "--seconds", "0.02").stdout


def test_bench_measures_another_target() -> None:
    found = []
    for target in ("8x64", "2x64"):
        result = ludens("bench", "tic_tac_toe", "--seconds", "0.01", "--target", target, "--json")
        assert result.exit_code == 0, result.output
        found.append([json.loads(line)["backend"] for line in result.stdout.splitlines()])
    assert found == [["table", "llvm"]] * 2
    refused = ludens("bench", "tic_tac_toe", "--target", "4x63")
    assert refused.exit_code == 2
    assert "'4x63' is not one of '8x64', '4x64', '2x64'" in refused.output


def test_analyse_tells_the_balance() -> None:
    result = ludens("analyse", "tic_tac_toe", "--games", "50000", "--json")
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["verdict"]["proven"]
    assert abs(found["wins"]["xplayer"]["mean"] - 0.58492) < 1e-5
    assert abs(found["draws"]["mean"] - 0.12698) < 1e-5
    assert found["ended"] == 50000
    assert set(found["lengths"]) == {"5", "6", "7", "8", "9"}
    assert len(found["first_moves"]) == 9
    text = ludens("analyse", "tic_tac_toe", "--games", "10000").stdout
    assert "With best play nobody wins" in text
    assert "length: 5 to 9 joint moves" in text
    refused = ludens("analyse", "tic_tac_toe", "--vary", "size=3-5")
    assert refused.exit_code == 2
    assert "NAME=LOW..HIGH" in refused.output


def test_analyse_of_an_endless_game(tmp_path: Path) -> None:
    sheet = tmp_path / "endless.kif"
    sheet.write_text("(role you)\n(legal you wait)\n(<= terminal (true over))\n(goal you 1)\n(<= (next x) (true x))")
    result = ludens("analyse", str(sheet), "--games", "100", "--max-steps", "50")
    assert result.exit_code == 0, result.output
    assert "0 ended" in result.stdout


def test_show_circuit_prints_every_pass(tmp_path: Path) -> None:
    result = ludens("show", "connect_four", "--circuit", "--json")
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert rows[0]["gates"] > rows[-1]["gates"] > 50
    dot = tmp_path / "circuit.dot"
    assert ludens("show", "tic_tac_toe", "--dot", str(dot)).exit_code == 0
    assert dot.read_text().startswith("digraph")


def test_show_says_what_serves_a_game() -> None:
    assert json.loads(ludens("show", "nim", "--json").stdout)["served_by"].startswith("engine, ")
    assert "kernels of its own" in json.loads(ludens("show", "odd", "--json").stdout)["served_by"]


def test_huge_circuits_are_shown_and_measured_by_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_module, "MOST_COMPILED", 0)
    assert "from a table" in json.loads(ludens("show", "nim", "--json").stdout)["served_by"]
    result = ludens("bench", "nim", "--seconds", "0.05", "--json")
    assert [json.loads(line)["backend"] for line in result.stdout.splitlines()] == ["table"]


def test_bench_of_native_games() -> None:
    result = ludens("bench", "odd", "ropasci", "--seconds", "0.05", "--json")
    assert result.exit_code == 0, result.output
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["game"], row["backend"], row["gates"]) for row in rows] == [
        ("odd", "native", 0),
        ("ropasci", "native", 0),
    ]
    assert rows[0]["mean_length"] == 61
    assert 95 < rows[1]["mean_length"] < 120


@pytest.mark.slow
def test_analyse_of_native_games() -> None:
    found = json.loads(ludens("analyse", "ropasci", "--games", "2000", "--json").stdout)
    assert found["ended"] == 2_000
    assert found["first_mover"] == "upper"
    assert len(found["first_moves"]) == 15
    assert found["choices_by_step"][0] == 15


@pytest.mark.parametrize("arguments", [["show", "odd", "--rules"], ["show", "odd", "--circuit"], ["check", "ropasci"]])
def test_games_without_a_rulesheet_say_so(arguments: list[str]) -> None:
    result = ludens(*arguments)
    assert result.exit_code == 2
    assert "has no rulesheet: its rules are written in Python" in result.stderr
