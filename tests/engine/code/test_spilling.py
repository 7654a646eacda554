"""Values that wait in memory: fewer are in registers, and the numbers are the same."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.circuit.network import Circuit
from ludens.engine.backend import Backend
from ludens.engine.code.bulk import Variant, Way, bulk_declarations, bulk_function, results_of
from ludens.engine.code.spilling import ALL_FAR, Plan, most_live, spilled
from ludens.engine.engine import Engine
from ludens.engine.kernels.hashing import mixed_words
from ludens.engine.layout import Layout
from ludens.engine.machine_code import MachineCode, compile_assembly
from ludens.engine.rows import row_words
from ludens.engine.target import Target
from ludens.games.loading import load_rulesheet
from tests.engine.circuits import reachability, tic_tac_toe

HALF = Target(1, 32)
SEED, GAMES = 11, 64


BY_HAND = """define void @f() nounwind {
entry:
  br label %step
step:
  %x = phi i32 [ 1, %entry ], [ %f, %step ]
  %a = add i32 %x, 1
  %b = add i32 %x, 2
  %c = add i32 %x, 3
  %d = add i32 %a, %x
  %e = add i32 %d, %c
  %f = add i32 %e, %b
  %more = icmp ne i32 %f, 0
  br i1 %more, label %step, label %finished
finished:
  ret void
}"""


def circuit_of(name: str) -> Circuit:
    by_hand = {"by hand": tic_tac_toe(), "with a loop": reachability(9)}
    return by_hand[name] if name in by_hand else load_rulesheet(name).compiled.circuit


def planned(circuit: Circuit, most: int, variant: Variant) -> Plan:
    return spilled(bulk_function(Layout(circuit), HALF, variant, Way(thrifty=True)).split("\n"), HALF.plane, most)


@pytest.mark.parametrize(
    ("name", "most"),
    [
        ("by hand", 20),
        ("by hand", 40),
        ("with a loop", 26),
        ("tic_tac_toe", 30),
        ("nim", 24),
        ("connect_four", 60),
        ("breakthrough(size=4)", 60),
    ],
)
def test_the_numbers_stay_the_same(name: str, most: int) -> None:
    circuit = circuit_of(name)
    engine, plan = Engine(circuit, Backend.TABLE), planned(circuit, most, Variant(0))
    assert plan.accesses > 0
    assert 0 < plan.places <= plan.accesses
    code = MachineCode(compile_assembly("\n".join([bulk_declarations(HALF), *plan.text(ALL_FAR)]), HALF))
    rows = engine.initial(2)
    rows[1] = engine.step(rows[:1], np.stack([table.argmax(axis=1) for table in engine.legal(rows[:1])], axis=1))
    found = np.zeros((2, results_of(Layout(circuit))), dtype=np.int64)
    seed = int(mixed_words(np.full(1, SEED, dtype=np.uint64)).view(np.int64)[0])
    for word in range(4):
        width = 2 * row_words(len(circuit.fluents))
        code.function("bulk", 3, 5)(rows.ctypes.data, 0, found.ctypes.data, seed, 0, word, 2, width)
    wanted = engine.playouts(rows, GAMES, SEED)
    sums = np.column_stack([wanted.steps, wanted.finished, wanted.cut, *wanted.reached])
    np.testing.assert_array_equal(found, sums)


@pytest.mark.parametrize(
    ("name", "most"), [("by hand", 40), ("nim", 40), ("connect_four", 100), ("pentago", 200), ("breakthrough", 200)]
)
def test_no_more_are_in_registers_than_there_is_room_for(name: str, most: int) -> None:
    circuit = circuit_of(name)
    lines = bulk_function(Layout(circuit), HALF, Variant(8, from_initial=True), Way(thrifty=True)).split("\n")
    assert most_live(lines, HALF.plane) > most
    plan = spilled(lines, HALF.plane, most)
    assert most_live(plan.text(ALL_FAR), HALF.plane) <= most + 2


def test_where_there_is_room_nothing_changes() -> None:
    lines = bulk_function(Layout(tic_tac_toe()), HALF, Variant(8), Way(thrifty=True)).split("\n")
    assert most_live(lines, HALF.plane) < 200
    plan = spilled(lines, HALF.plane, 200)
    assert (plan.accesses, plan.places) == (0, 0)
    assert sorted(plan.text(ALL_FAR)) == sorted(lines)


def test_the_value_that_is_needed_last_waits() -> None:
    """Four values are there when ``c`` is: ``a`` is used again at once and stays, ``b`` goes."""
    lines = BY_HAND.split("\n")
    assert most_live(lines, "i32") == 4
    plan = spilled(lines, "i32", 3)
    accesses = [line.split(", ptr")[0] for line in plan.text(ALL_FAR) if "volatile" in line]
    assert accesses[0] == "  store volatile i32 %b"
    assert not any(line.split()[-1] == "%a" for line in accesses)
