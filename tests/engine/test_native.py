"""The engine of native games: one stream a playout, checked arguments, and the same without the compiler."""

from __future__ import annotations

import os
import subprocess
import sys

import numpy as np
import pytest

import ludens
from ludens.engine import native
from ludens.engine.any_game import AnyGameEngine
from ludens.engine.kernels.hashing import mixed
from ludens.engine.kernels.random_stream import begin, below, random_table
from ludens.engine.playouts import Playouts

NAMES = ("odd", "ropasci")


def same(first: Playouts, second: Playouts) -> bool:
    for name in ("goals", "finished", "cut", "steps"):
        if not np.array_equal(getattr(first, name), getattr(second, name)):
            return False
    return all(np.array_equal(one, other) for one, other in zip(first.reached, second.reached, strict=True))


def some_rows(name: str, number: int) -> np.typing.NDArray[np.uint64]:
    """Positions of one random game, one after another."""
    engine, rng = ludens.load(name).engine, np.random.default_rng(3)
    rows = [engine.initial()]
    while len(rows) < number:
        legal = engine.legal(rows[-1])
        rows.append(engine.step(rows[-1], np.array([[rng.choice(np.flatnonzero(table[0])) for table in legal]])))
    return np.concatenate(rows)


@pytest.mark.parametrize("name", NAMES)
def test_threads_and_counting_change_nothing(name: str) -> None:
    engine, rows = ludens.load(name).engine, some_rows(name, 20)
    once = engine.playouts(rows, 30, 5, amaf=True)
    assert once.played is not None
    for threads in (2, 3):
        again = engine.playouts(rows, 30, 5, threads=threads, amaf=True)
        assert same(once, again)
        assert again.played is not None
        for one, other in zip(once.played, again.played, strict=True):
            assert all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))
    assert same(once, engine.playouts(rows, 30, 5))
    assert not same(once, engine.playouts(rows, 30, 6))


