"""What is installed, and whether it works."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludens.api import doctor
from ludens.cli import app


def test_this_installation_is_well() -> None:
    said: list[str] = []
    found = doctor.examine(said.append)
    assert found.well, str(found)
    assert said == [f"Trying {name} …" for name in doctor.TESTS]
    facts = {fact.name: fact.value for fact in found.facts}
    assert "numpy" in facts["needed packages"]
    assert "agrees with the table" in facts["random games"]
    assert str(found).endswith("All is well.")


def test_what_is_wrong_is_told_with_what_to_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> str:
        raise ValueError("no such machine")

    (tmp_path / "file").touch()
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(doctor, "TESTS", {"rules": broken})
    monkeypatch.setattr("os.access", lambda path, mode: False)
    monkeypatch.setattr(doctor, "requires", lambda name: ["numpy>=2", "no_such_package>=1", "ray; extra == 'ray'"])
    result = CliRunner().invoke(app, ["doctor", "--json"])
    assert result.exit_code == 1
    data = json.loads(result.stdout)
    assert not data["well"]
    assert [problem.partition(":")[0] for problem in data["problems"]] == [
        "no_such_package is missing",
        f"{tmp_path / 'cache'} cannot be written, so every start is slow",
        "rules",
    ]
    assert "Problem: rules: ValueError: no such machine" in CliRunner().invoke(app, ["doctor"]).stdout


@pytest.mark.parametrize(
    ("script", "told"),
    [
        ("echo 'NVIDIA H200, 143771 MiB, 570.1'", "NVIDIA H200, 143771 MiB, 570.1"),
        ("exit 9", "its driver does not answer"),
        (None, "none found"),
    ],
)
def test_graphics_processors(script: str | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    if script is not None:
        (tmp_path / "nvidia-smi").write_text(f"#!/bin/sh\n{script}\n", "utf-8")
        (tmp_path / "nvidia-smi").chmod(0o700)
    assert doctor._graphics() == told
