"""``analyse --structure``."""

from __future__ import annotations

import json
from pathlib import Path

from click.testing import CliRunner, Result

from ludens.cli import app


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "120"})


def test_every_finding_says_how_it_is_known() -> None:
    result = ludens("analyse", "minefield", "--structure")
    assert result.exit_code == 0, result.output
    for line in (
        "turns: one at a time: white, black, and so on (proved by induction)",
        "goals: add up to 100 (proved by induction)",
        "length: at most 24 joint moves (proved by induction)",
        "once true, always true: (blown black), (blown white) (read from the rules)",
        "once (blown white): the goal of white is 0 (proved by induction)",
        "parts: none, the game is one piece as far as can be seen",
    ):
        assert line in result.stdout.splitlines()


def test_parts_and_symmetries_are_shown() -> None:
    text = ludens("analyse", "double_tic_tac_toe", "--structure").stdout
    assert "parts: 2, over when all parts are (read from the rules)" in text
    assert "symmetries: 32 in all, made from" in text
    assert "  oplayer and xplayer exchanged, o and x exchanged; the first position changes" in text


def test_what_was_only_observed_is_called_so() -> None:
    assert "goals: add up to 100 (observed in 256 random games)" in ludens("analyse", "hex", "--structure").stdout


def test_the_structure_as_json() -> None:
    result = ludens("analyse", "nim(heaps=1-2)", "--structure", "--json")
    assert result.exit_code == 0, result.output
    (line,) = result.stdout.splitlines()
    found = json.loads(line)
    assert found["turns"] == {
        "kind": "one at a time", "order": ["player1", "player2"], "evidence": "proved by induction",
    }  # fmt: skip
    assert found["goal_sum"] == {"total": 100, "evidence": "proved by induction"}
    assert found["factors"]["combination"] == "conjunctive"
    assert found["factors"]["shared"] == ["(control player1)"]
    assert [part["fluents"] for part in found["factors"]["parts"]] == [
        ["(heap a 0)", "(heap a 1)"],
        ["(heap b 0)", "(heap b 1)", "(heap b 2)"],
    ]
    assert {"fluent": "(heap b 2)", "stays": False, "evidence": "read from the rules"} in found["latches"]
    assert found["counters"][0]["period"] == 2
    assert set(found) == {
        "game", "games", "turns", "goal_sum", "max_steps", "counters", "latches", "set_latches", "goal_latches",
        "factors", "symmetry_count", "symmetries", "dead_moves",
    }  # fmt: skip


def test_a_game_without_a_rulesheet_has_no_rules_to_read() -> None:
    result = ludens("analyse", "odd", "--structure")
    assert result.exit_code == 2
    assert "odd is not given by a rulesheet" in result.output


def test_the_structure_of_an_endless_game(tmp_path: Path) -> None:
    sheet = tmp_path / "endless.kif"
    sheet.write_text("(role you)\n(legal you wait)\n(<= terminal (true over))\n(goal you 1)\n(<= (next x) (true x))")
    result = ludens("analyse", str(sheet), "--structure")
    assert result.exit_code == 0, result.output
    assert "checked in 0 random games" in result.stdout
