"""Playouts in registers against those on planes in memory: the same numbers from words of any kind."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.circuit.network import Circuit
from ludens.engine.backend import Backend
from ludens.engine.code.bulk import Variant, bulk_code, results_of
from ludens.engine.engine import Engine
from ludens.engine.kernels.hashing import mixed_words
from ludens.engine.layout import Layout
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.playouts import spread
from ludens.engine.rows import Rows, row_words, unpack_rows
from ludens.engine.target import Target
from ludens.games.loading import load_rulesheet
from tests.engine.circuits import reachability, tic_tac_toe

SEED = 7
PER_STATE = 8_500
"""Eight words, of which some lanes have a game more."""

GAMES = [
    "tic_tac_toe",
    "nim",
    "rock_paper_scissors",
    "connect_four",
    "hex(size=3)",
    "connect_four(players=3,columns=4,rows=4)",
]

TARGETS = [Target(1, 32), Target(1), Target(8)]


def played(circuit: Circuit, target: Target, rows: Rows, limit: int, *, from_initial: bool) -> NDArray[np.int64]:
    """The sums of each position, shape (positions, sums), from the function itself."""
    layout, halves = Layout(circuit), 64 // target.word_bits
    games = spread(unpack_rows(rows, len(circuit.fluents)), PER_STATE, by_lane=False, words=1)
    each = games.lanes // 64
    more = np.ascontiguousarray(games.more[:, :each]).view(f"uint{target.word_bits}")
    variant = Variant(len(more), limit.bit_length(), from_initial)
    code = MachineCode(compile_assembly(bulk_code(layout, target, variant), target))
    run, found = code.function("bulk", 3, 5), np.zeros((len(rows), results_of(layout)), dtype=np.int64)
    seed = int(mixed_words(np.full(1, SEED, dtype=np.uint64)).view(np.int64)[0])
    addresses = [array.ctypes.data for array in (rows, more, found)]
    for word in range(0, len(rows) * each * halves, target.words):
        run(*addresses, seed, limit, word, each * halves, row_words(len(circuit.fluents)) * halves)
    return found


@pytest.mark.parametrize("target", TARGETS, ids=str)
@pytest.mark.parametrize("name", [*GAMES, "by hand", "with a loop"])
def test_the_numbers_are_those_of_playouts(name: str, target: Target) -> None:
    by_hand = {"by hand": tic_tac_toe(), "with a loop": reachability(9)}
    circuit = by_hand[name] if name in by_hand else load_rulesheet(name).compiled.circuit
    engine = Engine(circuit, Backend.TABLE)
    rows = engine.initial(2)
    legal = [table.argmax(axis=1) for table in engine.legal(rows[:1])]
    rows[1] = engine.step(rows[:1], np.stack(legal, axis=1))
    for limit in (0, 6):
        wanted = engine.playouts(rows, PER_STATE, SEED, max_steps=limit)
        sums = np.column_stack([wanted.steps, wanted.finished, wanted.cut, *wanted.reached])
        np.testing.assert_array_equal(played(circuit, target, rows, limit, from_initial=False), sums)
    first = played(circuit, target, rows[:1], 6, from_initial=True)
    np.testing.assert_array_equal(first, sums[:1])
