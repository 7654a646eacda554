"""A player to talk to, in this process or in one of its own, and a referee that looks at every move."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from ludens.games.loading import load_rulesheet
from ludens.gdl import Reasoner, Source, load_rules
from ludens.ggp.addresses import Address
from ludens.ggp.client import ask
from ludens.ggp.http_server import Caps, HttpServer
from ludens.ggp.match_workers import Settings
from ludens.ggp.messages import (
    Play,
    Start,
    Stop,
    compact,
    read_move,
    write_message,
)
from ludens.ggp.player.player import Player

ROOT = Path(__file__).parent.parent.parent

RACE = """
(role White) (role Black) (init (at 0))
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5) (succ 5 6) (succ 6 7) (succ 7 8)
(<= (legal White (Step ?n)) (true (at ?m)) (succ ?m ?n))
(<= (legal White (Jump ?o)) (true (at ?m)) (succ ?m ?n) (succ ?n ?o))
(legal Black Noop)
(<= (next (at ?n)) (does White (Step ?n)))
(<= (next (at ?n)) (does White (Jump ?n)))
(<= terminal (true (at 7)))
(<= terminal (true (at 8)))
(<= (goal White 100) (true (at 8)))
(<= (goal White 0) (not (true (at 8))))
(goal Black 50)
"""
"""A game in which every position has other moves, spelt with capitals, for eight moves at most."""


GENEROUS_SECONDS = 60.0
"""Beyond any clock, before a test gives up: how late an answer comes on a busy machine is not the question."""


def run(coroutine: Coroutine[Any, Any, Any], seconds: float = 600.0) -> Any:
    return asyncio.run(asyncio.wait_for(coroutine, seconds))


async def until(condition: Callable[[], bool]) -> None:
    """Returns when the condition has come true."""
    async with asyncio.timeout(GENEROUS_SECONDS):
        while not condition():
            await asyncio.sleep(0.01)


class Talk:
    """A conversation with a player at an address."""

    def __init__(self, address: Address) -> None:
        self.address = address

    async def say(self, text: str, receiver: str = "") -> str:
        """The reply to the text of a message."""
        return await ask(self.address, text, seconds=2 * GENEROUS_SECONDS, receiver=receiver)


class Referee:
    """One match: it asks the player for the moves of a role, looks whether they are legal, and draws the others'."""

    def __init__(self, talk: Talk, rules: str, role: int, match: str = "m.1", clocks: tuple[float, float] = (30, 20)):
        self.talk, self.match, self.role, self.clocks = talk, match, role, clocks
        self.rules = compact(rules)
        self.game = load_rules(Source(rules))
        self.state = self.game.initial_state()
        self.moves: tuple[str, ...] | None = None
        self.random = random.Random(1)
        self.asked = 0

    @property
    def over(self) -> bool:
        return self.game.is_terminal(self.state)

    async def start(self) -> str:
        role = self.game.sheet.spelling[self.game.info.roles[self.role]]
        message = Start(self.match, role, self.rules, *self.clocks)
        return await self.talk.say(write_message(message))

    async def play(self) -> str:
        """Asks for a move, which must be legal, and makes it."""
        reply = await self.ask_only()
        self.asked += 1
        self.go_on(read_move(reply))
        return reply

    async def ask_only(self) -> str:
        """Sends PLAY; raises NoAnswerError when there is no answer."""
        return await self.talk.say(write_message(Play(self.match, self._spelt())))

    def go_on(self, move: str) -> None:
        """Makes this move for the role, spelt as in the rules, and random ones for the others."""
        legal = self.game.legal_moves(self.state, self.role)
        assert move in map(self.spelt, legal), f"{move} is not one of {legal}"
        others = [self.random.choice(self.game.legal_moves(self.state, role)) for role in range(len(self._roles))]
        others[self.role] = move.lower()
        self.moves = tuple(others)
        self.state = self.game.next_state(self.state, self.moves)

    def go_on_alone(self) -> None:
        """Makes a random move for the role, as a manager does for a player that is not there."""
        self.go_on(self.spelt(self.random.choice(self.game.legal_moves(self.state, self.role))))

    async def stop(self) -> str:
        return await self.talk.say(write_message(Stop(self.match, self._spelt())))

    async def play_all(self, before_each: Callable[[], None] = lambda: None) -> None:
        """The whole match."""
        assert await self.start() == "ready"
        while not self.over:
            before_each()
            await self.play()
        assert await self.stop() == "done"

    @property
    def _roles(self) -> tuple[str, ...]:
        return self.game.info.roles

    def _spelt(self) -> tuple[str, ...] | None:
        return None if self.moves is None else tuple(map(self.spelt, self.moves))

    def spelt(self, move: str) -> str:
        spelling = self.game.sheet.spelling
        return re.sub(r"[^\s()]+", lambda found: spelling.get(found.group(), found.group()), move)


def tic_tac_toe() -> str:
    return load_rulesheet("tic_tac_toe").sheet.source.text


def reasoner(rules: str) -> Reasoner:
    return load_rules(Source(rules))


@asynccontextmanager
async def playing(
    folder: Path, agent: str = "random", matches: int = 2, caps: Caps | None = None, **settings: Any
) -> AsyncIterator[tuple[Player, Talk]]:
    """A player in this process, with its workers in others."""
    player = Player("Ludens", Settings(agent, **settings), folder, matches)
    server = HttpServer(player.handle, caps)
    try:
        address = Address(*server.bind("127.0.0.1", 0))
        player.take_up()
        await player.open()
        await server.open()
        yield player, Talk(address)
    finally:
        await server.close()
        await player.close()


class PlayerProcess:
    """``ludens player`` in a process of its own."""

    def __init__(self, folder: Path, port: int = 0, *options: str) -> None:
        main = "from ludens.cli import main; main()"
        command = [sys.executable, "-c", main, "player", "--port", str(port), "--agent", "random"]
        self.process = subprocess.Popen(
            [*command, "--journal", str(folder), *options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=ROOT
        )
        assert self.process.stdout is not None
        found = re.search(rb"http://([0-9.]+):([0-9]+)", self.process.stdout.readline())
        if found is None:
            raise AssertionError(f"the player did not say where it is: {self.kill().decode()}")
        self.address = Address(found[1].decode(), int(found[2]))

    def kill(self, number: int = signal.SIGKILL) -> bytes:
        """Ends the process; returns what it logged."""
        with contextlib.suppress(ProcessLookupError):
            self.process.send_signal(number)
        return self.process.communicate(timeout=GENEROUS_SECONDS)[1]


@contextlib.contextmanager
def player_process(folder: Path, *options: str) -> Iterator[PlayerProcess]:
    process = PlayerProcess(folder, 0, *options)
    try:
        yield process
    finally:
        process.kill()
