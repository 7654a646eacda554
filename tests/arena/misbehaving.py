"""Agents that break off in every way there is, each from its second decision on; importable by other processes."""

from __future__ import annotations

import os
import random
import time
from typing import Any

from ludens.game import Decision, Game, Limit
from ludens.players import make_agent
from ludens.players.agent import Agent


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
            time.sleep((limit.seconds or 0) + 0.3)

    def decide(self, state: Any, limit: Limit) -> Decision:
        legal = self.game.legal_moves(state, self.role)
        if len(legal) > 1:
            self.asked += 1
        if self.asked > 1:
            self.misbehave(limit)
        move = "(castle)" if self.asked > 1 and self.how == "illegal" else self.random.choice(legal)
        if self.asked > 1 and self.how == "nonsense":
            move = ")((" if self.role else None  # type: ignore[assignment]
        return Decision(move)

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
            time.sleep((limit.seconds or 0) + 0.4)
        if self.how == "memory":
            self.hoard = [bytearray(32 << 20) for _ in range(8)]


def make(name: str, game: Game[Any], role: int, seed: int | None = None) -> Agent[Any]:
    """Any agent of the table, or one of these."""
    if name.startswith("bad_"):
        return Misbehaving(name.removeprefix("bad_"), game, role, seed)
    return make_agent(name, game, role, seed)
