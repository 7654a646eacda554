"""The driver by ctypes, against a stand-in: errors in its own words, memory, modules and launches."""

from __future__ import annotations

import ctypes
import sys

import numpy as np
import pytest

from ludens.engine.cuda import driver
from ludens.engine.cuda.driver import CudaError, Memory, Module
from ludens.engine.cuda.entry import DECLARATIONS, THREADS, kernel
from tests.engine.cuda.fake_driver import FakeDriver

DOUBLE = """define void @double(ptr %numbers, i64 %word) nounwind {
entry:
  %address = getelementptr i64, ptr %numbers, i64 %word
  %old = load i64, ptr %address
  %new = add i64 %old, %old
  store i64 %new, ptr %address
  ret void
}"""

MODULE = f"{DECLARATIONS}\n{kernel(DOUBLE)}".encode()


def test_without_a_driver_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "LIBRARIES", ("libnothing.so.1", "/nowhere/libnothing.so.1"))
    driver._library.cache_clear()
    reason = "macOS has no CUDA" if sys.platform == "darwin" else "There is no CUDA driver: .*nothing"
    with pytest.raises(CudaError, match=reason):
        driver.devices()
    driver._library.cache_clear()


def test_the_second_place_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDriver()

    def load(name: str) -> FakeDriver:
        if "wsl" not in name:
            raise OSError(f"{name}: no such file")
        return fake

    monkeypatch.setattr(driver, "LIBRARIES", ("libcuda.so.1", "/usr/lib/wsl/lib/libcuda.so.1"))
    monkeypatch.setattr(ctypes, "CDLL", load)
    driver._library.cache_clear()
    assert driver.driver_version() == (12, 4)
    assert fake.calls[0] == "cuInit"
    driver._library.cache_clear()


def test_a_driver_without_devices(monkeypatch: pytest.MonkeyPatch) -> None:
    fake = FakeDriver()
    fake.failing["cuInit"] = 100
    monkeypatch.setattr(ctypes, "CDLL", lambda name: fake)
    driver._library.cache_clear()
    with pytest.raises(CudaError, match=r"^CUDA: no CUDA-capable device is detected \(error 100\)\.$"):
        driver.devices()
    driver._library.cache_clear()


def test_devices_are_listed(fake_driver: FakeDriver) -> None:
    fake_driver.devices = 2
    first, second = driver.devices()
    assert (first.number, second.number) == (0, 1)
    assert (first.name, first.version, first.processors) == ("Imaginary 9000", (9, 0), 2)
    assert first.memory_bytes == 1 << 30


def test_bytes_come_back_as_they_went(fake_driver: FakeDriver) -> None:
    array = np.arange(1000, dtype=np.int64)
    memory = Memory.of(0, array[::3])
    found = np.zeros(334, dtype=np.int64)
    memory.read(found)
    np.testing.assert_array_equal(found, array[::3])
    memory.clear()
    memory.read(found)
    assert not found.any()
    Memory.of(0, array[:0]).read(found[:0])
    assert fake_driver.live == 1
    del memory
    assert fake_driver.live == 0


def test_more_memory_than_there_is(fake_driver: FakeDriver) -> None:
    with pytest.raises(CudaError, match=r"out of memory \(error 2\)"):
        Memory(0, 1 << 40)
    assert fake_driver.depth == 0
    assert "cuMemFree_v2" not in fake_driver.calls


def test_what_does_not_fit_is_refused(fake_driver: FakeDriver) -> None:
    with pytest.raises(CudaError, match="invalid argument"):
        Memory(0, 16).write(np.zeros(3))
    assert fake_driver.depth == 0


def test_every_thread_has_a_word(fake_driver: FakeDriver) -> None:
    run = Module(0, driver.compiled(0, MODULE, 3)).function("double")
    assert fake_driver.levels == [3]
    memory = Memory.of(0, np.arange(400))
    run.launch(2, THREADS, [memory, 100, 200])  # words 100 to 299, and threads that have none
    run.wait()
    found = np.zeros(400, dtype=np.int64)
    memory.read(found)
    expected = np.arange(400)
    expected[100:300] *= 2
    np.testing.assert_array_equal(found, expected)
    assert run.attribute(driver.REGISTERS) == 255


def test_code_that_cannot_be_compiled(fake_driver: FakeDriver) -> None:
    with pytest.raises(CudaError, match=r"a PTX JIT failed \(error 218\)\. line 1: syntax error$"):
        driver.compiled(0, b"nonsense", 4)
    assert fake_driver.calls[-2] == "cuLinkDestroy"  # then the context goes
    assert fake_driver.depth == 0


def test_code_that_cannot_be_loaded(fake_driver: FakeDriver) -> None:
    with pytest.raises(CudaError, match="a PTX JIT failed"):
        Module(0, b"nonsense")
    assert "cuModuleUnload" not in fake_driver.calls


def test_a_function_that_is_not_there(fake_driver: FakeDriver) -> None:
    with pytest.raises(CudaError, match="invalid argument"):
        Module(0, driver.compiled(0, MODULE, 4)).function("triple")


def test_an_error_without_words(fake_driver: FakeDriver) -> None:
    fake_driver.failing["cuDriverGetVersion"] = 999
    with pytest.raises(CudaError, match=r"unknown error \(error 999\)"):
        driver.driver_version()


@pytest.mark.usefixtures("fake_driver")
def test_a_forked_process_is_told_that_it_cannot(monkeypatch: pytest.MonkeyPatch) -> None:
    driver.devices()
    monkeypatch.setattr("os.getpid", lambda: -1)
    with pytest.raises(CudaError, match="forked"):
        driver.devices()
