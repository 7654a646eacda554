"""Every command as a user runs it: what it prints, where, and its exit code."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.arena.session import Record
from ludens.cli import app
from ludens.games import GAMES, RULESHEETS
from ludens.gdl.mistakes import MISTAKES
from tests.gdl.test_mistakes import example


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place for kept games that is nobody else's."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setenv("COLUMNS", "100")
    return tmp_path / "ludens" / "last_game.json"


def ludens(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, arguments, input=typed)


def test_games_lists_every_game() -> None:
    result = ludens("games")
    assert result.exit_code == 0
    assert all(name in result.stdout for name in GAMES)
    rows = [json.loads(line) for line in ludens("games", "--json").stdout.splitlines()]
    assert [row["name"] for row in rows] == list(GAMES)
    assert rows[list(GAMES).index("connect_four")]["parameters"]["columns"]["default"] == 7


def test_show_draws_the_start() -> None:
    result = ludens("show", "tic_tac_toe")
    assert result.exit_code == 0
    assert "xplayer, oplayer" in result.stdout
    assert result.stdout.endswith(" 1  · · ·\n 2  · · ·\n 3  · · ·\n    1 2 3\nxplayer to move\n")


def test_show_as_json() -> None:
    shown = json.loads(ludens("show", "connect_four(columns=8)", "--json").stdout)
    assert shown["name"] == "connect_four(columns=8)"
    assert shown["first_moves"] == {"red": 8, "yellow": 1}
    assert shown["goal_sum"] == 100


def test_show_rules_prints_a_sheet_that_can_be_loaded(tmp_path: Path) -> None:
    sheet = tmp_path / "copy.kif"
    sheet.write_text(ludens("show", "nim", "--rules").stdout)
    assert json.loads(ludens("show", str(sheet), "--json").stdout)["roles"] == ["player1", "player2"]


@pytest.mark.parametrize("name", RULESHEETS)
def test_check_finds_no_mistake_in_built_in_games(name: str) -> None:
    result = ludens("check", name, "--play", "3")
    assert result.exit_code == 0, result.output
    assert "no errors, no warnings" in result.stdout


@pytest.mark.parametrize("code", [code for code in MISTAKES if code != "too-long"])
def test_check_prints_the_place_of_each_mistake(code: str, tmp_path: Path) -> None:
    source, place = example(MISTAKES[code])
    sheet = tmp_path / "wrong.kif"
    sheet.write_text(source.text)
    result = ludens("check", str(sheet))
    assert result.exit_code == (2 if MISTAKES[code].severity.value == "error" else 0), result.output
    assert f"{sheet}:{place.line}:{place.column}: {MISTAKES[code].severity.value}: " in result.output
    rows = [json.loads(line) for line in ludens("check", str(sheet), "--json").stdout.splitlines()]
    assert (place.line, place.column) in [(row["line"], row["column"]) for row in rows]


def test_all_mistakes_go_to_standard_output_and_their_number_to_standard_error(tmp_path: Path) -> None:
    sheet = tmp_path / "wrong.kif"
    for text in ("(role a", "(role a))", "(role ?x)"):
        sheet.write_text(text)
        result = ludens("check", str(sheet))
        assert result.exit_code == 2
        assert result.stdout.startswith(f"{sheet}:1:")
        assert result.stderr.startswith(f"{sheet}: ")
        assert result.stderr.count("\n") == 1


ENDLESS = "(role you)\n(legal you wait)\n(<= terminal (true over))\n(goal you 1)\n(<= (next over) (true never))"
STUCK = "(role you)\n(<= (legal you wait) (true new))\n(init new)\n(<= terminal (true over))\n(goal you 1)"
GOALLESS = (
    "(role you)\n(legal you wait)\n(<= (next over) (does you wait))\n(<= terminal (true over))\n"
    "(<= (goal you 1) (true won))"
)


@pytest.mark.parametrize(
    ("text", "message"),
    [(ENDLESS, "not ended after 50"), (STUCK, "you has no legal move"), (GOALLESS, "but has none")],
)
def test_check_with_play_finds_games_that_break_down(text: str, message: str, tmp_path: Path) -> None:
    sheet = tmp_path / "game.kif"
    sheet.write_text(text)
    result = ludens("check", str(sheet), "--play", "--max-steps", "50")
    assert result.exit_code == 2
    assert message in result.output
    rows = [
        json.loads(row)
        for row in ludens("check", str(sheet), "--play", "2", "--max-steps", "50", "--json").stdout.splitlines()
    ]
    assert any(message in row.get("message", "") for row in rows)


def test_perft_counts() -> None:
    assert ludens("perft", "tic_tac_toe", "3").stdout.splitlines()[-1] == "depth 3  sequences 504"
    split = ludens("perft", "tic_tac_toe", "2", "--split").stdout
    assert split.count("noop") == 9
    assert split.split()[-2:] == ["total", "72"]
    states = [
        json.loads(line) for line in ludens("perft", "tic_tac_toe", "5", "--states", "--json").stdout.splitlines()
    ]
    assert states[-1] == {"depth": 5, "sequences": 15120, "states": 1260, "finished": 1440}


def test_a_whole_game_between_agents() -> None:
    result = ludens("play", "tic_tac_toe", "--seat", "xplayer=legal", "--seat", "oplayer=legal")
    assert result.exit_code == 0
    assert "xplayer plays a1" in result.stdout
    assert "xplayer won. The game is over after 7 moves: xplayer 100, oplayer 0" in result.stdout


def test_two_people_play_by_number_text_and_part_of_it() -> None:
    typed = "1\n(MARK 2 2)\n1 2\nmark 3 3\n1, 3\n"
    result = ludens("play", "tic_tac_toe", "--seat", "xplayer=you", "--seat", "oplayer=you", typed=typed)
    assert result.exit_code == 0
    assert "xplayer 100, oplayer 0" in result.stdout


def test_two_people_play_by_the_names_of_cells() -> None:
    typed = "a1\nB2\nb1\nc3\nc1\n"
    result = ludens("play", "tic_tac_toe", "--seat", "xplayer=you", "--seat", "oplayer=you", typed=typed)
    assert result.exit_code == 0
    assert "xplayer 100, oplayer 0" in result.stdout


def test_mistyped_moves_help_and_lists() -> None:
    result = ludens("play", typed="9 9\nma\nhelp\nmoves\nrules\nboard\nundo\nquit\n")
    assert result.exit_code == 0
    assert "'9 9' is not a legal move here; 'moves' lists the 9 that are." in result.stdout
    assert "Which one? a1, b1" in result.stdout
    assert "undo    take your last move back" in result.stdout
    assert "9. c3" in result.stdout
    assert "Put your mark on an empty cell." in result.stdout
    assert "There is nothing to take back." in result.stdout


def test_undo_goes_back_to_the_last_choice_of_a_person(own_state: Path) -> None:
    ludens("play", "--seed", "1", typed="2 2\nundo\n1 1\nquit\n")
    moves = Record.read(own_state).moves
    assert moves[0] == ("(mark 1 1)", "noop")
    assert len(moves) == 2


def test_leaving_loses_nothing(own_state: Path) -> None:
    ludens("play", "connect_four(columns=8)", "--seed", "1", typed="4\n4\n")  # ends with the input, as Ctrl-D does
    kept = Record.read(own_state)
    assert kept.game == "connect_four(columns=8)"
    assert len(kept.moves) == 4
    result = ludens("play", "--resume", typed="5\nquit\n")
    assert result.exit_code == 0
    assert Record.read(own_state).moves[:4] == kept.moves
    assert len(Record.read(own_state).moves) == 6


def test_things_of_ones_own_are_played_left_and_resumed_from_elsewhere(
    own_state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for kind in ("agent", "game"):
        ludens("new", kind, f"my_{kind}")
    begun = ludens("play", "my_game.py:MyGame", "--seat", "first=you", "--seat", "second=my_agent.py:MyAgent",
                   typed="take 1\nquit\n")  # fmt: skip
    assert begun.exit_code == 0, begun.output
    assert "second plays take" in begun.stdout
    monkeypatch.chdir("/")
    result = ludens("play", "--resume", typed="quit\n")
    assert result.exit_code == 0, result.output
    assert result.stdout.startswith("my_game — first: you, second:")


def test_a_rulesheet_can_be_left_and_resumed_from_elsewhere(
    own_state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.kif").write_text(ludens("show", "nim", "--rules").stdout)
    monkeypatch.chdir(tmp_path)
    ludens("play", "mine.kif", typed="reduce d 0\nquit\n")
    monkeypatch.chdir("/")
    result = ludens("play", "--resume", typed="quit\n")
    assert result.exit_code == 0, result.output
    assert Record.read(own_state).moves[0] == ("(reduce d 0)", "noop")


def test_simultaneous_games_ask_every_person() -> None:
    seats = ["--seat", "row=you", "--seat", "column=you"]
    roles = json.loads(ludens("show", "rock_paper_scissors", "--json").stdout)["roles"]
    seats = [part for role in roles for part in ("--seat", f"{role}=you")]
    result = ludens("play", "rock_paper_scissors(rounds=1)", *seats, typed="rock\npaper\n")
    assert result.exit_code == 0, result.output
    assert f"{roles[0]} 0, {roles[1]} 100" in result.stdout


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["show", "tictactoe"], "There is no game called 'tictactoe'. Did you mean tic_tac_toe"),
        (["show", "no_such_file.kif"], "Cannot read no_such_file.kif: no such file or directory."),
        (
            ["show", "connect_four(colums=8)"],
            "There is no parameter of connect_four called 'colums'. Did you mean columns?",
        ),
        (["show", "connect_four(columns=99)"], "connect_four: columns cannot be '99'; it may be 4 to 12."),
        (["show", "connect_four(columns)"], "'columns' should have the form name=value."),
        (["show", "connect_four(rows=6, rows=6)"], "rows is given twice."),
        (["play", "tic_tac_toe", "--seat", "zplayer=you"], "There is no role called 'zplayer'. Did you mean xplayer"),
        (["play", "tic_tac_toe", "--seat", "xplayer"], "it should have the form ROLE=WHO"),
        (["play", "tic_tac_toe", "--seat", "xplayer=randm"], "There is no agent called 'randm'. Did you mean random"),
        (["play", "--resume"], "Cannot read"),
        (["perft", "tic_tac_toe", "-1"], "No such option"),
        (["perft", "tic_tac_toe", "0"], "0 is not in the range"),
        (["perft", "tic_tac_toe", "2", "--split", "--states"], "cannot be combined"),
        (["show", ""], "There is no game called ''"),
    ],
)
def test_bad_input_is_refused_in_a_sentence(arguments: list[str], message: str) -> None:
    result = ludens(*arguments)
    assert result.exit_code == 2, result.output
    assert message in result.stderr
    assert "Traceback" not in result.output


def test_files_that_are_no_rulesheets(tmp_path: Path) -> None:
    (tmp_path / "binary.kif").write_bytes(bytes(range(256)))
    (tmp_path / "empty.kif").write_text("")
    (tmp_path / "deep.kif").write_text("(" * 10_000_000)
    (tmp_path / "latin.kif").write_bytes("; größe\n(role you".encode("latin-1"))
    for name, message in [("binary.kif", "it is not text"), ("empty.kif", "there are no rules here"),
                          ("deep.kif", "longer than"), ("latin.kif", "latin.kif:2:1: error: this '(' is never closed"),
                          (".", "is a directory")]:  # fmt: skip
        for command in ("check", "show", "play"):
            result = ludens(command, str(tmp_path / name))
            assert result.exit_code == 2, (command, name, result.output)
            assert message in result.output
            assert "Traceback" not in result.output


def test_a_damaged_record_is_refused(own_state: Path) -> None:
    own_state.parent.mkdir(parents=True)
    for text in ("", "[1]", '{"game": "tic_tac_toe"}',
                 '{"game": "tic_tac_toe", "seats": ["you"], "moves": [], "seed": null}',
                 '{"game": "tic_tac_toe", "seats": ["you", "you"], "moves": [["x", "y"]], "seed": null}'):  # fmt: skip
        own_state.write_text(text)
        result = ludens("play", "--resume")
        assert result.exit_code == 2, result.output
        assert "record" in result.stderr


def test_colour_only_on_a_terminal() -> None:
    assert "\x1b" not in ludens("games").stdout
    assert "\x1b" not in ludens("show", "tic_tac_toe").stdout


def test_names_are_completed() -> None:
    result = CliRunner().invoke(
        app,
        [],
        prog_name="ludens",
        env={"_LUDENS_COMPLETE": "bash_complete", "COMP_WORDS": "ludens show tic", "COMP_CWORD": "2"},
    )
    assert "tic_tac_toe" in result.stdout


def test_a_role_that_is_not_there_is_refused_with_all_that_are() -> None:
    result = CliRunner().invoke(app, ["play", "hex", "--seat", "green=you"])
    assert result.exit_code == 2
    assert "There is no role called 'green'. Did you mean red? It may be blue or red." in result.output
