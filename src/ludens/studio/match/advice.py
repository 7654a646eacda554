"""Advice of the best agent: a hint for one page, and what it thinks of a whole game."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncGenerator
from typing import Any

from ludens.game import LudensError
from ludens.players import DEFAULT_AGENT
from ludens.studio.match.judging import Judging
from ludens.studio.match.match import Match
from ludens.studio.match.searches import stage
from ludens.studio.match.seats import USUAL_SECONDS
from ludens.studio.match.state import frame
from ludens.studio.web.outbox import Outbox
from ludens.studio.work.thinkers import Thinkers
from ludens.studio.work.workers import WorkError

Data = dict[str, Any]


async def hint(thinkers: Thinkers, match: Match, role: int, page: Outbox) -> None:
    """Tells a page what the best agent would do, while it thinks about it."""
    about: Data = {
        "hint": True, "role": role, "agent": DEFAULT_AGENT, "ply": len(match.turns), "stage": "preparing",
        "limit": {"seconds": USUAL_SECONDS, "playouts": None}, "final": False,
    }  # fmt: skip
    request = {
        "do": "think", "game": match.spec, "seat": f"{match.id} hint", "role": role, "agent": DEFAULT_AGENT,
        "moves": match.moves, "seconds": USUAL_SECONDS, "playouts": None, "seed": match.seed,
    }  # fmt: skip

    def news(told: Data) -> None:
        page.show("hint", frame("hint", {**about, **stage(told)}))

    page.show("hint", frame("hint", about))
    try:
        told = await thinkers.ask(f"{match.id} hint {role}", request, USUAL_SECONDS, news, lambda worker: None)
    except WorkError as error:
        page.push(frame("error", {"message": f"There is no hint: {error}"}))
    else:
        page.show("hint", frame("hint", {**about, **told, "stage": "done", "final": True}))


async def opinions(thinkers: Thinkers, match: Match, judging: Judging) -> AsyncGenerator[Data, None]:
    """What the best agent thinks of every position of a game, from the last one to the first; raises WorkError."""
    request = {
        "do": "judge", "game": match.spec, "seat": f"{match.id} judge", "agent": DEFAULT_AGENT,
        "moves": match.moves, "seconds": judging.seconds, "playouts": judging.playouts, "seed": match.seed,
    }  # fmt: skip
    heard: asyncio.Queue[Data | None] = asyncio.Queue()
    asked = asyncio.ensure_future(
        thinkers.ask(f"{match.id} judge", request, judging.total_seconds, heard.put_nowait, lambda worker: None)
    )
    asked.add_done_callback(lambda _: heard.put_nowait(None))
    try:
        while (told := await heard.get()) is not None:
            if "ply" in told:
                yield told
        await asked
    finally:
        asked.cancel()
        with contextlib.suppress(asyncio.CancelledError, LudensError):
            await asked
