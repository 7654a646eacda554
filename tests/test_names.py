"""Tables whose entries are in modules of their own."""

from __future__ import annotations

import sys

import pytest

from ludens.games import GAMES, RULESHEETS
from ludens.names import LazyTable


def test_an_entry_is_imported_when_it_is_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    table: LazyTable[str] = LazyTable("xml", "__name__", {"": ("sax",), "etree": ("cElementTree", "ElementInclude")})
    monkeypatch.delitem(sys.modules, "xml.etree.ElementInclude", raising=False)
    assert list(table) == ["sax", "cElementTree", "ElementInclude"]
    assert ("ElementInclude" in table, "other" in table, len(table)) == (True, False, 3)
    assert "xml.etree.ElementInclude" not in sys.modules
    assert table["ElementInclude"] == "xml.etree.ElementInclude"
    assert "xml.etree.ElementInclude" in sys.modules
    assert table["sax"] == "xml.sax"
    with pytest.raises(KeyError):
        table["other"]


def test_entries_can_be_put_in_and_taken_out() -> None:
    table: LazyTable[str] = LazyTable("nowhere", "X", {"": ("one",)})
    table["two"] = "2"
    assert table["two"] == "2"
    del table["one"]
    assert list(table.items()) == [("two", "2")]


def test_games_are_in_modules_of_their_names() -> None:
    assert all(name == game.name for name, game in GAMES.items())
    assert set(GAMES) - set(RULESHEETS) == {"odd", "ropasci"}
    assert sys.modules["ludens.games"].__dict__["RULESHEETS"] is RULESHEETS
