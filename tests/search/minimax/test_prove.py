"""What alpha-beta guarantees about moves, against minimax as in the textbook; and what is left to choose from."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest

import ludens
from ludens.engine.contract import LoadedGame
from ludens.search.minimax import prove as proving
from ludens.search.minimax.guarantees import Guarantee, not_lost, undominated
from ludens.search.minimax.prove import Proving
from ludens.search.views.solved_states import solved_in
from ludens.testing import random_game
from tests.search.minimax.plain_minimax import minimax
from tests.search.table_game import table_game

WON, DRAWN, LOST, OPEN = Guarantee(100, 100), Guarantee(50, 50), Guarantee(0, 0), Guarantee()
AT_MOST_LEVEL, AT_LEAST_LEVEL = Guarantee(0, 50), Guarantee(50, 100)


@pytest.mark.parametrize(
    ("known", "kept", "better"),
    [
        ([], [], []),
        ([OPEN, WON, DRAWN, WON], [1, 3], [1, 3]),
        ([OPEN, LOST, DRAWN], [0, 2], [0, 2]),
        ([LOST, LOST], [0, 1], [0, 1]),
        ([DRAWN, AT_MOST_LEVEL, LOST], [0, 1], [0]),
        ([AT_LEAST_LEVEL, DRAWN, AT_MOST_LEVEL], [0, 1, 2], [0, 1]),
        ([OPEN, OPEN], [0, 1], [0, 1]),
    ],
)
def test_moves_that_remain(known: list[Guarantee], kept: list[int], better: list[int]) -> None:
    numbered = dict(enumerate(known))
    assert sorted(not_lost(numbered)) == kept
    assert sorted(undominated(numbered)) == better


def positions(game: LoadedGame[Any], role: int, count: int, last: int) -> list[Any]:
    """Positions in which the role has a choice, at most so many joint moves before the end of a random game."""
    rng, found = random.Random(role), list[Any]()
    while len(found) < count:
        states = random_game(game, rng)[0]
        found += [state for state in states[-last - 1 : -1] if len(game.legal_moves(state, role)) > 1]
    return found[:count]


def value_after(game: LoadedGame[Any], state: Any, role: int, move: str) -> float:
    """What the role gets when the others answer a move as badly for it as they can, and so on to the end."""
    others = [(move,) if other == role else game.legal_moves(state, other) for other in range(len(game.info.roles))]
    return min(minimax(game, game.next_state(state, joint), role, 99) for joint in itertools.product(*others))


@pytest.mark.parametrize(
    ("source", "last"),
    [
        ("tic_tac_toe", 5),
        ("connect_four(players=3, columns=4, rows=4)", 6),
        ("nim(heaps=2-3)", 9),
        ("rock_paper_scissors", 3),
        (table_game(8), 1),
    ],
)
def test_guarantees_hold(source: str, last: int) -> None:
    game = ludens.load(source)
    exact = 0
    for role in range(len(game.info.roles)):
        search = Proving(game.engine, role, 1 << 20)
        for state in positions(game, role, 12, last):
            found = search.think(game.pack([state]))
            names = game.engine.moves(role)
            assert {names[number] for number in found.known} == set(game.legal_moves(state, role))
            values = {number: value_after(game, state, role, names[number]) for number in found.known}
            for number, guarantee in found.known.items():
                assert guarantee.lowest <= values[number] <= guarantee.highest
                exact += guarantee.exact
            best = max(values.values())
            assert max(guarantee.lowest for guarantee in found.known.values()) == best
            assert all(values[number] == best for number in undominated(found.known))
    assert exact > 10


def test_solved_positions_outlive_the_graph(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ludens.load("tic_tac_toe")
    search = Proving(game.engine, 0, 1 << 20)
    start = game.engine.initial()
    first = search.think(start)
    rows, goals = solved_in(search.search.graph)
    late = [pair for pair in zip(game.unpack(rows), goals, strict=True) if blanks(pair[0]) <= 4]
    assert len(late) > 40
    for state, goal in late[:100]:
        assert minimax(game, state, 0, 9) == goal
    assert len(search.solved) == 0
    monkeypatch.setattr(proving, "FULL", 0.0)
    search.renew()
    assert len(search.solved) == len(rows)
    again = search.think(start)
    assert 0 < again.positions < first.positions
    assert undominated(again.known) <= undominated(first.known)
    assert max(guarantee.lowest for guarantee in again.known.values()) == 50


def blanks(state: Any) -> int:
    """Empty cells of tic-tac-toe."""
    return sum(fact[0] == "cell" and fact[-1] == "b" for fact in state)


def test_a_root_that_is_known_as_solved_is_opened_all_the_same() -> None:
    """After the graph was given up, the root may come up as a solved position without moves."""
    game = ludens.load("tic_tac_toe")
    search = Proving(game.engine, 0, 1 << 20)
    search.think(game.engine.initial())
    search.solved.put(*solved_in(search.search.graph))
    state = game.next_state(game.initial_state(), ("(mark 1 1)", "noop"))
    reply = game.next_state(state, ("noop", "(mark 3 3)"))
    fresh = Proving(game.engine, 0, 1 << 20)
    fresh.solved.put(*solved_in(search.search.graph))
    fresh.think(game.engine.initial())
    for position in (reply, reply):
        found = fresh.think(game.pack([position]))
        assert len(found.known) == 7
        assert max(guarantee.lowest for guarantee in found.known.values()) == minimax(game, reply, 0, 9)


MANY_ANSWERS = f"""
    (role a) (role b) (role c) (init open) {" ".join(f"(number {n})" for n in range(70))}
    (<= (legal a (go ?x)) (true open) (way ?x)) (way left) (way right)
    (<= (legal ?r (take ?n)) (true open) (number ?n) (partner ?r)) (partner b) (partner c)
    (<= (next caught) (does b (take 69)) (does c (take 69)))
    (<= terminal (not (true open)))
    (<= (goal a 0) (true caught)) (<= (goal a 100) (not (true caught)))
    (<= (goal ?r 0) (partner ?r) (not (true caught))) (<= (goal ?r 100) (partner ?r) (true caught))
"""
"""The others have 4,900 joint answers, and only the last of them catches a."""


def test_nothing_is_guaranteed_where_not_all_answers_were_looked_at() -> None:
    game = ludens.load(MANY_ANSWERS)
    found = Proving(game.engine, 0, 1 << 20).think(game.engine.initial(), left=100_000)
    assert found.known == {0: Guarantee(), 1: Guarantee()}


def test_all_moves_of_a_single_opponent_are_looked_at() -> None:
    """Of 5,000 moves, and only the last one catches."""
    numbers = " ".join(f"(number {n})" for n in range(1, 5001))
    game = ludens.load(f"""
        (role a) (role b) (init (turn a)) {numbers} (way left) (way right)
        (<= (legal a (go ?x)) (true (turn a)) (way ?x)) (<= (legal a noop) (true (turn b)))
        (<= (legal b (take ?n)) (true (turn b)) (number ?n)) (<= (legal b noop) (true (turn a)))
        (<= (next (turn b)) (true (turn a))) (<= (next caught) (does b (take 5000)))
        (<= terminal (not (true (turn a))) (not (true (turn b))))
        (<= (goal a 0) (true caught)) (<= (goal a 100) (not (true caught)))
        (<= (goal b 100) (true caught)) (<= (goal b 0) (not (true caught)))""")
    found = Proving(game.engine, 0, 1 << 20).think(game.engine.initial(), left=100_000)
    assert found.known == {0: LOST, 1: LOST}
