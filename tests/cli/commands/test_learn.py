"""``learn`` as a user runs it."""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.cli import app
from ludens.games.loading import load
from ludens.search.evaluations.learnt import knowledge
from ludens.search.evaluations.learnt.schedule import Manner, Schedule
from ludens.search.evaluations.learnt.skill import Skill, kept_skill

NAME = "connect_four(columns=4, rows=4)"


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is known but what comes with the package, and there is little to learn."""
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    monkeypatch.setattr(knowledge, "Schedule", lambda: Schedule(512, 8, (Manner(games=64),)))


def skill_of_known(name: str) -> Skill:
    """What the champion finds in the cache afterwards."""
    game = load(name)
    known = knowledge.knowledge_of(game).known
    assert known is not None
    kept = kept_skill(game, known)
    assert kept is not None
    return kept


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "200"})


def test_a_game_is_learnt_once_and_told_in_words() -> None:
    first = ludens("learn", NAME)
    assert first.exit_code == 0, first.output
    assert f"{NAME} was learnt in " in first.stdout
    assert "a won position above a lost one" in first.stdout
    assert "it scores " in first.stdout
    assert "Against 16 random playouts of each move it scores " in first.stdout
    assert "for a goal" in first.stdout
    second = json.loads(ludens("learn", NAME, "--json").stdout)
    assert second["was_known"]
    assert second["findings"]["ranking"] > 0.6
    assert second["findings"]["skill"] == asdict(skill_of_known(NAME))
    told = second["most_telling"]
    assert [abs(each["weight"]) for each in told] == sorted((abs(each["weight"]) for each in told), reverse=True)
    assert {each["role"] for each in told} == {"red"}


def test_too_little_time_is_said_and_nothing_is_kept() -> None:
    result = ludens("learn", NAME, "--seconds", "0.000001")
    assert result.exit_code != 0
    assert "nothing was saved" in result.output
    assert not json.loads(ludens("learn", NAME, "--json").stdout)["was_known"]


def test_a_game_without_a_circuit_is_refused() -> None:
    result = ludens("learn", "odd")
    assert result.exit_code != 0
    assert "learnt" in result.output
