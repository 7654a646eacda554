"""``match``, ``tournament``, ``standings``, ``replay`` and ``export`` as a user runs them."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.arena.match import Matches
from ludens.arena.record import MatchRecord
from ludens.cli import app
from ludens.cli.arena.arena_options import listed

SMALL = [
    "tournament", "--games", "tic_tac_toe, nim(heaps=2-3)", "--agents", "monte_carlo, random",
    "--agents", "legal", "--pairs", "2", "--playouts", "20", "--workers", "1",
]  # fmt: skip
FILE = """
games = ["tic_tac_toe"]
agents = ["monte_carlo", "random"]
kind = "sprt"
pairs = 40
seed = 3

[terms]
playouts = 50

[sprt]
elo0 = 0
elo1 = 200
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "120"})


def test_a_match_ends_with_the_board_and_the_result(folder: Path) -> None:
    result = ludens("match", "tic_tac_toe", "uct", "random", "--playouts", "200", "--record", "games.jsonl")
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0] == "tic_tac_toe — xplayer: uct, oplayer: random"
    assert "The game is over after" in result.stdout
    record = MatchRecord.from_json((folder / "games.jsonl").read_text("utf-8").strip())
    again = ludens("match", "tic_tac_toe", "uct", "random", "--playouts", "200", "--json")
    assert MatchRecord.from_json(again.stdout).moves == record.moves
    assert f"Replay it with: ludens replay {record.id} --file games.jsonl" in result.stderr
    assert record.id not in result.stdout
    assert ludens("replay", "0000", "--file", "games.jsonl").stderr.startswith(
        "games.jsonl has no game whose id begins"
    )
    shown = ludens("replay", record.id[:6], "--file", "games.jsonl", "--boards")
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.count("1 2 3") == len(record.moves)


def test_a_record_from_somebody_else_runs_no_program(folder: Path) -> None:
    ludens("match", "nim(heaps=2)", "random", "--playouts", "1", "--record", "games.jsonl")
    text = (folder / "games.jsonl").read_text("utf-8").replace("nim(heaps=2)", "evil.py:Evil")
    (folder / "games.jsonl").write_text(text, "utf-8")
    (folder / "evil.py").write_text("raise SystemExit('it ran')", "utf-8")
    shown = ludens("replay", MatchRecord.from_json(text).id, "--file", "games.jsonl")
    assert shown.exit_code == 2
    assert "so it is not run" in shown.stderr
    (folder / "games.jsonl").write_text(
        text.replace("evil.py:Evil", "nim(heaps=2)").replace('"random"', '"evil:Evil"'), "utf-8"
    )
    again = ludens("replay", MatchRecord.from_json(text).id, "--file", "games.jsonl", "--again")
    assert again.exit_code == 2
    assert "evil:Evil is a program" in again.stderr
    assert ludens("replay", MatchRecord.from_json(text).id, "--file", "games.jsonl").exit_code == 0


def test_one_agent_plays_all_roles_and_ggp_is_for_exchange() -> None:
    result = ludens("match", "connect_four(players=3)", "random", "--ggp", "--playouts", "1")
    data = json.loads(result.stdout)
    assert data["playerNamesFromHost"] == ["random"] * 3
    assert data["isCompleted"] is True


def test_a_tournament_ends_with_its_table_and_goes_on_only_when_asked() -> None:
    result = ludens(*SMALL)
    assert result.exit_code == 0, result.output
    lines = result.stdout.splitlines()
    assert lines[0].startswith("round_robin ")
    assert lines[0].endswith(": tic_tac_toe, nim(heaps=2-3); 24 of 24 games")
    assert lines[1].split() == ["agent", "games", "won-drawn-lost", "score", "95", "%", "Elo", "95", "%", "ahead"]
    assert lines[2].startswith("monte_carlo ")
    twice = ludens(*SMALL)
    assert twice.exit_code == 2
    assert "arena.sqlite already holds 24 games of this tournament" in twice.stderr
    assert ludens(*SMALL, "--resume").stdout == result.stdout
    assert ludens("tournament", "--resume", "--workers", "1").stdout == result.stdout
    assert ludens("standings").stdout == result.stdout


def test_a_file_describes_a_tournament(folder: Path) -> None:
    (folder / "test.toml").write_text(FILE)
    result = ludens("tournament", "test.toml", "--json", "--workers", "1", "--store", "other.sqlite")
    assert result.exit_code == 0, result.output
    data = json.loads(result.stdout)
    assert (data["kind"], data["seed"], data["terms"]["playouts"]) == ("sprt", 3, 50)
    assert data["verdict"] == "H1 accepted"
    assert data["ratio"] > 2.94
    assert {line["agent"] for line in data["standings"]} == {"monte_carlo", "random"}
    text = ludens("standings", data["tournament"][:5], "--store", "other.sqlite").stdout
    assert "The test: H1 accepted, with a log-likelihood ratio of" in text
    assert f"The first agent is ahead by {data['difference']['elo']:+.0f} Elo (" in text
    assert data["difference"]["superiority"] > 0.95


def test_an_interrupt_prints_the_command_that_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Matches.play
    played: list[int] = []

    def play(*arguments: object) -> object:
        if len(played) == 5:
            raise KeyboardInterrupt
        played.append(1)
        return whole(*arguments)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(Matches, "play", play)
        result = ludens(*SMALL)
    assert result.exit_code == 130
    message = next(line for line in result.stderr.splitlines() if "Continue with: " in line)
    command = shlex.split(message.partition("Continue with: ")[2])
    assert command[:3] == ["ludens", "tournament", "--resume"]
    assert "5 of 24 games" in ludens("standings").stdout
    result = ludens(*command[1:], "--workers", "1")
    assert result.exit_code == 0, result.output
    assert "24 of 24 games" in result.stdout