@pytest.mark.parametrize("name", NAMES)
def test_batches_change_nothing(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    engine, rows = ludens.load(name).engine, some_rows(name, 7)
    whole, games = engine.playouts(rows, 50, 5), engine.games(rows, 50, 5)
    for batch in (20, 128):
        monkeypatch.setattr(native, "BATCH", batch)
        monkeypatch.setattr(native, "PIECE", 7)
        assert same(whole, engine.playouts(rows, 50, 5))
        again = engine.games(rows, 50, 5)
        assert np.array_equal(games.goals, again.goals)
        assert np.array_equal(games.lengths, again.lengths)


@pytest.mark.parametrize("name", NAMES)
def test_sums_are_those_of_the_single_games(name: str) -> None:
    engine, rows = ludens.load(name).engine, some_rows(name, 5)
    found, games = engine.playouts(rows, 200, 8), engine.games(rows, 200, 8)
    assert np.array_equal(found.steps, games.lengths.sum(axis=1))
    assert np.array_equal(found.goals, games.goals.sum(axis=1))
    assert found.finished.tolist() == [200] * 5
    assert games.ended.all()
    for reached, values in zip(found.reached, found.values, strict=True):
        assert reached.sum(axis=1).tolist() == [200] * 5
        assert reached.shape == (5, len(values))


@pytest.mark.parametrize("name", NAMES)
def test_rows_do_not_influence_each_other_but_by_number(name: str) -> None:
    engine, rows = ludens.load(name).engine, some_rows(name, 4)
    together, first = engine.playouts(rows, 100, 2), engine.playouts(rows[:2], 100, 2)
    assert np.array_equal(together.goals[:2], first.goals)
    fewer = engine.games(rows, 40, 2)
    assert np.array_equal(engine.games(rows, 100, 2).lengths[:, :40], fewer.lengths)
    twice = engine.games(np.repeat(rows[-1:], 2, axis=0), 200, 2)
    assert not np.array_equal(twice.goals[0], twice.goals[1])


@pytest.mark.parametrize("name", NAMES)
def test_playouts_agree_with_those_of_the_game_in_python(name: str) -> None:
    game = ludens.load(name)
    slow = AnyGameEngine(game)
    number = 300 if name == "odd" else 120
    expected = slow.games(slow.initial(), number, 1)
    found = game.engine.games(game.engine.initial(), 20_000, 1)
    for one, other in ((expected.lengths, found.lengths), (expected.goals[:, :, 0], found.goals[:, :, 0])):
        assert abs(one.mean() - other.mean()) <= 4 * other.std() / number**0.5


@pytest.mark.parametrize("name", NAMES)
def test_playouts_from_an_end(name: str) -> None:
    game = ludens.load(name)
    rows = game.engine.initial()
    rng = np.random.default_rng(4)
    while not game.engine.outcome(rows)[0][0]:
        rows = game.engine.step(rows, np.array([[rng.choice(np.flatnonzero(t[0])) for t in game.engine.legal(rows)]]))
    found = game.engine.playouts(rows, 10, 1, amaf=True)
    assert (found.steps[0], found.finished[0]) == (0, 10)
    assert tuple(found.goals[0] // 10) == game.goals(game.unpack(rows)[0])
    assert not any(table.any() for table in game.engine.legal(rows))


@pytest.mark.parametrize("name", NAMES)
def test_wrong_arguments_are_refused(name: str) -> None:
    engine = ludens.load(name).engine
    start = engine.initial()
    with pytest.raises(ValueError, match="need a position"):
        engine.playouts(start, 0, 1)
    with pytest.raises(ValueError, match="need a position"):
        engine.playouts(start[:0], 1, 1)
    with pytest.raises(ValueError, match="a thread"):
        engine.playouts(start, 1, 1, threads=0)
    with pytest.raises(ValueError, match="must not be negative"):
        engine.playouts(start, 1, 1, max_steps=-1)
    with pytest.raises(ValueError, match="rows of shape"):
        engine.legal(start[:, :-1])
    with pytest.raises(ValueError, match="joint moves of shape"):
        engine.step(start, np.zeros((2, 2), dtype=np.int64))
    with pytest.raises(ValueError, match="no move number 99999"):
        engine.step(start, np.array([[99_999, 0 if name == "ropasci" else 122]]))
    assert len(engine.legal(start[:0])[0]) == len(engine.outcome(start[:0])[0]) == 0


def test_streams() -> None:
    with np.errstate(over="ignore"):
        starts = {int(begin(np.uint64(seed), row, n)) for seed in range(5) for row in range(20) for n in range(20)}
        assert len(starts) == 2_000
        state, draws = begin(np.uint64(1), 0, 0), []
        for _ in range(30_000):
            state, number = below(np.uint64(state), 7)
            draws.append(int(number))
        counts = np.bincount(draws, minlength=7)
        assert len(counts) == 7
        assert ((counts - 30_000 / 7) ** 2 / (30_000 / 7)).sum() < 30
        assert below(np.uint64(state), 1)[1] == 0
        # The first outputs of splitmix64 for the seed 0, as published with it.
        assert [hex(word) for word in random_table(3).tolist()] == [
            "0xe220a8397b1dcdaf", "0x6e789e6aa1b965f4", "0x6c45d188009454f",
        ]  # fmt: skip
        assert mixed(np.uint64(0)) == 0


WITHOUT_COMPILER = """
import warnings
warnings.simplefilter("error")
import numba, numpy as np
import ludens
assert numba.config.DISABLE_JIT
for name, games in (("odd", 20), ("ropasci", 2)):
    engine = ludens.load(name).engine
    found = engine.games(engine.initial(2), games, 5)
    print(name, found.lengths.tolist(), found.goals.tolist())
    counted = engine.playouts(engine.initial(), games, 5, amaf=True, max_steps=20)
    print([table.sum() for pair in counted.played for table in pair])
    rows = engine.step(engine.initial(), np.array([[56, 122 if name == "odd" else 0]]))
    print([int(table.sum()) for table in engine.legal(rows)], engine.outcome(rows)[0])
"""


def test_everything_runs_alike_without_the_compiler() -> None:
    outputs = []
    for code, disabled in (
        (WITHOUT_COMPILER, "1"),
        (WITHOUT_COMPILER.replace("assert numba", "assert not numba"), "0"),
    ):
        environment = {**os.environ, "NUMBA_DISABLE_JIT": disabled}
        done = subprocess.run(
            [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=False, timeout=300
        )
        assert done.returncode == 0, done.stderr
        outputs.append(done.stdout)
    assert outputs[0] == outputs[1]
    assert outputs[0].count("\n") == 6
