"""The workers of one match: a guide who knows what is legal, and thinkers who choose.

Workers that die are replaced, an agent that keeps failing gives way to a simpler one, and while the rules are being
compiled somebody plays from the plain rules.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from dataclasses import dataclass
from typing import Any

from ludens.ggp.player.player_match import PlayerMatch
from ludens.ggp.player.steps import as_data
from ludens.ggp.worker_process import (
    MatchForkServer,
    PlayerForkServer,
    WorkerLostError,
    WorkerProcess,
    WorkerRefusedError,
)

logger = logging.getLogger("ludens.player")

BEGIN_SECONDS = 240.0
"""For compiling the rules and making the agent, on as many clocks as it takes."""

INTERIM_SECONDS = 0.5
"""When compiling takes longer than this, somebody gets ready to play from the plain rules."""

READING_MIB = 1024
"""What reading the rules may use at most, beyond what Python itself takes."""

PATIENCE_SECONDS = 0.5
"""When the rules are compiled but the agent takes longer than this, it begins with a stand-in on the compiled rules."""

TRIES = 3
"""Failures in a row after which an agent gives way to a simpler one."""

SIMPLER = (("monte_carlo", False), ("random", False))
"""Who plays when the agent cannot: on the plain rules, since it may have been compiling that failed."""

FIRST_PAUSE, LONGEST_PAUSE = 0.02, 1.0
"""Seconds before a guide that has died is replaced."""


@dataclass(frozen=True, slots=True)
class Settings:
    """How a player plays. ``agent``: its name, with options. ``memory_mib``: for reading rules, and for each agent,
    beyond what Python takes.

    ``make``: where agents come from, ``module:function``; None for the table of agents.
    """

    agent: str
    memory_mib: int = 4096
    make: str | None = None


class Post:
    """A worker that follows the match: it is told each step once."""

    def __init__(self, process: WorkerProcess, match: PlayerMatch) -> None:
        self.process, self._match = process, match
        self._told = 0
        self.decisions = 0
        self.prepares = False

    async def begin(self, **content: Any) -> dict[str, Any]:
        """Has the worker take the match up where it is."""
        known = self._match.snapshot
        self._told, position = (known.steps, known.position) if known else (0, None)
        return await self.ask("begin", position=position, **content)

    async def ask(self, kind: str, **content: Any) -> dict[str, Any]:
        """The worker's reply to a request, after it has been told what is new."""
        news = self._match.steps[self._told :]
        self._told = len(self._match.steps)
        return await self.process.ask(kind, steps=[as_data(step) for step in news], **content)


