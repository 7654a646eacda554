"""One match of a player, by the clock: an answer in time from whatever there is.

This runs in the player's own process, which neither compiles nor searches: all it does is wait for the first of its
workers, or for the clock.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from ludens.ggp.match_workers import MatchWorkers, Post, Settings, quietly
from ludens.ggp.messages import Play, PlayPercepts, Stop, StopPercepts
from ludens.ggp.player.journal import MatchJournal
from ludens.ggp.player.margins import Delays, last_margin, play_margin, start_margin
from ludens.ggp.player.missed_moves import missed_until
from ludens.ggp.player.player_match import Answer, Heard, PlayerMatch
from ludens.ggp.player.steps import MissedSteps, step_of
from ludens.ggp.worker_process import PlayerForkServer, WorkerLostError, WorkerRefusedError

logger = logging.getLogger("ludens.player")

STALL_SECONDS = 2.0
"""How long after it should have answered an agent is still waited for; then its process is killed."""

SLACK_SECONDS = 0.03
"""For a decision on its way from the thinker."""

GOALS_SECONDS = 5.0
"""For finding out how a match ended, after its STOP."""

POLL_SECONDS = 0.02

TOLD = ("simulations", "depth")
"""Of an agent's notes, those that the log tells."""


class Supervisor:
    """Plays one role of a match. ``lag``: how late this process was of late, on all of its matches.

    ``may_ponder``: whether there is a core for thinking on the others' time.
    """

    def __init__(
        self,
        match: PlayerMatch,
        journal: MatchJournal,
        fork_server: PlayerForkServer,
        settings: Settings,
        lag: Delays,
        *,
        may_ponder: Callable[[], bool] = lambda: True,
    ) -> None:
        self.match, self._journal, self._lag, self._may_ponder = match, journal, lag, may_ponder
        self._times: list[float] = []
        self.workers = MatchWorkers(match, fork_server, settings, str(self))
        self._over_run = Delays()
        self._thought = ""
        self._goals: list[int] | None = None
        self._answered: Answer | None = None
        self._answering: asyncio.Task[Answer] | None = None
        self._answers: set[asyncio.Task[Answer]] = set()
        self._starting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[Any]] = set()

    def __str__(self) -> str:
        return f"{self.match.start.match} as {self.match.start.role}"

    async def start(self, arrived: float) -> None:
        """Returns when the match can begin: before the start clock ends, with as much of it used as the agent can."""
        if self._starting is None:
            clock = self.match.start.start_clock
            until = arrived + clock - start_margin(clock, self._lag.seconds)
            self._starting = self._task(self._get_ready(until, arrived + clock - last_margin(clock)))
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.shield(self._starting)

    def resume(self, times: Sequence[float]) -> None:
        """Takes up a match of an earlier life; ``times``: when START and each step of it were told (``time.time``)."""
        self._times = list(times)
        self.workers.open()
        self._starting = self._task(self._look())

    async def _get_ready(self, until: float, last: float) -> None:
        """Waits until then for the agent, and until the last moment for the guide."""
        self.workers.open()
        looking, preparing = self._task(self._look()), self._task(self._prepare(until))
        await asyncio.wait({looking, preparing}, timeout=max(0.0, until - time.monotonic()))
        await asyncio.wait({looking}, timeout=max(0.0, last - time.monotonic()))
        if not self.workers.ready.is_set():
            logger.info("%s: compiling is not done and goes on during the match", self)

    async def _prepare(self, until: float) -> None:
        """Lets the agent think before the first move, if it can use the time."""
        await self.workers.ready.wait()
        post, asked = self.workers.agent, until - SLACK_SECONDS
        if post is not None and post.prepares and not self.match.steps and asked > time.monotonic():
            await quietly(post, "prepare", until=asked)

    async def play(self, message: Play | PlayPercepts, arrived: float) -> Answer:
        """The answer to a PLAY whose connection was made at ``arrived``."""
        answering = self._answering if self._answering is not None and not self._answering.done() else None
        known = len(self.match.steps)
        heard = self.match.hear(message, answering is not None, self._missed())
        if heard is Heard.SAME and answering is not None:
            return await asyncio.shield(answering)
        if heard is Heard.ON:
            for step in self.match.steps[known:]:
                self._journal.step(step)
            self._read_back()
        elif heard is Heard.ANEW:
            await self._begin_anew()
        self._answering = self._task(self._answer(arrived))
        self._answers.add(self._answering)
        self._answering.add_done_callback(self._answers.discard)
        return await asyncio.shield(self._answering)

    def _missed(self) -> MissedSteps | None:
        """What may not have been heard, at the first message after a restart."""
        times, self._times = self._times, []
        start = self.match.start
        return missed_until(time.time(), times, start.start_clock, start.play_clock) if times else None

    def answered_with(self, move: str) -> bool:
        """Whether this was the last answer."""
        return self._answered is not None and self._answered.move.lower() == move.lower()

    async def _begin_anew(self) -> None:
        logger.warning("%s: a first PLAY in the middle of the match: it begins anew", self)
        self._journal.again()
        await self.workers.close()
        self.workers.open()

    def _read_back(self) -> None:
        """Says so when the manager has made another move for this role than the one that was answered."""
        role = self.match.start.role.lower()
        numbers = [number for number, name in enumerate(self.workers.roles) if name.lower() == role]
        made = self.match.last_own_move(numbers[0] if numbers else None)
        sent = self._answered
        if made is not None and sent is not None and made.lower() != sent.move.lower():
            logger.warning("%s: the manager made the move %s instead of %s", self, made, sent.move)

    async def _answer(self, arrived: float) -> Answer:
        clock, turn = self.match.start.play_clock, self.match.turn
        until = arrived + clock - play_margin(clock, self._lag.seconds)
        self._thought = ""
        pending: set[asyncio.Task[Any]] = {self._task(self._look()), self._task(self._think(turn, until))}
        while pending and not self.match.settled and (left := until - time.monotonic()) > 0:
            _, pending = await asyncio.wait(pending, timeout=left, return_when=asyncio.FIRST_COMPLETED)
        answer = self._answered = self.match.answer()
        now = time.monotonic()
        self._lag.add(max(0.0, now - until))
        self._journal.answer(answer.move, answer.source.value)
        said = (self, turn, answer.move, now - arrived, answer.source.value, self._thought)
        logger.info("%s: turn %d: %s after %.2f s, %s%s", *said)
        self._task(self._ponder(turn))
        return answer

    async def _look(self) -> None:
        """Has the guide say what is legal now."""
        try:
            steps, reply = await self.workers.guidance()
        except WorkerRefusedError as error:
            logger.error("%s: %s", self, error)  # noqa: TRY400  (a rulesheet's mistake, not ours)
            return
        for problem in reply["wrong"]:
            logger.warning("%s: what was told does not fit the position: %s", self, problem)
        self.match.learn(steps, reply["legal"], reply.get("position"), over=reply["over"])
        self.match.sure = reply.get("sure", True)
        if self.match.snapshot is not None and self.match.snapshot.steps == steps:
            self._journal.snapshot(self.match.snapshot)
        self._goals = reply.get("goals")

    async def _think(self, turn: int, until: float) -> None:
        """Has an agent choose, and another one if it fails while there is time."""
        while turn == self.match.turn and time.monotonic() < until and not self.workers.given_up:
            post = self.workers.thinker
            if post is None:
                self.workers.help_out()
                await asyncio.sleep(POLL_SECONDS)
            elif await self._decision(post, turn, until):
                return

    async def _decision(self, post: Post, turn: int, until: float) -> bool:
        """Asks for a move; False when somebody else is to be asked."""
        asked = until - SLACK_SECONDS - min(self._over_run.seconds, self.match.start.play_clock / 4)
        try:
            reply = await asyncio.wait_for(post.ask("decide", until=asked), until + STALL_SECONDS - time.monotonic())
        except TimeoutError:
            logger.warning("%s: the agent did not answer; its process is killed", self)
            post.process.kill()
            return True
        except WorkerLostError as error:
            logger.warning("%s: the agent is lost: %s", self, error)
            post.process.kill()
            return False
        except WorkerRefusedError as error:
            logger.warning("%s: the agent does not choose: %s", self, error)
            return True
        self._over_run.add(max(0.0, time.monotonic() - asked))
        self._consider(post, turn, reply)
        return True

    def _consider(self, post: Post, turn: int, reply: dict[str, Any]) -> None:
        post.decisions += 1
        if turn != self.match.turn:
            logger.debug("%s: the agent chose %s too late", self, reply["move"])
        elif self.match.choose(turn, reply["move"]):
            self._thought = _in_words(reply)
        else:
            logger.warning("%s: the agent chose %s, which is not legal", self, reply["move"])
            if self.match.sure:
                post.process.kill()

    async def _ponder(self, turn: int) -> None:
        """Lets the agent think on the others' time."""
        post = self.workers.agent
        if post is not None and turn == self.match.turn and not self.match.over and self._may_ponder():
            await quietly(post, "ponder")

    async def rest(self) -> None:
        """Ends pondering, when nothing is heard of the match any more."""
        if self.workers.agent is not None:
            await quietly(self.workers.agent, "rest")

    def stop(self, message: Stop | StopPercepts) -> None:
        """Ends the match as its manager does; ``say_result`` and ``close`` are to follow."""
        if step_of(message) is not None and self.match.hear(message, missed=self._missed()) is Heard.ON:
            self._journal.step(self.match.steps[-1])
        self.end("stop")
        self.workers.dismiss_thinkers()

    async def say_result(self) -> None:
        """Says how the match went."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._look(), GOALS_SECONDS)
        result = "stopped"
        if self._goals is not None:
            result = ", ".join(f"{role} {goal}" for role, goal in zip(self.workers.roles, self._goals, strict=True))
        logger.info("%s: %s after %d joint moves", self, result, len(self.match.steps))

    def end(self, how: str) -> None:
        """Notes how the match ended; without that it is taken up again."""
        self._journal.end(how)

    async def close(self) -> None:
        """Ends all that the match has."""
        self._journal.close()
        # Every PLAY that waits gets an answer, also one that the manager has gone on from.
        for task in self._tasks - self._answers - {asyncio.current_task()}:
            task.cancel()
        await self.workers.close()
        while rest := self._tasks - {asyncio.current_task()}:
            await asyncio.gather(*rest, return_exceptions=True)

    def _task(self, coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task


def _in_words(reply: dict[str, Any]) -> str:
    """What the agent thinks, for the log."""
    value = "" if reply["value"] is None else f", expecting {reply['value']:.1f}"
    return value + "".join(f", {name} {reply['notes'][name]:,}" for name in TOLD if name in reply["notes"])
