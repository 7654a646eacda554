"""``benchmarks/gpu.py``, the one run that a device is measured by: it must not fail there."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from ludens.engine.backend import Backend
from ludens.engine.cuda import ways
from ludens.engine.engine import Engine
from ludens.engine.rows import Rows
from tests.engine.circuits import tic_tac_toe

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "gpu.py"


@pytest.mark.slow
@pytest.mark.usefixtures("fake_driver")
def test_figures_are_measured_checked_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "one.kif").write_text(
        "(role x) (init (a)) (<= (legal x go) (true (a))) (<= (legal x stay) (true (a))) (<= (next (b)) (does x go)) "
        "(<= (next (a)) (does x stay)) (<= terminal (true (b))) (<= (goal x 100) (true (b))) (goal x 0)", "utf-8"
    )  # fmt: skip
    (tmp_path / "broken.kif").write_text("(role x", "utf-8")
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    script = runpy.run_path(str(SCRIPT))
    script["main"].__globals__["BATCHES"] = (1_000, 2_000)
    out = tmp_path / "figures.json"
    monkeypatch.setattr(
        sys,
        "argv",
        f"gpu.py nim no_such_game --seconds 0.01 --out {out} --sheets {tmp_path} --jobs 1".split(),
    )
    script["main"]()
    found = json.loads(out.read_text("utf-8"))
    assert found["name"] == "Imaginary 9000"
    nim, missing = found["games"]
    assert nim["equal"]
    assert nim["registers"] == 255
    assert 0 < nim["first"] <= nim["haste"] <= nim["care"]
    assert 6 < nim["mean_length"] < 8
    assert "no_such_game" in missing["problem"]
    broken, one = found["sheets"]
    assert "problem" in broken
    assert one["different"] == []
    assert one["equal in haste"]


@pytest.mark.usefixtures("fake_driver")
def test_first_games_are_measured() -> None:
    found = runpy.run_path(str(SCRIPT))["first_games"]("nim", "cuda")
    assert found["game"] == "nim"
    assert 0 < found["playing"] < found["first"]


@pytest.mark.usefixtures("fake_driver")
def test_each_way_is_measured(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    script = runpy.run_path(str(SCRIPT))
    script["main"].__globals__["BATCHES"] = (1_000,)
    out = tmp_path / "figures.json"
    monkeypatch.setattr(sys, "argv", f"gpu.py nim --seconds 0.01 --out {out} --ways gates best".split())
    script["main"]()
    plain, best = json.loads(out.read_text("utf-8"))["games"]
    assert (plain["way"], best["way"]) == ("gates", "best")
    assert plain["equal"]
    assert best["equal"]
    assert [row["goals"] for row in plain["speeds"]] == [row["goals"] for row in best["speeds"]]
    assert ways.LOOK_FOR_WAYS


def test_code_is_counted(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["gpu_code.py", "tic_tac_toe"])
    runpy.run_path(str(SCRIPT.with_name("gpu_code.py")), run_name="__main__")
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("| tic_tac_toe | gates alone | ")
    assert lines[3].startswith("| tic_tac_toe | 9 told * | ")
    assert ways.LOOK_FOR_WAYS


class Wrong(Engine):
    """Turns legal moves round."""

    def legal(self, states: Rows) -> list[NDArray[np.bool_]]:
        return [~table for table in super().legal(states)]


def test_a_difference_is_told() -> None:
    differences = runpy.run_path(str(SCRIPT))["differences"]
    engines = Wrong(tic_tac_toe(), Backend.TABLE), Engine(tic_tac_toe(), Backend.TABLE)
    assert differences(*engines, 0) == ["legal"]
