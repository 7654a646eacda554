"""``tune`` as a user runs it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.arena.pairs import Pairing
from ludens.cli import app

SMALL = [
    "tune", "zero_original(trials=20)", "nim(heaps=2-3)", "--parameter", "exploration=0.1..10", "--against", "random",
    "--pairs", "16", "--candidates", "4", "--confirm", "4", "--playouts", "10", "--opening", "1",
]  # fmt: skip
LOG = "tune-zero_original_trials_20_-nim_heaps_2-3_-exploration.jsonl"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "120"})


def test_a_run_ends_with_a_table_a_log_and_a_picture(folder: Path) -> None:
    result = ludens(*SMALL)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].split() == ["exploration", "pairs", "score", "95", "%", "interval"]
    assert lines[1].rstrip().endswith("best")
    assert lines[2].rstrip().endswith("best, in fresh pairs")
    assert len([line for line in lines if " to " in line]) == 5  # four candidates, and the best again
    assert any(line.startswith("Best: zero_original(trials=20, exploration=") for line in lines)
    assert lines[-2:] == [f"Log: {LOG}", f"Picture: {LOG.replace('jsonl', 'svg')}"]
    assert len((folder / LOG).read_text("utf-8").splitlines()) == 21
    assert (folder / LOG).with_suffix(".svg").read_text("utf-8").startswith("<svg ")


def test_the_same_command_goes_on_and_another_is_refused(folder: Path) -> None:
    first = ludens(*SMALL)
    written = (folder / LOG).read_bytes()
    assert ludens(*SMALL).stdout == first.stdout
    assert (folder / LOG).read_bytes() == written
    other = ludens(*SMALL, "--seed", "5")
    assert other.exit_code == 2
    assert f"{LOG} is the log of another command: seed is 0 there and 5 here." in other.stderr


def test_json_has_everything() -> None:
    result = ludens(*SMALL, "--json", "--log", "mine.log", "--method", "hill", "--pairs", "40")
    found = json.loads(result.stdout)
    assert (found["game"], found["method"], found["pairs"], found["seed"]) == ("nim(heaps=2-3)", "hill", 40, 0)
    assert found["tuned_agent"] == f"zero_original(trials=20, exploration={found['best']['exploration']:g})"
    assert set(found["confirmed"]) == {"pairs", "score", "interval", "simple_interval"} == set(found["searched"])
    assert found["confirmed"]["pairs"] == 4
    assert {each["pairs"] for each in found["evaluations"]} == {16}
    assert (found["log"], found["picture"], found["even"]) == ("mine.log", "mine.svg", 0.5)


def test_doubt_is_told() -> None:
    """Equal play against itself is exactly even, and no value is praised."""
    result = ludens(
        "tune", "uct", "rock_paper_scissors", "--parameter", "memory=1|2", "--pairs", "4", "--playouts", "5"
    )
    assert result.exit_code == 0, result.output
    assert "nothing here shows that it plays better than its opponent" in result.stdout


def test_what_was_played_is_kept_when_interrupted(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Pairing.play
    played: list[int] = []

    def play(*arguments: object) -> object:
        if len(played) == 5:
            raise KeyboardInterrupt
        played.append(1)
        return whole(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Pairing, "play", play)
        result = ludens(*SMALL)
    assert result.exit_code == 130
    assert "has the games played so far; run the same command again to continue." in result.stderr
    assert len((folder / LOG).read_text("utf-8").splitlines()) == 6
    assert ludens(*SMALL).exit_code == 0
    assert len((folder / LOG).read_text("utf-8").splitlines()) == 21


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["tune", "uct", "nim"], "Missing option '--parameter'"),
        (["tune", "uct", "nim", "--parameter", "explore=1..2"], "There is no option of uct called 'explore'."),
        (["tune", "uctt", "nim", "--parameter", "exploration=1..2"], "There is no agent called 'uctt'."),
        (["tune", "uct", "nimm", "--parameter", "exploration=1..2"], "There is no game called 'nimm'."),
        (["tune", "uct", "nim", "--parameter", "exploration=2..1"], "2..1 is not a range"),
        (["tune", "uct", "lights_on", "--parameter", "exploration=1..2", "--against", "uct"], "for one player"),
        ([*SMALL, "--pairs", "3"], "3 pairs are too few for 4 candidates: give 8 or more."),
        ([*SMALL, "--against", "me"], "There is no agent called 'me'."),
        ([*SMALL, "--seconds", "nan"], "--seconds must be a number."),
        ([*SMALL, "--candidates", "1"], "1 is not in the range"),
        ([*SMALL, "--log", "no/such/folder.jsonl"], "Cannot use no/such/folder.jsonl as a log"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments: list[str], message: str) -> None:
    result = ludens(*arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert "Traceback" not in result.output
