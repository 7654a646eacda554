"""A store that cannot be written: nothing is shown as played that is not stored, and nothing is lost."""

from __future__ import annotations

import asyncio
import errno
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludens.studio.store.store import AsyncStore, StoreError, StudioStore
from tests.studio.running import PERSON, Data, Running, agent, running

FULL = sqlite3.OperationalError("database or disk is full")


class Disk:
    """A disk that can be full."""

    def __init__(self) -> None:
        self.error: Exception | None = None

    def check(self) -> None:
        if self.error is not None:
            raise self.error


@pytest.fixture
def disk(monkeypatch: pytest.MonkeyPatch) -> Disk:
    found = Disk()
    for name in ("keep_match", "keep_rules", "drop_match"):
        write = getattr(StudioStore, name)

        def checked(self: StudioStore, *arguments: Any, write: Any = write) -> Any:
            found.check()
            return write(self, *arguments)

        monkeypatch.setattr(StudioStore, name, checked)
    return found


@pytest.fixture
def studio(tmp_path: Path, disk: Disk) -> Iterator[Running]:
    with running(tmp_path / "store.sqlite") as found:
        yield found


def stored(studio: Running, match: str) -> Data:
    """What the store has of a match."""
    with sqlite3.connect(studio.studio.settings.store) as file:
        row = file.execute("SELECT data FROM studio_match WHERE id = ?", (match,)).fetchone()
    file.close()
    return dict(json.loads(row[0]))


@pytest.mark.parametrize("error", [FULL, OSError(errno.ENOSPC, "No space left on device")])
def test_a_move_that_is_not_stored_is_not_played(studio: Running, disk: Disk, error: Exception) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON)
    with studio.page(match) as page, studio.page(match) as other:
        before = page.my_turn()
        other.my_turn()
        disk.error = error
        for command in ({"type": "move", "role": 0, "move": "(mark 2 2)", "ply": 0}, {"type": "resign", "role": 0}):
            page.socket.send(json.dumps(command))
            assert "The disk is full" in page.next("error")["message"]
            seen = studio.http.get(f"/api/v1/matches/{match}").json()
            assert {**seen, "connected": 0} == {**before, "connected": 0}
        disk.error = None
        page.move()
        after = page.until(lambda state: state["plies"] == 1)
        assert after["seq"] == before["seq"] + 1
        assert other.next("state")["seq"] == after["seq"]
        assert "error" not in {frame["type"] for frame in other.seen}
    assert len(stored(studio, match)["moves"]) == 1


def test_an_agent_waits_while_its_move_cannot_be_stored(studio: Running, disk: Disk) -> None:
    match = studio.create("tic_tac_toe", PERSON, agent("random", 0.05))
    with studio.page(match) as page:
        page.my_turn()
        page.next("seated")
        page.send("pause")
        page.until(lambda state: state["paused"])
        page.move()
        page.until(lambda state: state["plies"] == 1)
        disk_is_full_from_the_next_write_but_one(disk)
        page.send("resume")
        assert "The disk is full" in page.next("halted")["message"]
        seen = studio.http.get(f"/api/v1/matches/{match}").json()
        assert (seen["plies"], seen["paused"]) == (1, True)
        assert "The disk is full" in seen["notice"]
        disk.error = None
        page.send("resume")
        assert page.my_turn()["plies"] == 2
        assert page.play_out()["over"]
    assert len(stored(studio, match)["moves"]) == page.state["plies"]


def disk_is_full_from_the_next_write_but_one(disk: Disk) -> None:
    writes = 0

    def check() -> None:
        nonlocal writes
        writes += 1
        if writes == 2:
            disk.error = FULL
            disk.check = lambda: Disk.check(disk)  # type: ignore[method-assign]
            raise FULL

    disk.check = check  # type: ignore[method-assign]


def test_requests_are_answered_in_words(studio: Running, disk: Disk) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON)
    disk.error = FULL
    for method, path, body in (
        ("POST", "matches", {"game": "tic_tac_toe", "seats": [PERSON, PERSON]}),
        ("POST", "rules", {"name": "mine", "text": "(role x)"}),
        ("DELETE", f"matches/{match}", None),
    ):
        answer = studio.http.request(method, f"/api/v1/{path}", json=body)
        assert answer.status_code == 507
        assert "The disk is full" in answer.json()["error"]["message"]
    assert [each["id"] for each in studio.http.get("/api/v1/matches").json()] == [match]
    assert studio.http.get("/api/v1/rules").json() == []
    disk.error = sqlite3.DatabaseError("database disk image is malformed")
    assert "malformed" in studio.http.post("/api/v1/rules", json={"name": "a", "text": "b"}).json()["error"]["message"]
    disk.error = None
    assert studio.http.post("/api/v1/rules", json={"name": "mine", "text": "(role x)"}).status_code == 200


def test_mistakes_that_cannot_be_stored_are_not_told(studio: Running, disk: Disk) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON, moves="2 2; 1 1; 1 2; 3 3; 3 2")
    with studio.page(match) as page:
        page.until(lambda state: state["over"])
        disk_is_full_from_the_next_write_but_one(disk)
        page.send("mistakes")
        assert "could not be judged: The disk is full" in page.next("error")["message"]
        assert "analysis" not in {frame["type"] for frame in page.seen}
        assert page.state["analysing"]
        assert stored(studio, match)["sequence"] == page.state["seq"]


def test_what_a_page_hears_of_mistakes_is_in_the_store(studio: Running) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON, moves="2 2; 1 1; 1 2; 3 3; 3 2")
    with studio.page(match) as page:
        page.until(lambda state: state["over"])
        page.send("mistakes")
        for _ in range(5):
            frame = page.next("analysis")
            kept = stored(studio, match)
            assert kept["sequence"] >= frame["seq"]
            assert kept["about"][frame["ply"] - 1]["lost"] == frame["lost"]


def test_a_store_without_room_keeps_what_it_has(tmp_path: Path) -> None:
    async def play() -> None:
        kept = AsyncStore(tmp_path / "store.sqlite")
        try:
            await kept.do(lambda store: store.keep_match("one", 0, {"moves": []}, 10))
            await kept.do(lambda store: store._file.execute("PRAGMA max_page_count = 1"))
            with pytest.raises(StoreError, match="The disk is full"):
                await kept.do(lambda store: store.keep_match("one", 1, {"moves": ["x" * 100_000]}, 10))
            with pytest.raises(StoreError, match="The disk is full"):
                await kept.do(lambda store: store.keep_rules("one", "name", "x" * 100_000))
            assert await kept.do(lambda store: store.match("one")) == {"moves": []}
            await kept.do(lambda store: store._file.execute("PRAGMA max_page_count = 100000"))
            await kept.do(lambda store: store.keep_match("one", 1, {"moves": ["x" * 100_000]}, 10))
        finally:
            await kept.close()

    asyncio.run(play())
