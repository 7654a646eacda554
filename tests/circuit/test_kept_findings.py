"""What analysis has found survives being kept, and what time has cut short is not kept."""

from __future__ import annotations

from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludens.circuit import analysis, kept_findings, storage
from ludens.circuit.analysis import structure
from ludens.circuit.analysis.prover import Stopwatch
from ludens.circuit.network import Circuit
from ludens.circuit.stages import CompiledCircuit
from tests.circuit.analysis.plays import built_in_circuit
from tests.engine.circuits import reachability, tic_tac_toe


@pytest.fixture
def folder(empty_cache: Path) -> Path:
    empty_cache.mkdir()
    return empty_cache


@pytest.mark.parametrize("name", ["double_tic_tac_toe", "nim", "minefield", "rock_paper_scissors"])
def test_findings_are_read_as_they_were_written(name: str) -> None:
    found = structure(built_in_circuit(name))
    assert kept_findings.from_bytes(kept_findings.to_bytes(found)) == found
    pair = found.turns, found.constant_sum
    assert kept_findings.from_bytes(kept_findings.to_bytes(pair)) == pair


@pytest.mark.usefixtures("folder")
def test_a_structure_is_looked_for_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[Circuit] = []

    def look(circuit: Circuit) -> Any:
        looked.append(circuit)
        return structure(circuit)

    monkeypatch.setattr(analysis, "structure", look)
    circuit = tic_tac_toe()
    assert kept_findings.kept_structure(circuit) is None
    found = kept_findings.structure_of(circuit)
    assert found == kept_findings.structure_of(circuit) == kept_findings.kept_structure(circuit)
    assert len(looked) == 1
    kept_findings.structure_of(reachability(3))
    assert len(looked) == 2


def test_what_time_has_cut_short_is_not_kept(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    circuit, found = tic_tac_toe(), structure(tic_tac_toe())
    assert found.complete
    hasty = structure(circuit, seconds=0.0)
    assert not hasty.complete
    monkeypatch.setattr(analysis, "structure", lambda circuit: hasty)
    assert kept_findings.structure_of(circuit) == hasty
    monkeypatch.setattr("ludens.circuit.analysis.basics.SECONDS", 0.0)
    kept_findings.turns_and_sum_of(circuit)
    assert not list(folder.iterdir())
    monkeypatch.setattr("ludens.circuit.analysis.basics.SECONDS", 10.0)
    for _ in range(2):
        assert kept_findings.turns_and_sum_of(circuit) == (found.turns, found.constant_sum)
    assert len(list(folder.iterdir())) == 1


def test_a_stopwatch_says_whether_it_ran_out() -> None:
    quick, slow = Stopwatch(0.0), Stopwatch(1e9)
    assert not quick.ran_out
    assert quick.is_over
    assert not slow.is_over
    assert (quick.ran_out, slow.ran_out) == (True, False)


def test_a_circuit_is_told_by_its_digest() -> None:
    circuit = tic_tac_toe()
    again = storage.from_bytes(storage.to_bytes(CompiledCircuit(circuit, (), 0.0, 0.0))).circuit
    assert circuit.digest == again.digest == tic_tac_toe().digest
    for field in fields(circuit):
        value = getattr(circuit, field.name)
        other: Any = value[:-1] if isinstance(value, (tuple, np.ndarray)) else value + 1
        if field.name in ("always", "copies", "marks"):
            other = (*value, ("more", 2))
        changed: dict[str, Any] = {field.name: other}
        assert replace(circuit, **changed).digest != circuit.digest, field.name
