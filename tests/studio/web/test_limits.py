"""How much memory and how many connections anybody can take up: limits are small here, and nothing goes beyond them."""

from __future__ import annotations

import asyncio
import base64
import contextlib
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from ludens.studio.work.thinkers import Thinkers
from tests.studio.games.test_rules import SHEET, save
from tests.studio.running import PATIENCE, PATIENT, PERSON, Running, running

LONG = " ".join(["x" * 1_000] * 30)
WIDE = f"""
(role a) (role b) (init (stone 0))
(<= (legal a (put {LONG} ?n)) (true (stone ?n))) (legal b noop)
(<= (next (stone ?m)) (true (stone ?n)) (after ?n ?m))
(after 0 1) (after 1 2) (after 2 0)
(<= (legal a other) (true (stone ?n)))
(<= terminal (true (stone 9))) (goal a 50) (goal b 50)
"""
"""A game that goes round in circles with moves of 30,000 characters."""


LIMITED = """
import subprocess, sys
from ludens.processes.limits import limit_own_memory
limit_own_memory(1 << 28)
try:
    bytearray(1 << 29)
except MemoryError:
    print("refused", flush=True)
limit = "from ludens.processes.limits import limit_memory; limit_memory(1 << 30)"
subprocess.run([sys.executable, "-c", limit + "; bytearray(1 << 29); print(1)"], check=True)
"""


