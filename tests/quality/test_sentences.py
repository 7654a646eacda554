"""Sentences from figures that are made up: what they say, how sure they are, and that they agree."""

from __future__ import annotations

from dataclasses import replace

from ludens.game import GameInfo
from ludens.quality.figures import (
    Choices,
    Estimate,
    Figures,
    Lengths,
    Proof,
    RandomPlay,
    Skill,
    Step,
    Thinking,
    WrongGame,
    measured,
)
from ludens.quality.sentences.statement import Statement
from ludens.quality.standing import Strength, standing
from ludens.quality.statements import statements

INFO = GameInfo("game", ("x", "o"))


def sure(mean: float, games: int, scale: float = 1.0) -> Estimate:
    found = measured(mean, games, scale)
    assert found is not None
    return found


def goals(first: float, games: int) -> tuple[Estimate, Estimate]:
    return sure(first, games, 100), sure(100 - first, games, 100)


def random_play(first: float, games: int = 10_000) -> RandomPlay:
    return RandomPlay(games, games, 1_000, goals(first, games), goals(first, games), sure(0.1, games))


def thinking(first: float, games: int = 128) -> Thinking:
    return Thinking(games, 16, goals(first, games), sure(0.9, games), sure(0.3, games), 0.5, 20.0, 0)


def skill(little: float, much: float, first: float, games: int = 40) -> Skill:
    steps = (Step("64", "random", sure(little, games)), Step("1024", "64", sure(much, games)))
    return Skill(steps, goals(first, games), "1024 simulations", (), True)


def figures(**known: object) -> Figures:
    usual = Figures(INFO, random_play(50), Lengths(100, 100, 1_000, {9: 100}), Choices(128, (4.0,), 4, 0.1))
    return replace(usual, **known)  # type: ignore[arg-type]


def said(found: Figures) -> dict[str, Statement]:
    return {statement.topic.value: statement for statement in statements(found)}


def test_a_proof_overrules_everything_that_was_measured() -> None:
    proof = Proof((50.0, 50.0), 0, {"a": 50.0, "b": 0.0}, 100, "enumeration", 9)
    found = said(figures(random=random_play(80), thinking=thinking(90), skill=skill(0.9, 0.9, 95), proof=proof))
    assert found["verdict"].proven
    assert found["verdict"].text == "With best play nobody wins. Only one of 2 first moves, a, keeps that result."
    assert "That misleads: best play tells otherwise." in found["balance"].text
    assert "it does not find best play yet" in found["skill"].text
    assert found["balance"].kind == "info"


def test_stronger_players_overrule_weaker_ones_if_their_games_tell() -> None:
    assert standing(figures(random=random_play(80))).strength is Strength.RANDOM  # type: ignore[union-attr]
    assert standing(figures(thinking=thinking(30))).strength is Strength.THINKING  # type: ignore[union-attr]
    few = figures(thinking=thinking(30), skill=skill(0.9, 0.9, 100, games=4))
    assert standing(few).strength is Strength.THINKING  # type: ignore[union-attr]
    many = figures(thinking=thinking(30), skill=skill(0.9, 0.9, 90, games=60))
    assert standing(many).leader == 0  # type: ignore[union-attr]
    assert "x is far ahead among the strongest players tried" in said(many)["verdict"].text


def test_random_play_alone_gives_no_verdict_for_or_against_a_game() -> None:
    found = said(figures(random=random_play(80)))["verdict"]
    assert (found.kind, found.proven) == ("info", False)
    assert "Better play may tell otherwise" in found.text


def test_games_that_go_wrong_come_first() -> None:
    wrong = (WrongGame("x has no legal move although the game is not over.", ()),)
    found = said(figures(wrong=wrong, thinking=thinking(90)))["verdict"]
    assert found.kind == "bad"
    assert found.text.startswith("Not playable yet: x has no legal move")


def test_whether_thought_pays() -> None:
    cases = [(0.95, 0.9, "good"), (0.95, 0.5, "warn"), (0.5, 0.5, "bad")]
    for little, much, kind in cases:
        assert said(figures(skill=skill(little, much, 50, games=80)))["skill"].kind == kind
    assert said(figures(skill=skill(1.0, 1.0, 50, games=4)))["skill"].kind == "info"
    luck = said(figures(skill=skill(0.5, 0.5, 50, games=80), thinking=thinking(50)))
    assert "luck decides" in luck["verdict"].text


def test_games_that_do_not_end() -> None:
    endless = figures(random=replace(random_play(50), ended=0), lengths=Lengths(100, 0, 1_000, {}))
    assert "No random game ended" in said(endless)["verdict"].text
    assert said(endless)["length"].kind == "bad"
    some = figures(lengths=Lengths(100, 90, 1_000, {9: 90}))
    assert said(some)["length"].text.startswith("10.00% of the random games had not ended")
