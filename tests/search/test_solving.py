"""Solved games: known values, known numbers of positions, and tables on disk."""

from __future__ import annotations

import functools
import operator
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens import LudensError
from ludens.engine.any_game import GameWithEngine
from ludens.game import BudgetError, ParameterError, UnsuitableGameError
from ludens.search.enumeration import begin, enumerate_positions, evaluate, value_of
from ludens.search.kernels.positions import WHOLE_POSITION, find
from ludens.search.solving import Effort, solve
from tests.search.plain_minimax import minimax
from tests.search.test_alphabeta import positions

ENDLESS = """
(role white) (role black)
(init (at 1)) (init (control white))
(next_to 1 2) (next_to 2 1) (next_to 2 3) (next_to 1 0)
(opponent white black) (opponent black white)
(<= (base (at ?x)) (next_to ?y ?x)) (<= (base (control ?r)) (role ?r))
(<= (legal ?r (to ?y)) (true (control ?r)) (true (at ?x)) (next_to ?x ?y))
(<= (legal ?r noop) (opponent ?r ?o) (true (control ?o)))
(<= (next (at ?y)) (does ?r (to ?y)))
(<= (next (control ?r)) (opponent ?r ?o) (true (control ?o)))
(<= terminal (true (at 3)))
(<= terminal (true (at 0)))
(<= (goal white 100) (true (at 3)))
(<= (goal white 0) (true (at 0)))
(<= (goal black 0) (true (at 3)))
(<= (goal black 100) (true (at 0)))
"""
"""White, at 1, may lose at once or go to 2, from where black may give the game away or go back to 1."""


@pytest.mark.parametrize("most", [1, 1_000_000])
@pytest.mark.parametrize("heaps", ["1-5-4-2", "1-2-3", "3-3", "5", "2-4-6", "1-4-5", "1-1-2-3"])
def test_nim_is_won_unless_the_sum_without_carry_is_zero(heaps: str, most: int) -> None:
    game = ludens.load(f"nim(heaps={heaps})")
    found = solve(game, game.initial_state(), Effort(positions=most))
    sizes = [int(size) for size in heaps.split("-")]
    total = functools.reduce(operator.xor, sizes)
    assert found.goals == ((100, 0) if total else (0, 100))
    assert found.method == ("alpha_beta" if most == 1 else "enumeration")
    winning = {
        f"(reduce {'abcdef'[heap]} {size ^ total})" for heap, size in enumerate(sizes) if total and size ^ total < size
    }
    assert {report.move for report in found.moves if report.value == 100} == winning


@pytest.mark.parametrize(("name", "count"), [("tic_tac_toe", 5_478), ("connect_four(columns=4, rows=4)", 161_029)])
def test_draws_and_their_numbers_of_positions(name: str, count: int) -> None:
    """Tic-tac-toe has 5,478 positions; connect four on 4 × 4 has 161,029 (Tromp's table)."""
    game = ludens.load(name)
    found = solve(game, game.initial_state())
    assert found.goals == (50, 50)
    assert (found.positions, found.method) == (count, "enumeration")
    state = game.initial_state()
    for joint in found.line:
        state = game.next_state(state, joint)
    assert game.goals(state) == (50, 50)
    searched = solve(game, game.initial_state(), Effort(positions=1))
    assert searched.goals == found.goals
    assert searched.moves == found.moves


@pytest.mark.slow
@pytest.mark.parametrize("rows", [4, 5])
def test_connect_four_on_five_columns_is_a_draw(rows: int) -> None:
    game = ludens.load(f"connect_four(columns=5, rows={rows})")
    assert solve(game, game.initial_state()).goals == (50, 50)


@pytest.mark.parametrize("name", ["nim(heaps=2-3-1)", "nim(heaps=3-2, misere=true)", "connect_four(columns=4, rows=4)"])
def test_every_position_has_the_value_of_plain_minimax(name: str) -> None:
    game = ludens.load(name)
    enumeration = begin(game.engine, game.engine.initial())
    for _ in enumerate_positions(game.engine, enumeration, 1_000_000):
        pass
    evaluate(enumeration)
    seen = set()
    late = [state for state in positions(game, 400, name) if sum("b" in fluent for fluent in state) < 8]
    for state in late[:60]:
        number = int(find(enumeration.graph, game.pack([state])[0], WHOLE_POSITION))
        value = (value_of(enumeration.graph, number) + 1000) / 20
        assert value == minimax(game, state, 0, 20)
        seen.add(value)
    assert len(late) > 30
    assert len(seen) > 1


def test_play_that_never_ends_is_a_draw() -> None:
    game = ludens.load(ENDLESS)
    found = solve(game, game.initial_state())
    assert found.goals == (50, 50)
    assert {report.move: report.value for report in found.moves} == {"(to 2)": 50, "(to 0)": 0}


def test_one_role_is_solved_too() -> None:
    game = ludens.load("lights_on")
    found = solve(game, game.initial_state(), Effort(positions=100_000))
    state = game.initial_state()
    for joint in found.line:
        state = game.next_state(state, joint)
    assert game.is_terminal(state)
    assert found.goals == game.goals(state) == (100,)


@pytest.mark.parametrize("most", [1, 1_000_000])
def test_a_table_is_gone_on_from(most: int, tmp_path: Path) -> None:
    game, table = ludens.load("connect_four(columns=4, rows=4)"), tmp_path / "table.npz"
    with pytest.raises(BudgetError, match="is not solved"):
        solve(game, game.initial_state(), Effort(positions=most, seconds=0.02, table=table))
    size = table.stat().st_size
    first = solve(game, game.initial_state(), Effort(positions=most, table=table))
    assert table.stat().st_size > size
    again = solve(game, game.initial_state(), Effort(positions=most, table=table))
    assert first.goals == again.goals == (50, 50)
    assert first.moves == again.moves
    if most == 1:
        assert again.positions < first.positions / 10
    assert again.seconds < first.seconds
    assert [path.name for path in tmp_path.iterdir()] == ["table.npz"]


def test_tables_that_are_refused(tmp_path: Path) -> None:
    game, table = ludens.load("nim(heaps=1-2)"), tmp_path / "table.npz"
    solve(game, game.initial_state(), Effort(table=table))
    other = ludens.load("nim(heaps=2-1)")
    with pytest.raises(ParameterError, match="another game or position"):
        solve(other, other.initial_state(), Effort(table=table))
    table.write_bytes(b"PK\x03\x04 nothing")
    with pytest.raises(ParameterError, match="is not a table"):
        solve(game, game.initial_state(), Effort(table=table))
    with pytest.raises(ParameterError, match="Cannot write the table"):
        solve(game, game.initial_state(), Effort(table=tmp_path / "missing" / "table.npz"))
    plain: GameWithEngine[Any] = GameWithEngine(game)
    with pytest.raises(ParameterError, match="cannot have a table on disk"):
        solve(plain, plain.initial_state(), Effort(table=tmp_path / "new.npz"))
    assert solve(plain, plain.initial_state()).goals == (100, 0)


@pytest.mark.parametrize("name", ["connect_four(players=3)", "rock_paper_scissors", "prisoners_dilemma"])
def test_games_that_have_no_such_value_are_refused(name: str) -> None:
    game = ludens.load(name)
    with pytest.raises(UnsuitableGameError, match="ludens solve cannot play"):
        solve(game, game.initial_state())
    assert issubclass(UnsuitableGameError, LudensError)