def test_standings_rate_roles_and_list_tournaments() -> None:
    ludens(*SMALL)
    text = ludens("standings", "--roles").stdout
    assert "tic_tac_toe/xplayer" in text
    assert "Agon" in text
    data = json.loads(ludens("standings", "--roles", "--json").stdout)
    assert {each["name"] for each in data["agon"]["agents"]} == {"monte_carlo", "random", "legal"}
    (only,) = (json.loads(line) for line in ludens("standings", "--list", "--json").stdout.splitlines())
    assert only["played"] == 24
    assert only["tournament"] in ludens("standings", "--list").stdout


def test_games_are_replayed_and_exported(folder: Path) -> None:
    ludens(*SMALL)
    lines = ludens("export").stdout.splitlines()
    records = [MatchRecord.from_json(line) for line in lines]
    assert len(records) == 24
    shown = ludens("replay", records[0].id)
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.count("\n") > len(records[0].moves)
    assert f"Match {records[0].id}." in shown.stdout
    assert "came out the same when played again, move by move" in ludens("replay", records[-1].id[:8], "--again").stdout
    assert MatchRecord.from_json(ludens("replay", records[2].id, "--json").stdout) == records[2]
    assert ludens("replay", records[1].id, "--html", "game.html").exit_code == 0
    assert records[1].id in (folder / "game.html").read_text("utf-8")
    refused = ludens("replay", records[1].id, "--html", "none/game.html")
    assert (refused.exit_code, refused.stderr) == (2, "Cannot write none/game.html: no such file or directory.\n")
    assert ludens("export", "--format", "csv", "--output", "games.csv").exit_code == 0
    rows = list(csv.DictReader(io.StringIO((folder / "games.csv").read_text("utf-8"))))
    assert [row["id"] for row in rows] == [record.id for record in records]
    matches = [json.loads(line) for line in ludens("export", "--format", "ggp").stdout.splitlines()]
    assert [match["moves"] for match in matches] == [[list(joint) for joint in record.moves] for record in records]


def test_names_are_listed_with_commas_outside_parentheses() -> None:
    assert listed(("uct(lanes=1, playouts=2), random", "legal")) == ("uct(lanes=1, playouts=2)", "random", "legal")
    assert listed((" , ",)) == ()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "tic_tac_toe", "uct", "random", "legal"], "has 2 roles, xplayer, oplayer: name one agent for each"),
        (["match", "tic_tac_toe", "nobody"], "There is no agent called 'nobody'."),
        (["match", "nothing", "uct"], "There is no game called 'nothing'."),
        (["match", "nim", "legal", "--seconds", "nan"], "--seconds must be a number."),
        (["match", "nim", "legal", "--memory", "64"], "A memory limit needs agents in processes of their own."),
        (["match", "nim", "legal", "--playouts", "1", "--record", "no/such/file"], "Cannot write no/such/file"),
        (["tournament"], "Give a FILE, or --games and --agents, or --resume."),
        (["tournament", "--games", "nim"], "at least two agents"),
        (["tournament", "--resume"], "There is no store at arena.sqlite"),
        (["tournament", "missing.toml"], "Cannot read missing.toml"),
        (["tournament", "--games", "nim", "--agents", "random,nobody"], "There is no agent called 'nobody'."),
        (["tournament", "--games", "nim", "--agents", "random,legal", "--tournament", "x"], "works only with --resume"),
        (
            ["tournament", "--games", "nim", "--agents", "random,legal", "--kind", "sprt", "--elo1", "-5"],
            "elo1 must be",
        ),
        (["standings"], "There is no store at arena.sqlite"),
        (["replay", "abc"], "There is no store at arena.sqlite"),
        (["replay", "abc", "--file", "none.jsonl"], "Cannot read none.jsonl"),
        (["export"], "There is no store at arena.sqlite"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments: list[str], message: str) -> None:
    result = ludens(*arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_a_tournament_that_cannot_be_played_leaves_no_store(folder: Path) -> None:
    result = ludens("tournament", "--games", "nimm", "--agents", "uct,random")
    assert result.exit_code == 2
    assert "There is no game called 'nimm'." in result.stderr
    assert not list(folder.glob("*.sqlite*"))


@pytest.mark.parametrize("text", ["games = [", "games = 1", "nonsense = 1", "\x00"])
def test_a_bad_file_is_refused_in_a_sentence(folder: Path, text: str) -> None:
    (folder / "bad.toml").write_text(text)
    result = ludens("tournament", "bad.toml")
    assert result.exit_code == 2, result.output
    assert "bad.toml" in result.stderr


def test_the_ids_of_games_are_listed_and_can_be_replayed() -> None:
    assert ludens(*SMALL).exit_code == 0
    rows = [json.loads(line) for line in ludens("standings", "--games", "--json").stdout.splitlines()]
    assert len(rows) == 24
    listed = ludens("standings", "--games").stdout
    for row in rows[:3]:
        assert row["id"] in listed
        assert ludens("replay", row["id"]).exit_code == 0
    missing = ludens("replay", "0000000000")
    assert missing.exit_code == 2
    assert "'ludens standings --games --store arena.sqlite' lists them" in missing.stderr
    narrow = CliRunner().invoke(app, ["standings"], env={"COLUMNS": "60"}).stdout
    assert all(f"agent: {name}" in narrow.splitlines() for name in ("monte_carlo", "random", "legal"))