class MatchWorkers:
    """The workers of one seat. ``given_up``: no agent can be kept alive. ``ready``: there is one, or none will be."""

    def __init__(self, match: PlayerMatch, fork_server: PlayerForkServer, settings: Settings, name: str) -> None:
        self._match, self._settings, self._name = match, settings, name
        reading_mib = min(settings.memory_mib, READING_MIB)
        self._fork_server = MatchForkServer(fork_server, match.start.rules, match.start.role, reading_mib)
        self._guide: Post | None = None
        self._guiding = asyncio.Lock()
        self._agent: Post | None = None
        self._interim: Post | None = None
        self._keeper: asyncio.Task[None] | None = None
        self._helper: asyncio.Task[None] | None = None
        self._unplayable = False
        self.ready = asyncio.Event()
        self.given_up = False
        self.roles: tuple[str, ...] = ()

    def open(self) -> None:
        """Begins to look for an agent, and goes on to until they are closed."""
        self.given_up = self._unplayable = False
        self._keeper = asyncio.get_running_loop().create_task(self._keep_agent())
        self._helper = asyncio.get_running_loop().create_task(self._help(INTERIM_SECONDS))

    async def close(self) -> None:
        """Ends all workers."""
        for task in (self._keeper, self._helper):
            if task is not None:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)
        self._keeper = self._helper = self._guide = self._agent = self._interim = None
        self.ready.clear()
        await self._fork_server.close()

    def dismiss_thinkers(self) -> None:
        """Ends thinking for good; what is legal can still be asked."""
        self.given_up = True
        for task in (self._keeper, self._helper):
            if task is not None:
                task.cancel()
        for post in (self._agent, self._interim):
            if post is not None:
                post.process.kill()

    async def guidance(self) -> tuple[int, dict[str, Any]]:
        """What the guide says of the position, and after how many steps: from another one if it dies.

        Raises WorkerRefusedError when it cannot say.
        """
        pause = FIRST_PAUSE
        while True:
            async with self._guiding:
                steps = len(self._match.steps)
                try:
                    return steps, await self._ask_guide()
                except WorkerLostError as error:
                    logger.warning("%s: the guide is lost (%s); another one takes over", self._name, error)
                    guide, self._guide = self._guide, None
                    if guide is not None:
                        await guide.process.end()
            await asyncio.sleep(pause)
            pause = min(LONGEST_PAUSE, 2 * pause)

    async def _ask_guide(self) -> dict[str, Any]:
        if self._guide is not None:
            return await self._guide.ask("look")
        self._guide = Post(self._fork_server.worker("guide"), self._match)
        facts = await self._guide.begin(seconds=self._match.start.play_clock / 2)
        self.roles = tuple(facts["roles"])
        for problem in facts["problems"]:
            logger.warning("%s: the rules have a mistake: %s", self._name, problem)
        return facts

    @property
    def agent(self) -> Post | None:
        """The agent that was asked for, or who stands in for it, once it is ready."""
        return self._agent if self._agent is not None and self._agent.process.alive else None

    @property
    def thinker(self) -> Post | None:
        """Whoever can choose a move now."""
        if self.agent is not None:
            return self.agent
        return self._interim if self._interim is not None and self._interim.process.alive else None

    def help_out(self) -> None:
        """Has somebody play from the plain rules, if nobody can choose and nobody is on the way."""
        if self.thinker is None and not self.given_up and (self._helper is None or self._helper.done()):
            self._helper = asyncio.get_running_loop().create_task(self._help())

    async def _help(self, seconds: float = 0.0) -> None:
        await asyncio.sleep(seconds)
        if self.thinker is None:
            logger.info("%s: the agent is not ready; %s plays meanwhile", self._name, SIMPLER[0][0])
            self._interim = await self._start(*SIMPLER[0])
            if self._interim is None:
                await asyncio.sleep(LONGEST_PAUSE)

    async def _keep_agent(self) -> None:
        """Sees to it that there is an agent."""
        failures = 0
        while failures < TRIES * (1 + len(SIMPLER)) and not self._unplayable:
            simpler = failures // TRIES
            post = await self._start(*(SIMPLER[simpler - 1] if simpler else (self._settings.agent, True)))
            if post is not None:
                self._agent = post
                self.ready.set()
                await self._dismiss_helper()
                await post.process.ended()
                self._agent = None
                self.ready.clear()
            failures = 0 if post is not None and post.decisions else failures + 1
        logger.error("%s: no agent can be kept alive; any legal move will do", self._name)
        self.given_up = True
        self.ready.set()

    async def _dismiss_helper(self) -> None:
        helper, self._helper = self._helper, None
        if helper is not None:
            helper.cancel()
            await asyncio.gather(helper, return_exceptions=True)
        post, self._interim = self._interim, None
        if post is not None:
            await post.process.end()

    async def _start(self, agent: str, compiled: bool) -> Post | None:
        """A thinker that has taken the match up; None when it fails."""
        post = Post(self._fork_server.worker("thinker"), self._match)
        settings = self._settings
        content = {"agent": agent, "compiled": compiled, "make": settings.make, "memory_mib": settings.memory_mib}
        if compiled and settings.make is None:
            content["patience"] = PATIENCE_SECONDS
        try:
            facts = await asyncio.wait_for(post.begin(**content), BEGIN_SECONDS)
        except (WorkerLostError, WorkerRefusedError, TimeoutError) as error:
            logger.warning("%s: %s cannot play: %s", self._name, agent, str(error) or "it takes too long")
            self._unplayable = isinstance(error, WorkerRefusedError)
            await post.process.end()
            return None
        except asyncio.CancelledError:
            post.process.kill()
            raise
        logger.info("%s: %s is ready after %.1f s", self._name, facts["agent"], facts["seconds"])
        post.prepares = facts["prepares"]
        return post


async def quietly(post: Post, kind: str, **content: Any) -> None:
    """Makes a request whose reply does not matter."""
    with contextlib.suppress(WorkerLostError, WorkerRefusedError):
        await post.ask(kind, **content)
