"""A Python game of the operator's own can be played in the studio; a page can name no other code."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from ludens.cli import app
from ludens.cli.commands.studio import usual_store
from ludens.game import LudensError
from ludens.games import GAMES
from ludens.own.references import ALLOWED, ALLOWED_GAMES, restrict
from ludens.own.starters import starter
from ludens.studio.games.offered_games import check_offered_game, offered_games
from ludens.studio.games.opened_games import open_game
from ludens.studio.watch.tournament_work import tournament_of
from tests.studio.running import PERSON, agent, running


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game that is allowed."""
    monkeypatch.setenv(ALLOWED, "[]")  # and both are taken back at the end
    monkeypatch.setenv(ALLOWED_GAMES, "[]")
    class_, files = starter("game", "heap_game")
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    restrict([], [f"{tmp_path}/heap_game.py:{class_}"])
    return f"{tmp_path}/heap_game.py:{class_}"


@pytest.mark.parametrize("name", ["{folder}/evil.py:Evil", "os:system", "evil:Evil", "{folder}/heap_game.py:GameInfo"])
def test_a_page_cannot_name_code(name: str, own: str, tmp_path: Path) -> None:
    (tmp_path / "evil.py").write_text("raise AssertionError('it ran')", "utf-8")
    name = name.format(folder=tmp_path)
    for ask in (check_offered_game, lambda name: open_game({"name": name})):
        with pytest.raises(LudensError, match="There is no game called"):
            ask(name)
    with pytest.raises(LudensError, match="There is no game called"):
        tournament_of({"games": [name], "agents": ["random", "legal"], "terms": {"seconds": 0.1}})


def test_what_was_allowed_is_offered(own: str) -> None:
    assert list(offered_games()) == [*GAMES, own]
    entry, given = check_offered_game(f"{own}(heap=12)")
    assert entry.summary.startswith("Take one, two or three from a heap")
    assert given == {"heap": "12"}
    assert tournament_of({"games": [own], "agents": ["random", "legal"], "terms": {"seconds": 0.1}}).games == (own,)


def test_it_is_shown_and_played(own: str, tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite") as studio:
        card = studio.http.get("/api/v1/games").json()["games"][-1]
        assert card["name"] == own
        assert card["roles"] == ["first", "second"]
        picture = studio.http.get(card["picture"])
        assert picture.status_code == 200
        assert picture.text.startswith("<svg")
        with studio.page(studio.create(own, PERSON, agent("random"))) as page:
            page.my_turn()
            page.play_out()


def test_the_command_checks_what_it_is_to_allow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOWED, "[]")
    monkeypatch.setenv(ALLOWED_GAMES, "[]")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_text("class Mine: ...", "utf-8")
    for given, message in (("nim", "FILE.py:NAME"), ("mine.py:Mine", "initial_state"), ("none.py:Mine", "Cannot read")):
        result = CliRunner().invoke(app, ["studio", "--game", given])
        assert result.exit_code == 2
        assert message in result.output


def test_a_studio_has_the_same_games_wherever_it_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_STATE", str(tmp_path / "state"))
    found = set()
    for name in ("a", "b"):
        (tmp_path / name).mkdir()
        monkeypatch.chdir(tmp_path / name)
        found.add(usual_store().resolve())
    assert found == {tmp_path / "state" / "studio.sqlite"}
    Path("arena.sqlite").touch()
    assert usual_store().resolve() == tmp_path / "b" / "arena.sqlite"
