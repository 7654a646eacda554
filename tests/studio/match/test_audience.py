"""The pages of a match: who comes back gets what was missed, and no more is kept than there is room for."""

from __future__ import annotations

import json

from ludens.studio.frames.match import Halted
from ludens.studio.frames.writing import frame_text
from ludens.studio.match.audience import FRAMES_KEPT, Audience
from ludens.studio.memory import text_bytes
from ludens.studio.web.outbox import Backlog, Outbox
from tests.studio.web.test_outbox import BIG, ROOMY, run


def said(message: str) -> Halted:
    return {"type": "halted", "message": message}


def _entered(audience: Audience, since: int | None, latest: int) -> list[str]:
    page = Outbox(Backlog(ROOMY))
    audience.enter(page, since, latest, lambda: said("everything"))
    return [json.loads(text)["message"] for text in page._frames]


def test_who_comes_back_gets_what_was_missed_or_everything() -> None:
    async def play() -> None:
        audience = Audience(1 << 20)
        _entered(audience, None, 0)
        for number in range(1, 101):
            audience.push(number, said(f"state {number}"))
        assert _entered(audience, 97, 100) == ["state 98", "state 99", "state 100"]
        assert _entered(audience, 100, 100) == []
        assert _entered(audience, 100 - FRAMES_KEPT, 100)[0] == f"state {101 - FRAMES_KEPT}"
        for since in (None, 0, 100 - FRAMES_KEPT - 1, 101, 10**9):
            assert _entered(audience, since, 100) == ["everything"]
        # After a restart the frames are gone, but the number is known.
        assert _entered(Audience(1 << 20), 99, 100) == ["everything"]
        assert _entered(Audience(1 << 20), 100, 100) == []

    run(play)


def test_frames_are_kept_by_their_bytes_and_none_when_nobody_looks() -> None:
    async def play() -> None:
        audience, page = Audience(5 * text_bytes(frame_text(said(BIG)))), Outbox(Backlog(ROOMY))
        audience.push(1, said(BIG))
        assert audience.bytes == 0
        audience.enter(page, None, 1, lambda: said("everything"))
        for number in range(2, 20):
            audience.push(number, said(BIG))
            assert audience.bytes <= 5 * text_bytes(frame_text(said(BIG)))
        assert _entered(audience, 14, 19) == [BIG] * 5
        assert _entered(audience, 13, 19) == ["everything"]
        audience.push(20, said(10 * BIG))
        assert audience.bytes == 0
        assert _entered(audience, 19, 20) == ["everything"]
        other = Audience(1 << 20)
        other.enter(page, None, 1, lambda: said("everything"))
        other.push(2, said(BIG))
        other.leave(page)
        assert other.bytes == 0

    run(play)
