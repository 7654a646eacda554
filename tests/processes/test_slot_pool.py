"""A pool with a queue: who waits, who is refused, which process is taken, and what becomes of it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ludens.processes.requests import EndedError
from ludens.processes.slot_pool import FullError, SlotPolicy, SlotPool
from tests.processes.pretending import Maker, Pretending, until_nothing_happens

WAIT, WELL, DIE = {"do": "wait"}, {"do": "well"}, {"do": "die"}
POLICY = SlotPolicy(most=2, waiting=1, polite_seconds=0.01)


def ignore(news: object) -> None:
    pass


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def asked(pool: SlotPool[Pretending], what: dict[str, str], **options: Any) -> asyncio.Task[Any]:
    return asyncio.ensure_future(pool.request(what, 60.0, ignore, **options))


def test_requests_wait_for_a_slot_and_too_many_are_refused() -> None:
    async def test() -> None:
        maker, queued = Maker(), list[str]()
        pool = SlotPool(maker, POLICY)
        first, second = asked(pool, WAIT), asked(pool, WAIT)
        await until_nothing_happens()
        assert pool.is_full
        third = asked(pool, WELL, queued=lambda: queued.append("third"))
        await until_nothing_happens()
        assert queued == ["third"]
        with pytest.raises(FullError) as full:
            await pool.request(WELL, 60.0, ignore)
        assert full.value.waiting == 1
        maker.made[1].released.set()
        assert await third == {"done": "b"}
        maker.made[0].released.set()
        assert (await first, await second) == ({"done": "a"}, {"done": "b"})
        assert len(maker.made) == 2
        await pool.close()
        assert all(worker.closed for worker in maker.made)

    run(test)


def test_the_process_that_suits_best_is_taken() -> None:
    async def test() -> None:
        maker = Maker()
        pool = SlotPool(maker, POLICY)

        async def taken_for(*names: str) -> object:
            wishes = [lambda worker, name=name: worker.name == name for name in names]
            return (await pool.request(WELL, 60.0, ignore, wishes=wishes))["done"]

        assert [await taken_for(), await taken_for()] == ["a", "b"]  # a new one as long as there is room
        assert await taken_for("x", "b") == "b"
        assert await taken_for() == "a"
        assert await taken_for("b", "a") == "b"
        assert len(maker.made) == 2
        await pool.close()

    run(test)


def test_who_dies_is_replaced_as_often_as_the_policy_says() -> None:
    async def test() -> None:
        maker, seen = Maker(), list[str | None]()
        pool = SlotPool(maker, POLICY)
        with pytest.raises(EndedError):
            await pool.request(DIE, 60.0, ignore, taken=lambda worker: seen.append(worker.name if worker else None))
        assert seen == ["a", None, "b", None, "c", None]
        with pytest.raises(EndedError):
            await pool.request(DIE, 60.0, ignore, again=lambda: False)
        assert len(maker.made) == 4
        assert await pool.request(WELL, 60.0, ignore) == {"done": "e"}
        assert not pool.is_full
        await pool.close()
        assert all(worker.closed for worker in maker.made)

    run(test)


@pytest.mark.parametrize("polite", [True, False])
def test_a_request_that_is_no_longer_wanted_ends_politely_or_with_its_process(polite: bool) -> None:
    async def test() -> None:
        maker = Maker()
        pool = SlotPool(maker, SlotPolicy(most=1, waiting=1, polite_seconds=60.0 if polite else 0.0))
        unwanted = asked(pool, WAIT)
        await until_nothing_happens()
        maker.made[0].polite = polite
        unwanted.cancel()
        assert await pool.request(WELL, 60.0, ignore) == {"done": "a" if polite else "b"}
        assert maker.made[0].ended != polite
        await pool.close()

    run(test)


def test_a_spare_process_is_kept_ready_and_others_are_let_go() -> None:
    async def test() -> None:
        maker = Maker()
        policy = SlotPolicy(most=2, waiting=2, polite_seconds=0.0, kept=1, spare=1, warming=({"do": "warm"}, 60.0))
        pool = SlotPool(maker, policy)
        await pool.warm_up(1)
        assert [worker.asked for worker in maker.made] == [["warm"]]
        anyone = [lambda worker: True]
        first, second = asked(pool, WAIT, wishes=anyone), asked(pool, WAIT, wishes=anyone)
        await until_nothing_happens()
        assert [worker.asked for worker in maker.made] == [["warm", "wait"], ["wait"]]
        for worker in maker.made:
            worker.released.set()
        await asyncio.gather(first, second)
        await until_nothing_happens()
        assert sorted(worker.closed for worker in maker.made) == [False, True]
        with pytest.raises(EndedError):
            await pool.request(DIE, 60.0, ignore, wishes=anyone, again=lambda: False)
        await until_nothing_happens()
        assert [worker.asked for worker in maker.made if not worker.closed] == [["warm"]]
        await pool.close()

    run(test)


def test_all_processes_can_be_started_before_they_are_needed() -> None:
    async def test() -> None:
        maker = Maker()
        pool = SlotPool(maker, POLICY)
        await pool.warm_up(5)
        assert [worker.started for worker in maker.made] == [True, True]
        assert pool.pids == [1, 1]
        assert await pool.request(WELL, 60.0, ignore, wishes=[lambda worker: True]) == {"done": "a"}
        await pool.close()
        assert pool.pids == []

    run(test)
