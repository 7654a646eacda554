"""Every built-in game says how it is played, with every value of its parameters, and the package brings the pages."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens.games import GAMES
from ludens.games.how_to_play import how_to_play
from ludens.games.how_to_play.instructions import Origin
from ludens.games.how_to_play.page import FOLDER, entries
from ludens.games.loading import load, load_rulesheet

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize("name", GAMES)
def test_every_game_tells_its_goal_a_turn_the_end_and_what_each_player_wants(name: str) -> None:
    game = load(name)
    told = how_to_play(game)
    assert told.origin is Origin.PAGE
    assert told.title == GAMES[name].title
    assert told.goal
    assert told.turn[0]
    assert told.end[0]
    assert list(told.roles) == [game.info.roles[number] for number in game.info.players]
    for text in (told.goal, *told.turn, *told.end, *told.roles.values()):
        assert text.endswith("."), text
        assert not {"`", "("} & set(text), "words for people, not for programs"
    assert all(text.startswith("You ") for text in told.roles.values())


def test_a_goal_follows_the_parameters() -> None:
    assert how_to_play(load("nim")).goal == "Take the last object."
    assert how_to_play(load("nim(misere=true)")).goal.startswith("Do not take the last object")
    assert "blue may take over" in how_to_play(load("hex(swap=true)")).turn[0]
    assert "blue" in how_to_play(load("connect_four(players=3)")).roles


def test_an_entry_for_other_values_is_left_out() -> None:
    page = "## How to play\n\n- **Goal, `x=true`:** Lose\n  soon.\n- **Goal:** Win.\n- **End:** Soon.\n\n## Rules\n"
    assert entries(page, {"x": False}) == {"Goal": "Win.", "End": "Soon."}
    assert entries(page, {"x": True}) == {"Goal": "Lose soon.", "End": "Soon."}


def test_rules_under_the_name_of_a_built_in_game_are_told_from_the_rules(tmp_path: Path) -> None:
    text = load_rulesheet("tic_tac_toe").sheet.source.text.replace("(goal", "; a line\n(goal", 1)
    path = tmp_path / "tic_tac_toe"
    path.write_text(text)
    assert how_to_play(load(path)).origin is Origin.RULES


def test_there_is_one_source() -> None:
    assert FOLDER.resolve() == ROOT / "docs" / "games", "the package's pages are those of the documentation"
    assert "games/how_to_play/pages/*" in (ROOT / "pyproject.toml").read_text("utf-8"), "the wheel must bring them"
