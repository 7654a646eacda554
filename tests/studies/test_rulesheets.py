"""A study on somebody's own rulesheets: which files stand for which games, and that they are what is played."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens.game import SourceError
from ludens.games.loading import built_in_source, find
from ludens.studies.documents import roulette, scissors
from ludens.studies.rulesheets import NAMES, on_rulesheets, sheets_in
from ludens.studies.running import Run
from ludens.studies.study import Mode
from tests.studies.tiny import STUDY


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Rulesheets as the public repository has them."""
    for name, path in (("tic_tac_toe", "ticTacToe/v0/ticTacToe.kif"), ("connect_four", "connectFour/connectFour.gdl")):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(built_in_source(name, {}).text, "utf-8")
    (tmp_path / "readme.txt").write_text("nothing")
    return tmp_path


def test_files_are_found_by_name_in_subfolders(folder: Path) -> None:
    found = sheets_in(folder)
    assert set(found) == {"tic_tac_toe", "connect_four", "connect_four(columns=8)"}
    assert found["tic_tac_toe"].endswith("ticTacToe.kif")


def test_a_folder_without_any_says_what_it_should_have(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="tictactoe"):
        sheets_in(tmp_path)
    with pytest.raises(SourceError, match="no folder"):
        sheets_in(tmp_path / "nowhere")


def test_every_built_in_game_of_the_table_exists() -> None:
    for name in NAMES:
        find(name)


def test_comparisons_and_measurements_change_their_games(folder: Path) -> None:
    sheets = sheets_in(folder)
    changed = on_rulesheets(roulette.STUDY, sheets)
    games = {comparison.game for each in changed.experiments for comparison in each.comparisons}
    assert "tic_tac_toe" not in games
    assert {sheets["tic_tac_toe"], sheets["connect_four"], "nim"} <= games
    assert "ticTacToe.kif" in changed.caveats[-1]
    measured = on_rulesheets(scissors.STUDY, sheets)
    before, after = scissors.STUDY.experiments[0].measurements[0], measured.experiments[0].measurements[0]
    assert before.what != after.what
    assert {figure.note for figure in after.measure(Mode.QUICK, 0)} != set()


def test_its_games_are_played_on_the_files(folder: Path, tmp_path: Path) -> None:
    changed = on_rulesheets(STUDY, sheets_in(folder))
    with Run(changed, Mode.QUICK, 0, tmp_path / "run") as run:
        tasks = list(run.play(1))
        assert not run.missing()
    assert len(tasks) > 10
