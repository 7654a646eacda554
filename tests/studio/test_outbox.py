"""What reaches a page: every frame in order, and of news the newest, not too often."""

from __future__ import annotations

import asyncio
import itertools

from ludens.studio.audience import FRAMES_KEPT, Audience
from ludens.studio.outbox import NEWS_SECONDS, Outbox


def test_a_slow_reader_gets_every_frame_and_only_the_newest_news() -> None:
    async def play() -> list[str]:
        outbox, got, free = Outbox(1000), list[str](), asyncio.Event()

        async def send(text: str) -> None:
            await free.wait()
            got.append(text)

        sending = asyncio.ensure_future(outbox.send_all(send))
        for number in range(100):
            outbox.push(f"state {number}")
            outbox.show("thinking 0", f"thought {number}")
            await asyncio.sleep(0)
        free.set()
        while len(got) < 101:
            await asyncio.sleep(0.001)
        sending.cancel()
        return got

    assert asyncio.run(play()) == [*(f"state {number}" for number in range(100)), "thought 99"]


def test_news_comes_at_most_ten_times_a_second_and_frames_at_once() -> None:
    async def play() -> tuple[list[tuple[float, str]], float]:
        outbox, got, clock = Outbox(1000), list[tuple[float, str]](), asyncio.get_running_loop().time

        async def send(text: str) -> None:
            got.append((clock(), text))

        begin = clock()
        sending = asyncio.ensure_future(outbox.send_all(send))
        while clock() - begin < 0.35:
            outbox.show("thinking 0", "thought")
            await asyncio.sleep(0.002)
        asked = clock()
        outbox.push("state")
        while got[-1][1] != "state" and not (len(got) > 1 and got[-2][1] == "state"):
            await asyncio.sleep(0)
        sending.cancel()
        return got, asked

    got, asked = asyncio.run(play())
    news = [when for when, text in got if text == "thought"]
    assert 2 <= len(news) <= 5
    assert all(later - earlier >= 0.9 * NEWS_SECONDS for earlier, later in itertools.pairwise(news))
    assert next(when for when, text in got if text == "state") - asked < NEWS_SECONDS


def test_a_reader_that_never_reads_is_let_go() -> None:
    async def play() -> bool:
        outbox = Outbox(10)

        async def never(text: str) -> None:
            await asyncio.sleep(0.01)

        sending = asyncio.ensure_future(outbox.send_all(never))
        for number in range(20):
            outbox.push(str(number))
        await sending
        return outbox.overflown

    assert asyncio.run(play())


def _entered(audience: Audience, since: int | None, latest: int) -> list[str]:
    page = Outbox(10_000)
    audience.enter(page, since, latest, lambda: "everything")
    return list(page._frames)


def test_who_comes_back_gets_what_was_missed_or_everything() -> None:
    async def play() -> None:
        audience = Audience()
        for number in range(1, 101):
            audience.push(number, f"state {number}")
        assert _entered(audience, 97, 100) == ["state 98", "state 99", "state 100"]
        assert _entered(audience, 100, 100) == []
        assert _entered(audience, 100 - FRAMES_KEPT, 100)[0] == f"state {101 - FRAMES_KEPT}"
        for since in (None, 0, 100 - FRAMES_KEPT - 1, 101, 10**9):
            assert _entered(audience, since, 100) == ["everything"]
        # After a restart the frames are gone, but the number is known.
        assert _entered(Audience(), 99, 100) == ["everything"]
        assert _entered(Audience(), 100, 100) == []

    asyncio.run(play())
