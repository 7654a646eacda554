"""Charts as PNG: asked of a program that this machine may have, and left out where it has none."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ludens.studies import png

SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 76 40"><rect width="76" height="40"/></svg>'


def test_without_a_program_there_is_no_picture(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert png.converter() is None
    assert not png.as_png(SVG, tmp_path / "x.png")
    assert not (tmp_path / "x.png").exists()


def test_a_program_that_fails_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(png.CONVERTERS, "false", lambda *_: [])
    assert not png.as_png(SVG, tmp_path / "x.png", "false")
    assert not (tmp_path / "x.png").exists()


def test_the_program_is_given_a_picture_of_the_right_size(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[int, int]] = []

    def copy(source: Path, target: Path, width: int, height: int) -> list[str]:
        asked.append((width, height))
        return [str(source), str(target)]

    monkeypatch.setitem(png.CONVERTERS, "cp", copy)
    assert png.as_png(SVG, tmp_path / "x.png", "cp")
    assert asked == [(76, 40)]
    assert 'width="76" height="40"' in (tmp_path / "x.png").read_text("utf-8")
