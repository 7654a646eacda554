"""Scrambled rules are the same game in other words, and there is a way back."""

from __future__ import annotations

import random
import re

import pytest

from ludens.games.loading import load_rulesheet
from ludens.gdl import Source, load_rules, right_rules
from ludens.gdl.terms import CONNECTIVES, RESERVED_RELATIONS
from ludens.ggp.battery.sheets import MIXED_CASE
from ludens.ggp.messages import MessageError
from ludens.ggp.vocabularies import ScrambledVocabulary, SheetVocabulary
from tests.corpus import SHEETS, needs_corpus

SYMBOL = re.compile(r"[^\s()]+")
GAMES = ("tic_tac_toe", "nim", "connect_four", "rock_paper_scissors", "lights_on", "breakthrough", "kuhn_poker")


def walk(source: Source, seed: int, steps: int) -> int:
    """Plays a game and its scrambled twin side by side; the number of positions that were compared."""
    vocabulary = ScrambledVocabulary(source, seed)
    game, twin = load_rules(source), load_rules(Source(vocabulary.rules))
    names, numbers = original_names(source, vocabulary), random.Random(seed)
    assert [vocabulary.read(role) for role in twin.info.roles] == list(game.info.roles)
    state, other = game.initial_state(), twin.initial_state()
    for step in range(steps):
        assert sorted(_terms(SYMBOL.sub(lambda found: names[found.group()], twin.text(other)))) == sorted(
            _terms(game.text(state))
        )
        assert game.is_terminal(state) == twin.is_terminal(other)
        if game.is_terminal(state):
            assert game.goals(state) == twin.goals(other)
            return step + 1
        legal = [game.legal_moves(state, role) for role in range(len(game.info.roles))]
        for role, moves in enumerate(legal):
            assert {vocabulary.read(move) for move in twin.legal_moves(other, role)} == set(moves)
        joint = [numbers.choice(moves) for moves in legal]
        state, other = game.next_state(state, joint), twin.next_state(other, [vocabulary.write(move) for move in joint])
    return steps


def original_names(source: Source, vocabulary: ScrambledVocabulary) -> dict[str, str]:
    """What each symbol of the scrambled rules stands for: the one at the same place of the rulesheet.

    Fails unless the two texts differ by a renaming that can be undone.
    """
    before, after = SheetVocabulary(right_rules(source)).rules.lower(), vocabulary.rules
    assert SYMBOL.sub("", before) == SYMBOL.sub("", after)
    pairs = set(zip(SYMBOL.findall(after), SYMBOL.findall(before), strict=True))
    names = dict(pairs)
    assert len(names) == len(pairs) == len(set(names.values()))
    return names


def _terms(text: str) -> list[str]:
    return re.findall(r"\((?:[^()]|\([^()]*\))*\)|[^\s()]+", text)


@pytest.mark.parametrize("name", GAMES)
def test_a_scrambled_game_is_the_same_game(name: str) -> None:
    source = load_rulesheet(name).sheet.source
    assert sum(walk(source, seed, 12) for seed in range(3)) > 3


@needs_corpus
@pytest.mark.slow
def test_all_sheets_survive_scrambling_and_the_way_back() -> None:
    for path in SHEETS:
        source = Source(path.read_text("utf-8", errors="replace"), path.name)
        try:
            right_rules(source)
        except Exception:
            continue
        assert original_names(source, ScrambledVocabulary(source, 1)), path.name


def test_keywords_numbers_and_the_order_of_rules_stay() -> None:
    source = load_rulesheet("tic_tac_toe").sheet.source
    plain, vocabulary = SheetVocabulary(right_rules(source)), ScrambledVocabulary(source, 3)
    before, after = re.findall(r"[()]|[^\s()]+", plain.rules), re.findall(r"[()]|[^\s()]+", vocabulary.rules)
    assert len(before) == len(after)
    stays = CONNECTIVES | set(RESERVED_RELATIONS) | {"(", ")"}
    for old, new in zip(before, after, strict=True):
        assert (old == new) == (old in stays or old.isdecimal()), (old, new)
        assert old.startswith("?") == new.startswith("?")
    assert len({(old, new) for old, new in zip(before, after, strict=True)}) == len(set(before)) == len(set(after))


def test_words_depend_on_the_seed_alone() -> None:
    source = load_rulesheet("nim").sheet.source
    assert ScrambledVocabulary(source, "a").rules == ScrambledVocabulary(source, "a").rules
    assert ScrambledVocabulary(source, "a").rules != ScrambledVocabulary(source, "b").rules


def test_words_of_the_sheet_are_no_words_of_the_scrambled_one() -> None:
    vocabulary = ScrambledVocabulary(load_rulesheet("tic_tac_toe").sheet.source, 3)
    assert vocabulary.read(vocabulary.write("(mark 2 3)").upper()) == "(mark 2 3)"
    for wrong in ("(mark 2 3)", "noop", "", "(("):
        with pytest.raises(MessageError):
            vocabulary.read(wrong)


def test_the_role_of_chance_keeps_its_name() -> None:
    game = load_rulesheet("kuhn_poker")
    assert game.info.chance_role is not None
    assert ScrambledVocabulary(game.sheet.source, 1).write("random") == "random"


def test_the_spelling_of_a_sheet_is_kept() -> None:
    plain = SheetVocabulary(right_rules(Source(MIXED_CASE)))
    assert plain.write("(take two-stones)") == "(Take TWO-stones)"
    assert plain.write("right") == "rIGHT"
    assert plain.read("( TAKE two-STONES )") == "(take two-stones)"
    assert "(role rIGHT)" in plain.rules
