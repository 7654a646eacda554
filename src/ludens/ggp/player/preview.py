"""Rules that are shown before a match: they are compiled at once, so that START finds them in the cache.

A manager that previews waits until all players have answered. So the answer comes when the rules are compiled, or
shortly before the clock ends. What is not done when a match starts is given up: the match needs the processor.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket

from ludens.ggp.player.margins import start_margin
from ludens.processes.child import Child

NICENESS = 5


class Previews:
    """Compiles the rules that were shown last, in a process of its own."""

    def __init__(self, memory_mib: int) -> None:
        self._memory_mib = memory_mib
        self._child: Child | None = None
        self._rules = ""

    async def show(self, rules: str, clock: float, delay: float) -> None:
        """Returns when these rules are compiled or cannot be, or, by a margin, before the clock ends."""
        if rules != self._rules or self._child is None:
            await self.end()
            self._child, self._rules = Child(compile_rules, rules, self._memory_mib), rules
        await asyncio.to_thread(self._child.status, max(0.0, clock - start_margin(clock, delay)))

    async def end(self) -> None:
        """Ends what is still being compiled."""
        child, self._child = self._child, None
        if child is not None:
            await asyncio.to_thread(child.end)
            child.socket.close()


def compile_rules(line: socket.socket, rules: str, memory_mib: int) -> None:
    """The life of that process: a circuit and its machine code, both kept in the cache."""
    from ludens.game import LudensError  # noqa: PLC0415  (the player itself need not import what this process does)
    from ludens.games.rules_game import RulesGame  # noqa: PLC0415
    from ludens.gdl import Reasoner  # noqa: PLC0415
    from ludens.ggp.player.server_reading import read_as_server  # noqa: PLC0415
    from ludens.processes.limits import limit_memory, set_niceness  # noqa: PLC0415

    set_niceness(NICENESS)
    limit_memory(memory_mib << 20)
    with contextlib.suppress(LudensError, MemoryError):
        sheet, _, _ = read_as_server(rules)
        game = RulesGame(Reasoner(sheet))
        wait = getattr(game.engine, "wait", None)
        if wait is not None:
            wait()
