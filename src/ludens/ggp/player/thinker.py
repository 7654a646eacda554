"""The thinker: a worker with an agent in it, which may be slow, crash, or eat memory without harm to the match."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable
from typing import Any

from ludens.engine.any_game import GameWithEngine, with_engine
from ludens.game import Decision, Game, Limit, LudensError, UnsuitableGameError
from ludens.ggp.player.seated_game import SeatedGame
from ludens.ggp.player.steps import from_data
from ludens.players import DEFAULT_AGENT, make_agent
from ludens.players.agent import Agent, Ponders, Prepares
from ludens.players.preparing import in_the_making
from ludens.processes.limits import limit_memory

MakeAgent = Callable[[str, Game[Any], int, int | None], Agent[Any]]

LAST_AGENT = "random"

LEAST_SECONDS = 0.02


class Thinker:
    """Holds the agent of one match. Requests: ``begin``, ``prepare``, ``decide``, ``ponder``, ``rest``.

    Deadlines are points of ``time.monotonic``, which all processes of a machine share, so that what a request waits
    for its turn counts.
    """

    def __init__(self, seat: SeatedGame) -> None:
        self._seat = seat
        self._agent: Agent[Any]

    @staticmethod
    def import_all() -> None:
        """Imports what agents import when they are made, which is not for the clock of a match."""
        import ludens.search.hidden.beliefs  # noqa: PLC0415
        import ludens.search.playouts.foresight  # noqa: PLC0415
        import ludens.search.prospects  # noqa: PLC0415
        import ludens.search.tree.search  # noqa: F401, PLC0415

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        if request["kind"] == "begin":
            return self._begin(request)
        if isinstance(self._agent, Ponders):
            self._agent.rest()
        self._seat.advance(map(from_data, request["steps"]))
        match request["kind"]:
            case "prepare":
                self._prepare(request["until"])
            case "decide":
                return self._decide(request["until"])
            case "ponder" if isinstance(self._agent, Ponders) and not self._over():
                self._agent.ponder(self._seat.position)
        return {}

    def _begin(self, request: dict[str, Any]) -> dict[str, Any]:
        """Makes the agent; with ``compiled`` the rules are made into an engine first.

        With ``patience``, the seconds for all that comes after the rules, a simpler agent may answer in its stead.
        """
        if request["memory_mib"]:
            limit_memory(request["memory_mib"] << 20)
        begin = time.monotonic()
        self._agent, name = self._seated(request) if request.get("patience") is None else self._seated_soon(request)
        if request.get("position") is not None:
            self._seat.go_to(request["position"])
        self._seat.advance(map(from_data, request["steps"]))
        prepares = isinstance(self._agent, Prepares)
        return {"agent": name, "prepares": prepares, "seconds": time.monotonic() - begin}

    def _seated(self, request: dict[str, Any]) -> tuple[Agent[Any], str]:
        """The agent that was asked for, or the next one that can play such a game."""
        make = _function(request["make"]) if request.get("make") else make_agent
        game = self._seat.game if request["compiled"] else GameWithEngine(self._seat.game)
        names = dict.fromkeys((request["agent"], DEFAULT_AGENT, LAST_AGENT))
        reason: LudensError | None = None
        for name in names:
            try:
                return make(name, game, self._seat.role, request.get("seed")), name
            except UnsuitableGameError as error:
                reason = reason or error
        raise reason or LudensError("nobody can play this game")

    def _seated_soon(self, request: dict[str, Any]) -> tuple[Agent[Any], str]:
        """As soon as the rules are compiled: an agent that is not ready so many seconds later has a stand-in."""
        made = []

        def make() -> Agent[Any]:
            made.append(self._seated(request))
            return made[0][0]

        agent = in_the_making(with_engine(self._seat.game), self._seat.role, request.get("seed"), make)
        agent.wait_for_rules()
        ready = agent.wait(request["patience"])
        return made[0] if ready is not None else (agent, request["agent"])

    def _prepare(self, until: float) -> None:
        seconds = until - time.monotonic()
        if isinstance(self._agent, Prepares) and seconds > LEAST_SECONDS:
            self._agent.prepare(self._seat.position, Limit(seconds))

    def _decide(self, until: float) -> dict[str, Any]:
        if self._over():
            raise LudensError("the game is over")
        decision = self._agent.decide(self._seat.position, Limit(max(LEAST_SECONDS, until - time.monotonic())))
        if not isinstance(decision, Decision) or not isinstance(decision.move, str):
            raise TypeError(f"an agent decided {decision!r}")
        [move] = self._seat.written([decision.move])
        notes = {name: value for name, value in decision.notes.items() if isinstance(value, (int, float, str))}
        value = None if decision.value is None else float(decision.value)
        return {"move": move, "value": value, "notes": notes}

    def _over(self) -> bool:
        return not self._seat.hidden and self._seat.game.is_terminal(self._seat.state)


def _function(name: str) -> MakeAgent:
    """The function that ``module:name`` names."""
    module, _, function = name.partition(":")
    found: MakeAgent = getattr(importlib.import_module(module), function)
    return found
