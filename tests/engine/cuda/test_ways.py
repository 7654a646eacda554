"""The ways to write the code for very many games: all give the CPU's numbers, and the one that takes least is taken."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.engine.backend import Backend
from ludens.engine.code.bulk import Variant, bulk_declarations, results_of
from ludens.engine.code.spilling import ALL_FAR
from ludens.engine.cuda import ways
from ludens.engine.cuda.ways import HALF, planned, tried
from ludens.engine.engine import Engine
from ludens.engine.kernels.hashing import mixed_words
from ludens.engine.layout import Layout
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.rows import Rows, row_words
from ludens.games.loading import load_rulesheet

NEAR_BYTES = 228 << 10
POSITIONS, PER_STATE = 6, 64


def positions(engine: Engine) -> Rows:
    """Positions of a random game, some steps apart."""
    random, rows, kept = np.random.default_rng(3), engine.initial(1), []
    for step in range(3 * POSITIONS):
        kept += [rows] if step % 3 == 0 else []
        moves = [(random.random(table.shape) * table).argmax(axis=1) for table in engine.legal(rows)]
        over, _ = engine.outcome(rows)
        rows = rows if over[0] else engine.step(rows, np.stack(moves, axis=1))
    return np.ascontiguousarray(np.concatenate(kept))


@pytest.mark.parametrize(
    ("name", "most"),
    [("reversi(size=4)", 60), ("connect_four", 70), ("breakthrough(size=4)", 60), ("hex(size=3)", 40), ("tron", 80)],
)
def test_all_ways_give_the_numbers_of_the_cpu(name: str, most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "MOST_LIVE", most)
    monkeypatch.setattr(ways, "MOST_LIVE_ORDERED", most)
    circuit = load_rulesheet(name).compiled.circuit
    layout, engine = Layout(circuit), Engine(circuit, Backend.TABLE)
    rows, width = positions(engine), 2 * row_words(len(circuit.fluents))
    found = list(tried(layout, Variant(0), NEAR_BYTES))
    assert [each.way.again for each in found] == [False, True, True, True]
    for each in found:
        text = "\n".join([bulk_declarations(HALF), *each.plan.text(ALL_FAR)])
        code = MachineCode(compile_assembly(text, HALF, in_haste=True))
        for seed in (11, 12):
            sums = np.zeros((POSITIONS, results_of(layout)), dtype=np.int64)
            mixed = int(mixed_words(np.full(1, seed, dtype=np.uint64)).view(np.int64)[0])
            for word in range(2 * POSITIONS):
                code.function("bulk", 3, 5)(rows.ctypes.data, 0, sums.ctypes.data, mixed, 0, word, 2, width)
            wanted = engine.playouts(rows, PER_STATE, seed)
            np.testing.assert_array_equal(
                sums, np.column_stack([wanted.steps, wanted.finished, wanted.cut, *wanted.reached])
            )


@pytest.mark.slow
def test_the_way_with_least_far_memory_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    layout, variant = Layout(load_rulesheet("reversi").compiled.circuit), Variant(8, from_initial=True)
    best = planned(layout, variant, NEAR_BYTES)
    assert best.way.again
    assert best.way.told
    assert best.way.counted
    monkeypatch.setattr(ways, "LOOK_FOR_WAYS", False)
    plain = planned(layout, variant, NEAR_BYTES)
    assert not plain.way.again
    assert not plain.way.told
    assert best.instructions < 0.8 * plain.instructions
    assert best.plan.far(best.near) < 0.25 * plain.plan.far(plain.near)


def test_another_order_saves_memory() -> None:
    layout = Layout(load_rulesheet("pentago_swap").compiled.circuit)
    _, written, ordered, _ = tried(layout, Variant(8, from_initial=True), NEAR_BYTES)
    assert ordered.instructions == written.instructions
    assert ordered.plan.accesses < 0.8 * written.plan.accesses
    assert ordered.plan.far(ordered.near) == 0


def test_of_many_gates_one_way_is_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ways, "MANY_GATES", 100)
    (only,) = tried(Layout(load_rulesheet("breakthrough").compiled.circuit), Variant(8, from_initial=True), NEAR_BYTES)
    assert only.way.thrifty
    assert only.way.told
    assert not only.way.again


def test_small_games_need_no_memory() -> None:
    best = planned(Layout(load_rulesheet("tic_tac_toe").compiled.circuit), Variant(8, from_initial=True), NEAR_BYTES)
    assert not best.way.thrifty
    assert (best.plan.places, best.plan.accesses, best.plan.far(best.near)) == (0, 0, 0)
    assert best.cost == best.instructions / best.blocks
