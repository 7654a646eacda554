"""Players that are not of Ludens: who is one, what one is invited to, and that it is at one match at a time.

The arena does not know how such a player is reached: a match is given a function that makes a seat for one.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludens.arena.clock import Terms
from ludens.arena.seats import Seat
from ludens.game import JointMove
from ludens.own.references import runs_code
from ludens.processes.locks import lock


def is_outside(agent: str) -> bool:
    """Whether the name of an agent is an address: ``http://host:port``."""
    return "://" in agent and not runs_code(agent)


@dataclass(frozen=True, slots=True)
class Invitation:
    """A seat in a match: the game, the address of the player, its role, the id of the match, the moves made already."""

    game: str
    address: str
    role: int
    match: str
    terms: Terms
    opening: tuple[JointMove, ...] = ()


MakeSeat = Callable[[Invitation], Seat[Any]]
"""Makes the seat of an outside player; a function of a module, since other processes have to find it.

It raises LudensError when the player cannot be invited at all, BrokenOffError when it fails at once.
"""


@contextlib.contextmanager
def one_match_at_a_time(addresses: Iterable[str]) -> Iterator[None]:
    """Waits until no other process of this user and machine has a match with any of these players, and keeps it so.

    Locks are taken in one order, so that nobody waits in a circle; they end with the process that holds them.
    """
    with contextlib.ExitStack() as held:
        for address in sorted(set(addresses)):
            held.enter_context(_lock(address))
        yield


@contextlib.contextmanager
def _lock(address: str) -> Iterator[None]:
    user = os.getuid() if hasattr(os, "getuid") else "own"  # elsewhere the folder is the user's already
    folder = Path(tempfile.gettempdir()) / f"ludens-players-{user}"
    folder.mkdir(mode=0o700, exist_ok=True)
    with (folder / hashlib.sha256(address.encode()).hexdigest()[:16]).open("w") as file:
        with contextlib.suppress(OSError):  # where there are no locks, the player refuses who comes second
            lock(file.fileno(), wait=True)
        yield
