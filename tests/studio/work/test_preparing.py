"""An agent that is not ready yet: how far it is reaches the page while somebody waits."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

import pytest

from ludens.game import Decision, Limit
from ludens.studio.frames.thinking import ThoughtSoFar
from ludens.studio.work import thinking_work
from ludens.studio.work.preparing import progress, told_meanwhile
from ludens.studio.work.thinking_work import ThinkingWork
from tests.studio.running import PATIENCE

Data = dict[str, Any]


@dataclass
class Part:
    done: int
    total: int


class Slow:
    """An agent that gets ready while it decides; it is done when ``heard`` has been told of each part."""

    def __init__(self, *parts: Part | None) -> None:
        self._parts = list(parts)
        self.preparing = self._parts.pop(0)
        self.heard = threading.Event()

    def decide(self, state: Any, limit: Limit) -> Decision:
        while self._parts:
            assert self.heard.wait(PATIENCE)
            self.heard.clear()
            self.preparing = self._parts.pop(0)
        assert self.heard.wait(PATIENCE)
        return Decision("(mark 2 2)", 50.0)


class Listener:
    """The other end of a call."""

    stopped = False

    def __init__(self, agent: Slow) -> None:
        self.news: list[Data] = []
        self._agent = agent

    def tell(self, news: Data) -> None:
        self.news.append(news)
        self._agent.heard.set()


def test_progress_is_what_the_agent_says() -> None:
    assert progress(None) is None
    assert progress(object()) is None  # type: ignore[arg-type]
    assert progress(Slow(None)) is None
    assert progress(Slow(Part(3, 9))) == {"done": 3, "total": 9, "stand_in": True}


def test_who_waits_hears_of_every_step(monkeypatch: pytest.MonkeyPatch) -> None:
    agent = Slow(Part(3, 9), Part(5, 9), None)
    monkeypatch.setattr(thinking_work, "make_agent_soon", lambda *_: agent)
    listener = Listener(agent)
    request = {
        "game": {"name": "tic_tac_toe"},
        "seat": "one",
        "role": 0,
        "agent": "slow",
        "do": "think",
        "moves": [],
        "seconds": 1,
        "playouts": None,
        "seed": 0,
    }
    told = ThinkingWork().do("think", request, listener)  # type: ignore[arg-type]
    assert told["move"] == "(mark 2 2)"
    assert told["preparing"] is None
    steps = [news["preparing"] for news in listener.news]
    for step in ({"done": 3, "total": 9, "stand_in": True}, {"done": 5, "total": 9, "stand_in": True}, None):
        assert step in steps
    assert listener.news[-1]["stage"] == "thinking"


def test_an_agent_that_is_being_made_is_told_of_as_such(monkeypatch: pytest.MonkeyPatch) -> None:
    heard, news = threading.Event(), list[ThoughtSoFar]()

    def tell(told: ThoughtSoFar) -> None:
        news.append(told)
        heard.set()

    part = {"done": 1, "total": 2, "stand_in": False}
    monkeypatch.setattr("ludens.studio.work.preparing.progress", lambda agent: part)
    with told_meanwhile(tell):
        assert heard.wait(PATIENCE)
    assert news == [{"preparing": part, "stage": "preparing"}]
