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
    """How much anybody may ask for. Times are in seconds, memory in bytes."""

    body_bytes: int = 2 * MEBIBYTE
    rules_characters: int = 500_000
    rules_kept: int = 500
    matches_kept: int = 1_000
    plies: int = 2_000
    searches: int = field(default_factory=lambda: max(2, min(4, (os.cpu_count() or 2) - 1)))
    waiting_searches: int = 32
    table_processes: int = 6
    sockets: int = 400
    sockets_of_client: int = 100
    requests_per_second: float = 20.0
    requests_at_once: int = 200
    frames_per_second: float = 20.0
    frames_at_once: int = 60
    frames_waiting: int = 500
    thinking_seconds: float = 60.0
    question_seconds: float = 20.0
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

    ``token``: needed by whoever wants anything, unless it is empty. ``warm``: processes start before anybody asks.
    """

    host: str = DEFAULT_HOST
    port: int = DEFAULT_PORT
    store: Path = DEFAULT_STORE
    token: str = ""
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
