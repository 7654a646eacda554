"""A match at a short clock while everybody else misbehaves: no move is late, hostile sockets close, memory stays."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import signal
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ludens.game import LudensError
from ludens.ggp.client import post
from ludens.ggp.http_server import Caps
from tests.ggp.player_harness import RACE, Referee, Talk, player_process, playing, run
from tests.process_table import descendants


async def hostile(talk: Talk, data: bytes, pause: float = 0.0) -> None:
    """Sends bytes, one by one where there is a pause; returns when the player has closed the socket."""
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


def memory_kib(pid: str = "self") -> int:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1])
    raise AssertionError("no memory is told")


async def under_attack(folder: Path, slow: int, large: int) -> tuple[int, int]:
    """Moves that were made meanwhile, and KiB by which this process has grown; ends when all sockets are closed."""
    async with playing(folder, "random", caps=Caps(receiving_seconds=2.0)) as (_, talk):
        await Referee(talk, RACE, 0, "before").play_all()
        before = memory_kib()
        request = post(talk.address, "( INFO )")
        nested = post(talk.address, "(" * 1_000_000)
        body = b"POST / HTTP/1.0\r\nContent-Length: 10000000\r\n\r\n" + b"x" * 10_000_000
        attacks = [hostile(talk, request * 10_000, 0.1 + 0.01 * random.random()) for _ in range(slow)]
        attacks += [hostile(talk, data) for data in (body, nested) for _ in range(large)]
        attacking = asyncio.ensure_future(asyncio.gather(*attacks))
        referees = [Referee(talk, RACE, role, f"during.{role}") for role in (0, 1)]
        await asyncio.gather(*(referee.play_all() for referee in referees))
        await attacking
        return sum(referee.asked for referee in referees), memory_kib() - before


def test_a_match_under_attack(tmp_path: Path) -> None:
    moves, grown = run(under_attack(tmp_path, slow=50, large=2))
    assert moves >= 8
    assert grown < 100_000


@pytest.mark.slow
def test_a_match_under_heavy_attack(tmp_path: Path) -> None:
    # The attackers are in this process, too, with what they have yet to send; benchmarks/ggp_player.py attacks measures
    # the memory of a player by itself.
    moves, _ = run(under_attack(tmp_path, slow=200, large=20))
    assert moves >= 8


HUNGRY = " ".join([
    "(role x) (legal x a) (goal x 0) (<= terminal (true (f 0 0 0 0)))",
    *(f"(number {number})" for number in range(200)),
    "(<= (init (f ?a ?b ?c ?d)) (number ?a) (number ?b) (number ?c) (number ?d))",
])  # fmt: skip
"""Rules that ask for 1.6 thousand million facts in the first position."""


def peak_mib(pid: int) -> int:
    with contextlib.suppress(OSError):
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            if line.startswith("VmHWM"):
                return int(line.split()[1]) >> 10
    return 0


def test_rules_that_eat_memory_are_read_within_the_limit(tmp_path: Path) -> None:
    """The match is there, with no move to make; the one beside it goes on."""

    async def main() -> None:
        async with playing(tmp_path, "random", memory_mib=128) as (player, talk):
            good = Referee(talk, RACE, 0, "good")
            assert await good.start() == "ready"
            assert await talk.say(f"( START hungry x ( {HUNGRY} ) 600 1 )") == "ready"
            peaks = [peak_mib(pid) for pid in descendants(os.getpid())]
            [seat] = player.tables["hungry"].seats
            assert seat.workers.given_up
            assert await talk.say("( PLAY hungry NIL )") == "nil"
            await good.play()
            assert max(peaks) < 128 + 500

    run(main())


def test_absurd_clocks_are_refused_and_keep_no_seat(tmp_path: Path) -> None:
    async def main() -> None:
        async with playing(tmp_path) as (player, talk):
            for clocks in ("1e300 1", "1 1e300", "86401 1", "-1 1"):
                assert "A clock cannot be" in await talk.say(f"( START long White ( {RACE} ) {clocks} )")
            assert not player.tables

    run(main())


ESCAPE = "\x1b[31m\x07\u202e"


def test_names_reach_the_log_as_text_only(tmp_path: Path) -> None:
    """Control characters in ids, roles and moves: what a terminal would obey is written out."""
    rules = RACE.replace("Step", f"Step{ESCAPE}").replace("Jump", f"Jump{ESCAPE}").replace("White", f"White{ESCAPE}")

    async def main(talk: Talk) -> None:
        assert await talk.say(f"( START m{ESCAPE} White{ESCAPE} ( {rules} ) 30 20 )") == "ready"
        assert ESCAPE in await talk.say(f"( PLAY m{ESCAPE} NIL )")
        assert await talk.say(f"( PLAY n{ESCAPE} NIL )") == "nil"

    with player_process(tmp_path) as process:
        run(main(Talk(process.address)))
        log = process.kill(signal.SIGTERM).decode()
    assert "m\\x1b[31m\\x07\\u202e" in log
    assert "Step\\x1b[31m" in log or "Jump\\x1b[31m" in log
    assert all(c.isprintable() or c == "\n" for c in log)


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
                assert future.result(120)

        await asyncio.to_thread(attack)
        assert "Ludens" in await talk.say("( INFO )")


def test_malformed_messages(tmp_path: Path) -> None:
    run(survive_texts(tmp_path, 300))


@pytest.mark.slow
def test_a_hundred_thousand_malformed_messages(tmp_path: Path) -> None:
    run(survive_texts(tmp_path, 100_000), 1200)
