"""How good an evaluation is in new games: one that knows, one that knows nothing, and that it is found out once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import ludens
from ludens.search.evaluations.learnt import skill as skill_module
from ludens.search.evaluations.learnt.games import Value
from ludens.search.evaluations.learnt.judging import of_engine
from ludens.search.evaluations.learnt.knowledge import knowledge_of
from ludens.search.evaluations.learnt.model import Learnt
from ludens.search.evaluations.learnt.schedule import Manner
from ludens.search.evaluations.learnt.shipped import shipped
from ludens.search.evaluations.learnt.skill import Skill, kept_skill, measured_skill, skill_of
from ludens.search.evaluations.learnt.stopping import StoppedError
from ludens.search.evaluations.static import MonteCarlo
from ludens.search.rules_digest import rules_digest

NAME = "breakthrough(size=6)"
"""What was learnt of it comes with the package."""


@pytest.fixture(autouse=True)
def few_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    monkeypatch.setattr(skill_module, "OWN", Manner(games=64, blunders=0.1, checked=0))
    monkeypatch.setattr(skill_module, "BY_PLAYOUTS", Manner(games=64, blunders=0.1, checked=0))
    monkeypatch.setattr(skill_module, "DUEL", Manner(games=24, opening=4, noise=0.0, blunders=0.0, checked=0))


def test_what_was_learnt_of_breakthrough_is_better_than_random_playouts() -> None:
    game = ludens.load(NAME)
    known = knowledge_of(game).known
    assert known is not None
    skill = measured_skill(game, of_engine(game, known))
    assert skill.is_any
    assert skill.duel > 0.75
    assert skill.features["wins"] > 1


def test_a_guess_has_no_skill() -> None:
    """Values that have nothing to do with who wins: a number drawn from the position."""
    game = ludens.load(NAME)

    def guess(
        rows: np.ndarray[tuple[int, ...], np.dtype[np.uint64]],
    ) -> np.ndarray[tuple[int, ...], np.dtype[np.float64]]:
        mixed = (rows * np.uint64(0x9E3779B97F4A7C15)).sum(axis=1, dtype=np.uint64) * np.uint64(0xBF58476D1CE4E5B9)
        drawn = (mixed >> np.uint64(40)) / (1 << 24)
        return np.stack([drawn, 1 - drawn], axis=1)

    skill = measured_skill(game, guess)
    assert not skill.is_any
    assert skill.features["tells"] < 0
    assert skill.features["wins"] < -1


def test_random_playouts_are_as_good_as_random_playouts() -> None:
    game = ludens.load(NAME)
    playouts: Value = lambda rows: MonteCarlo(16, 5, 0)(game.engine, rows)  # noqa: E731
    skill = measured_skill(game, playouts)
    assert abs(skill.ranking - skill.playouts) < 0.06
    assert 0.25 < skill.duel < 0.75


def test_it_comes_with_the_package_as_long_as_the_weights_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load(NAME)
    known = knowledge_of(game).known
    assert known is not None
    entry = shipped()[rules_digest(game)]
    monkeypatch.setattr(skill_module, "shipped", lambda: {entry.rules: replace(entry, skill=(0.7, 0.6, 0.8))})
    assert kept_skill(game, known) == Skill(0.7, 0.6, 0.8)
    other = Learnt(replace(known.model, unit=known.model.unit / 2), 2, lambda: known.features)
    assert kept_skill(game, other) is None


def test_it_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(skill_module, "shipped", dict)
    game = ludens.load(NAME)
    known = knowledge_of(game).known
    assert known is not None
    assert kept_skill(game, known) is None
    with pytest.raises(StoppedError):
        skill_of(game, known, lambda: True)
    found = Skill(0.7, 0.6, 0.8)
    monkeypatch.setattr(skill_module, "measured_skill", lambda *given: found)
    assert skill_of(game, known) == found
    monkeypatch.setattr(skill_module, "measured_skill", lambda *given: pytest.fail("found out again"))
    again = ludens.load(NAME)
    other = knowledge_of(again).known
    assert other is not None
    assert skill_of(again, other) == kept_skill(again, other) == found
