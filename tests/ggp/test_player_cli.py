"""``ludens player``: wrong input is a sentence, and the selftest passes."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludens.cli import app
from ludens.ggp.match_workers import Settings
from ludens.ggp.selftest import selftest
from tests.ggp.player_harness import run


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--agent", "champoin"], "There is no agent called 'champoin'. Did you mean champion"),
        (["--agent", "uct(exploration=x)"], "exploration"),
        (["--name", "a(b"], "'a(b' cannot be a player's name"),
        (["--name", ""], "'' cannot be a player's name"),
        (["--port", "70000"], "70000"),
        (["--matches", "0"], "0"),
        (["--journal", "FILE"], "FILE"),
        (["--allow-origin", "evil.com"], "'evil.com' is not an origin"),
    ],
)
def test_wrong_input_is_told_in_a_sentence(tmp_path: Path, options: list[str], message: str) -> None:
    (tmp_path / "FILE").touch()
    options = [str(tmp_path / option) if option == "FILE" else option for option in options]
    result = CliRunner().invoke(app, ["player", *options])
    assert result.exit_code == 2
    assert message in result.output
    assert "Traceback" not in result.output


def test_a_port_that_is_taken_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        result = CliRunner().invoke(app, ["player", "--port", str(port), "--journal", str(tmp_path)])
    assert result.exit_code == 2
    assert result.output == f"Cannot listen at 127.0.0.1, port {port}: address already in use.\n"


@pytest.fixture
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The selftest with clocks that are long enough on any machine."""
    for name in ("START_CLOCK", "PLAY_CLOCK", "PATIENCE_SECONDS", "ABORT_SECONDS"):
        monkeypatch.setattr(f"ludens.ggp.selftest.{name}", 60.0)


@pytest.mark.usefixtures("_patient")
def test_the_selftest_passes() -> None:
    said: list[str] = []
    assert run(selftest(Settings("random"), said.append))
    assert len(said) == 9
    assert all(line.startswith("passed  ") for line in said)


def test_the_selftest_fails_when_something_is_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ludens.ggp.player.player_match.random.choice", lambda moves: "castle")
    monkeypatch.setattr("ludens.ggp.player.player_match.PlayerMatch._is_legal", lambda self, move: False)
    said: list[str] = []
    assert not run(selftest(Settings("random"), said.append))
    assert any(line.startswith("failed  PLAY to the end") for line in said)


@pytest.mark.slow
def test_the_selftest_passes_with_the_champion() -> None:
    said: list[str] = []
    assert run(selftest(Settings("champion"), said.append)), said


@pytest.mark.usefixtures("_patient")
def test_an_agent_of_ones_own_plays_in_a_process_of_the_player(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(
        "from pathlib import Path\n"
        "import ludens\n"
        "class Mine:\n"
        "    def __init__(self, game, role):\n"
        "        self.game, self.role = game, role\n"
        "    def decide(self, state, limit):\n"
        "        Path(__file__).with_name('asked').touch()\n"
        "        return ludens.Decision(self.game.legal_moves(state, self.role)[0])\n",
        "utf-8",
    )
    said: list[str] = []
    assert run(selftest(Settings(f"{tmp_path}/mine.py:Mine"), said.append)), said
    assert (tmp_path / "asked").exists()
    result = CliRunner().invoke(app, ["player", "--agent", f"{tmp_path}/mine.py:Other"])
    assert result.exit_code == 2
    assert "There is no Other in" in result.output
