"""Names for things of a user's own."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import ludens
from ludens.game import SourceError, UnknownNameError
from ludens.own import known
from ludens.players import check_agent
from tests.api.own_things import Countdown


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package that offers agents and a game."""
    (tmp_path / "kit.py").write_text(
        textwrap.dedent("""
        from tests.api.own_things import Countdown, Finisher as Student
        class Nothing: ...
        """),
        "utf-8",
    )
    about = tmp_path / "kit-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: kit\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(
        "[ludens.agents]\nStudent = kit:Student\nnothing = kit:Nothing\nlost = kit:Lost\n"
        "[ludens.games]\nheap = kit:Countdown\n",
        "utf-8",
    )
    monkeypatch.syspath_prepend(tmp_path)
    known.offered.cache_clear()
    yield
    known.offered.cache_clear()


@pytest.mark.usefixtures("package")
def test_entry_points_are_names_like_any_other() -> None:
    assert ludens.play("heap", ["student(wild=true)", "random"], playouts=1).agents == ("student(wild=true)", "random")
    assert ludens.agents()["student"].options[0].written == "wild=false"
    assert ludens.games()["heap"].summary.startswith("Take one or two")
    with pytest.raises(UnknownNameError, match="Did you mean student"):
        check_agent("studend")


@pytest.mark.usefixtures("package")
def test_what_is_wrong_with_a_package_is_told_and_hides_nothing_else() -> None:
    with pytest.raises(SourceError, match="lost of kit cannot be used: AttributeError"):
        check_agent("lost")
    with pytest.raises(SourceError, match="no method decide"):
        check_agent("nothing")
    assert "cannot be used" in ludens.agents()["lost"].summary


@pytest.mark.usefixtures("package")
def test_entry_points_are_code_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_ALLOWED_CODE", "[]")
    with pytest.raises(UnknownNameError):
        check_agent("student")


def test_names_are_given_and_taken_back() -> None:
    local = type("Localgame", (Countdown,), {})
    assert known.name_of(known.GAMES, local, {}) == "Localgame"
    assert ludens.load("localgame").info.name == "countdown"
    assert known.in_this_process_only(known.GAMES, "Localgame")
    known.forget()
    with pytest.raises(UnknownNameError):
        ludens.load("localgame")
