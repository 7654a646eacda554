"""What agents are asked: to think about a position, or to judge a whole game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludens.studio.frames.questions import JUDGE, PREPARE, THINK, JudgeRequest, SeatedRequest, ThinkRequest
from ludens.studio.frames.thinking import JudgedPosition, Thought, ThoughtSoFar
from ludens.studio.work.thinkers import Thinkers
from ludens.studio.work.workers import Worker

Stopper = Callable[[Worker | None], None]
"""Hears which process is at it, and None when it no longer is."""


async def think(
    thinkers: Thinkers, seat: str, request: ThinkRequest, news: Callable[[ThoughtSoFar], None], stopper: Stopper
) -> Thought:
    """What the agent of a seat decides; ``news`` hears how the search is going. Raises WorkError."""

    def heard(told: Any) -> None:
        news({"stage": "queued"} if "queued" in told else told)

    found: Thought = await thinkers.ask(seat, THINK.asked(request).request, request["seconds"] or 0.0, heard, stopper)
    return found


async def judge(
    thinkers: Thinkers, seat: str, request: JudgeRequest, seconds: float, news: Callable[[JudgedPosition], None]
) -> None:
    """Has a game judged: ``news`` hears of every position, from the last to the first. Raises WorkError."""

    def heard(told: Any) -> None:
        if "queued" not in told:
            news(told)

    await thinkers.ask(seat, JUDGE.asked(request).request, seconds, heard, lambda worker: None)


async def prepare(thinkers: Thinkers, seat: str, request: SeatedRequest) -> None:
    """Has the agent of a seat made before it is needed, if a process is free."""
    await thinkers.prepare(seat, PREPARE.asked(request).request)
