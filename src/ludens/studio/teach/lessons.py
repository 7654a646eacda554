"""What a page of a match asks to learn: threats in a position, and why a move was good or bad."""

from __future__ import annotations

from collections.abc import Coroutine
from typing import Any

from ludens.game import ParameterError
from ludens.players import DEFAULT_AGENT
from ludens.studio.frames.positions import View
from ludens.studio.frames.questions import EXPLAIN, SEE, ExplainedTurn, ExplainRequest, SeenRequest
from ludens.studio.frames.teaching import Explained, Seen, Threats
from ludens.studio.frames.writing import frame_text
from ludens.studio.match import commands
from ludens.studio.match.judging import Judging
from ludens.studio.match.match import Match
from ludens.studio.match.state_frame import is_over
from ludens.studio.settings import Caps
from ludens.studio.web.outbox import Outbox
from ludens.studio.work.thinkers import Thinkers
from ludens.studio.work.workers import WorkError

HIDDEN = "Something is hidden in this game, so nothing can be told that you may not know."
SEEING_SECONDS = 0.3
PROVING_SECONDS = 30.0
"""The longest that proofs may take for a turn; they have a budget of positions, which takes less."""

JUDGE_AGENT = f"{DEFAULT_AGENT}(plan=proofs)"


class Lessons:
    """Answers a page of a match. What takes long comes as a coroutine, and tells the page when it is done."""

    def __init__(self, thinkers: Thinkers, caps: Caps, page: Outbox) -> None:
        self._thinkers, self._caps, self._page = thinkers, caps, page

    def on(self, match: Match, view: View, command: commands.Lesson) -> Coroutine[Any, Any, None]:
        """What answers a command; raises ParameterError at once where there is nothing to tell."""
        if view["hidden"]:
            raise ParameterError(HIDDEN)
        if isinstance(command, commands.Threats):
            if is_over(match, view) or command.role not in view["deciders"][-1]:
                raise ParameterError("There is nothing to choose here.")
            return self._threats(match, command.role)
        if not 1 <= command.ply <= len(match.turns):
            raise ParameterError(f"There is no move number {command.ply}.")
        return self._explain(match, view, command.ply, coach=isinstance(command, commands.Coach))

    async def _threats(self, match: Match, role: int) -> None:
        request: SeenRequest = {
            "game": match.spec, "seat": f"{match.id} threats", "agent": DEFAULT_AGENT, "seed": match.seed, "role": role,
            "moves": match.move_lists, "seconds": None if self._caps.judging_playouts else SEEING_SECONDS,
            "playouts": self._caps.judging_playouts,
        }  # fmt: skip
        try:
            found: Seen = await self._asked(request["seat"], SEE.asked(request).request)
        except WorkError as error:
            self._page.push(frame_text({"type": "error", "message": f"Threats could not be found: {error}"}))
            return
        frame: Threats = {"type": "threats", "ply": len(match.turns), "role": role, **found}
        self._page.show("threats", frame_text(frame))

    async def _explain(self, match: Match, view: View, ply: int, *, coach: bool) -> None:
        turn = match.turns[ply - 1]
        request: ExplainRequest = {
            "game": match.spec, "seat": f"{match.id} judge", "agent": JUDGE_AGENT, "seed": match.seed,
            "moves": match.move_lists[:ply], "best": turn.best or {}, "judge": turn.best is None,
            "seconds": None if self._caps.judging_playouts else self._caps.judging_seconds,
            "playouts": self._caps.judging_playouts,
        }  # fmt: skip
        try:
            found: ExplainedTurn = await self._asked(request["seat"], EXPLAIN.asked(request).request)
        except WorkError as error:
            self._page.push(frame_text({"type": "error", "message": f"The move could not be explained: {error}"}))
            return
        if found["judged"]:
            deciders = view["deciders"][: ply + 1]
            judging = Judging(match.back_to(ply), deciders, view["goal_sum"], self._caps)
            for told in found["judged"]:
                judging.hear(told)
            turn = judging.turn(turn, ply)
        for one in found["turn"]:
            role = str(one["role"])
            one["lost"], one["worth"] = (turn.lost or {}).get(role), (turn.value or {}).get(role)
        frame: Explained = {"type": "explained", "ply": ply, "coach": coach, "turn": found["turn"]}
        self._page.push(frame_text(frame))

    async def _asked(self, seat: str, request: dict[str, Any]) -> Any:
        return await self._thinkers.ask(seat, request, PROVING_SECONDS, lambda news: None, lambda worker: None)
