"""Batch operations in machine code: rows and planes against NumPy, and ``follow`` against ``step`` and ``outcome``."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import ludens
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.backend import Backend
from ludens.engine.code.batch_code import turning_functions
from ludens.engine.contract import BatchEngine
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows, from_planes, pack_rows, row_words, to_planes, unpack_rows
from ludens.engine.target import Target
from ludens.games import GAMES
from tests.engine.circuits import tic_tac_toe
from tests.engine.targets import EVERY_TARGET, THREAD


def aligned_planes(target: Target, count: int) -> NDArray[np.uint64]:
    """Planes that hold something, where vectors may be loaded from."""
    width = target.words * target.stride
    raw = np.full(count * width + target.words, 0x5555, dtype=np.uint64)
    offset = -raw.ctypes.data % target.alignment // 8
    return raw[offset : offset + count * width].reshape(-1, width)


@pytest.mark.parametrize("target", [Target(8), Target(4), THREAD], ids=str)
@pytest.mark.parametrize("bits", [1, 2, 63, 64, 65, 127, 128, 200, 513])
@pytest.mark.parametrize("positions", [1, 2, 63, 64, 65, 300, 511, 512])
def test_rows_are_turned_as_by_numpy(target: Target, positions: int, bits: int) -> None:
    positions = min(positions, target.lanes)
    values = np.random.default_rng(positions * bits).random((positions, bits)) < 0.5
    rows, workspace, words = pack_rows(values), aligned_planes(target, bits + 1), row_words(bits)
    planes = workspace[:, : target.words]
    enter, leave = turning_functions(target)
    enter(planes.ctypes.data, rows.ctypes.data, positions, words, bits)
    assert np.array_equal(planes[:bits], to_planes(values, target.lanes))
    assert (planes[bits] == 0x5555).all(), "nothing is written beyond the last bit"
    assert (workspace[:, target.words :] == 0x5555).all(), "nothing is written between planes"
    back = np.full((positions + 1, words), 7, dtype=np.uint64)
    leave(planes.ctypes.data, back.ctypes.data, positions, words, bits)
    assert np.array_equal(back[:-1], rows)
    assert np.array_equal(unpack_rows(back[:-1], bits), from_planes(planes[:bits], positions))
    assert (back[-1] == 7).all(), "nothing is written beyond the last row"


@functools.cache
def engines(name: str) -> tuple[BatchEngine, ...]:
    """Every engine that can serve a game; the last one is slow."""
    game = ludens.load(name)
    found: list[BatchEngine] = [game.engine]
    if isinstance(game.engine, Engine):
        found = [Engine(game.engine.circuit, backend) for backend in Backend]
    return (*found, AnyGameEngine[Any](game))


def random_pairs(engine: BatchEngine, games: int, longest: int, seed: int) -> tuple[Rows, NDArray[np.int64]]:
    """Positions that are not over, from all stages of random games, each with a legal joint move."""
    rng = np.random.default_rng(seed)
    rows, states, joints = engine.initial(games), list[Rows](), list[NDArray[np.int64]]()
    for _ in range(longest):
        legal = engine.legal(rows)
        going = ~engine.outcome(rows)[0] & np.logical_and.reduce([table.any(axis=1) for table in legal])
        if not going.any():
            break
        rows = rows[going]
        joint = np.stack([(rng.random(t.shape) * t).argmax(axis=1) for t in (t[going] for t in legal)], axis=1)
        states.append(rows)
        joints.append(joint)
        rows = engine.step(rows, joint)
    return np.concatenate(states), np.concatenate(joints)


@pytest.mark.parametrize("name", GAMES)
def test_following_is_stepping_and_looking(name: str) -> None:
    for engine in engines(name):
        is_slow = isinstance(engine, AnyGameEngine)
        states, joint = random_pairs(engine, *((2, 5) if is_slow else (60, 60)), seed=len(name))
        rows, over, goals = engine.follow(states, joint)
        stepped = engine.step(states, joint)
        expected_over, expected_goals = engine.outcome(stepped)
        assert np.array_equal(rows, stepped)
        assert np.array_equal(over, expected_over)
        assert np.array_equal(goals, expected_goals)
        assert over.dtype == np.bool_
        assert over.any() or is_slow or len(states) == 60 * 60, "random games reach the end, or are long"


@pytest.mark.parametrize("name", ["tic_tac_toe", "connect_four", "reversi", "sheep", "bidding_tic_tac_toe"])
def test_following_does_what_single_positions_do(name: str) -> None:
    game = ludens.load(name)
    engine = game.engine
    states, joint = random_pairs(engine, 12, 80, 5)
    chosen = np.random.default_rng(2).choice(len(states), 60)
    rows, over, goals = engine.follow(states[chosen], joint[chosen])
    for state, moves, row, is_over, goal in zip(
        game.unpack(states[chosen]), joint[chosen].tolist(), game.unpack(rows), over, goals, strict=True
    ):
        after = game.next_state(state, [engine.moves(role)[move] for role, move in enumerate(moves)])
        assert row == after
        assert is_over == game.is_terminal(after)
        if is_over:
            assert tuple(goal) == game.goals(after)


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("target", EVERY_TARGET)
@pytest.mark.parametrize("positions", [0, 1, 511, 512, 513, 1500])
def test_blocks_do_not_depend_on_each_other(positions: int, target: str, backend: Backend) -> None:
    engine = Engine(tic_tac_toe(), backend, EVERY_TARGET[target])
    rng = np.random.default_rng(positions)
    states = pack_rows(rng.random((positions, 20)) < 0.4)
    joint = rng.integers(0, 10, (positions, 2))
    rows, over, goals = engine.follow(states, joint)
    legal = engine.legal(states)
    assert (rows.shape, over.shape, goals.shape) == ((positions, 1), (positions,), (positions, 2))
    for at in range(0, positions, 37):
        one = slice(at, at + 1)
        row, is_over, goal = engine.follow(states[one], joint[one])
        assert np.array_equal(rows[one], row)
        assert np.array_equal(over[one], is_over)
        assert np.array_equal(goals[one], goal)
        assert all(np.array_equal(t[one], alone) for t, alone in zip(legal, engine.legal(states[one]), strict=True))


@pytest.mark.parametrize("number", [-1, 10, 1 << 40])
def test_a_move_that_there_is_not_is_refused(number: int) -> None:
    engine = Engine(tic_tac_toe(), Backend.TABLE)
    joint = np.full((600, 2), 9)
    joint[570, 1] = number
    for operation in (engine.step, engine.follow):
        with pytest.raises(ValueError, match=f"o has no move number {number}"):
            operation(engine.initial(600), joint)
        with pytest.raises(ValueError, match=r"joint moves of shape \(600, 2\) for 5 positions"):
            operation(engine.initial(5), joint)


def test_rows_of_another_width_are_refused() -> None:
    engine = Engine(tic_tac_toe(), Backend.TABLE)
    with pytest.raises(ValueError, match=r"rows of shape \(3, 2\) instead of \(positions, 1\)"):
        engine.outcome(np.zeros((3, 2), dtype=np.uint64))
