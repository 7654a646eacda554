"""The engine on circuits made by hand: both back ends against the slow evaluator, and the statistics of playouts."""

from __future__ import annotations

import itertools
from collections.abc import Callable

import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.circuit.network import Circuit, evaluate, value_of
from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.rows import (
    counts_by_position,
    from_planes,
    pack_rows,
    repeated_planes,
    to_planes,
    unpack_rows,
)
from tests.engine.circuits import reachability, tic_tac_toe
from tests.engine.targets import EVERY_TARGET

CIRCUITS: dict[str, Callable[[], Circuit]] = {"tic_tac_toe": tic_tac_toe, "reachability": lambda: reachability(5)}
each_engine = pytest.mark.parametrize(
    "engine", list(itertools.product(CIRCUITS, Backend, EVERY_TARGET)), indirect=True, ids=str
)


@pytest.fixture
def engine(request: pytest.FixtureRequest) -> Engine:
    name, backend, target = request.param
    return Engine(CIRCUITS[name](), backend, EVERY_TARGET[target])


def random_states(circuit: Circuit, n: int) -> NDArray[np.bool_]:
    return np.random.default_rng(4).random((n, len(circuit.fluents))) < 0.4


@each_engine
def test_batch_operations_agree_with_the_slow_evaluator(engine: Engine) -> None:
    circuit = engine.circuit
    values = random_states(circuit, 700)  # more than one block, and not a whole one
    rows = pack_rows(values)
    moves = np.random.default_rng(5).integers(0, [len(m) for m in circuit.moves], (700, len(circuit.roles)))
    legal, (terminal, goals), following = engine.legal(rows), engine.outcome(rows), engine.step(rows, moves)
    after = unpack_rows(following, len(circuit.fluents))
    for n in range(0, 700, 23):
        nodes = evaluate(circuit, values[n], moves[n].tolist())
        assert terminal[n] == value_of(nodes, circuit.terminal)
        assert after[n].tolist() == [value_of(nodes, literal) for literal in circuit.following]
        for role, literals in enumerate(circuit.legal):
            assert legal[role][n].tolist() == [value_of(nodes, literal) for literal in literals]
            held = [value for value, literal in circuit.goals[role] if value_of(nodes, literal)]
            assert goals[n, role] == (held[0] if len(held) == 1 else -1)


def test_both_back_ends_and_any_number_of_threads_give_the_same_numbers() -> None:
    circuit = tic_tac_toe()
    found = [
        Engine(circuit, backend).playouts(Engine(circuit, backend).initial(3), 20_001, 9, threads=threads)
        for backend in Backend
        for threads in (1, 2)
    ]
    for playouts in found:
        assert np.array_equal(playouts.goals, found[0].goals)
        assert np.array_equal(playouts.steps, found[0].steps)
        assert playouts.finished.tolist() == [20_001] * 3


def test_seeds_matter() -> None:
    engine = Engine(tic_tac_toe(), Backend.TABLE)
    assert len({int(engine.playouts(engine.initial(), 10_000, seed).goals[0, 0]) for seed in range(6)}) > 3


def test_random_play_has_the_exact_distribution() -> None:
    engine = Engine(tic_tac_toe(), Backend.LLVM)
    games = 4_000_000
    found = engine.playouts(engine.initial(), games, 17).reached[0][0] / games
    exact = np.array([121 / 420, 8 / 63, 737 / 1260])
    assert np.all(np.abs(found - exact) < 5 * np.sqrt(exact * (1 - exact) / games))


@pytest.mark.parametrize("moves", [2, 3, 5, 8, 9, 17, 40, 100])
def test_moves_are_chosen_uniformly(moves: int) -> None:
    """By a chi-squared test on the first move, over boards on which some cells are open already."""
    engine = Engine(reachability(moves), Backend.TABLE)
    closed = np.arange(moves) % 3 != 1
    rows = pack_rows(~closed[None, :])
    games = 20_000
    playouts = engine.playouts(rows, games, 3, max_steps=1, amaf=True)
    assert playouts.played is not None
    counts = playouts.played[0][0][0]
    assert counts[~closed].sum() == 0
    assert counts.sum() == games
    expected = games / closed.sum()
    chi_squared = float(((counts[closed] - expected) ** 2 / expected).sum())
    freedom = int(closed.sum()) - 1
    assert chi_squared < freedom + 5 * np.sqrt(2 * freedom) + 5


