"""The reader takes any text: it reads it or says where it stops."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludens.game import LudensError, RulesError, SourceError
from ludens.gdl import load_rules, read_rules, reader
from ludens.gdl.reader import Group, Node, Word, read
from ludens.gdl.reasoner import Budget
from ludens.rules.source import Place, Source


def written(node: Node) -> str:
    return node.text if isinstance(node, Word) else f"({' '.join(map(written, node.items))})"


def test_comments_case_and_space_are_read_over() -> None:
    nodes, problems = read(Source("; first\n(ROLE\tyou) ; (not this)\r\n\n  terminal;end\n((a)(b))"))
    assert [written(node) for node in nodes] == ["(ROLE you)", "terminal", "((a) (b))"]
    assert problems == []


def test_every_node_knows_its_place() -> None:
    nodes, _ = read(Source("(role you)\n  (legal\n you ; me\n  push)"))
    legal = nodes[1]
    assert isinstance(legal, Group)
    assert legal.place == Place(2, 3)
    assert [item.place for item in legal.items] == [Place(2, 4), Place(3, 2), Place(4, 3)]


@pytest.mark.parametrize(
    ("text", "place"),
    [(")", (1, 1)), ("(a))", (1, 4)), ("(a\n (b)\n", (1, 1)), ("(a)\n(b (c)", (2, 1)), ("(a) ; )\n(", (2, 1))],
)
def test_unmatched_parentheses_are_refused_where_they_stand(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(RulesError) as caught:
        read(Source(text))
    assert caught.value.places == (place,)


@pytest.mark.parametrize(
    "text", ["(" * 10_000_000, "(" * 3_000_000, ")" * 1_000_000, "a" * 10_000_000, "(a " * 400_000]
)
def test_enormous_sheets_are_refused_at_once(text: str) -> None:
    begin = time.monotonic()
    with pytest.raises((RulesError, SourceError)):
        read(Source(text))
    assert time.monotonic() - begin < 10


def test_nesting_up_to_the_limit_is_read_and_played() -> None:
    depth = reader.MAX_DEPTH - 3
    deep = "(s " * depth + "0" + ")" * depth
    game = load_rules(Source(f"(role you)\n(legal you w)\n(<= terminal (true x))\n(goal you 1)\n(init {deep})"))
    assert game.text(game.initial_state()) == deep


@given(st.text())
@settings(max_examples=500)
def test_arbitrary_text_never_crashes(text: str) -> None:
    try:
        sheet, problems = read_rules(Source(text))
    except LudensError:
        return
    lines = text.split("\n")
    for problem in problems:
        assert 1 <= problem.place.line <= len(lines)
        assert 1 <= problem.place.column <= len(lines[problem.place.line - 1]) + 1
    assert len(sheet.rules) <= len(text)


WORDS = ["(", ")", "<=", "?x", "?y", "role", "init", "true", "does", "next", "legal", "goal", "terminal", "not", "or",
         "and", "distinct", "base", "input", "sees", "a", "f", "100", "you", "\n", ";c\n"]  # fmt: skip


@given(st.lists(st.sampled_from(WORDS), max_size=60))
@settings(max_examples=500, deadline=None)
def test_arbitrary_rules_never_crash_the_checker_or_the_reasoner(words: list[str]) -> None:
    text = "(role you) (legal you a) (goal you 100) (<= terminal (true a)) " + " ".join(words)
    try:
        game = load_rules(Source(text), budget=Budget(seconds=5, facts=10_000))
        state = game.initial_state()
        if not game.is_terminal(state):
            game.next_state(state, [game.legal_moves(state, role)[0] for role in range(len(game.info.roles))])
        game.goals(state)
    except LudensError:
        return
