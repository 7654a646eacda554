"""Messages at the wrong time: unknown and repeated matches, interruptions, moves that do not fit."""

from __future__ import annotations

import asyncio
import time

from ludens.ggp.battery.examiner import QUICKLY, SHORT, Check, DoubtError, Examiner, FailedError, Level, Rehearsal
from ludens.ggp.conversation import ABORT_SECONDS, Clocks
from ludens.ggp.messages import Abort, Info, MessageError, Play, Start, Stop, read_info, write_message
from ludens.ggp.participants import INFO_SECONDS

LONG_PLAY = Clocks(start=5.0, play=8.0)

STALE_SECONDS = 45.0
"""How long a match with clocks of two seconds and one may keep a player from the next one."""


async def _unknown_match(examiner: Examiner) -> str:
    replies = []
    for moves in (None, ("noop", "(mark 1 1)")):
        replies.append(await examiner.tell(Play(examiner.new_match(), moves)))
    await examiner.still_there("a PLAY of a match it does not know")
    return f"PLAY of a match it does not know is answered by {replies[0][:40]!r}."


async def _unknown_end(examiner: Examiner) -> str:
    stop = await examiner.tell(Stop(examiner.new_match(), ("noop", "(mark 1 1)")))
    abort = await examiner.tell(Abort(examiner.new_match()))
    await examiner.still_there("a STOP of a match it does not know")
    return f"STOP and ABORT of a match it does not know are answered by {stop[:40]!r} and {abort[:40]!r}."


async def _busy(examiner: Examiner) -> str:
    """A second match while there is one: refused or played, but the first one goes on."""
    first = Rehearsal(examiner, "tic_tac_toe", 0, SHORT)
    await first.begin()
    await first.step()
    status = (await examiner.info()).status
    second = Rehearsal(examiner, "tic_tac_toe", 1, SHORT)
    reply = await examiner.tell(second.request.message, second.request.seconds)
    if reply.lower() not in ("busy", "ready"):
        raise FailedError(f"A second START is answered by {reply[:60]!r}, not by 'busy' or 'ready'.")
    await first.step()
    if reply.lower() == "ready":
        second.talk.hear({second.role: await second.ask(second.request)})
        await second.play_out()
    await first.play_out()
    if status not in ("busy", "available") or (status == "available" and reply.lower() == "busy"):
        raise DoubtError(f"In a match the player says it is {status!r}, and answers {reply!r} to START.")
    return f"In a match it is {status}, and answers {reply.lower()!r} to another START; the match continues."


async def _repeated_start(examiner: Examiner) -> str:
    rehearsal = Rehearsal(examiner, "tic_tac_toe", 0, SHORT)
    request = rehearsal.request
    for _ in range(2):
        reply = await examiner.tell(request.message, request.seconds)
        if reply.lower() != "ready":
            raise FailedError(f"A START that is sent again is answered by {reply[:60]!r}.")
    await rehearsal.play_out()
    return "A START that is sent again is answered again."


async def _repeated_play(examiner: Examiner) -> str:
    rehearsal = Rehearsal(examiner, "tic_tac_toe", 0, SHORT)
    await rehearsal.begin()
    await rehearsal.step()
    await examiner.tell(rehearsal.request.message, rehearsal.request.seconds)
    await rehearsal.play_out()
    return "A PLAY that is sent again does no harm."


async def _impossible_moves(examiner: Examiner) -> str:
    for moves in (("(mark 9 9)", "noop"), ("noop", "noop"), ("noop",), ("noop", "noop", "noop")):
        rehearsal = Rehearsal(examiner, "tic_tac_toe", 0, SHORT)
        await rehearsal.begin()
        await rehearsal.step()
        await examiner.tell(Play(rehearsal.match, moves), rehearsal.request.seconds)
        await examiner.still_there("moves that do not fit the position")
        await examiner.tell(Abort(rehearsal.match))
    return "Joint moves that do not fit the position are survived."


