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


def teach(
    thinkers: Thinkers, caps: Caps, match: Match, view: View, command: commands.Lesson, page: Outbox
) -> Coroutine[Any, Any, None]:
    """What answers a page later; raises ParameterError at once where there is nothing to tell."""
    if view["hidden"]:
        raise ParameterError(HIDDEN)
    if isinstance(command, commands.Threats):
        if is_over(match, view) or command.role not in view["deciders"][-1]:
            raise ParameterError("There is nothing to choose here.")
        return _threats(thinkers, caps, match, command.role, page)
    if not 1 <= command.ply <= len(match.turns):
        raise ParameterError(f"There is no move number {command.ply}.")
    coach = isinstance(command, commands.Coach)
    return _explain(thinkers, caps, match, view, command.ply, page, coach=coach)


async def _threats(thinkers: Thinkers, caps: Caps, match: Match, role: int, page: Outbox) -> None:
    request: SeenRequest = {
        "game": match.spec, "seat": f"{match.id} threats", "agent": DEFAULT_AGENT, "seed": match.seed, "role": role,
        "moves": match.move_lists, "seconds": None if caps.judging_playouts else SEEING_SECONDS,
        "playouts": caps.judging_playouts,
    }  # fmt: skip
    try:
        found: Seen = await _asked(thinkers, request["seat"], SEE.asked(request).request)
    except WorkError as error:
        page.push(frame_text({"type": "error", "message": f"Threats could not be found: {error}"}))
        return
    frame: Threats = {"type": "threats", "ply": len(match.turns), "role": role, **found}
    page.show("threats", frame_text(frame))


async def _explain(
    thinkers: Thinkers, caps: Caps, match: Match, view: View, ply: int, page: Outbox, *, coach: bool
) -> None:
    turn = match.turns[ply - 1]
    request: ExplainRequest = {
        "game": match.spec, "seat": f"{match.id} judge", "agent": JUDGE_AGENT, "seed": match.seed,
        "moves": match.move_lists[:ply], "best": turn.best or {}, "judge": turn.best is None,
        "seconds": None if caps.judging_playouts else caps.judging_seconds, "playouts": caps.judging_playouts,
    }  # fmt: skip
    try:
        found: ExplainedTurn = await _asked(thinkers, request["seat"], EXPLAIN.asked(request).request)
    except WorkError as error:
        page.push(frame_text({"type": "error", "message": f"The move could not be explained: {error}"}))
        return
    if found["judged"]:
        short = match.back_to(ply)
        judging = Judging(short, view["deciders"][: ply + 1], view["goal_sum"], caps)
        for told in found["judged"]:
            judging.hear(told)
        turn = judging.turn(turn, ply)
    for one in found["turn"]:
        role = str(one["role"])
        one["lost"], one["worth"] = (turn.lost or {}).get(role), (turn.value or {}).get(role)
    frame: Explained = {"type": "explained", "ply": ply, "coach": coach, "turn": found["turn"]}
    page.push(frame_text(frame))


async def _asked(thinkers: Thinkers, seat: str, request: dict[str, Any]) -> Any:
    return await thinkers.ask(seat, request, PROVING_SECONDS, lambda news: None, lambda worker: None)
