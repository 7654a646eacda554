"""Every operation on a real device, where there is one."""

from __future__ import annotations

import runpy

import pytest

from ludens.engine.backend import Backend
from ludens.engine.devices import engine_on, places
from ludens.engine.engine import Engine
from ludens.games.loading import load_rulesheet
from tests.engine.cuda.test_benchmark import SCRIPT


@pytest.mark.parametrize("backend", Backend)
@pytest.mark.parametrize("name", ["tic_tac_toe", "nim", "rock_paper_scissors", "connect_four", "breakthrough(size=4)"])
def test_all_operations_give_the_numbers_of_the_cpu(name: str, backend: Backend) -> None:
    device = places()[1]
    if not device.usable:
        pytest.skip(device.about)
    circuit = load_rulesheet(name).compiled.circuit
    engines = engine_on(circuit, device.device, backend), Engine(circuit, Backend.TABLE)
    assert runpy.run_path(str(SCRIPT))["differences"](*engines, 0) == []
