"""The depth-first search with an evaluation against plain minimax, and against the search on batches."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit
from ludens.game import MoveReport
from ludens.players import make_agent
from ludens.search.evaluations.learnt.game_features import features_of
from ludens.search.evaluations.learnt.model import Learnt, Model
from ludens.search.evaluations.static import Static, TerminalOnly
from ludens.search.minimax.alphabeta import Budget, Method, Settings
from ludens.search.minimax.depth_first.evaluated.search import EvaluatedSearch, parts_of
from ludens.search.minimax.depth_first.evaluated.table import grown
from ludens.search.minimax.depth_first.search import UnsuitedError
from tests.search.minimax.depth_first.test_depth_first import lively_game, reached
from tests.search.minimax.plain_minimax import minimax

METHODS = list(Method)


def weighted(game: Any, seed: int) -> Learnt:
    """An evaluation with random weights of the game's features, many of them 0: as wild as any that is learnt."""
    rng, features = np.random.default_rng(seed), features_of(game)
    weights = rng.integers(-40, 41, size=(1, len(features.features))) * (rng.random(len(features.features)) < 0.3)
    return Learnt(Model(weights.astype(np.int64), np.array([0.1]), 0.02), 2, lambda: features)


def search_of(game: Any, evaluation: Static, method: Method, *, certain: bool = False) -> EvaluatedSearch:
    settings = Settings(method, 0, evaluation, 1 << 18, certain=certain)
    parts = parts_of(game, settings)
    assert parts is not None
    return EvaluatedSearch(game.engine, parts, settings)


def plain_value(game: Any, state: Any, depth: int, evaluation: Static) -> float:
    """What plain minimax says of a position."""

    def evaluate(state: Any) -> float:
        return 100 * float(evaluation(game.engine, game.pack([state]))[0, 0])

    return minimax(game, state, 0, depth, evaluate)


def values(search: EvaluatedSearch, row: Any, depth: int) -> list[float]:
    """The values of a position, depth by depth; what is certain is found twice, and the second time counts."""
    search.start(row)
    found = {step.depth: step.value for step in search.deepen(Budget(), depth)}
    return [found[depth] for depth in sorted(found)]


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize(
    ("name", "depth"),
    [("tic_tac_toe", 4), ("connect_four(columns=4, rows=4)", 4), ("breakthrough(size=4)", 3), ("nim(heaps=2-3-2)", 4)],
)
def test_values_are_those_of_plain_minimax(name: str, depth: int, method: Method) -> None:
    game: Any = ludens.load(name)
    rng = random.Random(f"{name} {method}")
    for number in range(3):
        evaluation = weighted(game, number) if number else TerminalOnly()
        search = search_of(game, evaluation, method)
        for _ in range(3):
            state = reached(game, rng, rng.randrange(10))
            plain = [plain_value(game, state, d, evaluation) for d in range(1, depth + 1)]
            found = values(search, game.pack([state]), depth)
            assert found == pytest.approx(plain[: len(found)], abs=1e-9)
            assert len(found) == depth or found[-1] == pytest.approx(plain[-1])


@pytest.mark.parametrize("part", range(2))
def test_random_games_have_the_values_of_plain_minimax(part: int) -> None:
    assert sum(compare(seed) for seed in range(100 * part, 100 * part + 4)) > 0


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_random_games_have_the_values_of_plain_minimax(part: int) -> None:
    assert sum(compare(seed) for seed in range(1000 + 100 * part, 1060 + 100 * part)) > 10


def compare(seed: int) -> bool:
    """Compares values of one game, searched strictly to each depth and to its end; whether it was searched."""
    tables = lively_game(seed)
    game: Any = ludens.load(tables.rules())
    evaluation = weighted(game, seed)
    if parts_of(game, Settings(evaluation=evaluation)) is None:
        return False
    method, row = METHODS[seed % len(METHODS)], game.engine.initial()
    state = game.initial_state()
    try:
        found = values(search_of(game, evaluation, method), row, 4)
        certain = values(search_of(game, evaluation, method, certain=True), row, 60)
    except UnsuitedError:
        assert not tables.in_turns
        return False
    assert found == pytest.approx([plain_value(game, state, d + 1, evaluation) for d in range(len(found))], abs=1e-9)
    assert certain[-1] == minimax(tables, 0, 0, 60), seed
    return True


