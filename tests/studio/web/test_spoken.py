"""What games and reports say, which the library says in English, is translated for every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise

import pytest

from ludens.game import GameInfo
from ludens.games import GAMES
from ludens.games.how_to_play.account import account_of_rules
from ludens.games.how_to_play.page import ENTRY, FOLDER, SECTION
from ludens.games.loading import load
from ludens.quality.figures import Choices, Figures, FirstMoves, Lengths, Proof, Skill, Step, Whole, WrongGame
from ludens.quality.statements import statements
from tests.quality.test_sentences import figures, goals, random_play, skill, sure, thinking
from tests.studio.scripts import texts_of
from tests.studio.speaking import spoken, translated
from tests.studio.web.test_texts import LANGUAGES

OTHERS = [one for one in LANGUAGES if one != "en"]
ENGLISH = re.compile(r"\b(the|of|with|and|game|games|moves?|play|points?|first|is|are|when|you|each|all|best)\b", re.I)


def told_by_games() -> Iterator[str]:
    """Titles, summaries and how to play, of every built-in game with any values of its parameters."""
    for name, entry in GAMES.items():
        yield from (entry.title, entry.summary)
        section = SECTION.search((FOLDER / f"{name}.md").read_text("utf-8"))
        assert section is not None
        yield from (" ".join(text.split()) for _, text in ENTRY.findall(section[1]))


@pytest.mark.parametrize("language", OTHERS)
def test_what_built_in_games_tell_is_translated(language: str) -> None:
    told = set(told_by_games())
    assert len(told) > 150
    assert sorted(told - spoken(language, "said").keys()) == []
    assert sorted(spoken(language, "said").keys() - told) == []


@pytest.mark.parametrize("language", OTHERS)
def test_roles_of_built_in_games_have_names(language: str) -> None:
    roles = {role for name in GAMES for role in load(name).info.roles if role != "random"}
    names = texts_of(language)["roles"]
    assert isinstance(names, dict)
    assert isinstance(names["names"], dict)
    plain = {re.sub(r"^(.+?) ?player$", r"\1", role) for role in roles if not re.fullmatch(r"player\d", role)}
    assert plain - names["names"].keys() == {"x", "o"}


def made_up() -> Iterator[Figures]:
    """Figures that make reports say all they can say."""
    whole = Whole(5_478, 5, 9, frozenset({(100, 0), (0, 100)}), False, (), 9, True, None, {})
    lengths = Lengths(1_000, 1_000, 1_000, {5: 400, 9: 600})
    few = ("(mark 1 1)", "(mark 2 2)", "(mark 3 3)", "(mark 1 3)", "(mark 3 1)", "(mark 2 1)")
    for first in (5, 40, 50, 60, 95):
        for games in (16, 10_000):
            yield figures(random=random_play(first, games))
            yield figures(thinking=thinking(first, games), skill=skill(0.95, 0.9, first, games))
            yield figures(thinking=thinking(first, games), skill=skill(0.95, 0.5, first, games))
            yield figures(thinking=thinking(first, games), skill=skill(0.5, 0.5, first, games))
            yield figures(thinking=replace(thinking(first, games), decisive=sure(0.1, games), drama=sure(0.01, games)))
            yield figures(thinking=replace(thinking(first, games), drama=None))
    for values in ([100, 100], [0, 0], [50, 50], [100, 0], [100, 50, 0], [50, 0, 0, 0, 0, 0], [100] * 5 + [50]):
        worth = {move: sure(90.0 - 10 * place, 10_000, 100) for place, move in enumerate(few[: len(values)])}
        for mean in (0, 50, 100):
            proof = Proof((mean, 100 - mean), 0, dict(zip(few, values, strict=False)), 5_478, "all positions", 9)
            yield figures(proof=proof, first=FirstMoves(0, worth, {}), whole=whole)
            yield figures(proof=replace(proof, mover=1), skill=skill(0.9, 0.9, 99), whole=whole)
            yield figures(proof=replace(proof, moves={}, mover=None, goals=(60.0, 30.0)))
        yield figures(first=FirstMoves(0, worth, {}))
        yield figures(first=FirstMoves(0, dict.fromkeys(few, sure(50.0, 100, 100)), {}))
    yield figures(wrong=(WrongGame("x has no legal move although the game is not over.", ()),))
    yield figures(whole=replace(whole, stuck=True))
    yield figures(whole=replace(whole, shortest=None))
    yield figures(whole=replace(whole, goal_sets=frozenset({(50, 50)}), never=few))
    for bounds in ((5, 9), (9, 9), (1, 1), (5, None)):
        yield figures(whole=whole, lengths=replace(lengths, bounds=bounds))
        yield figures(whole=whole, lengths=replace(lengths, bounds=bounds, counts={1: 1_000}))
    yield figures(lengths=Lengths(1_000, 900, 1_000, {9: 900}))
    yield figures(lengths=Lengths(1_000, 0, 1_000, {}), random=replace(random_play(50), ended=0))
    yield figures(lengths=Lengths(10, 10, 1_000, {500: 10}))
    yield figures(choices=Choices(128, (1.0,), 1, 0.1))
    yield figures(choices=Choices(128, (1.5,), 3, 0.1))
    yield figures(choices=Choices(128, (4.0, 3.0), 5, 0.9))
    alone = Figures(GameInfo("game", ("player",)), replace(random_play(50), goals=goals(50, 99)[:1]), lengths)
    for least, most in ((10, 90), (95, 100), (40, 45)):
        levels = (("random moves", sure(least, 80, 100)), ("64 simulations", sure(most, 80, 100)))
        yield replace(alone, skill=Skill((), (), "64 simulations", levels, True))
    for goal in (0.0, 60.0, 95.0):
        yield replace(alone, random=replace(random_play(goal), goals=goals(goal, 10_000)[:1]))
        for best in (0.0, 80.0, 100.0):
            yield replace(
                alone,
                random=replace(random_play(goal), goals=goals(goal, 10_000)[:1]),
                proof=Proof((best,), None, {}, 181_440, "all positions", 24),
            )


def told_by_reports() -> set[str]:
    found = [one for each in made_up() for one in statements(each)]
    levels = ("random moves", "64 simulations", "1024 simulations")
    steps = tuple(Step(stronger, weaker, sure(0.8, 80)) for weaker, stronger in pairwise(levels))
    found += statements(figures(skill=Skill(steps, goals(50, 80), levels[-1], (), True)))
    return {text for one in found for text in (one.text, one.basis)}


@pytest.mark.parametrize("language", OTHERS)
def test_what_reports_say_is_translated(language: str) -> None:
    told = told_by_reports()
    assert len(told) > 100
    left = {text: translated(text, language) for text in told if ENGLISH.search(translated(text, language))}
    assert left == {}


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_told_from_rules_is_translated_but_for_their_own_words(language: str) -> None:
    for name in ("nim", "tic_tac_toe", "reversi", "tron"):
        game = load(name)
        sheet = game.sheet  # type: ignore[attr-defined]
        told = account_of_rules(sheet.rules, game.info, name)
        for text in (told.goal, *told.turn[-1:], *told.end, *told.roles.values()):
            assert translated(text, language) != text
