"""Progress is told in terminals and notebooks, in one line, and nothing of it is left."""

from __future__ import annotations

import sys
import time
from types import SimpleNamespace
from typing import Any

import pytest

from ludens.api import progress
from ludens.api.progress import telling, waiting


class Terminal:
    """What was written, and what can be seen at the end."""

    encoding = "utf-8"

    def __init__(self) -> None:
        self.written = ""

    def isatty(self) -> bool:
        return True

    def write(self, text: str) -> None:
        self.written += text

    def flush(self) -> None: ...

    def seen(self) -> str:
        line: list[str] = []
        place = 0
        for character in self.written:
            if character == "\r":
                place = 0
                continue
            line[place : place + 1] = [character]
            place += 1
        return "".join(line).rstrip()


def test_a_terminal_shows_one_line_and_is_left_clean(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    with telling() as tell:
        tell("12 of 40 games")
        assert terminal.seen() == "12 of 40 games"
        tell("done")
        assert terminal.seen() == "done"
    assert terminal.seen() == ""
    assert "\n" not in terminal.written


def test_nothing_is_told_elsewhere(capsys: pytest.CaptureFixture[str]) -> None:
    with telling() as tell:
        tell("12 of 40 games")
    assert capsys.readouterr() == ("", "")


def test_a_long_wait_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    terminal = Terminal()
    monkeypatch.setattr(sys, "stderr", terminal)
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with waiting("Preparing uct"):
        while "Preparing uct … " not in terminal.written:
            time.sleep(0.001)
    assert terminal.seen() == ""


def test_a_notebook_shows_it_in_one_place(monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[str] = []

    class Handle:
        def update(self, text: str) -> None:
            shown.append(text)

    def display(text: str, display_id: bool) -> Handle:
        assert display_id
        shown.append(text)
        return Handle()

    shell: Any = SimpleNamespace(get_ipython=lambda: SimpleNamespace(kernel=True))
    monkeypatch.setitem(sys.modules, "IPython", shell)
    monkeypatch.setitem(sys.modules, "IPython.display", SimpleNamespace(HTML=str, display=display))
    with telling() as tell:
        tell("3 < 4 games")
    assert shown == ["", "<pre>3 &lt; 4 games</pre>", ""]
