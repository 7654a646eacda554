"""A match while it is played: pages that watch it, agents that think about it, and one change after another.

Every change is written to the store before any page hears of it.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Coroutine
from dataclasses import dataclass, replace
from typing import Any

from ludens.game import JointMove, LudensError, ParameterError
from ludens.studio.frames.match import Analysis, State
from ludens.studio.frames.positions import View
from ludens.studio.frames.thinking import JudgedPosition, Thinking, Thought
from ludens.studio.frames.writing import frame_text
from ludens.studio.match import changes, commands
from ludens.studio.match.advice import hint, opinions
from ludens.studio.match.audience import Audience
from ludens.studio.match.judging import Judging
from ludens.studio.match.match import Match
from ludens.studio.match.searches import Search, Searches
from ludens.studio.match.seats import AGENT
from ludens.studio.match.state_frame import is_over, state_frame
from ludens.studio.match.thoughts import Thoughts, is_secret, kept
from ludens.studio.memory import Remembered, view_bytes
from ludens.studio.settings import Caps
from ludens.studio.store.store import AsyncStore, StoreError
from ludens.studio.teach.lessons import Lessons
from ludens.studio.web.outbox import Outbox
from ludens.studio.work.tables import Tables
from ludens.studio.work.thinkers import Thinkers
from ludens.studio.work.workers import WorkError


@dataclass(frozen=True, slots=True)
class Services:
    """What a match works with."""

    tables: Tables
    thinkers: Thinkers
    store: AsyncStore
    views: Remembered[View]
    caps: Caps


class LiveMatch:
    """One match, and everybody who looks at it.

    ``match`` is what the store has, except in the middle of a change, and that agents may wait until the store can be
    written again.
    """

    def __init__(self, match: Match, services: Services) -> None:
        self.match, self._services = match, services
        self._kept = match
        self._deciders: list[int] = []
        self._hidden_from: int | None = None
        self._lock = asyncio.Lock()
        self._audience = Audience(services.caps.room_bytes)
        self._thoughts = Thoughts(self._audience)
        self._searches = Searches(services.thinkers, self._told, self._chosen, self._failed)
        self._judging: asyncio.Task[None] | None = None
        self._hinting: asyncio.Task[None] | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def idle(self) -> bool:
        """Whether nobody looks and nothing runs."""
        return not (self._audience or self._searches or self._tasks or self._lock.locked())

    async def begin(self) -> None:
        """Looks at the position of a new match, makes forced moves and keeps it; raises WorkError if one is illegal."""
        async with self._lock:
            await self._settle(self.match)

    async def snapshot(self) -> State:
        """The state as it is; raises WorkError when the game cannot be opened."""
        async with self._lock:
            return self._state(await self._seen())

    async def enter(self, page: Outbox, since: int | None) -> None:
        """Lets a page in, which has seen all frames up to a number; agents go on if they have been waiting for that."""
        async with self._lock:
            view = await self._seen()
            self._audience.enter(page, since, self.match.sequence, lambda: self._state(view))
            self._thoughts.show_to(page)
            self._let_think(view)

    def leave(self, page: Outbox) -> None:
        """Lets a page go; when nobody is left, nobody need think."""
        self._audience.leave(page)
        if not self._audience:
            self._later(self._rest())

    async def close(self) -> None:
        """Ends everything that runs here."""
        self._audience.clear()
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(self._searches.close(), *tasks, return_exceptions=True)

    async def do(
        self, page: Outbox, command: commands.Change | commands.Look | commands.Hint | commands.Lesson
    ) -> None:
        """Does what a page asks for; raises LudensError when that cannot be."""
        if isinstance(command, commands.Look):
            await self._look(page, command.ply)
            return
        if isinstance(command, commands.Hint):
            await self._hint(page, changes.checked_role(self.match, command.role), command.ply)
            return
        if isinstance(command, commands.Threats | commands.Explain | commands.Coach):
            lessons = Lessons(self._services.thinkers, self._services.caps, page)
            async with self._lock:
                self._later(lessons.on(self.match, await self._seen(), command))
            return
        # A page that goes in the middle of a change does not break it off.
        change = self._later(self._change_alone(command))
        try:
            await asyncio.shield(change)
        except asyncio.CancelledError:
            change.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise

    async def _change_alone(self, command: commands.Change) -> None:
        """Makes a change, with the position as it is, while nobody makes another."""
        async with self._lock:
            try:
                await self._change(command, await self._seen())
            except StoreError:
                with contextlib.suppress(LudensError):
                    self._let_think(await self._seen())
                raise

    async def _change(self, command: commands.Change, view: View) -> None:
        now = self.match
        match command:
            case commands.Move():
                await self._settle(changes.moved(now, view, command))
            case commands.Undo():
                await self._turn_to(changes.undone(now, view))
            case commands.Redo():
                last = await self._services.tables.view(changes.all_redone(now))
                await self._turn_to(changes.redone(now, last))
            case commands.Restart():
                await self._turn_to(replace(now.back_to(0), paused=False))
            case commands.Resign():
                await self._turn_to(changes.resigned(now, view, command.role))
            case commands.Seats():
                await self._turn_to(changes.reseated(now, view, command.seats, self._services.caps))
            case commands.Pause():
                await self._turn_to(replace(now, paused=True))
            case commands.Resume():
                await self._turn_to(replace(now, paused=False, notice=None))
            case commands.Stop():
                self._searches.hurry()
            case commands.Mistakes():
                await self._find_mistakes(view)

    # What follows from a change.

    async def _turn_to(self, match: Match) -> None:
        """Takes over a match in which something else is to be thought about than before."""
        self._searches.call_off()
        self._thoughts.forget()
        if match.moves != self.match.moves and self._judging is not None:
            self._judging.cancel()
            self._judging = None
        await self._settle(match)

    async def _settle(self, match: Match) -> None:
        """Takes over a match, makes moves as long as nobody has to choose, tells everybody, and lets agents think.

        What cannot be stored has not happened: then the match is what it was before.
        """
        try:
            view = await self._advance(match)
        except BaseException:
            self.match = self._kept
            self._services.views.forget(self.match.id)
            raise
        self._let_think(view)

    async def _advance(self, match: Match) -> View:
        before, self.match = self.match, match
        same = match.moves == before.moves and match.people == before.people
        view = await self._seen() if same else await self._look_up(before)
        self.match = changes.chance_drawn(self.match, view)
        while (joint := self._joint(view)) is not None:
            before, self.match = self.match, self.match.played(joint)
            view = await self._look_up(before)
            self.match = changes.chance_drawn(self.match, view)
            if view["masked"] is None:
                self._thoughts.reveal(len(self.match.turns))
            if self._joint(view) is not None:
                await self._publish(view)
        await self._publish(view)
        return view

    def _joint(self, view: View) -> JointMove | None:
        return changes.joint_move(self.match, view, self._services.caps)

    async def _look_up(self, before: Match) -> View:
        """The view of the match; where the rules break down it goes back to what it was before."""
        self._services.views.forget(self.match.id)
        try:
            return await self._seen()
        except WorkError as error:
            sequence, reason = self.match.sequence, f"The game cannot continue there: {error}"
            self.match = replace(before, choices={}, paused=True, notice=reason, sequence=sequence)
            return await self._seen()

    async def _publish(self, view: View) -> None:
        """Writes the match down, then tells everybody."""
        match = self.match
        if changes.is_full(match, self._services.caps) and not is_over(match, view):
            notice = f"The game has {len(match.turns):,} moves, the most that the studio allows."
            match = replace(match, notice=notice, paused=True)
        await self._keep(match, view)
        self._audience.push(self.match.sequence, self._state(view))

    async def _keep(self, match: Match, view: View) -> None:
        """Writes a match down with the next number, and takes it over; raises StoreError."""
        match = replace(match, sequence=match.sequence + 1)
        data, most = {**match.as_data(), "over": is_over(match, view)}, self._services.caps.matches_kept
        await self._services.store.do(lambda store: store.keep_match(match.id, len(match.turns), data, most))
        self.match = self._kept = match

    def _halt(self, reason: str) -> None:
        """Has agents wait since what they chose cannot be stored, which itself is not stored either."""
        self.match = replace(self.match, paused=True, notice=reason)
        self._audience.tell({"type": "halted", "message": reason})

    def _state(self, view: View) -> State:
        return state_frame(self.match, view, analysing=self._judging is not None, connected=len(self._audience))

    async def _seen(self) -> View:
        """The view of the match, from memory if it is there."""
        view = self._services.views.get(self.match.id)
        if view is None:
            view = await self._services.tables.view(self.match)
            self._services.views.keep(self.match.id, view, view_bytes(view))
        self._deciders, self._hidden_from = view["deciders"][-1], view["masked"]
        return view

    def _later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Agents.

    def _let_think(self, view: View) -> None:
        """Lets every agent think that has to choose, and makes the others ready, while somebody looks."""
        match = self.match
        if is_over(match, view) or match.paused or not self._audience:
            return
        for role, seat in enumerate(match.seats):
            if seat.kind == AGENT and role not in view["deciders"][-1]:
                self._searches.prepare(match, role)
            elif seat.kind == AGENT and role not in match.choices:
                self._searches.begin(match, role)

    async def _rest(self) -> None:
        async with self._lock:
            if not self._audience:
                self._searches.call_off()
                if self._judging is not None:
                    self._judging.cancel()
                    self._judging = None

    def _told(self, thinking: Thinking) -> None:
        if thinking["ply"] == len(self.match.turns):
            secret = is_secret(self.match, thinking["role"], self._deciders, self._hidden_from)
            self._thoughts.think(thinking, secret=secret)

    async def _chosen(self, search: Search, thinking: Thinking, thought: Thought) -> None:
        """Makes the choice of an agent, unless the match has gone elsewhere meanwhile."""
        role = thinking["role"]
        async with self._lock:
            if self._searches.ended(role, search):
                self._told(thinking)
                try:
                    chosen = self.match.chosen(role, thought["move"], thought["values"]).thought(kept(thinking))
                    await self._settle(chosen)
                except LudensError as error:
                    self._halt(str(error))

    async def _failed(self, role: int, search: Search, reason: str) -> None:
        async with self._lock:
            if self._searches.ended(role, search):
                try:
                    await self._turn_to(replace(self.match, paused=True, notice=reason))
                except LudensError:
                    self._halt(reason)

    # Questions, which change nothing that is played.

    async def _look(self, page: Outbox, ply: int) -> None:
        match = self.match
        if not 0 <= ply <= len(match.turns):
            raise ParameterError(f"There is no position after {ply} moves.")
        found = await self._services.tables.look(match, ply)
        open_to_all = found["masked"] is None
        view = await self._seen()
        page.show(
            "position",
            frame_text(
                {
                    "type": "position",
                    "ply": ply,
                    "svg": found["svg"],
                    "over": found["over"],
                    "goals": found["goals"],
                    "value": match.turns[ply - 1].value if ply and open_to_all else None,
                    "choosing": view["deciders"][ply] if ply < len(view["deciders"]) else [],
                    "best": found["best"],
                    "thoughts": list(match.turns[ply].thoughts) if ply < len(match.turns) and open_to_all else [],
                }
            ),
        )

    async def _hint(self, page: Outbox, role: int, ply: int | None) -> None:
        async with self._lock:
            view = await self._seen()
            match = self.match if ply is None else changes.as_it_was(self.match, ply)
            now = len(match.turns) == len(self.match.turns)
            if (now and is_over(match, view)) or role not in view["deciders"][len(match.turns)]:
                raise ParameterError(f"{self.match.roles[role]} has nothing to choose here.")
            if self._hinting is not None and not self._hinting.done():
                raise ParameterError("A hint is already on its way.")
            self._hinting = self._later(hint(self._services.thinkers, match, role, page))

    async def _find_mistakes(self, view: View) -> None:
        if not is_over(self.match, view):
            raise ParameterError("You can look for mistakes when the game is over.")
        if self._judging is None and self.match.turns:
            self._judging = self._later(self._judge(view))
            await self._publish(view)

    async def _judge(self, view: View) -> None:
        """Has all positions of a finished game judged, in the background, and tells about each turn."""
        judging = Judging(self.match, view["deciders"], view["goal_sum"], self._services.caps)
        found = opinions(self._services.thinkers, self.match, judging)
        try:
            async with contextlib.aclosing(found):
                async for told in found:
                    await self._opinion(judging, told)
        except LudensError as error:
            self._audience.tell({"type": "error", "message": f"The game could not be judged: {error}"})
        finally:
            if self._judging is asyncio.current_task():
                self._judging = None
        async with self._lock:
            try:
                self._services.views.forget(self.match.id)  # what was best is not yet in words there
                await self._publish(await self._seen())
            except LudensError as error:
                self._halt(str(error))

    async def _opinion(self, judging: Judging, told: JudgedPosition) -> None:
        """Takes in what a position is worth, and tells of the turn before the one that was heard of last."""
        ply = judging.hear(told)
        async with self._lock:
            if ply is None or self.match.moves != judging.moves:
                return
            turn = judging.turn(self.match.turns[ply - 1], ply)
            await self._keep(self.match.judged(ply, turn), await self._seen())
            analysis: Analysis = {
                "type": "analysis", "seq": self.match.sequence, "ply": ply,
                "value": turn.value, "best": turn.best, "lost": turn.lost, "done": judging.done, "total": judging.total,
            }  # fmt: skip
            self._audience.push(self.match.sequence, analysis)
