"""Running a studio: the address, a port that is free, and an end without a word."""

from __future__ import annotations

import contextlib
import errno
import socket
import threading
import webbrowser

import uvicorn

from ludens.game import ParameterError
from ludens.studio.app import application
from ludens.studio.settings import Settings, is_any

TRIED = 50
"""Ports that are tried, one after another, where none is asked for."""

PATIENCE_SECONDS = 2
BIGGEST_FRAME = 1 << 20
MOST_CONNECTIONS = 1000


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


def server_of(settings: Settings) -> uvicorn.Server:
    """What serves a studio, once it is given a socket to listen on."""
    config = uvicorn.Config(
        application(settings), log_level="error", access_log=False, lifespan="on", ws="websockets-sansio",
        ws_per_message_deflate=False, ws_max_size=BIGGEST_FRAME, timeout_graceful_shutdown=PATIENCE_SECONDS,
        server_header=False, limit_concurrency=MOST_CONNECTIONS,
    )  # fmt: skip
    return uvicorn.Server(config)


def serve(settings: Settings, listening: socket.socket, *, open_browser: bool) -> None:
    """Runs a studio until it is interrupted."""
    if open_browser:
        threading.Thread(target=webbrowser.open, args=(address_of(settings),), daemon=True).start()
    with contextlib.suppress(KeyboardInterrupt):
        server_of(settings).run([listening])
