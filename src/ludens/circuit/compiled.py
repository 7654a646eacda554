"""From a rulesheet to the circuit that plays it."""

from __future__ import annotations

import time

from ludens.circuit.building import build_draft
from ludens.circuit.lowering import lowered
from ludens.circuit.passes import optimise
from ludens.circuit.stages import CompiledCircuit, Stage
from ludens.gdl.grounder import GroundingBudget, ground_rules
from ludens.gdl.terms import RuleSheet


def compile_circuit(sheet: RuleSheet, *, seconds: float = 60, bytes: int = 4 << 30) -> CompiledCircuit:
    """The circuit of a sheet that has passed the checker; the same for the same sheet, however busy the machine is.

    Raises BudgetError when grounding it or making it a network takes too much. Simplifying is bounded by work alone.
    """
    start = time.monotonic()
    rules = ground_rules(sheet.rules, GroundingBudget(seconds, bytes))
    grounded = time.monotonic()
    steps = optimise(build_draft(rules, start + seconds))
    draft = steps[-1][1]
    circuit = lowered(draft)
    fluents, moves = len(draft.fluents), sum(map(len, draft.moves))
    stages = (
        Stage("ground rules", rules.size, len(rules.true), len(rules.does)),
        *(Stage(name, after.size, len(after.fluents), sum(map(len, after.moves))) for name, after in steps),
        Stage("gates with two inputs", circuit.gates, fluents, moves),
    )
    return CompiledCircuit(circuit, stages, grounded - start, time.monotonic() - grounded)
