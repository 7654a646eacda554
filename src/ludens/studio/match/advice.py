"""Advice of the best agent: a hint for one page, and what it thinks of a whole game."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator

from ludens.game import LudensError
from ludens.players import DEFAULT_AGENT
from ludens.studio.frames.questions import JudgeRequest, ThinkRequest
from ludens.studio.frames.thinking import Hint, JudgedPosition, SearchLimit, ThoughtSoFar
from ludens.studio.frames.writing import frame_text
from ludens.studio.match.judging import Judging
from ludens.studio.match.match import Match
from ludens.studio.match.seats import USUAL_SECONDS
from ludens.studio.web.outbox import Outbox
from ludens.studio.work.thinkers import Thinkers
from ludens.studio.work.thinking import judge, think
from ludens.studio.work.workers import WorkError

HINT_LIMIT: SearchLimit = {"seconds": USUAL_SECONDS, "playouts": None}


async def hint(thinkers: Thinkers, match: Match, role: int, page: Outbox) -> None:
    """Tells a page what the best agent would do, while it thinks about it."""
    about: Hint = {
        "type": "hint", "hint": True, "role": role, "agent": DEFAULT_AGENT, "ply": len(match.turns),
        "stage": "preparing", "limit": HINT_LIMIT, "final": False,
    }  # fmt: skip
    request: ThinkRequest = {
        "game": match.spec, "seat": f"{match.id} hint", "role": role, "agent": DEFAULT_AGENT, "seed": match.seed,
        "moves": match.move_lists, **HINT_LIMIT, "head_start": 0,
    }  # fmt: skip

    def show(frame: Hint) -> None:
        page.show("hint", frame_text(frame))

    def news(told: ThoughtSoFar) -> None:
        show({**about, **told})

    show(about)
    try:
        found = await think(thinkers, f"{match.id} hint {role}", request, news, lambda worker: None)
    except WorkError as error:
        page.push(frame_text({"type": "error", "message": f"No hint could be found: {error}"}))
    else:
        show({**about, **found, "stage": "done", "final": True})


async def opinions(thinkers: Thinkers, match: Match, judging: Judging) -> AsyncGenerator[JudgedPosition, None]:
    """What the best agent thinks of every position of a game, from the last one to the first; raises WorkError."""
    request: JudgeRequest = {
        "game": match.spec, "seat": f"{match.id} judge", "agent": f"{DEFAULT_AGENT}(plan=proofs)", "seed": match.seed,
        "moves": match.move_lists, "seconds": judging.seconds, "playouts": judging.playouts,
    }  # fmt: skip
    heard: asyncio.Queue[JudgedPosition | None] = asyncio.Queue()
    asked = asyncio.ensure_future(
        judge(thinkers, f"{match.id} judge", request, judging.total_seconds, heard.put_nowait)
    )
    asked.add_done_callback(lambda _: heard.put_nowait(None))
    try:
        while (told := await heard.get()) is not None:
            yield told
        await asked
    finally:
        asked.cancel()
        with contextlib.suppress(asyncio.CancelledError, LudensError):
            await asked
