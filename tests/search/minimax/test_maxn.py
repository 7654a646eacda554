"""Max^n by layers gives what max^n by recursion gives."""

from __future__ import annotations

import math

import pytest

import ludens
from ludens.search.evaluations.static import TerminalOnly
from ludens.search.minimax.maxn import MaxN
from tests.search.minimax.plain_minimax import maxn
from tests.search.minimax.test_alphabeta import positions
from tests.search.table_game import table_game

GAMES = [
    ("tic_tac_toe", 2, 30),
    ("nim(heaps=1-2-2)", 4, 30),
    ("connect_four(columns=4, rows=4, players=3)", 3, 30),
    ("connect_four(columns=4, rows=4, players=3, suicide=true)", 3, 20),
    ("rock_paper_scissors", 2, 10),
    ("prisoners_dilemma", 2, 10),
    ("blocker", 1, 20),
    ("free_for_all", 1, 6),
    ("lights_on", 3, 10),
]


@pytest.mark.parametrize("seed", range(6))
def test_the_others_choose_one_by_one_in_their_order(seed: int) -> None:
    game = ludens.load(table_game(seed))
    state = game.initial_state()
    for role in range(3):
        (found,) = MaxN(game.engine, role, TerminalOnly()).deepen(game.pack([state]), math.inf, math.inf, 5)
        goals = game.goals(game.next_state(state, found.line[0]))
        assert goals == maxn(game, state, role, 1)
        assert found.certain
        assert found.moves[0].value == goals[role]


@pytest.mark.parametrize(("name", "depth", "count"), GAMES)
def test_values_are_those_of_the_recursion(name: str, depth: int, count: int) -> None:
    game = ludens.load(name)
    seen = set()
    for number, state in enumerate(positions(game, count, name)):
        role = number % len(game.info.roles)
        search = MaxN(game.engine, role, TerminalOnly())
        for found in search.deepen(game.pack([state]), math.inf, math.inf, depth):
            # Among moves that are equally good both take the first, which matters to the others' values.
            expected = maxn(game, state, role, found.depth)[role]
            assert found.moves[0].value == expected, (state, role, found.depth)
            assert found.line[0][role] == found.moves[0].move
            assert {report.move for report in found.moves} == set(game.legal_moves(state, role))
            assert found.moves[0].value == max(report.value or 0.0 for report in found.moves)
            seen.add(found.moves[0].value)
    assert len(seen) > 1
