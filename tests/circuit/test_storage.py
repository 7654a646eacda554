"""Circuits survive being kept, and what is damaged is made anew."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from ludens.circuit import compiled, storage
from ludens.circuit.network import Circuit
from ludens.circuit.stages import CompiledCircuit, Stage
from ludens.gdl import Source, right_rules
from tests.engine.circuits import reachability, tic_tac_toe
from tests.games.json_rules import JsonSheet, nim


@pytest.mark.parametrize("circuit", [tic_tac_toe(), reachability(3)], ids=["tic_tac_toe", "reachability"])
def test_a_circuit_is_read_as_it_was_written(circuit: Circuit) -> None:
    again = storage.from_bytes(storage.to_bytes(CompiledCircuit(circuit, (Stage("made", 1, 2, 3),), 0.5, 0.25)))
    assert again.stages == (Stage("made", 1, 2, 3),)
    assert (again.ground_seconds, again.build_seconds) == (0.5, 0.25)
    for name, value in vars(circuit).items():
        if isinstance(value, np.ndarray):
            assert np.array_equal(value, getattr(again.circuit, name)), name
            assert value.dtype == getattr(again.circuit, name).dtype
        else:
            assert value == getattr(again.circuit, name), name


def test_a_circuit_is_made_once(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made = []

    def compile_circuit(sheet: object) -> CompiledCircuit:
        made.append(sheet)
        return CompiledCircuit(tic_tac_toe(), (), 0.0, 0.0)

    monkeypatch.setattr(compiled, "compile_circuit", compile_circuit)
    sheet = right_rules(Source("(role you)\n(legal you wait)\n(<= terminal (true over))\n(goal you 1)"))
    for _ in range(3):
        assert storage.kept_circuit(sheet).circuit.gates == tic_tac_toe().gates
    assert len(made) == 1
    (kept,) = empty_cache.iterdir()
    kept.write_bytes(kept.read_bytes()[:-5])
    storage.kept_circuit(sheet)
    assert len(made) == 2


def test_a_circuit_is_kept_for_one_text_in_one_version_of_its_language(empty_cache: Path) -> None:
    for matches, version in ((2, "1"), (2, "2"), (3, "2"), (2, "1")):
        rules = json.loads(nim(matches))
        storage.kept_circuit(JsonSheet(Source(nim(matches)), rules, version))
    assert len(list(empty_cache.iterdir())) == 3


@pytest.mark.parametrize("variant", [reachability(3), None], ids=["a circuit", "none"])
def test_a_variant_is_made_once(variant: Circuit | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    made = []

    def make() -> Circuit | None:
        made.append(variant)
        return variant

    for _ in range(2):
        found = storage.kept_variant(tic_tac_toe(), "one", make)
        assert (found and found.gates) == (variant and variant.gates)
    assert len(made) == 1
    storage.kept_variant(tic_tac_toe(), "another", make)
    storage.kept_variant(reachability(4), "one", make)
    assert len(made) == 3