@each_engine
def test_few_games_many_games_and_recorded_games_agree(engine: Engine) -> None:
    start = engine.initial(2)
    for per_state, amaf in ((1, False), (63, False), (64, False), (1_000, True), (5_000, False)):
        playouts = engine.playouts(start, per_state, 5, amaf=amaf)
        assert playouts.finished.tolist() == [per_state] * 2
        assert playouts.cut.tolist() == [0, 0]
        for role, reached in enumerate(playouts.reached):
            values = np.array([value for value, _ in engine.circuit.goals[role]])
            assert np.array_equal(reached @ values, playouts.goals[:, role])
        assert np.all(playouts.steps >= 5 * per_state)
        assert np.all(playouts.steps <= 9 * per_state)


def test_recorded_moves_are_those_of_the_games() -> None:
    engine = Engine(reachability(4), Backend.TABLE)
    playouts = engine.playouts(engine.initial(), 500, 1, amaf=True)
    assert playouts.played is not None
    counts, goals = playouts.played[0]
    assert counts.tolist() == [[500] * 4]  # the last cell is joined only when all are open
    assert goals.tolist() == [[50_000] * 4]


def test_a_step_limit_cuts_games() -> None:
    engine = Engine(tic_tac_toe(), Backend.TABLE)
    for per_state in (40, 4_000):
        short = engine.playouts(engine.initial(), per_state, 1, max_steps=4)
        assert (short.finished[0], short.cut[0], short.steps[0]) == (0, per_state, 4 * per_state)
        some = engine.playouts(engine.initial(), per_state, 1, max_steps=7)
        assert 0 < some.finished[0] < per_state
        assert some.finished[0] + some.cut[0] == per_state


def test_positions_without_a_legal_move_are_cut() -> None:
    engine = Engine(tic_tac_toe(), Backend.TABLE)
    values = np.zeros((1, 20), dtype=np.bool_)  # nobody is on turn
    playouts = engine.playouts(pack_rows(values), 100, 1)
    assert (playouts.finished[0], playouts.cut[0], playouts.steps[0]) == (0, 100, 0)


def test_a_finished_position_counts_as_it_stands() -> None:
    engine = Engine(tic_tac_toe(), Backend.TABLE)
    values = np.zeros((1, 20), dtype=np.bool_)
    values[0, [0, 1, 2, 18]] = True
    playouts = engine.playouts(pack_rows(values), 1_000, 1)
    assert playouts.goals.tolist() == [[100_000, 0]]
    assert playouts.steps.tolist() == [0]


def test_the_engine_changes_to_machine_code_by_itself() -> None:
    engine = Engine(tic_tac_toe())
    engine.playouts(engine.initial(), 100, 1)
    engine.wait()
    assert engine.backend is Backend.LLVM


def test_rows_and_planes_are_the_same_bits() -> None:
    values = np.random.default_rng(1).random((100, 70)) < 0.5
    assert np.array_equal(unpack_rows(pack_rows(values), 70), values)
    assert np.array_equal(from_planes(to_planes(values, 128), 100), values)


@pytest.mark.parametrize(("per_state", "max_steps"), [(0, 0), (1, -1), (1, 1 << 21)])
def test_impossible_numbers_are_refused(per_state: int, max_steps: int) -> None:
    engine = Engine(tic_tac_toe(), Backend.TABLE)
    with pytest.raises(ValueError, match=r"playouts need|max_steps"):
        engine.playouts(engine.initial(), per_state, 1, max_steps=max_steps)


@pytest.mark.parametrize("times", [1, 2, 3, 4, 8, 16, 32, 64])
@pytest.mark.parametrize("positions", [1, 3, 100, 513])
def test_positions_on_several_lanes(positions: int, times: int) -> None:
    rng = np.random.default_rng(positions * times)
    lanes = -(-positions * times // 512) * 512
    values = rng.random((positions, 37)) < 0.5
    assert np.array_equal(repeated_planes(values, times, lanes), to_planes(np.repeat(values, times, axis=0), lanes))
    results = rng.random((positions * times, 11)) < 0.5
    counts = counts_by_position(to_planes(results, lanes), positions, times)
    assert np.array_equal(counts, results.reshape(positions, times, 11).sum(axis=1).T)
