"""What no manager should send: wrong rules, malformed and oversized requests, sockets that dawdle."""

from __future__ import annotations

import asyncio
import contextlib
import time

from ludens.ggp.battery.examiner import QUICKLY, Check, DoubtError, Examiner, FailedError, Level, Rehearsal
from ludens.ggp.battery.sheets import WRONG
from ludens.ggp.client import NoAnswerError
from ludens.ggp.conversation import Clocks
from ludens.ggp.messages import Abort, Start

MALFORMED = (
    "", "(", ")", "()", "( )", "(((", "INFO INFO", "( UNKNOWN )", "( START )", "( PLAY )", "( STOP )", "( ABORT )",
    "( START m x )", "( START m x ( ) ten 1 )", "( START m x ( ( role x ) ) -1 -1 )", "( PLAY m n o p q r )",
    "( PLAY ( m ) NIL )", "\x00\x01\x02", "( INFO", "é ü 漢字 ( ) 🂡", "( PREVIEW ( ) )", "; a comment", "nil",
)  # fmt: skip

NOT_HTTP = (
    b"\r\n\r\n",
    b"hello\r\n\r\n",
    b"GET\r\n\r\n",
    b"POST / HTTP/9.9\r\n\r\n",
    b"POST / HTTP/1.0\r\nContent-Length: -5\r\n\r\n",
    b"POST / HTTP/1.0\r\nContent-Length: many\r\n\r\n",
    b"POST / HTTP/1.0\r\n" + b"X: " + b"x" * 100_000 + b"\r\n\r\n",
    b"DELETE / HTTP/1.1\r\nHost: x\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
)

PARENTHESES = 1_000_000
OVERSIZED_BYTES = 12_000_000
SLOW_SOCKETS = 20
SLOW_SECONDS = 12.0
"""How long a request may take to come in before a good player hangs up."""


async def _malformed(examiner: Examiner) -> str:
    for text in MALFORMED:
        with contextlib.suppress(NoAnswerError):
            await examiner.raw(examiner.post(text))
    await examiner.still_there("malformed messages")
    return f"{len(MALFORMED)} malformed messages did no harm."


async def _not_http(examiner: Examiner) -> str:
    for request in NOT_HTTP:
        with contextlib.suppress(NoAnswerError):
            await examiner.raw(request, 0.5)
    await examiner.still_there("requests that are no HTTP")
    return f"{len(NOT_HTTP)} requests that are no HTTP did no harm."


async def _wrong_rules(examiner: Examiner) -> str:
    for what, rules in WRONG.items():
        match = examiner.new_match()
        with contextlib.suppress(FailedError):
            await examiner.tell(Start(match, "x", rules, 3, 1), 3 + QUICKLY)
        with contextlib.suppress(FailedError):
            await examiner.tell(Abort(match))
        await examiner.still_there(f"rules with {what}")
    await asyncio.sleep(0.5)
    status = (await examiner.info(QUICKLY)).status
    if status != "available":
        raise FailedError(f"After rules that are no game, and ABORT, the player is {status!r}.")
    return f"{len(WRONG)} sheets that are no game did no harm."


async def _parentheses(examiner: Examiner) -> str:
    for text in ("(" * PARENTHESES, "()" * (PARENTHESES // 2), f"( PLAY m {'(' * 20_000}{')' * 20_000} )"):
        with contextlib.suppress(NoAnswerError):
            await examiner.raw(examiner.post(text), 10.0)
        await examiner.still_there("very many parentheses")
    return "A million parentheses did no harm."


async def _oversized(examiner: Examiner) -> str:
    """Twelve megabytes, in the middle of a match."""
    rehearsal = Rehearsal(examiner, "tic_tac_toe", 0, Clocks(start=5.0, play=2.0))
    await rehearsal.begin()
    body = f"( START big x ( {'x' * OVERSIZED_BYTES} ) 1 1 )"
    begin = time.perf_counter()
    sending = asyncio.ensure_future(examiner.raw(examiner.post(body), SLOW_SECONDS))
    await rehearsal.play_out()
    with contextlib.suppress(NoAnswerError):
        await sending
    seconds = time.perf_counter() - begin
    await examiner.still_there("a request of twelve megabytes")
    if seconds >= SLOW_SECONDS:
        raise DoubtError(f"A request of twelve megabytes is neither answered nor refused within {SLOW_SECONDS:g} s.")
    return f"A request of twelve megabytes was dealt with after {seconds:.1f} s; the match continued."


async def _slow_sockets(examiner: Examiner) -> str:
    """Requests that trickle in, byte by byte, while a match is played."""
    slow = [asyncio.ensure_future(_dawdle(examiner)) for _ in range(SLOW_SOCKETS)]
    try:
        await asyncio.sleep(0.5)
        await examiner.still_there(f"the opening of {SLOW_SOCKETS} slow sockets")
        await Rehearsal(examiner, "tic_tac_toe", 1, Clocks(start=5.0, play=1.0)).play_out()
        closed = await asyncio.gather(*slow)
    finally:
        for task in slow:
            task.cancel()
        await asyncio.wait(slow)
    kept = closed.count(None)
    if kept:
        raise DoubtError(
            f"{kept} of {SLOW_SOCKETS} requests that trickle in are still waited for after {SLOW_SECONDS:g} s."
        )
    longest = max(seconds for seconds in closed if seconds is not None)
    return f"A match continues beside {SLOW_SOCKETS} slow sockets; they were closed within {longest:.1f} s."


async def _dawdle(examiner: Examiner) -> float | None:
    """Seconds after which the player closed a socket on which hardly anything comes; None when it did not."""
    request, begin = examiner.post("( INFO )" + " " * 1_000), time.perf_counter()
    reader, writer = await asyncio.open_connection(examiner.address.host, examiner.address.port)
    end = asyncio.ensure_future(reader.read(1))
    try:
        for byte in request:
            writer.write(bytes([byte]))
            done, _ = await asyncio.wait([end], timeout=0.25)
            seconds = time.perf_counter() - begin
            if done:
                return seconds
            if seconds > SLOW_SECONDS:
                return None
    except OSError:
        return time.perf_counter() - begin
    finally:
        end.cancel()
        await asyncio.wait([end])
        writer.transport.abort()
    return None


SHOULD = Level.SHOULD

CHECKS = (
    Check("malformed", "malformed messages", SHOULD, _malformed),
    Check("not_http", "requests that are no HTTP", SHOULD, _not_http),
    Check("wrong_rules", "rules that are no game", SHOULD, _wrong_rules),
    Check("parentheses", "a million parentheses", SHOULD, _parentheses),
    Check("oversized", "an oversized request", SHOULD, _oversized),
    Check("slow_sockets", "slow sockets", SHOULD, _slow_sockets),
)
