"""Engines on a device, which this processor stands in for: the same numbers as on the CPU, from every operation."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from ludens.circuit.network import Circuit
from ludens.engine import playouts as cpu_playouts
from ludens.engine.backend import Backend
from ludens.engine.code.bulk import Variant
from ludens.engine.cuda import bulk, ways
from ludens.engine.cuda import engine as cuda_engine
from ludens.engine.cuda.driver import CudaError, Kernel
from ludens.engine.cuda.engine import CudaEngine
from ludens.engine.engine import Engine
from ludens.engine.playouts import Games, Playouts
from ludens.engine.preference import preferred
from ludens.engine.rows import unpack_rows
from ludens.engine.tallies import Tallies
from ludens.games.loading import load_rulesheet
from tests.engine.circuits import reachability, tic_tac_toe
from tests.engine.cuda.fake_driver import FakeDriver

pytestmark = pytest.mark.usefixtures("empty_cache")

each_circuit = pytest.mark.parametrize("circuit", [tic_tac_toe(), reachability(9)], ids=["tic_tac_toe", "reachability"])


def all_numbers(engine: Engine) -> list[object]:
    """What comes of playouts of every kind, for one seed."""
    start, odd = engine.initial(3), np.arange(len(engine.moves(0))) % 2 == 1
    preference = preferred((odd,) * len(engine.roles), 0.5)
    found: list[Playouts | Games | Tallies] = [
        engine.playouts(start, 1, 5),
        engine.playouts(start, 63, 6, max_steps=6),
        engine.playouts(start, 1_500, 7),
        engine.playouts(start[:1], 5_001, 8, max_steps=7),
        engine.playouts(start, 333, 9, amaf=True),
        engine.playouts(start, 333, 10, preference=preference),
        engine.games(start, 200, 11),
        engine.tally(engine.initial(300), 6, 12),
    ]
    return [dataclasses.astuple(playouts) for playouts in found]


@each_circuit
@pytest.mark.parametrize("backend", Backend)
def test_a_seed_gives_the_same_numbers_as_on_the_cpu(
    fake_driver: FakeDriver, circuit: Circuit, backend: Backend
) -> None:
    np.testing.assert_equal(all_numbers(CudaEngine(circuit, backend)), all_numbers(Engine(circuit, Backend.TABLE)))
    assert fake_driver.depth == 0


def test_code_for_preferences_is_made_when_they_are_wanted(fake_driver: FakeDriver) -> None:
    engine = CudaEngine(tic_tac_toe(), Backend.TABLE)
    engine.playouts(engine.initial(), 100, 1)
    assert fake_driver.calls.count("cuModuleLoadData") == 1
    for seed in (2, 3):
        engine.playouts(engine.initial(), 100, seed, preference=preferred((np.arange(10) % 2 == 1,) * 2, 0.5))
    assert fake_driver.calls.count("cuModuleLoadData") == 2


def test_few_words_are_spread_over_all_processors(fake_driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    """The stand-in has two processors, and a word is 64 games."""
    launched: list[tuple[int, int]] = []
    launch = Kernel.launch

    def note(self: Kernel, blocks: int, threads: int, *given: Any, **more: Any) -> None:
        launched.append((blocks, threads))
        launch(self, blocks, threads, *given, **more)

    monkeypatch.setattr(Kernel, "launch", note)
    engine = CudaEngine(tic_tac_toe(), Backend.TABLE)
    for words in (1, 10, 300):
        engine.playouts(engine.initial(words), 64, 1)
    assert launched == [(1, 1), (2, 5), (3, 128)]


def reached_positions(engine: Engine, count: int) -> np.ndarray:
    """Positions of random games, some of them over."""
    random, rows = np.random.default_rng(3), engine.initial(count)
    kept = [rows]
    for _ in range(6):
        legal = engine.legal(rows)
        moves = np.stack([(random.random(table.shape) * table).argmax(axis=1) for table in legal], axis=1)
        over, _ = engine.outcome(rows)
        rows = np.where(over[:, None], rows, engine.step(rows, moves))
        kept.append(rows)
    return np.concatenate(kept)


@each_circuit
@pytest.mark.parametrize("backend", Backend)
def test_positions_are_the_same_as_on_the_cpu(fake_driver: FakeDriver, circuit: Circuit, backend: Backend) -> None:
    device, cpu = CudaEngine(circuit, backend), Engine(circuit, Backend.TABLE)
    rows = reached_positions(cpu, 47)
    np.testing.assert_array_equal(reached_positions(device, 47), rows)
    np.testing.assert_equal(device.legal(rows), cpu.legal(rows))
    np.testing.assert_equal(device.outcome(rows), cpu.outcome(rows))
    moves = np.zeros((len(rows), len(circuit.roles)), dtype=np.int64)
    np.testing.assert_equal(device.follow(rows, moves), cpu.follow(rows, moves))
    np.testing.assert_equal(device.step(rows[:0], moves[:0]), rows[:0])


def test_games_from_many_positions_are_the_same(fake_driver: FakeDriver) -> None:
    device, cpu = (make(tic_tac_toe(), Backend.LLVM) for make in (CudaEngine, Engine))
    rows = reached_positions(cpu, 4)
    for limit in (0, 3):
        found, wanted = (
            dataclasses.astuple(engine.playouts(rows, 1_100, 5, max_steps=limit)) for engine in (device, cpu)
        )
        np.testing.assert_equal(found, wanted)


def test_very_many_games_lie_on_more_words(fake_driver: FakeDriver, monkeypatch: pytest.MonkeyPatch) -> None:
    device, table, cpu = (
        CudaEngine(tic_tac_toe(), Backend.LLVM),
        CudaEngine(tic_tac_toe(), Backend.TABLE),
        Engine(tic_tac_toe()),
    )
    start, games = device.initial(), 70_000
    found = device.playouts(start, games, 3)
    assert found.finished == games
    np.testing.assert_equal(dataclasses.astuple(table.playouts(start, games, 3)), dataclasses.astuple(found))
    assert cpu.playouts(start, games, 3).steps != found.steps
    monkeypatch.setattr(cpu_playouts, "MOST_WORDS", bulk.MOST_WORDS)
    np.testing.assert_equal(dataclasses.astuple(cpu.playouts(start, games, 3)), dataclasses.astuple(found))


def test_lanes_have_no_more_games_than_can_be_counted() -> None:
    rows = Engine(tic_tac_toe(), Backend.TABLE).initial()
    for per_state in (64, 1_000, 65_536, 65_537, 10**6, 10**9, 64 * bulk.MOST_GAMES * bulk.MOST_WORDS + 1):
        games = bulk.Games.of(rows, per_state)
        assert per_state <= 64 * bulk.MOST_GAMES * games.words
        later = (1 << np.arange(bulk.GAME_BITS)) @ np.bitwise_count(games.more).astype(np.int64)
        assert int((later + 64).sum()) == per_state
        assert int(later.max()) - int(later.min()) <= 64


@pytest.mark.parametrize("per_state", [64, 100, 1_023, 5_001, 65_536])
def test_lanes_have_the_games_that_they_have_on_the_cpu(per_state: int) -> None:
    engine = Engine(tic_tac_toe(), Backend.TABLE)
    wanted = cpu_playouts.spread(unpack_rows(engine.initial(), 20), per_state, by_lane=False, words=1)
    games = bulk.Games.of(engine.initial(), per_state)
    assert games.words == wanted.words
    np.testing.assert_array_equal(games.more[: len(wanted.more)], wanted.more)
    assert not games.more[len(wanted.more) :].any()


def test_games_move_by_move_are_the_same(fake_driver: FakeDriver) -> None:
    device, cpu = CudaEngine(tic_tac_toe(), Backend.TABLE), Engine(tic_tac_toe(), Backend.TABLE)
    odd = np.arange(10) % 2 == 1
    for preference in (None, preferred((odd, odd), 0.75)):
        found, wanted = (engine.histories(engine.initial(5), 130, 7, preference=preference) for engine in (device, cpu))
        np.testing.assert_array_equal(found.moves, wanted.moves)
        np.testing.assert_equal(dataclasses.astuple(found.games), dataclasses.astuple(wanted.games))


def test_workspaces_are_used_again_where_memory_is_short(fake_driver: FakeDriver) -> None:
    fake_driver.total = 1 << 23
    device, cpu = CudaEngine(tic_tac_toe(), Backend.TABLE), Engine(tic_tac_toe(), Backend.TABLE)
    fake_driver.calls.clear()
    found, wanted = (engine.games(engine.initial(200), 100, 11) for engine in (device, cpu))
    np.testing.assert_equal(dataclasses.astuple(found), dataclasses.astuple(wanted))
    assert fake_driver.calls.count("cuLaunchKernel") > 1


def test_code_is_made_in_haste_and_then_with_care_and_kept(fake_driver: FakeDriver) -> None:
    engine = CudaEngine(tic_tac_toe())
    engine.wait()
    assert engine.backend is Backend.LLVM
    assert fake_driver.levels == [1, 1, 4, 4]  # from the table; many games in haste, with care; the other operations
    again = CudaEngine(tic_tac_toe())
    again.wait()
    assert fake_driver.levels == [1, 1, 4, 4]
    np.testing.assert_equal(all_numbers(again), all_numbers(Engine(tic_tac_toe(), Backend.TABLE)))
    again.wait()


def test_what_cannot_be_made_is_done_without(fake_driver: FakeDriver) -> None:
    fake_driver.refused_level = 4
    engine = CudaEngine(tic_tac_toe())
    engine.wait()
    assert engine.backend is Backend.TABLE
    assert engine.levels == {1}
    assert [problem for problem in engine.problems if "PTX JIT" in problem] == engine.problems != []
    found, wanted = (each.playouts(each.initial(), 500, 3) for each in (engine, Engine(tic_tac_toe(), Backend.TABLE)))
    np.testing.assert_equal(dataclasses.astuple(found), dataclasses.astuple(wanted))


def test_another_driver_makes_code_anew(fake_driver: FakeDriver) -> None:
    for cuda in (12040, 12080):
        fake_driver.cuda = cuda
        CudaEngine(tic_tac_toe(), Backend.TABLE)
    assert len(fake_driver.levels) == 2


def test_memory_is_given_back(fake_driver: FakeDriver) -> None:
    engine = CudaEngine(tic_tac_toe(), Backend.TABLE)
    engine.games(engine.initial(), 100, 1)
    kept = fake_driver.live
    engine.games(engine.initial(), 100, 1)
    assert fake_driver.live == kept
    del engine
    assert fake_driver.live == 0


def test_a_device_that_is_not_there(fake_driver: FakeDriver) -> None:
    with pytest.raises(CudaError, match=r"There is no CUDA device 1; 1 is there\."):
        CudaEngine(tic_tac_toe(), device=1)


@pytest.mark.parametrize("name", ["connect_four", "rock_paper_scissors", "nim"])
def test_built_in_games(fake_driver: FakeDriver, name: str) -> None:
    circuit = load_rulesheet(name).compiled.circuit
    device, cpu = CudaEngine(circuit, Backend.LLVM), Engine(circuit, Backend.TABLE)
    for per_state in (64, 1_100):
        found, wanted = (engine.playouts(engine.initial(2), per_state, 4) for engine in (device, cpu))
        np.testing.assert_equal(dataclasses.astuple(found), dataclasses.astuple(wanted))


@pytest.mark.parametrize("most_live", [60, 25])
@pytest.mark.usefixtures("fake_driver")
def test_values_that_wait_near_or_far_change_nothing(monkeypatch: pytest.MonkeyPatch, most_live: int) -> None:
    monkeypatch.setattr(ways, "MOST_LIVE", most_live)
    monkeypatch.setattr(ways, "MOST_LIVE_ORDERED", most_live)
    for name in ("connect_four", "hex(size=3)"):
        circuit = load_rulesheet(name).compiled.circuit
        engine = CudaEngine(circuit, Backend.LLVM)
        module = bulk.bulk_module(engine._layout, Variant(8, from_initial=True), engine.device.near_bytes)
        assert module.near_bytes > 0
        assert "%own_memory" in module.assembly
        for per_state in (64, 700):
            found, wanted = (
                each.playouts(each.initial(2), per_state, 5) for each in (engine, Engine(circuit, Backend.TABLE))
            )
            np.testing.assert_equal(dataclasses.astuple(found), dataclasses.astuple(wanted))


@pytest.mark.parametrize(("games", "makes_code_before"), [(64, False), (100_000, True)])
@pytest.mark.usefixtures("fake_driver")
def test_few_first_games_come_before_better_code(
    monkeypatch: pytest.MonkeyPatch, games: int, makes_code_before: bool
) -> None:
    monkeypatch.setattr(cuda_engine, "FIRST_ANSWER_SECONDS", 1e6)
    engine, seen = CudaEngine(tic_tac_toe()), []
    play = engine._play_in_memory

    def watched(*given: Any) -> Any:
        seen.append(bool(engine._makers))
        return play(*given)

    monkeypatch.setattr(engine, "_play_in_memory", watched)
    assert not engine._makers
    engine.playouts(engine.initial(), games, 1)
    assert seen in ([makes_code_before], [])  # code for many games may be ready at once
    assert bool(seen) or makes_code_before
    assert engine._makers
    engine.wait()
