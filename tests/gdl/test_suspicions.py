"""What is probably not meant is pointed out at its place, and rules that are meant so are left in peace."""

from __future__ import annotations

import pytest

from ludens.games import RULESHEETS
from ludens.games.loading import built_in_source
from ludens.gdl import Source, read_rules
from ludens.gdl.mistakes import MistakesError, Problem
from tests.corpus import SHEETS, needs_corpus

KINDS = {"forgotten-variable", "not-carried-over", "prose"}
SHEET = built_in_source("tic_tac_toe", {}).text


def suspicions(text: str) -> list[Problem]:
    try:
        found = read_rules(Source(text))[1]
    except MistakesError as error:
        found = list(error.problems)
    return [problem for problem in found if problem.code in KINDS or "Did you mean" in problem.message]


def changed(old: str, new: str, count: int = 1) -> str:
    assert old in SHEET
    return SHEET.replace(old, new, count)


def test_a_forgotten_question_mark_is_found() -> None:
    (found,) = suspicions(changed("(true (cell ?row 1 ?mark))", "(true (cell row 1 ?mark))"))
    assert found.code == "forgotten-variable"
    assert "?row" in found.message
    line = SHEET.splitlines()[found.place.line - 1]
    assert "(true (cell ?row 1 ?mark))" in line


def test_a_name_like_a_variable_of_the_same_rule_is_found() -> None:
    head = "(<= (next (cell ?row ?column ?mark))\n    (does ?player (mark ?row ?column))"
    found = suspicions(changed(head, head.replace("(cell ?row ?column", "(cell ?row column")))
    assert [problem.code for problem in found] == ["forgotten-variable"]
    assert "?column" in found[0].message


def test_a_missing_frame_is_found() -> None:
    frames = """(<= (next (cell ?row ?column ?mark))
    (true (cell ?row ?column ?mark))
    (distinct ?mark b))
(<= (next (cell ?row ?column b))
    (true (cell ?row ?column b))
    (not (marked ?row ?column)))
"""
    (found,) = suspicions(changed(frames, ""))
    assert found.code == "not-carried-over"
    assert "cell" in found.message
    assert SHEET.splitlines()[found.place.line - 1].startswith("(<= (next (cell")


def test_what_a_move_sets_must_be_carried_over_too() -> None:
    marks = """(<= (next (cell ?row ?column ?mark))
    (true (cell ?row ?column ?mark))
    (distinct ?mark b))
"""
    (found,) = suspicions(changed(marks, ""))
    assert found.code == "not-carried-over"
    assert "gone after the next move" in found.message


def test_what_is_there_at_the_beginning_must_be_carried_over_too() -> None:
    blanks = """(<= (next (cell ?row ?column b))
    (true (cell ?row ?column b))
    (not (marked ?row ?column)))
"""
    (found,) = [problem for problem in suspicions(changed(blanks, "")) if problem.code == "not-carried-over"]
    assert "gone after the first move" in found.message
    assert "(init (cell" in SHEET.splitlines()[found.place.line - 1]


@pytest.mark.parametrize(
    ("old", "new", "meant"),
    [
        ("(<= terminal won)", "(<= terminal wno)", "won"),
        ("(<= terminal (not open))", "(<= terminal (not opne))", "open"),
        ("(does ?player (mark ?row ?column))", "(does ?player (marc ?row ?column))", "mark"),
        ("(true (cell ?row 1 ?mark))", "(true (cel ?row 1 ?mark))", "cell"),
    ],
)
def test_what_is_meant_is_named(old: str, new: str, meant: str) -> None:
    assert f"Did you mean {meant}?" in "\n".join(problem.message for problem in suspicions(changed(old, new)))


def test_pasted_text_is_one_mistake() -> None:
    text = "Tic-tac-toe is a game for two and they mark cells in turn.\nWho has three in a row, wins.\n" + SHEET
    (found,) = suspicions(text)
    assert found.code == "prose"
    assert tuple(found.place) == (1, 1)
    only = read_rules(Source("Two players take stones and whoever takes the last one or cannot move loses."))[1]
    assert next(problem.code for problem in only if problem.severity.value == "error") == "prose"


@pytest.mark.parametrize("name", RULESHEETS)
def test_nothing_is_suspected_in_our_own_games(name: str) -> None:
    assert suspicions(built_in_source(name, {}).text) == []


@needs_corpus
@pytest.mark.slow
def test_nothing_is_suspected_in_the_public_rulesheets() -> None:
    found = [(path.stem, problem) for path in SHEETS for problem in suspicions(path.read_text("utf-8", "replace"))]
    assert found == []
