"""``ludens reproduce`` as a user runs it."""

from __future__ import annotations

import csv
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens import studies
from ludens.cli import app
from ludens.cli.commands.reproduce import ProgressLines
from ludens.games.loading import built_in_source
from ludens.studies.plan import Task, ordered
from ludens.studies.running import Run
from ludens.studies.study import Mode
from tests.studies.tiny import STUDY


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(studies.STUDIES, "tiny", STUDY)
    return tmp_path


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "140"})


def rows_without_seconds(folder: Path) -> list[dict[str, str]]:
    with (folder / "rows.csv").open(encoding="utf-8") as file:
        return [row | {"seconds": ""} for row in csv.DictReader(file)]


def test_alone_it_lists_the_studies() -> None:
    result = ludens("reproduce")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in studies.STUDIES)


def test_it_prints_the_documents_figures_beside_ours(folder: Path) -> None:
    result = ludens("reproduce", "tiny", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "40 wins, 5 draws, 5 losses" in result.stdout
    assert "claims of the document" in result.stdout
    assert (folder / "studies" / "tiny" / "report.md").is_file()
    again = ludens("reproduce", "tiny", "--workers", "1")
    assert again.stdout == result.stdout


def test_without_a_terminal_it_tells_how_far_it_is_in_lines() -> None:
    lines = [line for line in ludens("reproduce", "tiny", "--workers", "1").stderr.splitlines() if " min" in line]
    tasks = len(ordered(STUDY, Mode.QUICK, 0))
    assert len(lines) == 10
    assert lines[-1].startswith(f"{tasks} of {tasks} games and measurements, ")
    # Nothing is missing, so nothing is told.
    assert " min" not in ludens("reproduce", "tiny", "--workers", "1").stderr


def test_a_line_is_printed_for_each_tenth_or_after_a_minute(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    monkeypatch.setattr("ludens.cli.commands.reproduce.time.monotonic", lambda: now)
    lines = ProgressLines(100)
    for completed in range(101, 121):
        lines.tell(completed, 200)
    assert capsys.readouterr().err.splitlines() == [
        "110 of 200 games and measurements, 0.0 min",
        "120 of 200 games and measurements, 0.0 min",
    ]
    now = 90.0
    lines.tell(121, 200)
    lines.tell(122, 200)
    assert capsys.readouterr().err == "121 of 200 games and measurements, 1.5 min\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nothing"], "There is no study called 'nothing'"),
        (["tinny"], "Did you mean tiny?"),
        (["tiny", "--minutes", "nan"], "must be a number"),
        (["tiny", "--minutes", "-1"], "--minutes"),
        (["tiny", "--workers", "0"], "--workers"),
        (["tiny", "--rulesheets", "nowhere"], "There is no folder nowhere"),
        (["tiny", "--out", "taken/here"], "Cannot write to taken/here"),
        (["tiny", "--share", "1/2"], "--share is for full studies"),
        (["tiny", "--full", "--share", "3/2"], "There is no share 3 of 2"),
        (["tiny", "--full", "--from", "nowhere"], "There is no store at nowhere"),
    ],
)
def test_bad_input_is_told_with_exit_code_2(folder: Path, arguments: list[str], message: str) -> None:
    (folder / "taken").write_text("", "utf-8")
    result = ludens("reproduce", *arguments)
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_no_time_is_a_report_without_games(folder: Path) -> None:
    result = ludens("reproduce", "tiny", "--minutes", "0", "--out", "here", "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "not played" in result.stdout
    assert "Time ran out" in (folder / "here" / "report.md").read_text("utf-8")


def test_an_interrupt_prints_the_command_that_goes_on(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    play = Run.play

    def interrupted(run: Run, workers: int, deadline: float | None = None) -> Iterator[Task]:
        for count, task in enumerate(play(run, workers, deadline)):
            if count == 5:
                raise KeyboardInterrupt
            yield task

    monkeypatch.setattr(Run, "play", interrupted)
    result = ludens("reproduce", "tiny", "--seed", "3", "--workers", "1", "--out", "my folder")
    assert result.exit_code == 130
    command = shlex.split(result.stderr.partition("Continue with: ")[2].splitlines()[0])
    assert command[:3] == ["ludens", "reproduce", "tiny"]
    monkeypatch.setattr(Run, "play", play)
    with Run(STUDY, Mode.QUICK, 3, Path("my folder")) as run:
        assert len(run.tasks) - len(run.missing()) == 6  # the sixth was kept before it was given
    resumed = ludens(*command[1:])
    assert resumed.exit_code == 0, resumed.output
    assert ludens("reproduce", "tiny", "--seed", "3", "--workers", "1", "--out", "whole").exit_code == 0
    assert rows_without_seconds(Path("my folder")) == rows_without_seconds(Path("whole"))


def test_rulesheets_of_a_folder_take_the_place_of_built_in_games(folder: Path) -> None:
    (folder / "sheets").mkdir()
    (folder / "sheets" / "ticTacToe.kif").write_text(built_in_source("tic_tac_toe", {}).text, "utf-8")
    result = ludens("reproduce", "tiny", "--minutes", "0", "--rulesheets", "sheets")
    assert result.exit_code == 0, result.output
    page = (folder / "studies" / "tiny" / "report.md").read_text("utf-8")
    assert "Played on the rulesheets of a folder: tic_tac_toe by ticTacToe.kif." in page
    assert "--rulesheets sheets" in page


def test_two_machines_share_a_full_study(folder: Path) -> None:
    common = ("reproduce", "tiny", "--full", "--workers", "1")
    for number in (1, 2):
        result = ludens(*common, "--share", f"{number}/2", "--out", f"part{number}")
        assert result.exit_code == 0, result.output
        assert f"--share {number}/2" in (folder / f"part{number}" / "report.md").read_text("utf-8")
    counts = {}
    for name, others in (("part1", ()), ("whole", ("--from", "part1", "--from", "part2", "--minutes", "0"))):
        result = ludens(*common, "--out", name, *(others or ("--minutes", "0")))
        assert result.exit_code == 0, result.output
        counts[name] = [int(row["games"]) for row in rows_without_seconds(folder / name) if row["limit"]]
    assert all(whole > part for whole, part in zip(counts["whole"], counts["part1"], strict=True))
