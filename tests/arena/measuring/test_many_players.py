"""``benchmarks/many_players.py``: goes on from a file, counts what was won, and refuses what it cannot do."""

from __future__ import annotations

import runpy
import sys
from pathlib import Path

import pytest

from ludens.arena.measuring.measured_pairs import read_pairs

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "many_players.py"
GAME = "connect_four(players=3, columns=4, rows=4)"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    return Run(monkeypatch, capsys)


class Run:
    """What the script prints."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch, self._capsys = monkeypatch, capsys

    def __call__(self, *arguments: str) -> str:
        self._monkeypatch.setattr(sys, "argv", [str(SCRIPT), *arguments])
        runpy.run_path(str(SCRIPT), run_name="__main__")
        return self._capsys.readouterr().out

    def refused(self, *arguments: str) -> str:
        """What it says before it ends with exit code 2."""
        with pytest.raises(SystemExit) as ended:
            self(*arguments)
        assert ended.value.code == 2
        return self._capsys.readouterr().err


def test_a_later_call_goes_on_from_the_file(run: Run, tmp_path: Path) -> None:
    store = tmp_path / "rounds.jsonl"
    usual = (GAME, "--agents", "legal", "uct", "--against", "random", "--playouts", "64", "--processes", "1")
    first = run(*usual, "--rounds", "1", "--store", str(store))
    assert "3 games" in first
    begun = read_pairs(store)
    assert [(played.job.challenger, played.job.number) for played in begun] == [("legal", 0), ("uct", 0)]
    assert "9 games" in run(*usual, "--rounds", "3", "--store", str(store))
    played = read_pairs(store)
    assert played[:2] == begun
    assert len({one.job for one in played}) == len(played) == 6
    again = run(*usual, "--rounds", "3", "--store", str(store))
    assert read_pairs(store) == played
    won = [one.won for one in played if one.job.challenger == "uct"]
    assert f"| uct | {100 * sum(won) / 3:.0f} (" in again


def test_who_cannot_play_is_told(run: Run) -> None:
    said = run(GAME, "--agents", "negamax", "legal", "--against", "random", "--rounds", "1", "--processes", "1")
    assert "| negamax | – |" in said
    assert "two roles" in said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("no_such_game",), "no_such_game"),
        ((GAME, "--agents", "no_such_agent"), "no_such_agent"),
        ((GAME, "--against", "uct(no=1)"), "no option of uct called 'no'"),
        (("eight_puzzle",), "nobody to play against"),
        ((GAME, "--playouts", "0"), "0 is not above 0"),
        ((GAME, "--minutes", "-1"), "-1 is not above 0"),
        ((GAME, "--seconds", "soon"), "invalid float value: 'soon'"),
        ((GAME, "--store", "."), "directory"),
    ],
)
def test_bad_input_is_refused_in_words(run: Run, arguments: tuple[str, ...], says: str) -> None:
    said = run.refused(*arguments, "--rounds", "1", "--processes", "1")
    assert says in said
    assert "Traceback" not in said