@pytest.mark.parametrize("method", METHODS)
def test_a_search_that_is_interrupted_all_the_time_finds_the_same(
    method: Method, monkeypatch: pytest.MonkeyPatch
) -> None:
    game: Any = ludens.load("connect_four(columns=5, rows=4)")
    evaluation = weighted(game, 1)
    whole = values(search_of(game, evaluation, method), game.engine.initial(), 6)
    monkeypatch.setattr("ludens.search.minimax.depth_first.evaluated.search.SLICE", 1)
    assert values(search_of(game, evaluation, method), game.engine.initial(), 6) == whole


def test_what_the_table_keeps_changes_nothing_where_depths_are_strict() -> None:
    game: Any = ludens.load("breakthrough(size=5)")
    evaluation, rng = weighted(game, 5), random.Random(1)
    search = search_of(game, evaluation, Method.NEGASCOUT)
    for _ in range(8):
        row = game.pack([reached(game, rng, rng.randrange(12))])
        assert values(search, row, 5) == values(search_of(game, evaluation, Method.MTDF), row, 5)


def test_a_table_that_grows_keeps_all_that_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = ludens.load("breakthrough(size=5)")
    evaluation = weighted(game, 2)
    plain = values(search_of(game, evaluation, Method.MTDF), game.engine.initial(), 7)
    monkeypatch.setattr("ludens.search.minimax.depth_first.evaluated.search.FIRST_BYTES", 1 << 10)
    search = search_of(game, evaluation, Method.MTDF)
    assert values(search, game.engine.initial(), 7) == plain
    table = search.memory.table
    assert table.nbytes > 1 << 12
    larger = grown(table)
    assert np.count_nonzero(larger) == np.count_nonzero(table)
    assert sorted(larger[larger != 0]) == sorted(table[table != 0])
    search.memory = search.memory._replace(table=larger)
    before = search.positions
    assert values(search, game.engine.initial(), 7) == plain
    assert search.positions < 2 * before


@pytest.mark.parametrize("agent", ["negamax", "negascout", "mtdf"])
def test_agents_say_the_same_depth_first_and_on_batches(agent: str) -> None:
    game: Any = ludens.load("connect_four(columns=5, rows=4)")
    rng = random.Random(agent)
    for _ in range(6):
        state = reached(game, rng, rng.randrange(8))
        role = 0 if len(game.legal_moves(state, 0)) > 1 else 1
        found = []
        for way in ("true", "false"):
            name = f"{agent}(evaluation=learnt, depth_first={way})"
            found.append(make_agent(name, game, role).decide(state, Limit(depth=4)))
        assert found[0].value == pytest.approx(found[1].value, abs=0.05)
        assert_bounds(found[0].moves, game, state)


def assert_bounds(moves: tuple[MoveReport, ...], game: Any, state: Any) -> None:
    """Every move is there once, the best first, and nothing else is worth more."""
    role = 0 if len(game.legal_moves(state, 0)) > 1 else 1
    assert sorted(report.move for report in moves) == sorted(game.legal_moves(state, role))
    told = [report.value for report in moves if report.value is not None]
    assert told
    assert told[0] == max(told)


def test_a_win_is_played_to_its_end_and_not_only_proved() -> None:
    """The table has the win from the first move on, and still the game comes nearer to its end."""
    game: Any = ludens.load("breakthrough(size=4)")
    for seed in range(20):
        state = reached(game, random.Random(seed), 6)
        role = 0 if len(game.legal_moves(state, 0)) > 1 else 1
        agent = make_agent("negascout", game, role)
        decision = agent.decide(state, Limit(depth=16))
        if decision.value != 100:
            continue
        rng = random.Random(seed)
        while not game.is_terminal(state):
            own = agent.decide(state, Limit(depth=16)).move
            joint = [own if side == role else rng.choice(game.legal_moves(state, side)) for side in (0, 1)]
            state = game.next_state(state, joint)
        assert game.goals(state)[role] == 100
        return
    raise AssertionError("no position was won")


def test_only_games_and_evaluations_that_suit_it_are_searched_depth_first() -> None:
    for name in ("hex(size=4)", "rock_paper_scissors", "connect_four(players=3)"):
        assert parts_of(ludens.load(name), Settings()) is None
    game: Any = ludens.load("tic_tac_toe")
    assert parts_of(game, Settings()) is not None
    assert parts_of(game, Settings(quiescence=2)) is None
    for options, suits in (("", True), ("(evaluation=mobility)", False), ("(depth_first=false)", False)):
        agent: Any = make_agent(f"negamax{options}", game, 0)
        assert isinstance(agent.search, EvaluatedSearch) == suits
