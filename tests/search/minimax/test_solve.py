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
from ludens.game import BudgetError, GameInfo, GoalError, NoLegalMoveError, ParameterError, UnsuitableGameError
from ludens.search.minimax.enumeration import begin, enumerate_positions, evaluate, value_of
from ludens.search.minimax.expand import Expanding
from ludens.search.minimax.graph import WHOLE_POSITION, find_position
from ludens.search.minimax.solve import Effort, solve
from ludens.search.suitability import unsuitable
from tests.clocks import LateAtLook, put_up
from tests.random_games import TableGame
from tests.search.minimax.plain_minimax import minimax
from tests.search.minimax.test_alphabeta import positions

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
    assert (found.method == "enumeration") == (most > 1)
    winning = {
        f"(reduce {'abcdef'[heap]} {size ^ total})" for heap, size in enumerate(sizes) if total and size ^ total < size
    }
    assert {report.move for report in found.moves if report.value == 100} == winning


@pytest.mark.parametrize(("name", "count"), [("tic_tac_toe", 5_478), ("connect_four(columns=4, rows=4)", 161_029)])
def test_draws_and_their_numbers_of_positions(name: str, count: int) -> None:
    """Tic-tac-toe has 5,478 positions; connect four on 4 × 4 has 161,029 (Tromp's table)."""
    game = ludens.load(name)
    found = solve(game, game.initial_state(), Effort(positions=1_000_000))
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
        number = int(find_position(enumeration.graph, game.pack([state])[0], WHOLE_POSITION))
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
def test_a_table_is_gone_on_from(most: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, table = ludens.load("connect_four(columns=4, rows=4)"), tmp_path / "table.npz"
    with monkeypatch.context() as patch:
        put_up(LateAtLook(40), patch)
        with pytest.raises(BudgetError, match="is not solved"):
            solve(game, game.initial_state(), Effort(positions=most, seconds=10.0, table=table, depth_first=False))
    size = table.stat().st_size
    first = solve(game, game.initial_state(), Effort(positions=most, table=table, depth_first=False))
    assert table.stat().st_size > size
    expanded = list[int]()
    prepare = Expanding.prepare

    def counted(self: Expanding, graph: Any, numbers: Any) -> Any:
        expanded.append(len(numbers))
        return prepare(self, graph, numbers)

    monkeypatch.setattr(Expanding, "prepare", counted)
    again = solve(game, game.initial_state(), Effort(positions=most, table=table, depth_first=False))
    assert first.goals == again.goals == (50, 50)
    assert first.moves == again.moves
    if most == 1:
        assert again.positions < first.positions / 10
    else:
        assert sum(expanded) == 0
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


SIXTY = """
(role a) (role b) (init (turn 1)) (succ 1 2) (succ 2 3)
(<= (legal a left) (true (turn 1))) (<= (legal a right) (true (turn 1))) (<= (legal a noop) (true (turn 2)))
(<= (legal b noop) (true (turn 1))) (<= (legal b left) (true (turn 2))) (<= (legal b right) (true (turn 2)))
(<= (next (turn ?n)) (true (turn ?m)) (succ ?m ?n))
(<= (next (went ?r ?way)) (does ?r ?way)) (<= (next (went ?r ?way)) (true (went ?r ?way)))
(<= terminal (true (turn 3)))
(<= same (true (went a ?way)) (true (went b ?way)))
(<= (goal a 60) (not same)) (<= (goal a 0) same) (<= (goal b 0) (not same)) (<= (goal b 60) same)
"""
"""Whoever is second wins, and the winner gets 60."""


@pytest.mark.parametrize("most", [1, 1_000])
def test_goals_that_add_up_to_less_than_100(most: int) -> None:
    game = ludens.load(SIXTY)
    found = solve(game, game.initial_state(), Effort(positions=most))
    assert found.goals == (0, 60)
    assert [report.value for report in found.moves] == [0, 0]


def a_long_way(last: str) -> str:
    """White and black take turns going on or giving up, thirty steps; who gives up loses, and the last end is given."""
    steps = " ".join(f"(succ {n} {n + 1})" for n in range(1, 31))
    turns = " ".join(f"(mover {n} {'white' if n % 2 else 'black'})" for n in range(1, 31))
    return f"""
        (role white) (role black) (opponent white black) (opponent black white) (init (step 1)) {steps} {turns}
        (<= (legal ?r on) (true (step ?n)) (mover ?n ?r)) (<= (legal ?r stop) (true (step ?n)) (mover ?n ?r))
        (<= (legal ?r noop) (opponent ?r ?o) (true (step ?n)) (mover ?n ?o))
        (<= (next (step ?m)) (true (step ?n)) (succ ?n ?m) (does ?r on))
        (<= (next (gave_up ?r)) (does ?r stop))
        (<= terminal (true (gave_up ?r))) (<= terminal (true (step 31)))
        (<= (goal ?r 0) (true (gave_up ?r))) (<= (goal ?r 100) (opponent ?r ?o) (true (gave_up ?o)))
        {last}"""


@pytest.mark.parametrize("most", [1, 1_000])
def test_a_sum_that_random_games_do_not_refute_is_not_taken_for_certain(most: int) -> None:
    """One game in a thousand million comes to the end at which both get 100."""
    game = ludens.load(a_long_way("(<= (goal ?r 100) (role ?r) (true (step 31)))"))
    assert unsuitable(game) == ""
    with pytest.raises(UnsuitableGameError, match="ludens solve cannot play"):
        solve(game, game.initial_state(), Effort(positions=most))


@pytest.mark.parametrize("most", [1, 1_000])
def test_a_sum_that_is_proved_from_the_rules_is_enough(most: int) -> None:
    game = ludens.load(a_long_way("(<= (goal white 40) (true (step 31))) (<= (goal black 60) (true (step 31)))"))
    assert solve(game, game.initial_state(), Effort(positions=most)).goals == (40, 60)


def one_move(goals: tuple[int, ...]) -> TableGame:
    """A single move of the first role, which ends the game."""
    roles = tuple("abc"[: len(goals)])
    forced = ((0,),) * len(roles)
    return TableGame(GameInfo("one move", roles), (forced, ((),) * len(roles)), {(0, (0,) * len(roles)): 1}, {1: goals})


@pytest.mark.parametrize("goals", [(200, -100), (101,), (-1,), (1, -1)])
def test_goals_outside_0_to_100_are_refused(goals: tuple[int, ...]) -> None:
    game = one_move(goals)
    with pytest.raises(GoalError, match=r"outside 0 to 100.*\(at 1\)"):
        solve(game, 0)
    if len(goals) == 1:
        with pytest.raises(GoalError):
            solve(game, 0, Effort(positions=1, memory_bytes=0))


def test_a_role_that_cannot_move_is_refused() -> None:
    roles = ("a", "b")
    game = TableGame(GameInfo("stuck", roles), (((0, 1), (0,)), ((0,), ()), ((), ())), {(0, (0, 0)): 1, (0, (1, 0)): 2},
                     {2: (100, 0)})  # fmt: skip
    with pytest.raises(NoLegalMoveError, match=r"no legal move.*\(at 1\)"):
        solve(game, 0)
    with pytest.raises(NoLegalMoveError):
        solve(game.declared(), 0, Effort(positions=1, memory_bytes=0))


def test_a_game_that_is_over_at_the_start() -> None:
    game = TableGame(GameInfo("over", ("a", "b")), (((), ()),), {}, {0: (30, 40)})
    found = solve(game, 0)
    assert (found.goals, found.mover, found.moves, found.line) == ((30, 40), None, (), ())
    assert solve(game.declared(), 0, Effort(positions=1, memory_bytes=0)).goals == (30, 40)


@pytest.mark.parametrize("name", ["connect_four(players=3)", "rock_paper_scissors", "prisoners_dilemma"])
def test_games_that_have_no_such_value_are_refused(name: str) -> None:
    game = ludens.load(name)
    with pytest.raises(UnsuitableGameError, match="ludens solve cannot play"):
        solve(game, game.initial_state())
    assert issubclass(UnsuitableGameError, LudensError)
