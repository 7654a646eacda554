"""An agent of the operator's own can sit in the studio; a page can name no other code."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludens.cli import app
from ludens.game import LudensError
from ludens.own.references import ALLOWED, restrict
from ludens.players import AGENTS
from ludens.studio.match.offered import check_offered, offered_agents
from ludens.studio.match.seats import AGENT, Seat, read_seat
from ludens.studio.watch.tournament_work import tournament_of
from tests.studio.running import PERSON, agent, running

OWN = """
from pathlib import Path
import ludens

class Mine:
    '''Writes down that it was asked.'''
    def __init__(self, game, role, bold=False):
        self.game, self.role = game, role
    def decide(self, state, limit):
        Path(__file__).with_name("asked").touch()
        return ludens.Decision(self.game.legal_moves(state, self.role)[0])
"""


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """An agent that is allowed."""
    monkeypatch.setenv(ALLOWED, "[]")  # and it is taken back at the end
    (tmp_path / "mine.py").write_text(OWN, "utf-8")
    restrict([f"{tmp_path}/mine.py:Mine"])
    return f"{tmp_path}/mine.py:Mine"


@pytest.mark.parametrize("restricted", [True, False])
@pytest.mark.parametrize("name", ["{folder}/evil.py:Evil", "os:system", "posix:abort", "evil:Evil", "student"])
def test_a_page_cannot_name_code(name: str, restricted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if restricted:
        monkeypatch.setenv(ALLOWED, "[]")
    (tmp_path / "evil.py").write_text("raise AssertionError('it ran')", "utf-8")
    monkeypatch.chdir(tmp_path)
    name = name.format(folder=tmp_path)
    with pytest.raises(LudensError, match="There is no agent called"):
        read_seat({"kind": "agent", "agent": name}, 60)
    with pytest.raises(LudensError, match="There is no agent called"):
        tournament_of({"games": ["nim"], "agents": ["random", name], "terms": {"seconds": 0.1}})


def test_what_was_allowed_is_offered(own: str) -> None:
    assert [kind.name for kind in offered_agents()] == [*AGENTS, own]
    assert check_offered(f"{own}(bold=true)").summary == "Writes down that it was asked"
    assert read_seat({"kind": "agent", "agent": own}, 60) == Seat(AGENT, own, 1.0)


def test_it_plays_in_a_process_of_the_studio(own: str, tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite") as studio:
        listed = [each["name"] for each in studio.http.get("/api/v1/agents").json()["agents"]]
        assert listed[-1] == own
        with studio.page(studio.create("tic_tac_toe", PERSON, agent(own))) as page:
            page.my_turn()
            page.play_out()
    assert (tmp_path / "asked").exists()


def test_the_command_checks_what_it_is_to_allow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOWED, "[]")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("class Mine: ...", "utf-8")
    for given, message in (
        ("uct", "FILE.py:NAME"),
        ("mine.py:Mine", "no method decide"),
        ("none.py:Mine", "Cannot read"),
    ):
        result = CliRunner().invoke(app, ["studio", "--agent", given])
        assert result.exit_code == 2
        assert message in result.output
