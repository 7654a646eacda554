"""Every engine asks the same of its arguments."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.checks import MOST_GAMES, MOST_STEPS
from ludens.engine.contract import BatchEngine
from ludens.engine.engine import Engine
from ludens.engine.native import NativeEngine


def compiled() -> BatchEngine:
    return ludens.load("tic_tac_toe").engine


def native() -> BatchEngine:
    return ludens.load("odd").engine


def in_python() -> BatchEngine:
    engine: AnyGameEngine[Any] = AnyGameEngine(ludens.load("tic_tac_toe"))
    engine.legal(engine.initial())
    return engine


@pytest.fixture(params=[compiled, native, in_python], ids=lambda make: make.__name__)
def engine(request: pytest.FixtureRequest) -> BatchEngine:
    made: BatchEngine = request.param()
    return made


def test_all_three_engines_are_meant() -> None:
    assert [type(make()) for make in (compiled, native, in_python)] == [Engine, NativeEngine, AnyGameEngine]


@pytest.mark.parametrize("method", ["playouts", "games"])
@pytest.mark.parametrize(
    ("numbers", "complaint"),
    [
        ({"per_state": 0}, "need a position and a number of games"),
        ({"per_state": -3}, "need a position and a number of games"),
        ({"per_state": MOST_GAMES + 1}, "at most"),
        ({"max_steps": -1}, "max_steps must not be negative"),
        ({"max_steps": MOST_STEPS + 1}, "max_steps must not be negative, and at most 1,048,575"),
        ({"threads": 0}, "there must be a thread"),
    ],
)
def test_impossible_numbers_of_playouts(
    engine: BatchEngine, method: str, numbers: dict[str, int], complaint: str
) -> None:
    given = {"per_state": 1, "seed": 1, **numbers}
    with pytest.raises(ValueError, match=complaint):
        getattr(engine, method)(engine.initial(), **given)
    with pytest.raises(ValueError, match="need a position"):
        getattr(engine, method)(engine.initial(0), 1, 1)
    with pytest.raises(TypeError):
        getattr(engine, method)(engine.initial(), 1.5, 1)


@pytest.mark.parametrize("method", ["playouts", "games"])
def test_the_longest_limit_lets_games_end(engine: BatchEngine, method: str) -> None:
    found = getattr(engine, method)(engine.initial(), 3, np.int64(-5), max_steps=MOST_STEPS)
    assert (found.finished.tolist() == [3]) if method == "playouts" else found.ended.all()


@pytest.mark.parametrize("method", ["legal", "outcome", "step", "follow", "playouts", "games"])
def test_rows_of_another_form(engine: BatchEngine, method: str) -> None:
    start, noops = engine.initial(2), np.zeros((2, len(engine.roles)), dtype=np.int64)
    more = {"step": (noops,), "follow": (noops,), "playouts": (1, 1), "games": (1, 1)}.get(method, ())
    wider = np.concatenate([start, start], axis=1)
    for rows in (wider, start[:, :-1], start[0], start[None]):
        with pytest.raises(ValueError, match="rows of shape"):
            getattr(engine, method)(rows, *more)
    for rows in (start.astype(np.float64), start.astype(np.int64), start.astype(np.uint8)):
        with pytest.raises(ValueError, match="rows of type"):
            getattr(engine, method)(rows, *more)


@pytest.mark.parametrize("method", ["step", "follow"])
def test_joint_moves_of_another_form(engine: BatchEngine, method: str) -> None:
    start, roles = engine.initial(3), len(engine.roles)
    call = getattr(engine, method)
    for shape in ((3, roles + 1), (2, roles), (3 * roles,)):
        with pytest.raises(ValueError, match="joint moves of shape"):
            call(start, np.zeros(shape, dtype=np.int64))
    for kind in (np.float64, np.bool_):
        with pytest.raises(ValueError, match="joint moves of type"):
            call(start, np.zeros((3, roles), dtype=kind))
    for number in (-1, len(engine.moves(roles - 1)), 1 << 40):
        joint = np.zeros((3, roles), dtype=np.int64)
        joint[2, -1] = number
        with pytest.raises(ValueError, match=f"{engine.roles[-1]} has no move number {number}"):
            call(start, joint)


def test_no_positions_are_no_mistake(engine: BatchEngine) -> None:
    none = engine.initial(0)
    assert len(engine.outcome(none)[0]) == len(engine.legal(none)[0]) == 0
    assert len(engine.step(none, np.zeros((0, len(engine.roles)), dtype=np.int64))) == 0
    with pytest.raises(ValueError, match="cannot be -1 positions"):
        engine.initial(-1)
