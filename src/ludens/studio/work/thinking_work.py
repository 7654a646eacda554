"""What a thinking process does: agents that decide, and tell meanwhile what they think."""

from __future__ import annotations

import math
import random
import time
from collections import OrderedDict
from collections.abc import Sequence
from typing import Any

from ludens.arena.session import Session
from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, MoveReport, View, observations
from ludens.players.agent import Agent
from ludens.players.preparing import PreparingAgent, make_agent_soon
from ludens.processes.messages import Data
from ludens.processes.serving import Call
from ludens.studio.frames.questions import (
    JUDGE,
    PREPARE,
    THINK,
    AgentRequest,
    Caller,
    JudgeRequest,
    SeatedRequest,
    ThinkRequest,
)
from ludens.studio.frames.thinking import (
    Candidate,
    DrawnCandidate,
    JudgedPosition,
    Preparing,
    Thought,
    ThoughtSoFar,
    Worth,
)
from ludens.studio.games.opened_games import OpenedGames
from ludens.studio.teach.teaching_work import TeachingWork
from ludens.studio.work.drawing import MovePlaces
from ludens.studio.work.preparing import Waiting, progress, told_meanwhile
from ludens.studio.work.watching import Watcher, decide_watched

GAMES_KEPT, AGENTS_KEPT = 2, 4

ENOUGH = Limit(playouts=256)
"""For an opinion, if not a good one, however busy the machine is."""

MOVES_SHOWN, MOVES_JUDGED = 30, 10_000
LINE_SHOWN = 24


