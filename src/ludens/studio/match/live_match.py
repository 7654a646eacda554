"""A match while it is played: pages that watch it, agents that think about it, and one change after another.

Every change is written to the store before any page hears of it.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, replace
from typing import Any

from ludens.game import IllegalMoveError, LudensError, ParameterError
from ludens.studio.match.advice import hint, opinions
from ludens.studio.match.audience import Audience
from ludens.studio.match.judging import Judging
from ludens.studio.match.match import Match, deciding_ply
from ludens.studio.match.searches import Search, Searches
from ludens.studio.match.seats import AGENT, CHANCE, PERSON, seats_for
from ludens.studio.match.state import frame, state
from ludens.studio.match.thoughts import Thoughts, is_secret
from ludens.studio.memory import Remembered, view_bytes
from ludens.studio.settings import Caps
from ludens.studio.store.store import Shelf, StoreError
from ludens.studio.web.outbox import Outbox
from ludens.studio.work.tables import Tables
from ludens.studio.work.thinkers import Thinkers
from ludens.studio.work.workers import WorkError

Data = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Services:
    """What a room works with."""

    tables: Tables
    thinkers: Thinkers
    shelf: Shelf
    views: Remembered[Data]
    caps: Caps


class Room:
    """One match, and everybody who looks at it.

    ``match`` is what the store has, except in the middle of a change, and that agents may wait until the store can be
    written again.
    """

    def __init__(self, match: Match, services: Services) -> None:
        self.match, self._services = match, services
        self._kept = match
        self._choosing: Data | None = None
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
        """Looks at the position of a new match, makes forced moves and keeps it; raises WorkError where it is none."""
        async with self._lock:
            await self._settle(self.match)

    async def snapshot(self) -> Data:
        """The state as it is; raises WorkError when the game cannot be opened."""
        async with self._lock:
            return self._state(await self._seen())

    async def enter(self, page: Outbox, since: int | None) -> None:
        """Lets a page in, which has seen all frames up to a number; agents go on if they have been waiting for that."""
        async with self._lock:
            view = await self._seen()
            self._audience.enter(page, since, self.match.sequence, lambda: frame("state", self._state(view)))
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

    async def command(self, page: Outbox, message: Data) -> None:
        """Does what a page asks for; raises LudensError when that cannot be."""
        kind = message.get("type")
        if kind == "look":
            await self._look(page, _whole(message, "ply"))
            return
        if kind == "hint":
            await self._hint(page, self._role(message))
            return
        changes: dict[object, Callable[[Data, Data], Awaitable[None]]] = {
            "move": self._move, "undo": self._undo, "redo": self._redo, "restart": self._restart,
            "resign": self._resign, "seats": self._seats, "stop": self._stop, "pause": self._pause,
            "resume": self._resume, "mistakes": self._mistakes,
        }  # fmt: skip
        if not isinstance(kind, str) or kind not in changes:
            raise ParameterError(f"There is no command {str(kind)[:40]!r}.")
        # A page that goes in the middle of a change does not break it off.
        change = self._later(self._change(changes[kind], message))
        try:
            await asyncio.shield(change)
        except asyncio.CancelledError:
            change.add_done_callback(lambda done: done.cancelled() or done.exception())
            raise

    async def _change(self, change: Callable[[Data, Data], Awaitable[None]], message: Data) -> None:
        async with self._lock:
            try:
                await change(message, await self._seen())
            except StoreError:
                with contextlib.suppress(LudensError):
                    self._let_think(await self._seen())
                raise

    # Commands that change the match. Each runs alone, with the position as it is.

    async def _move(self, message: Data, view: Data) -> None:
        match, role, move = self.match, self._role(message), message.get("move")
        if message.get("ply", len(match.turns)) != len(match.turns):
            raise ParameterError("The game has gone on meanwhile.")
        if self._over(view):
            raise ParameterError("The game is over.")
        if match.seats[role].kind != PERSON:
            raise ParameterError(f"{match.roles[role]} is not played by a person.")
        if role in match.choices:
            raise ParameterError(f"{match.roles[role]} has chosen already.")
        legal = [each["move"] for each in view["legal"][role]]
        if not isinstance(move, str) or move not in legal:
            raise IllegalMoveError(match.roles[role], str(move)[:80], legal)
        await self._settle(replace(match.chosen(role, move), notice=None))

    async def _undo(self, message: Data, view: Data) -> None:
        match, plies = self.match, len(self.match.turns)
        if match.resigned is not None:
            await self._turn_to(match.back_to(plies))
        elif any(role in match.people for role in match.choices):
            await self._turn_to(replace(match, choices={}, expected=None))
        else:
            ply = deciding_ply(view["deciders"], match.undoing, range(plies - 1, -1, -1))
            if ply is None:
                raise ParameterError("There is nothing to take back.")
            await self._turn_to(replace(match.back_to(ply), paused=match.paused or not match.people))

    async def _redo(self, message: Data, view: Data) -> None:
        match, plies = self.match, len(self.match.turns)
        if not match.redo:
            raise ParameterError("There is nothing to make again.")
        last = plies + len(match.redo)
        later = await self._services.tables.view(match.forward_to(last))
        ply = deciding_ply(later["deciders"], match.undoing, range(plies + 1, last))
        await self._turn_to(match.forward_to(last if ply is None else ply))

    async def _restart(self, message: Data, view: Data) -> None:
        await self._turn_to(replace(self.match.back_to(0), paused=False))

    async def _resign(self, message: Data, view: Data) -> None:
        role = self._role(message)
        if self._over(view):
            raise ParameterError("The game is over.")
        if self.match.seats[role].kind != PERSON:
            raise ParameterError("Only a person can resign.")
        await self._turn_to(replace(self.match, resigned=role, choices={}, expected=None))

    async def _seats(self, message: Data, view: Data) -> None:
        match = self.match
        seats = seats_for(message.get("seats"), match.roles, self._services.caps.thinking_seconds, view["chance"])
        kept = {role: move for role, move in match.choices.items() if seats[role] == match.seats[role]}
        await self._turn_to(replace(match, seats=seats, choices=kept, expected=None, notice=None, paused=False))

    async def _stop(self, message: Data, view: Data) -> None:
        self._searches.hurry()

    async def _pause(self, message: Data, view: Data) -> None:
        await self._turn_to(replace(self.match, paused=True))

    async def _resume(self, message: Data, view: Data) -> None:
        await self._turn_to(replace(self.match, paused=False, notice=None))

    async def _mistakes(self, message: Data, view: Data) -> None:
        if not self._over(view):
            raise ParameterError("Mistakes can be looked for when the game is over.")
        if self._judging is None and self.match.turns:
            self._judging = self._later(self._judge(view))
            await self._publish(view)

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

    async def _advance(self, match: Match) -> Data:
        before, self.match = self.match, match
        same = match.moves == before.moves and match.people == before.people
        view = await self._seen() if same else await self._look_up(before)
        while (joint := self._joint(view)) is not None:
            before, self.match = self.match, self.match.played(joint)
            view = await self._look_up(before)
            if view["masked"] is None:
                self._thoughts.reveal(len(self.match.turns))
            if self._joint(view) is not None:
                await self._publish(view)
        await self._publish(view)
        return view

    async def _look_up(self, before: Match) -> Data:
        """The view of the match; where the rules break down it goes back to what it was before."""
        self._services.views.forget(self.match.id)
        try:
            return await self._seen()
        except WorkError as error:
            sequence, reason = self.match.sequence, f"The game cannot go on there: {error}"
            self.match = replace(before, choices={}, paused=True, notice=reason, sequence=sequence)
            return await self._seen()

    def _joint(self, view: Data) -> tuple[str, ...] | None:
        """The joint move, when every role has chosen or has no choice."""
        halted = self.match.notice is not None and not self.match.choices
        if self._over(view) or halted or not all(view["legal"]):
            return None
        self._draw(view)
        joint = [
            moves[0]["move"] if len(moves) == 1 else self.match.choices.get(role)
            for role, moves in enumerate(view["legal"])
        ]
        return None if None in joint or self._full else tuple(map(str, joint))

    def _draw(self, view: Data) -> None:
        """Lets chance choose, by the seed of the match and the number of the move."""
        for role, moves in enumerate(view["legal"]):
            if len(moves) > 1 and self.match.seats[role].kind == CHANCE and role not in self.match.choices:
                chance = random.Random(f"{self.match.seed}/{len(self.match.turns)}/{role}")
                self.match = self.match.chosen(role, chance.choice(moves)["move"])

    def _over(self, view: Data) -> bool:
        return bool(view["over"]) or self.match.resigned is not None

    @property
    def _full(self) -> bool:
        """Whether the match has as many moves as a match may have."""
        caps = self._services.caps
        return len(self.match.turns) >= caps.plies or self.match.characters >= caps.match_characters

    async def _publish(self, view: Data) -> None:
        """Writes the match down, then tells everybody."""
        match = self.match
        if self._full and not self._over(view):
            notice = f"The game has gone on for {len(match.turns):,} moves, which is as long as one may be here."
            match = replace(match, notice=notice, paused=True)
        await self._keep(match, view)
        self._audience.push(self.match.sequence, frame("state", self._state(view)))

    async def _keep(self, match: Match, view: Data) -> None:
        """Writes a match down with the next number, and takes it over; raises StoreError."""
        match = replace(match, sequence=match.sequence + 1)
        data, most = {**match.as_data(), "over": self._over(view)}, self._services.caps.matches_kept
        await self._services.shelf.do(lambda store: store.keep_match(match.id, data, most))
        self.match = self._kept = match

    def _halt(self, reason: str) -> None:
        """Has agents wait since what they chose cannot be stored, which itself is not stored either."""
        self.match = replace(self.match, paused=True, notice=reason)
        self._audience.tell(frame("halted", {"message": reason}))

    def _state(self, view: Data) -> Data:
        return state(self.match, view, analysing=self._judging is not None, connected=len(self._audience))

    async def _seen(self) -> Data:
        """The view of the match, from memory if it is there."""
        view = self._services.views.get(self.match.id)
        if view is None:
            view = await self._services.tables.view(self.match)
            self._services.views.keep(self.match.id, view, view_bytes(view))
        self._choosing = {"masked": view["masked"], "deciders": view["deciders"][-1:]}
        return view

    def _role(self, message: Data) -> int:
        role = _whole(message, "role")
        if not 0 <= role < len(self.match.roles):
            raise ParameterError(f"There is no role number {role}.")
        return role

    def _later(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    # Agents.

    def _let_think(self, view: Data) -> None:
        """Lets every agent think that has to choose, and makes the others ready, while somebody looks."""
        match = self.match
        if self._over(view) or match.paused or not self._audience:
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

    def _told(self, role: int, data: Data) -> None:
        if self._choosing is not None and data["ply"] == len(self.match.turns):
            self._thoughts.think(role, data, secret=is_secret(self.match, self._choosing, role))

    async def _chosen(self, role: int, search: Search, data: Data) -> None:
        """Makes the choice of an agent, unless the match has gone elsewhere meanwhile."""
        async with self._lock:
            if self._searches.ended(role, search):
                self._told(role, data)
                try:
                    await self._settle(self.match.chosen(role, data["move"], data["values"]))
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
        value = match.turns[ply - 1].value if ply and found["masked"] is None else None
        data = {"ply": ply, "svg": found["svg"], "over": found["over"], "goals": found["goals"], "value": value}
        page.show("position", frame("position", data))

    async def _hint(self, page: Outbox, role: int) -> None:
        async with self._lock:
            view = await self._seen()
            if self._over(view) or role not in view["deciders"][-1]:
                raise ParameterError(f"{self.match.roles[role]} has nothing to choose here.")
            if self._hinting is not None and not self._hinting.done():
                raise ParameterError("A hint is being looked for already.")
            self._hinting = self._later(hint(self._services.thinkers, self.match, role, page))

    async def _judge(self, view: Data) -> None:
        """Has all positions of a finished game judged, in the background, and tells about each turn."""
        judging = Judging(self.match, view, self._services.caps)
        found = opinions(self._services.thinkers, self.match, judging)
        try:
            async with contextlib.aclosing(found):
                async for told in found:
                    await self._opinion(judging, told)
        except LudensError as error:
            self._audience.tell(frame("error", {"message": f"The game could not be judged: {error}"}))
        finally:
            if self._judging is asyncio.current_task():
                self._judging = None
        async with self._lock:
            try:
                await self._publish(await self._seen())
            except LudensError as error:
                self._halt(str(error))

    async def _opinion(self, judging: Judging, told: Data) -> None:
        """Takes in what a position is worth, and tells of the turn before the one that was heard of last."""
        ply = judging.hear(told)
        async with self._lock:
            if ply is None or self.match.moves != judging.moves:
                return
            turn = judging.turn(self.match.turns[ply - 1], ply)
            await self._keep(self.match.judged(ply, turn), await self._seen())
            data = {
                "seq": self.match.sequence, "ply": ply, "value": turn.value, "best": turn.best, "lost": turn.lost,
                "done": judging.done, "total": judging.total,
            }  # fmt: skip
            self._audience.push(self.match.sequence, frame("analysis", data))


def _whole(message: Data, name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ParameterError(f"{name} must be a whole number.")
    return value
