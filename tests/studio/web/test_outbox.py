"""What reaches a page: every frame in order, and of news the newest, not too often; and how much may wait for it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from ludens.studio import Caps
from ludens.studio.memory import Remembered, text_bytes
from ludens.studio.web.outbox import NEWS_SECONDS, Backlog, Outbox

BIG = "x" * 10_000
ROOMY = Caps(frames_waiting=1000)


class Reader:
    """Reads only when it may."""

    def __init__(self) -> None:
        self.got: list[str] = []
        self.free = asyncio.Event()

    async def send(self, text: str) -> None:
        await self.free.wait()
        self.got.append(text)


def run(work: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(work())


async def settled() -> None:
    """Lets everything run that can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_a_slow_reader_gets_every_frame_and_only_the_newest_news() -> None:
    async def play() -> None:
        outbox, reader = Outbox(Backlog(ROOMY)), Reader()
        sending = asyncio.ensure_future(outbox.send_all(reader.send))
        for number in range(100):
            outbox.push(f"state {number}")
            outbox.show("thinking 0", f"thought {number}")
            await asyncio.sleep(0)
        reader.free.set()
        while len(reader.got) < 101:
            await asyncio.sleep(0)
        sending.cancel()
        assert reader.got == [*(f"state {number}" for number in range(100)), "thought 99"]
        assert outbox.bytes == 0

    run(play)


def test_news_comes_at_most_ten_times_a_second_and_frames_at_once() -> None:
    async def play() -> None:
        now = 1000.0
        outbox, reader = Outbox(Backlog(ROOMY), lambda: now), Reader()
        reader.free.set()
        sending = asyncio.ensure_future(outbox.send_all(reader.send))
        for step in range(100):
            now = 1000.0 + step * NEWS_SECONDS / 24.9
            outbox.show("thinking 0", f"thought {step}")
            await settled()
        assert reader.got == ["thought 0", "thought 25", "thought 50", "thought 75"]
        outbox.push("state")
        await settled()
        assert reader.got[-1] == "state"
        sending.cancel()

    run(play)


def test_a_reader_that_never_reads_is_let_go() -> None:
    async def play() -> None:
        for caps in (Caps(frames_waiting=10), Caps(page_bytes=10 * text_bytes(BIG))):
            backlog, reader = Backlog(caps), Reader()
            outbox = Outbox(backlog)
            sending = asyncio.ensure_future(outbox.send_all(reader.send))
            for _ in range(9):
                outbox.push(BIG)
                await settled()
            assert not outbox.overflown.is_set()
            for _ in range(20):
                outbox.push(BIG)
                await settled()
            assert outbox.overflown.is_set()
            assert (outbox.bytes, backlog.bytes, len(backlog.boxes)) == (0, 0, 0)
            reader.free.set()
            await sending

    run(play)


def test_one_frame_may_be_larger_than_what_may_wait() -> None:
    async def play() -> None:
        outbox, reader = Outbox(Backlog(Caps(page_bytes=100))), Reader()
        outbox.push(BIG)
        assert not outbox.overflown.is_set()
        reader.free.set()
        sending = asyncio.ensure_future(outbox.send_all(reader.send))
        await settled()
        assert reader.got == [BIG]
        sending.cancel()

    run(play)


def test_news_of_many_kinds_is_counted_too() -> None:
    async def play() -> None:
        outbox = Outbox(Backlog(Caps(page_bytes=10 * text_bytes(BIG))))
        for _ in range(100):
            outbox.show("thinking 0", BIG)
        assert outbox.bytes == text_bytes(BIG)
        for ply in range(100):
            outbox.show(f"thought 0 {ply}", BIG)
        assert outbox.overflown.is_set()

    run(play)


def test_where_all_pages_together_wait_for_too_much_the_slowest_goes() -> None:
    async def play() -> None:
        backlog = Backlog(replace(ROOMY, pages_bytes=10 * text_bytes(BIG)))
        slow, quick = Outbox(backlog), Outbox(backlog)
        quick.push(BIG)
        for _ in range(9):
            slow.push(BIG)
        assert not slow.overflown.is_set()
        quick.push("one more")
        assert slow.overflown.is_set()
        assert not quick.overflown.is_set()
        assert backlog.bytes == quick.bytes == text_bytes(BIG) + text_bytes("one more")
        quick.close()
        assert backlog.bytes == 0

    run(play)


def test_what_was_used_least_lately_is_forgotten_first() -> None:
    found: Remembered[str] = Remembered(100)
    for name in "abc":
        found.keep(name, name.upper(), 40)
    assert [found.get(name) for name in "abc"] == [None, "B", "C"]
    found.get("b")
    found.keep("d", "D", 40)
    assert [found.get(name) for name in "bcd"] == ["B", None, "D"]
    found.keep("d", "other", 10)
    assert found.bytes == 50
    found.keep("huge", "HUGE", 1000)
    assert (found.get("huge"), found.bytes) == (None, 0)


@pytest.mark.parametrize("size", [0, 50])
def test_what_is_forgotten_does_not_count(size: int) -> None:
    found: Remembered[str] = Remembered(100)
    found.keep("a", "A", size)
    found.forget("a")
    found.forget("a")
    assert found.bytes == 0
