"""From rules to the circuit that plays them."""

from __future__ import annotations

import contextlib
import gc
import time
from collections.abc import Iterator

from ludens.circuit.building import build_draft
from ludens.circuit.lowering import lowered
from ludens.circuit.passes import optimise
from ludens.circuit.stages import CompiledCircuit, Stage
from ludens.rules.contract import Sheet
from ludens.rules.ground_rules import GroundingBudget


def compile_circuit(sheet: Sheet, *, seconds: float = 60, memory_bytes: int = 2 << 30) -> CompiledCircuit:
    """The circuit of a sheet without mistakes; the same for the same sheet, however busy the machine is.

    Raises BudgetError when grounding it takes longer than this, or making it a network does. Simplifying is bounded by
    work alone.
    """
    with _no_garbage_sought():
        return _compiled(sheet, seconds, memory_bytes)


@contextlib.contextmanager
def _no_garbage_sought() -> Iterator[None]:
    """Python looks for cycles among the objects of a large network again and again, and there are none."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _compiled(sheet: Sheet, seconds: float, memory_bytes: int) -> CompiledCircuit:
    start = time.monotonic()
    rules = sheet.ground(GroundingBudget(seconds, memory_bytes))
    grounded = time.monotonic()
    steps = optimise(build_draft(rules, grounded + seconds))
    draft = steps[-1][1]
    circuit = lowered(draft)
    fluents, moves = len(draft.fluents), sum(map(len, draft.moves))
    stages = (
        Stage("ground rules", rules.size, len(rules.true), len(rules.does)),
        *(Stage(name, after.size, len(after.fluents), sum(map(len, after.moves))) for name, after in steps),
        Stage("gates with two inputs", circuit.gates, fluents, moves),
    )
    return CompiledCircuit(circuit, stages, grounded - start, time.monotonic() - grounded)
