"""Where engines can run."""

from __future__ import annotations

import subprocess
import sys

import pytest

from ludens.engine.backend import Backend
from ludens.engine.cuda import driver
from ludens.engine.cuda.driver import CudaError
from ludens.engine.cuda.engine import CudaEngine
from ludens.engine.devices import engine_on, places, wake
from ludens.engine.engine import Engine
from ludens.game import UnknownNameError
from ludens.games.loading import load_rulesheet
from ludens.processes import background
from tests.engine.circuits import tic_tac_toe
from tests.engine.cuda.fake_driver import FakeDriver


def no_driver() -> FakeDriver:
    raise CudaError("There is no CUDA driver: nowhere.")


def test_without_a_graphics_processor_there_is_the_cpu(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_library", no_driver)
    cpu, cuda = places()
    assert (cpu.device, cpu.usable, cuda.device, cuda.usable) == ("cpu", True, "cuda", False)
    assert cuda.about == "There is no CUDA driver: nowhere."
    with pytest.raises(CudaError, match="nowhere"):
        engine_on(tic_tac_toe(), "cuda")


def test_graphics_processors_are_listed(fake_driver: FakeDriver) -> None:
    fake_driver.devices = 2
    _, first, second = places()
    assert (first.device, second.device) == ("cuda:0", "cuda:1")
    assert (first.about, first.processors, first.memory_bytes) == ("Imaginary 9000, CUDA 12.4", 2, 1 << 30)


@pytest.mark.parametrize("name", ["gpu", "cuda:x", "cuda:", "cuda:-1", "cpu:1", ""])
def test_unknown_devices_are_refused(name: str) -> None:
    with pytest.raises(UnknownNameError, match="There is no device called"):
        engine_on(tic_tac_toe(), name)


def test_a_device_is_made_ready_in_the_background(fake_driver: FakeDriver) -> None:
    for name in ("cpu", "gpu", "cuda:x"):
        wake(name)
    background.wait()
    assert not fake_driver.calls
    wake("cuda")
    background.wait()
    assert fake_driver.calls[-1] == "cuDevicePrimaryCtxRetain"


def test_what_is_wrong_with_a_device_is_told_by_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "_library", no_driver)
    wake("cuda")
    background.wait()
    with pytest.raises(CudaError, match="nowhere"):
        load_rulesheet("tic_tac_toe").engine_on("cuda")


def test_games_have_engines_on_devices(fake_driver: FakeDriver) -> None:
    fake_driver.devices = 2
    assert type(engine_on(tic_tac_toe(), "cpu", Backend.TABLE)) is Engine
    second = engine_on(tic_tac_toe(), "cuda:1", Backend.TABLE)
    assert isinstance(second, CudaEngine)
    assert second.device.number == 1
    game = load_rulesheet("nim")
    engine = game.engine_on("cuda")
    engine.wait()
    found, wanted = (each.playouts(each.initial(), 100, 3).goals for each in (engine, game.engine))
    assert found.tolist() == wanted.tolist()


def test_nobody_imports_it_unasked() -> None:
    code = "import ludens, sys; e = ludens.load('nim').engine; e.playouts(e.initial(), 9, 1); e.wait(); " + (
        "sys.exit([name for name in sys.modules if 'cuda' in name] or 0)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)
