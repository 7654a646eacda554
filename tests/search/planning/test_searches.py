"""Rollouts, nested rollout policy adaptation, breadth-first search, and all of it together."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.engine.contract import LoadedGame
from ludens.search.planning import breadth_first, portfolio
from ludens.search.planning.breadth_first import BreadthFirst
from ludens.search.planning.line import Line, better, played
from ludens.search.planning.nrpa import Nesting, nested_rollouts
from ludens.search.planning.portfolio import Portfolio
from ludens.search.planning.rollouts import rollouts
from ludens.search.planning.seen import SeenPositions
from ludens.search.stopwatch import Stopwatch
from tests.search.planning.puzzles import PUZZLES, counting, lock, sliding
from tests.search.planning.textbook_nrpa import textbook_lines


@functools.cache
def loaded(sheet: str) -> LoadedGame[Any]:
    return ludens.load(sheet)


def replayed(game: LoadedGame[Any], line: Line) -> int:
    """The goal that the line ends with by the reasoner; every position on the way is the one that the line tells."""
    state, names = game.initial_state(), game.engine.moves(0)
    for move, row in zip(line.moves, line.rows, strict=True):
        assert (game.pack([state])[0] == row).all()
        state = game.next_state(state, [names[move]])
    assert game.is_terminal(state)
    return game.goals(state)[0]


@pytest.mark.parametrize("name", PUZZLES)
def test_rollouts_are_games(name: str) -> None:
    game = loaded(PUZZLES[name])
    done = rollouts(game.engine, game.engine.initial(), 20, np.random.default_rng(1), 100)
    for lane in range(20):
        line = done.line(lane)
        assert len(line.moves) == done.lengths[lane]
        assert replayed(game, line) == line.goal == done.goals[lane]


def test_weights_draw_moves_as_their_exponentials_say() -> None:
    game = loaded(lock(1))
    weights = np.log(np.array([[[1, 2, 3, 4, 5, 6]]], dtype=np.float32))
    done = rollouts(game.engine, game.engine.initial(), 21_000, np.random.default_rng(1), 5, weights=weights)
    counts = np.bincount(done.steps[0].moves, minlength=6)
    assert np.abs(counts - 1000 * np.arange(1, 7)).max() < 250


def test_policy_adaptation_opens_a_lock_that_chance_does_not() -> None:
    game = loaded(lock(10))
    nesting = Nesting(lanes=128, groups=4, levels=1, iterations=60)
    random = np.random.default_rng(1)
    assert rollouts(game.engine, game.engine.initial(), 128 * 60, random, 20).goals.max() < 100
    search = nested_rollouts(game.engine, game.engine.initial(), random, 20, nesting=nesting)
    line = next(line for _, line in zip(range(200), search, strict=False) if line is not None and line.goal == 100)
    assert replayed(game, line) == 100


@pytest.mark.parametrize("name", ["river", "sliding", "latin square"])
def test_one_lane_of_one_group_is_the_textbook_algorithm(name: str) -> None:
    game = loaded(PUZZLES[name])
    nesting = Nesting(lanes=1, groups=1, levels=2, iterations=6, learning=0.8)
    search = nested_rollouts(game.engine, game.engine.initial(), np.random.default_rng(5), 40, nesting=nesting)
    twin = textbook_lines(game, np.random.default_rng(5), 40, levels=2, iterations=6, learning=0.8)
    for _, line, (moves, goal) in zip(range(60), search, twin, strict=False):
        assert line is not None
        assert (line.moves, line.goal) == (moves, goal)


@pytest.mark.parametrize("name", PUZZLES)
def test_breadth_first_search_finds_a_shortest_line(name: str) -> None:
    game = loaded(PUZZLES[name])
    search = BreadthFirst(game.engine, game.engine.initial(), np.random.default_rng(1), 100)
    line = next(line for line in search.lines() if line is not None and line.goal == 100)
    assert replayed(game, line) == 100
    assert len(line.moves) == {"latin square": 19, "queens": 6, "river": 7, "sliding": 8, "bridge": 4}[name]


def test_breadth_first_search_ends_when_all_is_seen() -> None:
    game = loaded(sliding("21345_"))  # an odd permutation: out of reach
    search = BreadthFirst(game.engine, game.engine.initial(), np.random.default_rng(1), 100)
    *_, line = search.lines()
    assert search.complete
    assert line is not None
    assert line.goal == 0


def test_facts_of_time_are_told_apart_in_a_proof() -> None:
    """Whoever waits a step has a position that is another only by the clock, and is worth more."""
    game = loaded(PATIENCE)
    circuit = game.engine.circuit
    assert circuit is not None
    timed = [number for number, fact in enumerate(circuit.fluents) if fact[0] == "step"]
    search = BreadthFirst(game.engine, game.engine.initial(), np.random.default_rng(1), 100, timed)
    *_, line = search.lines()
    assert search.complete
    assert line is not None
    assert line.goal == 100


PATIENCE = f"""
(role r) {counting(6)} (init (place a))
(<= (legal r (go ?p)) (spot ?p)) (spot a) (spot b)
(<= (next (place ?p)) (does r (go ?p)))
(<= terminal (true (place b)) (true (step 4))) (<= terminal (true (step 6)))
(<= (goal r 100) (true (place b)) (true (step 4)))
(<= (goal r 20) (not (true (place b)))) (<= (goal r 30) (true (place b)) (not (true (step 4))))
"""


def test_the_portfolio_ends_when_the_best_is_proved() -> None:
    game = loaded(sliding("21345_"))
    for methods in ({"breadth_first"}, {"rollouts", "breadth_first", "nrpa"}):
        portfolio = Portfolio(game.engine, 100, np.random.default_rng(1), frozenset(methods))
        watch = Stopwatch(Limit(playouts=10_000_000))
        line = portfolio.search(game.engine.initial(), watch)
        assert line is not None
        assert line.goal == portfolio.highest == 0
        assert watch.playouts > 0


def test_positions_are_new_once() -> None:
    random = np.random.default_rng(1)
    rows = random.integers(0, 50, (20_000, 2)).astype(np.uint64)
    seen, known = SeenPositions(np.array([~0, ~1], dtype=np.int64).view(np.uint64)), set()
    for first in range(0, len(rows), 777):
        part = rows[first : first + 777]
        expected = []
        for place, (one, two) in enumerate(part.tolist()):
            if (one, two >> 1) not in known:
                known.add((one, two >> 1))
                expected.append(place)
        assert seen.add(part).tolist() == expected


def test_better_lines() -> None:
    def line(goal: int, length: int) -> Line:
        return Line((0,) * length, goal, np.zeros((length, 1), dtype=np.uint64))

    assert better(None, line(0, 1)) == line(0, 1)
    assert better(line(50, 1), line(100, 9)) == line(100, 9)
    assert better(line(100, 3), line(100, 9)) == line(100, 3)
    assert better(line(0, 1), line(0, 9)) == line(0, 9)


def test_moves_that_are_not_legal_make_no_line() -> None:
    game = loaded(PUZZLES["river"])
    names = game.engine.moves(0)
    goat, wolf = names.index("(take goat)"), names.index("(take wolf)")
    assert played(game.engine, game.engine.initial(), [goat, wolf]) is None
    assert played(game.engine, game.engine.initial(), [goat]) is None


@pytest.mark.parametrize("name", PUZZLES)
def test_the_portfolio_is_the_same_for_the_same_seed(name: str) -> None:
    game = loaded(PUZZLES[name])
    lines = [
        Portfolio(game.engine, 100, np.random.default_rng(3)).search(
            game.engine.initial(), Stopwatch(Limit(playouts=50_000))
        )
        for _ in range(2)
    ]
    assert lines[0] == lines[1]
    assert lines[0] is not None
    assert replayed(game, lines[0]) == lines[0].goal == 100


def test_a_layer_is_narrowed_in_turns_to_the_same_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    game = loaded(sliding("54321_"))
    found = []
    for gates in (breadth_first.MOST_GATES_AT_ONCE, 1):
        monkeypatch.setattr(breadth_first, "MOST_GATES_AT_ONCE", gates)
        search = BreadthFirst(game.engine, game.engine.initial(), np.random.default_rng(1), 100, beam=8)
        lines = search.lines()
        turns = 1
        while next(lines) is None:
            turns += 1
        assert search.best is not None
        found.append((turns, search.best.moves))
    (few, whole), (many, in_turns) = found
    assert in_turns == whole
    assert many > few + 8


@pytest.mark.parametrize("most", [0, 10**9])
def test_the_rules_of_large_circuits_are_not_relaxed(monkeypatch: pytest.MonkeyPatch, most: int) -> None:
    monkeypatch.setattr(portfolio, "MOST_RELAXED_GATES", most)
    game = loaded(lock(10))
    found = Portfolio(game.engine, 100, np.random.default_rng(1), frozenset({"relaxed"}))
    names = found._searches(game.engine.initial(), Stopwatch(Limit(playouts=100)), portfolio.NOTHING)
    assert list(names) == (["relaxed"] if most else [])