class ThinkingWork:
    """Seats agents and asks them."""

    def __init__(self) -> None:
        self._games = OpenedGames(GAMES_KEPT)
        self._agents: OrderedDict[str, Agent[Any]] = OrderedDict()
        self._tasks = dict(
            (PREPARE.answered_by(self._prepare), THINK.answered_by(self._think), JUDGE.answered_by(self._judge))
        )
        teaching = TeachingWork(self._games, lambda request, role: self._agent(request, role, wait=True), self._worth)
        self._tasks.update(teaching.tasks)

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request: ``prepare`` an agent, ``think`` about one position, or ``judge`` all of a game."""
        try:
            return self._tasks[what](request, call)
        except MemoryError:
            self._agents.clear()  # trees of other games may be what takes up the memory
            return self._tasks[what](request, call)

    def _prepare(self, request: SeatedRequest, call: Caller[None]) -> None:
        self._agent(request, request["role"])

    def _think(self, request: ThinkRequest, call: Caller[ThoughtSoFar]) -> Thought:
        with told_meanwhile(call.tell) as waiting:
            return self._decided(request, call, waiting)

    def _decided(self, request: ThinkRequest, call: Caller[ThoughtSoFar], waiting: Waiting) -> Thought:
        game, role = self._games.get(request["game"]), request["role"]
        session = _session(game, request["moves"])
        agent = waiting.agent = self._agent(request, role)
        limit = Limit(request["seconds"], request["playouts"])
        known = what_is_known(session, len(session.moves), role)
        places = MovePlaces(game, session.state)
        begin = time.perf_counter()

        def thought_of(decision: Decision) -> Thought:
            return thought(game, role, decision, time.perf_counter() - begin, places, preparing=progress(agent))

        if _choices(session, role) < request.get("head_start", 0):
            numbers = random.Random(f"{request['seed']} {len(session.moves)}")
            return thought_of(Decision(numbers.choice(game.legal_moves(session.state, role))))
        call.tell({"stage": "thinking", "preparing": progress(agent)})
        watcher = Watcher(
            lambda decision: call.tell({"stage": "thinking", **thought_of(decision)}), lambda: call.stopped
        )
        return thought_of(decide_watched(agent, known, limit, watcher))

    def _judge(self, request: JudgeRequest, call: Caller[JudgedPosition]) -> None:
        """Tells of every position of a game what it is worth, from the last to the first."""
        game = self._games.get(request["game"])
        session = _session(game, request["moves"])
        limit = Limit(request["seconds"], request["playouts"])
        for ply in reversed(range(len(session.moves) + 1)):
            if call.stopped:
                return
            call.tell({"ply": ply, "roles": self._worth(session, ply, request, limit)})

    def _worth(self, session: Session[Any], ply: int, request: AgentRequest, limit: Limit) -> dict[str, Worth]:
        """What each role that has a choice thinks of a position; at the end of the game, the goals."""
        game, state = self._games.get(request["game"]), session.states[ply]
        if game.is_terminal(state):
            return {str(role): {"value": float(goal)} for role, goal in enumerate(game.goals(state))}
        found: dict[str, Worth] = {}
        for role in range(len(game.info.roles)):
            if len(game.legal_moves(state, role)) > 1:
                agent, known = self._agent(request, role, wait=True), what_is_known(session, ply, role)
                decision = agent.decide(known, limit)
                if decision.value is None:  # it was disturbed before it had an opinion
                    decision = agent.decide(known, ENOUGH)
                found[str(role)] = {
                    "value": _finite(decision.value),
                    "move": decision.move,
                    "moves": [_candidate(report) for report in decision.moves[:MOVES_JUDGED]],
                }
        return found

    def _agent(self, request: AgentRequest, role: int, *, wait: bool = False) -> Agent[Any]:
        """The agent of a seat, kept from move to move; ``wait``: until it is ready itself."""
        key = f"{request['seat']} {role} {request['agent']}"
        agent = self._agents.get(key)
        if agent is None:
            while len(self._agents) >= AGENTS_KEPT:
                self._agents.popitem(last=False)
            game = self._games.get(request["game"])
            agent = self._agents[key] = make_agent_soon(request["agent"], game, role, request["seed"])
        self._agents.move_to_end(key)
        if isinstance(agent, PreparingAgent):
            agent = self._agents[key] = self._ready(key, agent, wait=wait)
        return agent

    def _ready(self, key: str, agent: PreparingAgent[Any], *, wait: bool) -> Agent[Any]:
        """The agent itself, if it is ready or has to be: a whole game is not judged by whoever stands in."""
        try:
            return agent.wait(None if wait else 0.0) or agent
        except BaseException:
            del self._agents[key]
            raise


def _choices(session: Session[Any], role: int) -> int:
    """How often a role has chosen so far."""
    return sum(len(session.game.legal_moves(state, role)) > 1 for state in session.states[:-1])


def _session(game: LoadedGame[Any], moves: Sequence[Sequence[str]]) -> Session[Any]:
    session: Session[Any] = Session(game)
    session.replay(tuple(tuple(joint) for joint in moves))
    return session


def what_is_known(session: Session[Any], ply: int, role: int) -> Any:
    """What an agent is told of a position: the position, or what its role has seen where not all is seen."""
    game, state = session.game, session.states[ply]
    if not game.info.hidden:
        return state
    return View(role, observations(game, session.moves[:ply], role), game.legal_moves(state, role))


def thought(
    game: LoadedGame[Any],
    role: int,
    decision: Decision,
    seconds: float,
    places: MovePlaces,
    *,
    preparing: Preparing | None,
) -> Thought:
    """A decision as a page shows it, with what it needs to draw moves on the board."""
    simulations = decision.notes.get("simulations", 0)
    count = int(simulations) if isinstance(simulations, int | float) and math.isfinite(simulations) else 0
    return {
        "move": decision.move,
        "seconds": round(seconds, 3),
        "simulations": count,
        "rate": round(count / seconds) if seconds > 0 else None,
        "value": _finite(decision.value),
        "values": values(game, role, decision.value),
        "moves": [_drawn(report, places) for report in decision.moves[:MOVES_SHOWN]],
        "line": [places.step(joint) for joint in decision.line[:LINE_SHOWN]],
        "notes": {name: value if isinstance(value, str) else _finite(value) for name, value in decision.notes.items()},
        "preparing": preparing,
    }


def values(game: LoadedGame[Any], role: int, value: float | None) -> dict[str, float] | None:
    """What the roles can expect when one expects this; of the others only where the goals say so."""
    if value is None or not math.isfinite(value):
        return None
    found = {str(role): round(value, 2)}
    if len(game.info.roles) == 2 and game.info.goal_sum is not None:
        found[str(1 - role)] = round(game.info.goal_sum - value, 2)
    return found


def _candidate(report: MoveReport) -> Candidate:
    return {
        "move": report.move,
        "visits": int(report.visits),
        "value": _finite(report.value),
        "margin": _finite(report.margin),
        "proven": bool(report.proven),
        "chance": _finite(report.chance),
    }


def _drawn(report: MoveReport, places: MovePlaces) -> DrawnCandidate:
    return {**_candidate(report), "label": places.text(report.move), "places": places.of(report.move)}


def _finite(value: float | int | None) -> float | int | None:
    if value is None or not math.isfinite(value):
        return None
    return int(value) if int(value) == value and not isinstance(value, float) else float(value)
