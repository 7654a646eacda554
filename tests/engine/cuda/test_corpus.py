"""Code of public rulesheets for a device: LLVM takes it. No device is needed for that."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludens.engine.code.bulk import Variant
from ludens.engine.cuda.bulk import GAME_BITS, bulk_module
from ludens.engine.cuda.ptx import ptx_of
from ludens.engine.layout import Layout
from ludens.games.loading import load_rulesheet
from tests.corpus import each_sheet, needs_corpus
from tests.engine.cuda.test_ptx import CUDA_12, HOPPER, NEAR_BYTES, entries

pytestmark = [needs_corpus, pytest.mark.slow]

MOST_GATES = 5_000
"""For more it takes long."""


@each_sheet
def test_ptx_of_a_sheet(path: Path) -> None:
    circuit = load_rulesheet(str(path)).compiled.circuit
    if circuit.gates > MOST_GATES:
        pytest.skip(f"{circuit.gates} gates")
    module = bulk_module(Layout(circuit), Variant(GAME_BITS, from_initial=True), NEAR_BYTES)
    assert entries(ptx_of(module.assembly, HOPPER, CUDA_12, 1)) == ["bulk"]
