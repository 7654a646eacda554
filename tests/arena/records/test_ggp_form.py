"""Matches in the form of ggp.org: there and back, and as its own servers wrote them."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludens
from ludens import Limit
from ludens.arena.clock import Terms
from ludens.arena.match import MatchConditions, Matches, MatchJob, rules_digest
from ludens.arena.record import AT_START, Cause, Fault, FaultKind, Forfeit, MatchRecord
from ludens.arena.records.files import check_names, read_records
from ludens.arena.records.ggp_form import as_ggp, from_ggp
from ludens.cli import app
from ludens.game import SourceError
from ludens.games import fetching
from ludens.games.loading import built_in_source
from tests.games.test_fetching import Site, site

__all__ = ["site"]

GAMES = [
    ("tic_tac_toe", ("random", "legal")),
    ("rock_paper_scissors", ("random", "legal")),
    ("connect_four(players=3)", ("random", "random", "legal")),
    ("lights_on", ("random",)),
    ("kuhn_poker", ("random", "random")),
    ("odd", ("random", "legal")),
]

TILTYARD = {
    "matchId": "tiltyard.ticTacToe.1414093000000",
    "randomToken": "abcdefghijklmnopqrstuvwxyzabcdef",
    "startTime": 1414093000000,
    "gameMetaURL": "http://games.ggp.org/base/games/ticTacToe/v0/",
    "isCompleted": True,
    "isAborted": False,
    "states": ["( ( control xplayer ) ( cell 1 1 b ) )"],
    "moves": [
        ["( mark 1 1 )", "noop"], ["noop", "( mark 2 1 )"], ["( MARK 1 2 )", "NOOP"], ["noop", "( mark 2 2 )"],
        ["( mark 1 3 )", "noop"],
    ],
    "stateTimes": [1414093000100, 1414093001100, 1414093002100, 1414093003600, 1414093004100, 1414093005100],
    "errors": [["", ""], ["", ""], ["TO", ""], ["", ""], ["", "IL ( mark 1 1 )"], ["", ""]],
    "goalValues": [100, 0],
    "previewClock": 20,
    "startClock": 30,
    "playClock": 15,
    "playerNamesFromHost": ["Ann", "Ben"],
    "isPlayerHuman": [False, True],
    "scrambled": True,
    "matchHostPK": "…",
}  # fmt: skip
"""A match with every field that the base server writes, spelt as it does."""


def play(game: str, agents: tuple[str, ...]) -> MatchRecord:
    conditions = MatchConditions(Terms(limit=Limit(playouts=1)), opening=1, seed=4)
    with Matches(conditions) as matches:
        return matches.play(MatchJob("0123abcd", game, agents, 2))


def there_and_back(record: MatchRecord) -> MatchRecord:
    game = ludens.load(record.game)
    data = json.loads(json.dumps(as_ggp(record, game)))
    return from_ggp(data, record.game, game, rules_digest(record.game))


@pytest.mark.parametrize(("game", "agents"), GAMES)
def test_what_was_played_comes_back(game: str, agents: tuple[str, ...]) -> None:
    record = play(game, agents)
    back = there_and_back(record)
    for name in ("id", "game", "rules", "roles", "moves", "goals", "forfeits", "faults", "cut"):
        assert getattr(back, name) == getattr(record, name), name
    assert [card.name for card in back.agents] == [card.name for card in record.agents]
    assert back.begun == pytest.approx(record.begun, abs=0.001)
    assert there_and_back(back) == back, "nothing more is lost the second time"
    assert MatchRecord.from_json(back.to_json()) == back


def test_failures_and_faults_come_back() -> None:
    record = play("tic_tac_toe", ("random", "legal"))
    faults = (Fault(0, FaultKind.TIMEOUT, "no answer", AT_START), Fault(1, FaultKind.ILLEGAL, "(mark 9 9)", 2))
    assert there_and_back(replace(record, faults=faults)).faults == faults
    forfeit = Forfeit(1, Cause.ILLEGAL, "nonsense", 3)
    sooner = replace(record, moves=record.moves[:3], thoughts=record.thoughts[:2])
    broken = replace(sooner, goals=(100.0, 0.0), forfeits=(forfeit,))
    back = there_and_back(broken)
    assert (back.forfeits, back.goals, back.moves) == (broken.forfeits, broken.goals, broken.moves)
    cut = replace(sooner, goals=(50.0, 50.0), cut=True)
    assert (there_and_back(cut).cut, there_and_back(cut).goals) == (True, (50.0, 50.0))


def test_a_match_as_the_base_server_writes_it() -> None:
    record = from_ggp(TILTYARD, "tic_tac_toe", ludens.load("tic_tac_toe"))
    assert record.id == "tiltyard.ticTacToe.1414093000000"
    assert record.moves[0] == ("(mark 1 1)", "noop")
    assert record.moves[2] == ("(mark 1 2)", "noop")
    assert record.goals == (100, 0)
    assert [card.name for card in record.agents] == ["Ann", "Ben"]
    assert [thought.seconds for thought, _ in record.thoughts] == [1.0, 1.0, 1.5, 0.5, 1.0]
    assert (record.terms.limit.seconds, record.terms.start_seconds, record.begun) == (15, 30, 1414093000)
    assert record.faults == (Fault(0, FaultKind.TIMEOUT, "", 1), Fault(1, FaultKind.ILLEGAL, "( mark 1 1 )", 3))


def test_what_the_base_server_reads_is_there() -> None:
    data = as_ggp(play("tic_tac_toe", ("random", "legal")), ludens.load("tic_tac_toe"))
    read = {
        "matchId",
        "startClock",
        "playClock",
        "startTime",
        "randomToken",
        "isCompleted",
        "moves",
        "states",
        "stateTimes",
    }
    assert read <= data.keys()
    assert len(str(data["randomToken"])) == 32


def test_a_game_of_an_address_is_named_by_it(site: Site) -> None:
    address = site.put("/ticTacToe.kif", built_in_source("tic_tac_toe", {}).text)
    record = replace(play("tic_tac_toe", ("random", "legal")), game=address)
    assert as_ggp(record, ludens.load(address))["gameMetaURL"] == address
    base = replace(record, game="http://games.ggp.org/base/games/ticTacToe/ticTacToe.kif")
    assert as_ggp(base, ludens.load(address))["gameMetaURL"] == "http://games.ggp.org/base/games/ticTacToe/"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"moves": [["( mark 1 1 )"]]}, "not a match in the form of ggp.org"),
        ({"moves": [["(", "noop"]]}, "not a match in the form of ggp.org"),
        ({"moves": 7}, "not a match in the form of ggp.org"),
        ({"goalValues": ["a", 0]}, "not a match in the form of ggp.org"),
        ({"goalValues": [0, 100]}, "but the rules say"),
        ({"moves": [["( mark 9 9 )", "noop"]], "errors": []}, "Move 1 of match .* does not fit the game"),
        ({"moves": [], "errors": []}, "ends before the game is over"),
        ({"gameRoleNames": ["a", "b"]}, "is of another game"),
        ({"gameRulesheetHash": "0"}, "by other rules"),
        ({"playerNamesFromHost": ["Ann"]}, "not the record of a match"),
        ({"startTime": "never"}, "not a match in the form of ggp.org"),
    ],
)
def test_what_is_no_match_of_this_game_is_refused(change: dict[str, Any], message: str) -> None:
    with pytest.raises(SourceError, match=message):
        from_ggp({**TILTYARD, **change}, "tic_tac_toe", ludens.load("tic_tac_toe"), rules_digest("tic_tac_toe"))


def test_files_hold_one_form_or_the_other_or_both(tmp_path: Path) -> None:
    record = play("tic_tac_toe", ("random", "legal"))
    other = as_ggp(record, ludens.load("tic_tac_toe"))
    lines = tmp_path / "games.jsonl"
    lines.write_text(f"{record.to_json()}\n\n{json.dumps(other)}\n", "utf-8")
    assert [found.moves for found in read_records(lines)] == [record.moves] * 2
    for text in (json.dumps(other, indent=1), json.dumps([other], indent=1), json.dumps(other)):
        lines.write_text(text, "utf-8")
        assert [found.moves for found in read_records(lines)] == [record.moves]
    lines.write_text(json.dumps(TILTYARD, indent=1), "utf-8")
    with pytest.raises(SourceError, match=r"does not bring its rules at http://games\.ggp\.org.*give them with --game"):
        list(read_records(lines))
    assert [found.goals for found in read_records(lines, "tic_tac_toe")] == [(100, 0)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("hello", "line 1: This is not the record of a match"),
        ("[1,\n2]", "match 1: This is not the record"),
        ('{"a": 1}', "line 1: This is not the record"),
        ('{"matchId": 1, "gameName": "os:system"}', "does not bring its rules; give them with --game"),
    ],
)
def test_what_is_no_record_is_told_with_its_place(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "x").write_text(text, "utf-8")
    with pytest.raises(SourceError, match=message):
        list(read_records(tmp_path / "x"))
    with pytest.raises(SourceError, match="Cannot read"):
        list(read_records(tmp_path / "none"))


def test_commands_read_both_forms(tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(TILTYARD), "utf-8")
    shown = CliRunner().invoke(app, ["replay", "tiltyard", "--file", str(file), "--game", "tic_tac_toe"])
    assert shown.exit_code == 0, shown.output
    assert "xplayer: Ann, oplayer: Ben" in shown.output
    page = tmp_path / "page.html"
    made = CliRunner().invoke(app, ["replay", "", "--file", str(file), "--game", "tic_tac_toe", "--html", str(page)])
    assert made.exit_code == 0, made.output
    assert page.read_text("utf-8").lower().startswith("<!doctype html>")
    lines = CliRunner().invoke(app, ["export", "--file", str(file), "--game", "tic_tac_toe", "--format", "jsonl"])
    assert lines.exit_code == 0, lines.output
    (tmp_path / "ours.jsonl").write_text(lines.stdout, "utf-8")
    back = CliRunner().invoke(app, ["export", "--file", str(tmp_path / "ours.jsonl"), "--format", "ggp"])
    assert json.loads(back.stdout)["moves"] == [[move.lower().replace("( ", "(").replace(" )", ")") for move in joint]
                                                for joint in TILTYARD["moves"]]  # type: ignore[attr-defined]  # fmt: skip
    for wrong in (
        ["export", "some", "--file", str(file)],
        ["export", "--game", "nim"],
        ["replay", "x", "--game", "nim"],
    ):
        assert CliRunner().invoke(app, wrong).exit_code == 2


def test_a_record_fetches_nothing(site: Site, tmp_path: Path) -> None:
    address = site.put("/ticTacToe.kif", built_in_source("tic_tac_toe", {}).text)
    record = replace(play("tic_tac_toe", ("random", "legal")), game=address)
    (tmp_path / "games.jsonl").write_text(record.to_json(), "utf-8")
    result = CliRunner().invoke(app, ["replay", "", "--file", str(tmp_path / "games.jsonl")])
    assert result.exit_code == 2
    assert f"give --game {address}" in result.stderr
    assert site.asked == []
    chosen = ["replay", "", "--file", str(tmp_path / "games.jsonl"), "--game", address]
    assert CliRunner().invoke(app, chosen).exit_code == 0
    assert site.asked == ["/ticTacToe.kif"]
    assert CliRunner().invoke(app, chosen[:-2]).exit_code == 0, "it is kept now"
    assert fetching.is_kept(address)
    check_names(record)
