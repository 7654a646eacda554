"""Running a studio: the address, a port that is free, and an end without a word."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import logging
import os
import signal
import socket
import subprocess
import sys
from dataclasses import replace

import uvicorn

from ludens.game import ParameterError
from ludens.processes.limits import limit_own_memory
from ludens.studio.settings import Settings, is_any
from ludens.studio.store.lock import StoreLock
from ludens.studio.web.app import application
from ludens.studio.web.connections import SocketConnection, http_connections

TRIED = 50
"""Ports that are tried, one after another, where none is asked for."""

PATIENCE_SECONDS, LOOK_SECONDS = 1.0, 0.05
"""For answers to arrive when the studio ends, and between two looks whether they have."""

BIGGEST_FRAME = 1 << 20


def bind(host: str, port: int, *, exactly: bool) -> socket.socket:
    """A socket that listens on a port, or, unless ``exactly`` that one is meant, on the next one that is free.

    Raises ParameterError when there is none.
    """
    for number in [port] if exactly or not port else range(port, min(port + TRIED, 65536)):
        try:
            family, kind, protocol, _, address = socket.getaddrinfo(host, number, type=socket.SOCK_STREAM)[0]
        except OSError:
            raise ParameterError(f"There is no host {host!r} to listen on.") from None
        found = socket.socket(family, kind, protocol)
        try:
            if os.name == "posix":  # on Windows it would let two listen on one port
                found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            found.bind(address)
            found.listen(128)
        except OSError as error:
            found.close()
            if error.errno == errno.EADDRINUSE and not exactly:
                continue
            raise ParameterError(f"Cannot listen on port {number} of {host}: {_reason(error)}.") from None
        return found
    raise ParameterError(f"None of the ports from {port} on is free. Choose one with --port.")


def _reason(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "something else does already"
    return (error.strerror or str(error)).lower()


def address_of(settings: Settings) -> str:
    """The address that a browser opens."""
    name = "127.0.0.1" if is_any(settings.host) else settings.host
    name = f"[{name}]" if ":" in name and not name.startswith("[") else name
    return f"http://{name}:{settings.port}/" + (f"?token={settings.token}" if settings.token else "")


class Server(uvicorn.Server):
    """A server that ends soon and without a word, whoever is still connected."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Lets answers that are on their way arrive, breaks off the rest, and ends the studio."""
        for server in self.servers:
            server.close()
        for listening in sockets or []:
            listening.close()
        for connection in list(self.server_state.connections):
            connection.shutdown()
        for _ in range(round(PATIENCE_SECONDS / LOOK_SECONDS)):
            if not self.server_state.connections and not self.server_state.tasks:
                break
            await asyncio.sleep(LOOK_SECONDS)
        await self._break_off()
        await self.lifespan.shutdown()

    async def _break_off(self) -> None:
        log = logging.getLogger("uvicorn.error")
        log.disabled = True  # it would call every answer that is broken off an error
        try:
            for connection in list(self.server_state.connections):
                connection.transport.abort()
            tasks = list(self.server_state.tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
        finally:
            log.disabled = False


def server_of(settings: Settings, lock: StoreLock | None = None) -> Server:
    """What serves a studio, once it is given a socket to listen on."""
    config = uvicorn.Config(
        application(settings, lock), log_level="error", access_log=False, lifespan="on",
        http=http_connections(settings.caps), ws=SocketConnection, ws_per_message_deflate=False,
        ws_max_size=BIGGEST_FRAME, server_header=False, limit_concurrency=settings.caps.connections,
    )  # fmt: skip
    return Server(config)


def serve(settings: Settings, listening: socket.socket, lock: StoreLock, *, open_browser: bool) -> None:
    """Runs a studio until it is interrupted or told to end."""
    if open_browser:
        _open(address_of(replace(settings, token=settings.ticket)))
    limit_own_memory(settings.caps.server_bytes)  # after the browser has begun, which may use what it likes
    signal.signal(signal.SIGTERM, signal.default_int_handler)  # as Ctrl-C does
    with contextlib.suppress(KeyboardInterrupt):
        server_of(settings, lock).run([listening])


def _open(address: str) -> None:
    """Opens a browser, which goes on when the studio ends."""
    nothing = subprocess.DEVNULL
    subprocess.Popen(
        [sys.executable, "-m", "webbrowser", address],
        stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True,
    )  # fmt: skip
