"""A match at a short clock while everybody else misbehaves: no move is late, hostile sockets close, memory stays."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludens.game import LudensError
from ludens.ggp.client import post
from ludens.ggp.http_server import Caps
from tests.ggp.player_harness import RACE, Referee, Talk, playing, run

CLOSED_SECONDS = 10.0


async def hostile(talk: Talk, data: bytes, pause: float = 0.0) -> float:
    """Sends bytes, one by one where there is a pause; returns after how many seconds the player closed the socket."""
    begin = time.monotonic()
    reader, writer = await asyncio.open_connection(talk.address.host, talk.address.port)
    try:
        for start in range(0, len(data), 1 if pause else 1 << 16):
            writer.write(data[start : start + (1 if pause else 1 << 16)])
            await writer.drain()
            if pause and reader.at_eof():
                break
            await asyncio.sleep(pause)
        await reader.read()
    except OSError:
        pass
    finally:
        writer.transport.abort()
    return time.monotonic() - begin


def memory_kib(pid: str = "self") -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError("no memory is told")


async def under_attack(folder: Path, slow: int, large: int) -> tuple[list[float], list[float], int]:
    """Times of moves, lives of hostile sockets, and KiB by which this process has grown."""
    async with playing(folder, "random", matches=2, caps=Caps(receiving_seconds=2.0)) as (_, talk):
        await Referee(talk, RACE, 0, "before", (8, 1)).play_all()
        before = memory_kib()
        request = post(talk.address, "( INFO )")
        nested = post(talk.address, "(" * 1_000_000)
        body = b"POST / HTTP/1.0\r\nContent-Length: 10000000\r\n\r\n" + b"x" * 10_000_000
        attacks = [hostile(talk, request * 100, 0.1 + 0.01 * random.random()) for _ in range(slow)]
        attacks += [hostile(talk, data) for data in (body, nested) for _ in range(large)]
        attacking = asyncio.ensure_future(asyncio.gather(*attacks))
        referees = [Referee(talk, RACE, role, f"during.{role}", (8, 1)) for role in (0, 1)]
        await asyncio.gather(*(referee.play_all() for referee in referees))
        lives = await attacking
        return [each for referee in referees for each in referee.times], lives, memory_kib() - before


def test_a_match_under_attack(tmp_path: Path) -> None:
    times, lives, grown = run(under_attack(tmp_path, slow=50, large=2))
    assert max(times) < 1.0
    assert max(lives) < CLOSED_SECONDS
    assert grown < 100_000


@pytest.mark.slow
def test_a_match_under_heavy_attack(tmp_path: Path) -> None:
    # The attackers are in this process, too, with what they have yet to send; benchmarks/ggp_player.py attacks measures
    # the memory of a player by itself.
    times, lives, _ = run(under_attack(tmp_path, slow=200, large=20))
    assert max(times) < 1.0
    assert max(lives) < CLOSED_SECONDS


WORDS = ["(", ")", " ", "START", "PLAY", "STOP", "ABORT", "INFO", "PREVIEW", "m.1", "NIL", "10", "(role a)", "a", "-1"]
near_messages = st.lists(st.sampled_from(WORDS), max_size=20).map(" ".join)
any_text = st.one_of(near_messages, st.text(max_size=40), near_messages.map(lambda text: f"( {text} )"))


async def survive_texts(folder: Path, examples: int) -> None:
    """Texts that are messages, nearly so, or not at all, go to one player, which answers all of them."""
    async with playing(folder, "random") as (player, talk):
        loop = asyncio.get_running_loop()

        @settings(max_examples=examples, deadline=None, suppress_health_check=list(HealthCheck), database=None)
        @given(any_text)
        def attack(text: str) -> None:
            if "START" in text.upper() and text.count("(role a)"):
                return  # a match may begin, and keep the clock it was given
            with contextlib.suppress(LudensError):
                future = asyncio.run_coroutine_threadsafe(player.handle(text, time.monotonic()), loop)
                assert future.result(30)

        await asyncio.to_thread(attack)
        assert "Ludens" in await talk.say("( INFO )")


def test_malformed_messages(tmp_path: Path) -> None:
    run(survive_texts(tmp_path, 300))


@pytest.mark.slow
def test_a_hundred_thousand_malformed_messages(tmp_path: Path) -> None:
    run(survive_texts(tmp_path, 100_000), 1200)
