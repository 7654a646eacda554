"""Object references: what they look like, what they run, and what they may not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.game import ParameterError, SourceError
from ludens.own.references import ALLOWED, from_anywhere, load_object, reference_of, restrict, split_reference
from tests.api.own_things import Finisher


@pytest.mark.parametrize(
    ("text", "place", "name", "given"),
    [
        ("a.py:B", "a.py", "B", {}),
        (" my folder/a.b.py:_B ( x = 1, y=no ) ", "my folder/a.b.py", "_B", {"x": "1", "y": "no"}),
        ("package.module:Name", "package.module", "Name", {}),
    ],
)
def test_what_a_reference_looks_like(text: str, place: str, name: str, given: dict[str, str]) -> None:
    found = split_reference(text)
    assert found is not None
    assert (found.place, found.name, found.given) == (place, name, given)


@pytest.mark.parametrize(
    "text", ["uct", "uct(lanes=1)", "http://localhost:9147", "localhost:80", "a.py", ":B", "a b:C", ""]
)
def test_what_is_no_reference(text: str) -> None:
    assert split_reference(text) is None


def test_a_file_is_found_from_any_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert from_anywhere("a.py:B(x=1)") == f"{tmp_path}/a.py:B(x=1)"
    for name in ("module:B", "uct(lanes=1)", f"{tmp_path}/a.py:B"):
        assert from_anywhere(name) == name


def test_parameters_are_checked() -> None:
    with pytest.raises(ParameterError, match="should have the form name=value"):
        split_reference("a.py:B(1)")


def test_a_file_is_run_once_and_finds_what_lies_beside_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "beside_it.py").write_text("runs = []", "utf-8")
    (tmp_path / "mine.py").write_text(
        "import beside_it\nbeside_it.runs.append(1)\nclass A: runs = beside_it.runs", "utf-8"
    )
    reference = split_reference(f"{tmp_path}/mine.py:A")
    assert reference is not None
    first = load_object(reference)
    assert load_object(reference) is first
    assert getattr(first, "runs") == [1]  # noqa: B009 - whatever it is


def test_a_module_of_the_current_folder_is_found_last(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    (tmp_path / "mine_here.py").write_text("class A: ...", "utf-8")
    (tmp_path / "colorsys.py").write_text("raise SystemExit('it took its place')", "utf-8")
    for text in ("mine_here:A", "colorsys:rgb_to_hsv"):
        reference = split_reference(text)
        assert reference is not None
        assert callable(load_object(reference))


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("x = ", "SyntaxError, line 1"),
        ("\nraise ValueError('oh')", "ValueError, line 2: oh"),
        ("import sys\nsys.exit('gone')", "SystemExit, line 2: gone"),
        ("class B: ...", r"There is no A in .*broken.py. It has B\."),
    ],
)
def test_what_is_wrong_is_told(code: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "broken.py").write_text(code, "utf-8")
    reference = split_reference(f"{tmp_path}/broken.py:A")
    assert reference is not None
    with pytest.raises(SourceError, match=message):
        load_object(reference)


def test_where_other_processes_find_something() -> None:
    class Local: ...

    assert reference_of(Finisher) == "tests.api.own_things:Finisher"
    assert reference_of(Local) is None
    assert reference_of(Finisher(None, 0)) is None
    assert reference_of(3) is None


def test_what_is_restricted_is_so_in_other_processes_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOWED, "[]")  # and it is taken back at the end
    (tmp_path / "mine.py").write_text("class A: ...\nclass B: ...", "utf-8")
    restrict([f"{tmp_path}/mine.py:A(x=1)"])
    allowed, other = (split_reference(f"{tmp_path}/mine.py:{name}") for name in "AB")
    assert allowed is not None
    assert other is not None
    assert load_object(allowed)
    with pytest.raises(SourceError, match="is not allowed here"):
        load_object(other)
    code = f"from ludens.players import check_agent; check_agent({str(other)!r})"
    child = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, env=os.environ)
    assert "is not allowed here" in child.stderr
