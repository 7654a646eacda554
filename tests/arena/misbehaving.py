"""Agents that break off in every way there is, each from its second decision on; importable by other processes."""

from __future__ import annotations

import os
import pickle
import random
import socket
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludens.game import Decision, Game, Limit
from ludens.players import make_agent
from ludens.players.agent import Agent

CHILD = "import time; time.sleep(600)"
NOTE = "LUDENS_TEST_NOTE"
"""The variable that names the file for the number of a child's child, and for what must not be written."""


@dataclass(slots=True)
class Clock:
    """A clock that goes on only when somebody says so: a busy machine is nobody's fault."""

    seconds: float = 0.0

    def __call__(self) -> float:
        return self.seconds


CLOCK = Clock()


class Mischief:
    """What does harm to whoever unpickles it."""

    def __reduce__(self) -> Any:
        return Path.write_text, (Path(os.environ[NOTE]), "unpickled")


def write_to_referee(content: bytes) -> None:
    """Writes to the line between this process and the referee, the only socket there is."""
    for number in range(3, 64):
        try:
            line = socket.socket(fileno=os.dup(number))
        except OSError:
            continue
        with line:
            line.sendall(content)


class Misbehaving:
    """Plays its first move at random, then does what its name says."""

    def __init__(self, how: str, game: Game[Any], role: int, seed: int | None) -> None:
        if how == "unmade":
            raise RuntimeError("it cannot even be made")
        self.how, self.game, self.role = how, game, role
        self.random = random.Random(seed)
        self.asked = 0

    def prepare(self, state: Any, limit: Limit) -> None:
        if self.how == "unprepared":
            raise KeyError("no plan")
        if self.how == "slow_start":
            self.take((limit.seconds or 0) + 0.3)

    def decide(self, state: Any, limit: Limit) -> Decision:
        legal = self.game.legal_moves(state, self.role)
        if len(legal) > 1:
            self.asked += 1
        if self.asked > 1:
            self.misbehave(limit)
        move = "(castle)" if self.asked > 1 and self.how == "illegal" else self.random.choice(legal)
        if self.asked > 1 and self.how == "nonsense":
            move = ")((" if self.role else None  # type: ignore[assignment]
        notes: dict[str, float | int | str] = {"said": "\ud800"} if self.how == "half_a_character" else {}
        return Decision(move, notes=notes)

    @staticmethod
    def take(seconds: float) -> None:
        """Takes so long by the clock on the wall, and by the one that tests look at."""
        CLOCK.seconds += seconds
        time.sleep(0.01)

    def misbehave(self, limit: Limit) -> None:
        if self.how == "crash":
            raise ZeroDivisionError("of its own making")
        if self.how == "killed":
            os.kill(os.getpid(), 9)
        if self.how == "exit":
            os._exit(7)
        if self.how == "stall":
            time.sleep(60)
        if self.how == "over_run":
            self.take((limit.seconds or 0) + 0.4)
        if self.how == "half_a_message":
            write_to_referee(b'{"number": ')
            time.sleep(60)
        if self.how == "flood":
            write_to_referee(b" " * (8 << 20))
        if self.how == "unasked":
            write_to_referee(b'{"number": 99, "done": {"move": "(mark 1 1)"}}\n')
        if self.how == "pickle":
            write_to_referee(pickle.dumps(Mischief()) + b"\n")
        if self.how == "parent":
            child = subprocess.Popen([sys.executable, "-c", CHILD], start_new_session=self.role == 1)
            Path(os.environ[NOTE]).write_text(str(child.pid))
            if self.role == 1:
                raise ZeroDivisionError
        if self.how == "memory":
            self.hoard = [bytearray(32 << 20) for _ in range(8)]


def make(name: str, game: Game[Any], role: int, seed: int | None = None) -> Agent[Any]:
    """Any agent of the table, or one of these."""
    if name.startswith("bad_"):
        return Misbehaving(name.removeprefix("bad_"), game, role, seed)
    return make_agent(name, game, role, seed)
