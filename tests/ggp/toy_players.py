"""Players on loopback, written from the protocol alone, that play at random and misbehave in one way each."""

from __future__ import annotations

import asyncio
import contextlib
import random
import re
import threading
from collections.abc import Iterator
from typing import Any

from ludens.game import LudensError
from ludens.gdl import Source, load_rules

HEAD = "HTTP/1.0 200 OK\r\nContent-type: text/acl\r\nContent-length: {}\r\n\r\n"


class ToyPlayer:
    """Answers every message; from its ``first_bad`` PLAY on it does what ``how`` says. ``heard``: all it was sent."""

    def __init__(self, how: str = "well", first_bad: int = 2, seconds: float = 0.0) -> None:
        self.how, self.first_bad, self.seconds = how, first_bad, seconds
        self.heard: list[str] = []
        self.heads: list[str] = []
        self.plays = 0
        self.busy = False
        self.confused = 0
        self.random = random.Random(7)
        self.game: Any = None
        self.state: Any = None
        self.role = 0
        self.url = ""
        self._handlers: set[asyncio.Task[None]] = set()

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handlers.add(task)
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            length = int(re.search(r"(?i)content-length: *(\d+)", head)[1])  # type: ignore[index]
            text = (await reader.readexactly(length)).decode()
            self.heads.append(head)
            self.heard.append(text)
            await self.respond(text, writer)
        except (ConnectionError, asyncio.IncompleteReadError, asyncio.CancelledError):
            pass
        except (LudensError, TypeError, ValueError, IndexError):
            self.confused += 1  # by what is no message; the connection is closed
        finally:
            self._handlers.discard(task)
            writer.close()

    async def respond(self, text: str, writer: asyncio.StreamWriter) -> None:
        body = self.reply(text)
        bad = "PLAY" in text[:8] and self.plays >= self.first_bad
        if bad and self.how == "dead":
            return
        if bad and self.how in ("late", "silent"):
            await asyncio.sleep(self.seconds if self.how == "late" else 60)
        if bad and self.how == "no_http":
            writer.write(b"hello there")
        elif bad and self.how == "short":
            writer.write(HEAD.format(100).encode() + b"noop")
        elif bad and self.how == "trickle":
            for byte in (HEAD.format(len(body)) + body).encode():
                writer.write(bytes([byte]))
                await writer.drain()
                await asyncio.sleep(0.1)
        else:
            bodies = {"illegal": "(castle)", "garbage": ")((", "empty": "", "huge": "x" * (1 << 21)}
            body = bodies.get(self.how, body) if bad else body
            writer.write((HEAD.format(len(body.encode())) + body).encode())
        await writer.drain()

    def reply(self, text: str) -> str:
        words = re.findall(r"[()]|[^\s()]+", text)
        keyword = words[1].upper()
        if keyword == "INFO":
            return f"( ( name Toy ) ( status {'busy' if self.busy or self.how == 'busy' else 'available'} ) )"
        if keyword == "START":
            return self.start(text, words[3])
        if keyword == "PLAY":
            self.plays += 1
            return "nil" if self.how == "busy" else self.play(_terms(text))
        if keyword in ("STOP", "ABORT"):
            self.busy = False
        return "aborted" if keyword == "ABORT" else "done"

    def start(self, text: str, role: str) -> str:
        if self.how in ("busy", "busy_start"):
            return "busy"
        inside = text[text.index("(", 2) + 1 : text.rindex(")", 0, len(text) - 2)]
        self.game = load_rules(Source(inside))
        self.role = self.game.info.roles.index(role.lower())
        self.state = self.game.initial_state()
        self.busy = True
        return "ready"

    def play(self, moves: list[str]) -> str:
        if self.game is None:
            return "nil"
        if moves:
            self.state = self.game.next_state(self.state, [move.lower() for move in moves])
        return str(self.random.choice(self.game.legal_moves(self.state, self.role)))

    async def end(self) -> None:
        for task in self._handlers:
            task.cancel()
        await asyncio.sleep(0)


def _terms(text: str) -> list[str]:
    """The moves of ``( PLAY id ( … ) )``; none for NIL."""
    if re.search(r"(?i)\snil\s*\)$", text):
        return []
    inside = text[text.index("(", 1) + 1 : text.rindex(")", 0, len(text) - 1)]
    found, depth, start = [], 0, 0
    for match in re.finditer(r"[()]|[^\s()]+", inside):
        depth += {"(": 1, ")": -1}.get(match.group(), 0)
        if depth == (1 if match.group() == "(" else 0):
            start = match.start() if match.group() != ")" else start
        if depth == 0:
            found.append(re.sub(r"\s*([()])\s*", r"\1", inside[start : match.end()]))
    return [re.sub(r"(?<=[^(])\(", " (", re.sub(r"\)(?=[^)])", ") ", term)) for term in found]


@contextlib.contextmanager
def toy_players(*players: ToyPlayer) -> Iterator[tuple[str, ...]]:
    """The addresses at which these players listen, in a thread of their own, for the time of a test."""
    loop, ready = asyncio.new_event_loop(), threading.Event()
    servers: list[asyncio.Server] = []

    async def begin() -> None:
        for player in players:
            servers.append(await asyncio.start_server(player.serve, "127.0.0.1", 0))
            player.url = f"http://127.0.0.1:{servers[-1].sockets[0].getsockname()[1]}"
        ready.set()

    async def end() -> None:
        for server in servers:
            server.close()
        for player in players:
            await player.end()
        await asyncio.sleep(0.01)

    thread = threading.Thread(target=lambda: (loop.run_until_complete(begin()), loop.run_forever()))
    thread.start()
    ready.wait(10)
    try:
        yield tuple(player.url for player in players)
    finally:
        asyncio.run_coroutine_threadsafe(end(), loop).result(10)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()