async def _interrupted(examiner: Examiner) -> str:
    """INFO and ABORT while a move is being thought about."""
    rehearsal = Rehearsal(examiner, "connect_four", 0, LONG_PLAY)
    await rehearsal.begin()
    thinking = asyncio.ensure_future(rehearsal.ask(rehearsal.request))
    try:
        await asyncio.sleep(0.5)
        if thinking.done():
            return "It answers PLAY too soon to be interrupted."
        begin = time.perf_counter()
        info = read_info(await examiner.tell(Info(), INFO_SECONDS))
        aborted = await examiner.tell(Abort(rehearsal.match), ABORT_SECONDS)
        seconds = time.perf_counter() - begin
    except MessageError as error:
        raise FailedError(f"INFO in the middle of a PLAY: {error}") from None
    finally:
        thinking.cancel()
        await asyncio.wait([thinking])
    if aborted.lower() not in ("aborted", "done"):
        raise FailedError(f"ABORT is answered by {aborted[:60]!r}, not by 'aborted'.")
    await asyncio.sleep(0.5)
    if (await examiner.info()).status != "available":
        raise FailedError("After ABORT the player is still busy.")
    return f"INFO ({info.status}) and ABORT are answered in {seconds:.2f} s while it thinks."


async def _next_match(examiner: Examiner) -> str:
    for _ in range(3):
        rehearsal = Rehearsal(examiner, "tic_tac_toe", 0, SHORT)
        await rehearsal.begin()
        await rehearsal.step()
        reply = await examiner.tell(Abort(rehearsal.match), ABORT_SECONDS)
        if reply.lower() != "aborted":
            raise DoubtError(f"ABORT is answered by {reply[:60]!r}, not by 'aborted'.")
    return "After ABORT it is ready for the next match at once."


async def _long_id(examiner: Examiner) -> str:
    rehearsal = Rehearsal(examiner, "tic_tac_toe", 0, SHORT)
    rehearsal.talk.match = f"{rehearsal.match}.{'x' * 200}-1.2_3"
    await rehearsal.play_out()
    return "Ids of matches may be long and have dots."


async def _stale(examiner: Examiner) -> str:
    """A server that died in the middle of a match: the player must become free by itself."""
    lost = Rehearsal(examiner, "tic_tac_toe", 0, Clocks(start=2.0, play=1.0))
    await lost.begin()
    await lost.step()
    begin = time.perf_counter()
    while True:
        found = Rehearsal(examiner, "tic_tac_toe", 0, SHORT)
        waited = time.perf_counter() - begin
        request = found.request
        if (await examiner.tell(request.message, request.seconds)).lower() == "ready":
            return f"{waited:.0f} s after the last word of a match with clocks of 2 s and 1 s it begins another."
        if waited > STALE_SECONDS:
            raise DoubtError(f"A match that has gone silent keeps it busy for more than {waited:.0f} s.")
        await asyncio.sleep(2.0)


async def _wrong_role(examiner: Examiner) -> str:
    rehearsal = Rehearsal(examiner, "tic_tac_toe", 0, SHORT)
    start = rehearsal.request.message
    assert isinstance(start, Start)
    text = write_message(Start(start.match, "nobody", start.rules, start.start_clock, start.play_clock))
    reply = await examiner.text(text, SHORT.start + QUICKLY)
    await examiner.still_there("a START with a role that does not exist")
    return f"START with an unknown role is answered by {reply[:40]!r}."


MUST, SHOULD = Level.MUST, Level.SHOULD

CHECKS = (
    Check("unknown_match", "PLAY of an unknown match", SHOULD, _unknown_match),
    Check("unknown_end", "STOP and ABORT of unknown matches", SHOULD, _unknown_end),
    Check("busy", "START during a match", MUST, _busy),
    Check("repeated_start", "START again", SHOULD, _repeated_start),
    Check("repeated_play", "PLAY again", SHOULD, _repeated_play),
    Check("impossible_moves", "moves that do not fit", SHOULD, _impossible_moves),
    Check("interrupted", "INFO and ABORT while it thinks", MUST, _interrupted),
    Check("next_match", "a match after ABORT", MUST, _next_match),
    Check("long_id", "long ids", MUST, _long_id),
    Check("wrong_role", "a role that does not exist", SHOULD, _wrong_role),
    Check("stale", "a manager that is gone", SHOULD, _stale),
)
