"""``ludens devices``, and ``ludens bench`` on a device."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner, Result

from ludens.cli import app
from ludens.engine.cuda import driver
from ludens.engine.cuda.driver import CudaError
from tests.engine.cuda.fake_driver import FakeDriver


def ludens(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments)


def test_a_device_is_listed(fake_driver: FakeDriver) -> None:
    rows = [json.loads(line) for line in ludens("devices", "--json").stdout.splitlines()]
    assert [row["device"] for row in rows] == ["cpu", "cuda:0"]
    assert "Imaginary 9000" in ludens("devices").stdout


def test_the_reason_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_driver() -> FakeDriver:
        raise CudaError("There is no CUDA driver: nowhere.")

    monkeypatch.setattr(driver, "_library", no_driver)
    result = ludens("devices")
    assert result.exit_code == 0
    assert "no CUDA driver" in result.stdout
    refused = ludens("bench", "nim", "--device", "cuda")
    assert refused.exit_code == 2
    assert "There is no CUDA driver: nowhere." in refused.stderr


def test_bench_measures_on_a_device(fake_driver: FakeDriver) -> None:
    result = ludens("bench", "nim", "--seconds", "0.01", "--device", "cuda", "--json")
    assert result.exit_code == 0
    rows = [json.loads(line) for line in result.stdout.splitlines()]
    assert [(row["backend"], row["device"]) for row in rows] == [("table", "cuda"), ("llvm", "cuda")]
    assert all(row["games_per_second"] > 0 and 6 < row["mean_length"] < 8 for row in rows)
    assert "cuLaunchKernel" in fake_driver.calls


def test_analyse_refuses_a_device_that_nobody_knows() -> None:
    result = ludens("analyse", "connect_four", "--games", "64", "--device", "abacus")
    assert result.exit_code == 2
    assert "There is no device called 'abacus'" in result.stderr
