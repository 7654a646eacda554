"""A player's test of itself: every kind of message over HTTP, and one short match, as a manager would play it."""

from __future__ import annotations

import asyncio
import random
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from urllib.parse import quote

from ludens.games.loading import load_rulesheet
from ludens.ggp.addresses import Address
from ludens.ggp.client import NoAnswerError, ask, exchange, post
from ludens.ggp.conversation import ABORT_SECONDS
from ludens.ggp.http_server import HttpServer
from ludens.ggp.match_workers import Settings
from ludens.ggp.messages import (
    Abort,
    Info,
    Message,
    MessageError,
    Play,
    Preview,
    Start,
    Stop,
    compact,
    read_move,
    write_info,
    write_message,
)
from ludens.ggp.player.player import Player

NAME = "Selftest"
GAME = "tic_tac_toe"
START_CLOCK, PLAY_CLOCK = 8.0, 2.0
PATIENCE_SECONDS = 5.0

Report = Callable[[str], object]


class _FailedError(Exception):
    """A reply that is not what it should be."""


async def selftest(settings: Settings, report: Report) -> bool:
    """Starts a player at a free port of this machine and talks to it; reports each step, returns whether all passed."""
    with tempfile.TemporaryDirectory(prefix="ludens-selftest-") as folder:
        player = Player(NAME, settings, Path(folder), matches=1)
        server = HttpServer(player.handle)
        try:
            address = Address(*server.bind("127.0.0.1", 0))
            await player.open()
            await server.open()
            return await _Test(address, report).run()
        finally:
            await server.close()
            await player.close()


class _Test:
    """A conversation with the player at an address."""

    def __init__(self, address: Address, report: Report) -> None:
        self._address, self._report = address, report
        self._game = load_rulesheet(GAME)
        rules, role = self._game.sheet.source.text, self._game.info.roles[0]
        self._start = Start("selftest.1", role, compact(rules), START_CLOCK, PLAY_CLOCK)

    async def run(self) -> bool:
        steps = (
            ("INFO of a free player", self._available),
            ("INFO by GET, and OPTIONS", self._other_methods),
            ("nonsense is refused", self._nonsense),
            ("PREVIEW", self._preview),
            ("START within its clock", self._ready),
            ("START again, and INFO and another START meanwhile", self._busy),
            ("PLAY to the end, each move legal and in time", self._match),
            ("PLAY of an unknown match", self._unknown),
            ("ABORT while a PLAY is outstanding", self._abort),
        )
        passed = True
        for name, step in steps:
            try:
                said = await step()
            except (_FailedError, NoAnswerError, MessageError) as error:
                self._report(f"failed  {name}: {error}")
                passed = False
            else:
                self._report(f"passed  {name}{said}")
        return passed

    async def _say(self, message: Message, seconds: float = PATIENCE_SECONDS) -> str:
        return await ask(self._address, write_message(message), seconds=seconds, receiver=NAME)

    async def _expect(self, message: Message, wanted: str, seconds: float = PATIENCE_SECONDS) -> None:
        reply = await self._say(message, seconds)
        if reply != wanted:
            raise _FailedError(f"the reply is {reply[:80]!r} instead of {wanted!r}")

    async def _available(self) -> str:
        await self._expect(Info(), write_info(NAME, "available"))
        return ""

    async def _other_methods(self) -> str:
        get = f"GET /{quote('( INFO )')} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()
        if "available" not in (await exchange(self._address, get, PATIENCE_SECONDS)).body:
            raise _FailedError("GET was not answered")
        options = b"OPTIONS / HTTP/1.1\r\nHost: localhost\r\nOrigin: http://localhost\r\n\r\n"
        if "access-control-allow-origin" not in (await exchange(self._address, options, PATIENCE_SECONDS)).headers:
            raise _FailedError("OPTIONS was not answered")
        return ""

    async def _nonsense(self) -> str:
        reply = await exchange(self._address, post(self._address, "( CASTLE ((("), PATIENCE_SECONDS)
        if reply.status != 400 or not reply.body:
            raise _FailedError(f"the status is {reply.status}")
        return ""

    async def _preview(self) -> str:
        await self._expect(Preview(self._start.rules, 5.0), "done")
        return ""

    async def _ready(self) -> str:
        begin = time.monotonic()
        await self._expect(self._start, "ready", START_CLOCK)
        return f" ({time.monotonic() - begin:.1f} s of {START_CLOCK:g})"

    async def _busy(self) -> str:
        await self._expect(self._start, "ready")
        await self._expect(Info(), write_info(NAME, "busy"))
        other = Start("selftest.2", self._start.role, self._start.rules, START_CLOCK, PLAY_CLOCK)
        await self._expect(other, "busy")
        return ""

    async def _match(self) -> str:
        game, state = self._game, self._game.initial_state()
        moves: tuple[str, ...] | None = None
        slowest, made = 0.0, 0
        while not game.is_terminal(state):
            begin = time.monotonic()
            move = read_move(await self._say(Play(self._start.match, moves), PLAY_CLOCK)).lower()
            slowest, made = max(slowest, time.monotonic() - begin), made + 1
            if move not in game.legal_moves(state, 0):
                raise _FailedError(f"{move} is not legal in {game.text(state)}")
            moves = (move, random.choice(game.legal_moves(state, 1)))
            state = game.next_state(state, moves)
        await self._expect(Stop(self._start.match, moves), "done")
        await self._expect(Info(), write_info(NAME, "available"))
        return f" ({made} moves, the slowest after {slowest:.2f} s of {PLAY_CLOCK:g})"

    async def _unknown(self) -> str:
        read_move(await self._say(Play("selftest.unknown", None)))
        return ""

    async def _abort(self) -> str:
        start = Start("selftest.3", self._start.role, self._start.rules, START_CLOCK, 30.0)
        await self._expect(start, "ready", START_CLOCK)
        playing = asyncio.ensure_future(self._say(Play(start.match, None), start.play_clock))
        await asyncio.sleep(0.2)
        await self._expect(Abort(start.match), "aborted", ABORT_SECONDS)
        await asyncio.wait_for(playing, PATIENCE_SECONDS)
        await self._expect(Info(), write_info(NAME, "available"))
        return ""
