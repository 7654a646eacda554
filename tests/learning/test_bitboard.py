"""``benchmarks/bitboard.py``, which judges moves of connect four, against plain minimax."""

from __future__ import annotations

import importlib
import random
from functools import cache
from pathlib import Path

import pytest

pytest.importorskip("numba", reason="Numba is an extra")

SCRIPT = Path(__file__).parents[2] / "benchmarks" / "bitboard.py"
LATE = 35


@cache
def cells(columns: str) -> dict[tuple[int, int], int]:
    """Who has which cell."""
    found: dict[tuple[int, int], int] = {}
    for number, text in enumerate(columns):
        column = int(text)
        found[column, sum(place[0] == column for place in found)] = number % 2
    return found


def won(columns: str) -> bool:
    """Whether the last disc made four."""
    taken, side = cells(columns), (len(columns) - 1) % 2
    return any(
        all(taken.get((x + step * dx, y + step * dy)) == side for step in range(4))
        for x, y in taken
        for dx, dy in ((1, 0), (0, 1), (1, 1), (1, -1))
    )


@cache
def value(columns: str) -> int:
    """What a position is worth to the side to move: 1, 0 or -1."""
    if columns and won(columns):
        return -1
    if len(columns) == 42:
        return 0
    return max(-value(columns + column) for column in "1234567" if columns.count(column) < 6)


def late_position(seed: int) -> str:
    """Random moves that do not win until few cells are left; nothing where there is none."""
    choice, columns = random.Random(seed), ""
    while len(columns) < LATE:
        free = [column for column in "1234567" if columns.count(column) < 6 and not won(columns + column)]
        if not free:
            return ""
        columns += choice.choice(free)
    return columns


@pytest.mark.parametrize("seeds", [range(20), pytest.param(range(60), marks=pytest.mark.slow)], ids=len)
def test_the_judge_knows_which_moves_keep_the_value(monkeypatch: pytest.MonkeyPatch, seeds: range) -> None:
    monkeypatch.syspath_prepend(SCRIPT.parent)  # what Numba keeps on disk knows the script by this name
    script = importlib.import_module(SCRIPT.stem)
    table, asked, wrong = script.empty_table(), 0, 0
    for columns in filter(None, map(late_position, seeds)):
        sign = value(columns)
        if sign < 0:
            continue
        for column in "1234567":
            if columns.count(column) < 6:
                keeps = -value(columns + column) >= sign
                assert script.keeps(table, columns, sign, int(column)) == keeps, (columns, column)
                asked, wrong = asked + 1, wrong + (not keeps)
    assert asked > 30
    assert wrong > 3
