"""``benchmarks/gpu_search.py``, the one run that searches on a device are measured by: it must not fail there."""

from __future__ import annotations

import json
import runpy
import sys
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parents[3] / "benchmarks" / "gpu_search.py"


@pytest.mark.slow
@pytest.mark.usefixtures("fake_driver")
def test_rates_and_matches_are_measured_and_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    script = runpy.run_path(str(SCRIPT))
    script["main"].__globals__.update(BATCHES=(16, 64), LANES=100, FIRST_SECONDS=0.02)
    out = tmp_path / "figures.json"
    given = ["tic_tac_toe", "--minutes", "1", "--seconds", "0.05", "--move", "0.01", "--pairs", "2", "--out", str(out)]
    monkeypatch.setattr(sys, "argv", ["gpu_search.py", *given])
    script["main"]()
    found = json.loads(out.read_text("utf-8"))
    assert found["name"] == "Imaginary 9000"
    assert found["code"][0]["problems"] == []
    assert found["code"][0]["same"]
    assert [row["leaves"] for row in found["batches"]] == [16, 64]
    assert len(found["rates"]) == 6
    assert 0.4 < found["lanes"][0]["mean"] < 0.6
    assert all(row["nodes"] > 1 for row in found["rates"])
    assert [row["pairs"] for row in found["matches"]] == [1, 2]
    assert 0 <= found["matches"][1]["score"] <= 1
