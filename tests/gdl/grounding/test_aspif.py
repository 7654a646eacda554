"""Ground programs are read all at once; the twin reads them line by line."""

from __future__ import annotations

import pytest

from ludens.games.loading import built_in_source
from ludens.gdl import read_rules
from ludens.gdl.grounding.aspif import read_aspif
from ludens.gdl.grounding.clingo_program import ClingoProgram
from ludens.rules.ground_rules import GroundingBudget
from tests.rulesheets.agreement import ground_at_once

MIXED = b"asp 1 0 0\n1 0 1 1 0 0\n1 1 1 2 0 1 1\n1 0 1 3 0 2 -2 1\n4 4 r(a) 1 3\n4 1 s 0\n1 0 1 412345 0 1 -3\n0\n"
ALL = [MIXED, b"", b"asp 1 0 0\n0\n", b"1 0 1 7 0 0\n", b"4 1 s 0\n1 1 1 2 0 0\n"]


def read_line_by_line(text: bytes) -> tuple[list[str], list[int], list[tuple[int, ...]]]:
    rules = [line.split() for line in text.decode().splitlines() if line.startswith("1 0 1 ")]
    named = [line for line in text.decode().splitlines() if line.startswith("4 ")]
    return named, [int(parts[3]) for parts in rules], [tuple(map(int, parts[6:])) for parts in rules]


def assert_same(text: bytes) -> None:
    named, heads, bodies = read_aspif(text)
    assert ([line.rstrip() for line in named], heads.tolist(), list(bodies)) == read_line_by_line(text)


@pytest.mark.parametrize("text", ALL)
def test_rules_and_named_atoms_are_told_from_the_rest(text: bytes) -> None:
    assert_same(text)


@pytest.mark.parametrize("name", ["tic_tac_toe", "blocker", "hex"])
def test_games_are_read_as_line_by_line(name: str) -> None:
    program = ClingoProgram(read_rules(built_in_source(name, {}))[0].rules)
    text = ground_at_once(program.text, GroundingBudget())
    assert text.count(b"\n") > 100
    assert_same(text)
