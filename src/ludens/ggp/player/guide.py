"""The guide: a worker that knows the rules and does not think, so that legal moves are known at once."""

from __future__ import annotations

import random
import time
from typing import Any

from ludens.game import GoalError, Move, View
from ludens.ggp.player.seated_game import SeatedGame
from ludens.ggp.player.steps import from_data
from ludens.processes.limits import limit_memory
from ludens.rules.ground_rules import State
from ludens.search.hidden.beliefs import Beliefs

MEMORY_BYTES = 2 << 30

SAMPLES = 50
"""Positions that a role may be in, of which one is asked for its legal moves: the rules make them the same in all."""

LONGEST_POSITION = 50_000
"""Characters of a position that are worth keeping."""


class Guide:
    """Follows one match by the reasoner alone.

    ``begin``: where to go on from, and the seconds that a look may take where positions have to be guessed
    from what was seen. ``look``: new steps; the reply names what is legal.
    """

    def __init__(self, seat: SeatedGame) -> None:
        self._seat = seat
        self._beliefs: Beliefs[State] | None = None
        self._seconds = 1.0

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        seat = self._seat
        if request["kind"] == "look":
            return self._look(seat, request)
        limit_memory(MEMORY_BYTES)
        self._seconds = seat.search_seconds = request["seconds"]
        if request.get("position") is not None:
            seat.go_to(request["position"])
        return seat.facts() | self._look(seat, request)

    def _look(self, seat: SeatedGame, request: dict[str, Any]) -> dict[str, Any]:
        wrong = seat.advance(map(from_data, request["steps"]))
        position = seat.position
        if isinstance(position, View):
            return {"legal": seat.written(self._believed(seat, position)), "wrong": wrong, "over": False}
        game, state = seat.game, seat.state
        text = game.text(state) if seat.sure else ""
        reply = {
            "wrong": wrong,
            "sure": seat.sure,
            "position": text if seat.sure and len(text) <= LONGEST_POSITION else None,
        }
        if game.is_terminal(state):
            return reply | {"over": True, "legal": [], "goals": _goals(seat)}
        return reply | {"over": False, "legal": seat.legal()}

    def _believed(self, seat: SeatedGame, view: View) -> tuple[Move, ...]:
        """What is legal in a position that agrees with what the role has seen, if one is found."""
        if self._beliefs is None:
            self._beliefs = Beliefs(seat.game, seat.role, random.Random(), most=SAMPLES)
        return self._beliefs.legal(view, time.perf_counter() + self._seconds) or ()


def _goals(seat: SeatedGame) -> list[int] | None:
    try:
        return list(seat.game.goals(seat.state))
    except GoalError:
        return None
