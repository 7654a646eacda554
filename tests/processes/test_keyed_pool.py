"""A pool by key: each key keeps its process while there is room, and no owner takes all of them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from ludens.processes.keyed_pool import KeyedPolicy, KeyedPool, NoRoomError
from ludens.processes.requests import EndedError
from ludens.processes.slot_pool import FullError
from tests.processes.pretending import Maker, Pretending, until_nothing_happens

WAIT, WELL, DIE = {"do": "wait"}, {"do": "well"}, {"do": "die"}


class Owner:
    """For whom something is done now."""

    name = ""

    def __call__(self) -> str:
        return self.name


def pool_of(maker: Maker, most: int, of_owner: int = 9, waiting: int = 9) -> tuple[KeyedPool[Pretending], Owner]:
    owner = Owner()
    return KeyedPool(maker, KeyedPolicy(most=most, of_owner=of_owner, waiting=waiting), owner), owner


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(test())


def asked(pool: KeyedPool[Pretending], key: str, what: dict[str, str] = WELL) -> asyncio.Task[Any]:
    return asyncio.ensure_future(pool.request(key, what, 60.0))


def test_who_was_used_least_lately_makes_room() -> None:
    async def test() -> None:
        maker = Maker()
        pool, _ = pool_of(maker, 2)
        found = [(await asked(pool, key))["done"] for key in ("x", "y", "x", "z", "x", "y")]
        assert found == ["a", "b", "a", "c", "a", "d"]
        await pool.close()
        assert all(worker.closed for worker in maker.made)

    run(test)


def test_whoever_finds_all_busy_waits_and_too_many_are_refused() -> None:
    async def test() -> None:
        maker = Maker()
        pool, _ = pool_of(maker, 1, waiting=2)
        busy = asked(pool, "x", WAIT)
        waiting = [asked(pool, key) for key in ("y", "z")]
        await until_nothing_happens()
        assert not any(task.done() for task in waiting)
        with pytest.raises(FullError):
            await pool.request("other", WELL, 60.0)
        maker.made[0].released.set()
        assert [(await task)["done"] for task in (busy, *waiting)] == ["a", "b", "c"]
        await pool.close()

    run(test)


def test_who_waits_too_long_is_told() -> None:
    async def test() -> None:
        maker = Maker()
        pool, _ = pool_of(maker, 1)
        busy = asked(pool, "x", WAIT)
        await until_nothing_happens()
        with pytest.raises(NoRoomError):
            await pool.request("y", WELL, 0.01)
        maker.made[0].released.set()
        await busy
        await pool.close()

    run(test)


def test_no_owner_takes_all_processes() -> None:
    async def test() -> None:
        maker = Maker()
        pool, owner = pool_of(maker, 3, of_owner=1)
        owner.name = "greedy"
        busy = asked(pool, "x", WAIT)
        await until_nothing_happens()
        second = asked(pool, "y")
        await until_nothing_happens()
        assert not second.done()
        assert len(maker.made) == 1
        maker.made[0].released.set()
        assert (await second)["done"] == "b"
        await busy
        await pool.close()

    run(test)


def test_who_dies_is_replaced_once() -> None:
    async def test() -> None:
        maker = Maker()
        pool, _ = pool_of(maker, 1)
        await pool.request("x", WELL, 60.0)
        maker.made[0].kill()
        assert await pool.request("x", WELL, 60.0) == {"done": "b"}
        with pytest.raises(EndedError):
            await pool.request("x", DIE, 60.0)
        assert len(maker.made) == 3
        await pool.close()

    run(test)