def waited_for(condition: Callable[[], bool]) -> bool:
    """Whether something becomes true."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


@contextlib.contextmanager
def connected(studio: Running, said: bytes) -> Iterator[socket.socket]:
    """A connection on which something is said, and nothing read."""
    place = urlsplit(studio.address)
    with socket.socket() as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        found.settimeout(PATIENCE)
        found.connect((place.hostname, place.port))
        found.sendall(said)
        yield found


def is_cut_off(connection: socket.socket) -> bool:
    """Whether the other side has ended a connection, after whatever it still had to say."""
    with contextlib.suppress(ConnectionError):
        while connection.recv(1 << 20):
            pass
    return True


def opening(match: str) -> bytes:
    """What opens the socket of a match."""
    key = base64.b64encode(os.urandom(16)).decode()
    lines = (f"GET /api/v1/matches/{match}/socket HTTP/1.1", "host: localhost", "upgrade: websocket",
             "connection: upgrade", "sec-websocket-version: 13", f"sec-websocket-key: {key}", "", "")  # fmt: skip
    return "\r\n".join(lines).encode()


@pytest.mark.slow
def test_a_page_that_never_reads_is_cut_off_and_others_go_on(tmp_path: Path) -> None:
    caps = replace(PATIENT, page_bytes=500_000, frames_per_second=1e9, match_characters=10**9)
    with running(tmp_path / "store.sqlite", caps) as studio:
        match = studio.create(f"rules:{save(studio, WIDE)}", PERSON, PERSON)
        backlog = studio.studio.backlog
        with studio.page(match) as page, connected(studio, opening(match)) as silent:
            page.my_turn()
            page.next("seated", lambda frame: frame["connected"] == 2)
            # The systems between both take a few megabytes before anything has to wait.
            for _ in range(400):
                page.move()
                page.next("state")
                assert backlog.bytes <= 2 * caps.page_bytes + 1_000_000
                page.send("undo")
                page.next("state")
                if len(backlog.boxes) == 1:
                    break
            assert waited_for(lambda: len(backlog.boxes) == 1)
            assert is_cut_off(silent)
            page.move()
            page.next("state")
        assert waited_for(lambda: not backlog.boxes)
        assert backlog.bytes == 0


def test_matches_that_nobody_looks_at_hold_nothing(tmp_path: Path) -> None:
    caps = replace(PATIENT, views_bytes=100_000, room_bytes=50_000)
    with running(tmp_path / "store.sqlite", caps) as studio:
        matches, game = studio.studio.matches, f"rules:{save(studio, SHEET)}"
        for _ in range(5):
            match = studio.create(game, PERSON, PERSON)
            with studio.page(match) as page:
                page.my_turn()
                page.move()
                page.next("state")
                assert 0 < matches._open[match]._audience.bytes <= caps.room_bytes
            live = matches._open[match]
            assert waited_for(partial(getattr, live, "idle"))
            assert live._audience.bytes == 0
        assert 0 < matches._services.views.bytes <= caps.views_bytes
        # What was forgotten is looked up again.
        for match in matches._open:
            assert studio.http.get(f"/api/v1/matches/{match}").json()["plies"] == 1


def test_a_position_that_is_too_large_is_refused_in_words(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite", replace(PATIENT, view_bytes=60_000)) as studio:
        answer = studio.http.post("/api/v1/matches", json={"game": f"rules:{save(studio, WIDE)}"})
        assert answer.status_code == 400
        assert "too large to be shown" in answer.json()["error"]["message"]
        assert studio.create(f"rules:{save(studio, SHEET)}", PERSON, PERSON)


def test_a_match_ends_when_its_moves_are_too_much_to_keep(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite", replace(PATIENT, match_characters=70_000)) as studio:
        match = studio.create(f"rules:{save(studio, WIDE)}", PERSON, PERSON)
        with studio.page(match) as page:
            page.my_turn()
            for _ in range(3):
                page.move()
                page.next("state")
            assert "the most that the studio allows" in page.state["notice"]
            page.move()
            page.next("state")
            assert page.state["plies"] == 3


def test_half_sent_requests_make_room_for_whole_ones(tmp_path: Path) -> None:
    caps = replace(PATIENT, connections_waiting=5, request_seconds=PATIENCE)
    with running(tmp_path / "store.sqlite", caps) as studio, contextlib.ExitStack() as stack:
        halves = [stack.enter_context(connected(studio, b"GET /api/v1/ag")) for _ in range(30)]
        assert studio.http.get("/api/v1/agents").status_code == 200
        assert all(is_cut_off(half) for half in halves[:20])
        assert studio.http.get("/api/v1/agents").status_code == 200


@pytest.mark.parametrize(
    "said", [b"", b"GET / HT", b"POST /api/v1/rules HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{"]
)
def test_a_request_that_does_not_become_whole_is_given_up(tmp_path: Path, said: bytes) -> None:
    caps = replace(PATIENT, request_seconds=0.3)
    with running(tmp_path / "store.sqlite", caps) as studio, connected(studio, said) as half:
        assert is_cut_off(half)


def test_the_server_has_a_limit_of_its_own_and_its_processes_have_theirs() -> None:
    few_threads = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}  # each of one on many processors reserves memory
    done = subprocess.run(
        [sys.executable, "-c", LIMITED], capture_output=True, text=True, check=True, timeout=PATIENCE, env=few_threads
    )
    assert done.stdout.split() == ["refused", "1"]


def test_rules_are_checked_while_every_other_table_is_busy(tmp_path: Path) -> None:
    caps = replace(PATIENT, table_processes=1, table_processes_of_client=1)
    with running(tmp_path / "store.sqlite", caps) as studio, ThreadPoolExecutor(1) as threads:
        match = studio.create(f"rules:{save(studio, SHEET)}", PERSON, PERSON)
        (busy,) = studio.studio.tables._others.pids
        os.kill(busy, signal.SIGSTOP)
        try:
            other = {"game": f"rules:{save(studio, SHEET + '; another')}", "seats": [PERSON, PERSON]}
            with studio.page(match) as page:
                page.my_turn()
                page.move()
                waiting = threads.submit(studio.http.post, "/api/v1/matches", json=other)
                assert studio.http.post("/api/v1/rules/check", json={"text": SHEET}).json()["ok"]
                assert studio.create("tic_tac_toe", PERSON, PERSON)
                assert not waiting.done()
                os.kill(busy, signal.SIGCONT)
                page.until(lambda state: state["plies"] == 1)
            assert waiting.result(PATIENCE).status_code == 201
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.kill(busy, signal.SIGCONT)


def test_thinking_processes_are_there_before_anybody_asks() -> None:
    async def play() -> None:
        thinkers = Thinkers(replace(PATIENT, searches=2))
        try:
            await thinkers.warm_up()
            ready = set(thinkers.pids)
            assert len(ready) == 2
            request = {"do": "think", "game": {"name": "tic_tac_toe"}, "seat": "one", "role": 0, "agent": "random",
                       "moves": [], "seconds": 0.01, "playouts": None, "seed": 1}  # fmt: skip
            told = await thinkers.ask("one", request, 1.0, lambda news: None, lambda worker: None)
            assert told["move"].startswith("(mark")
            assert set(thinkers.pids) == ready
        finally:
            await thinkers.close()

    asyncio.run(play())
