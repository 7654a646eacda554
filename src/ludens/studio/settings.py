"""What a studio is told when it starts: where it listens, where it keeps games, and how much it allows."""

from __future__ import annotations

import ipaddress
import os
from dataclasses import dataclass, field
from pathlib import Path

from ludens.game import ParameterError

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", 8080
DEFAULT_STORE = Path("arena.sqlite")

MEBIBYTE = 1 << 20


@dataclass(frozen=True, slots=True)
class Caps:
    """How much anybody may ask for. Times are in seconds, memory in bytes.

    ``page_bytes`` and ``pages_bytes``: on the way to one page, and to all. ``room_bytes``: frames of a match that are
    kept for pages that come back. ``view_bytes`` and ``views_bytes``: one position, and all that are kept in memory.
    ``match_characters``: of all moves of a match. ``server_bytes``: what the server may use beyond what it starts with.
    ``puzzle_seconds``: for making puzzles of a game, at a time.
    ``judging_seconds`` or, where they are given, ``judging_playouts``: for each choice of a game that is judged.
    ``request_seconds``: for a request to arrive whole. ``connections_waiting``: those that have not asked for anything.
    """

    body_bytes: int = 2 * MEBIBYTE
    rules_characters: int = 500_000
    rules_kept: int = 500
    matches_kept: int = 1_000
    plies: int = 2_000
    searches: int = field(default_factory=lambda: max(2, min(4, (os.cpu_count() or 2) - 1)))
    waiting_searches: int = 32
    table_processes: int = 6
    table_processes_of_client: int = 5
    check_processes: int = 2
    sockets: int = 400
    sockets_of_client: int = 100
    requests_per_second: float = 20.0
    requests_at_once: int = 200
    frames_per_second: float = 20.0
    frames_at_once: int = 60
    frames_waiting: int = 500
    page_bytes: int = 16 * MEBIBYTE
    pages_bytes: int = 256 * MEBIBYTE
    room_bytes: int = MEBIBYTE
    view_bytes: int = 4 * MEBIBYTE
    views_bytes: int = 256 * MEBIBYTE
    match_characters: int = 1_000_000
    server_bytes: int = 2 << 30
    request_seconds: float = 20.0
    connections: int = 1_000
    connections_waiting: int = 200
    thinking_seconds: float = 60.0
    question_seconds: float = 20.0
    judging_seconds: float = 0.25
    judging_playouts: int | None = None
    puzzles_kept: int = 5_000
    puzzle_seconds: float = 12.0
    making_seconds: float = 120.0
    grace_seconds: float = 10.0
    table_bytes: int = 1 << 30
    search_bytes: int = 4 << 30
    reports: int = 3
    waiting_reports: int = 32
    report_seconds: float = 60.0
    report_bytes: int = 2 << 30


@dataclass(frozen=True, slots=True)
class Settings:
    """Where a studio listens and keeps games.

    ``token``: needed by whoever wants anything, unless it is empty. ``ticket``: stands for the token, once; it is for
    the command line of a browser, which others on the machine can see. ``warm``: processes start before anybody asks.
    """

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    store: Path = DEFAULT_STORE
    token: str = ""
    ticket: str = ""
    warm: bool = False
    caps: Caps = field(default_factory=Caps)

    def __post_init__(self) -> None:
        if not is_loopback(self.host) and not self.token:
            raise ParameterError(f"A studio that listens on {self.host} needs a token.")


def is_loopback(host: str) -> bool:
    """Whether only this machine can reach a host of this name."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def is_any(host: str) -> bool:
    """Whether the host stands for all addresses of this machine."""
    try:
        return ipaddress.ip_address(host.strip("[]")).is_unspecified
    except ValueError:
        return False
