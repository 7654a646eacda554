"""What a thinking process does for those who learn: sees threats, explains moves, and makes puzzles."""

from __future__ import annotations

import random
import time
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ludens.arena.session import Session
from ludens.engine.contract import LoadedGame
from ludens.game import Decision, JointMove, Limit, LudensError, Move
from ludens.players import make_agent
from ludens.players.agent import Agent
from ludens.studio.frames.games import GameSpec, spec_key
from ludens.studio.frames.questions import (
    EXPLAIN,
    MAKE_PUZZLES,
    PUZZLES_OF_MISTAKES,
    REFUTE,
    SEE,
    AgentRequest,
    Caller,
    ExplainedTurn,
    ExplainRequest,
    MakePuzzlesRequest,
    MistakesRequest,
    PuzzlesMade,
    Refuted,
    RefuteRequest,
    SeenRequest,
    Task,
)
from ludens.studio.frames.teaching import Explanation, PuzzleData, SaidMove, Seen
from ludens.studio.frames.thinking import JudgedPosition, Worth
from ludens.studio.games.opened_games import OpenedGames
from ludens.studio.teach.telling import fact_data, puzzle_data, said
from ludens.studio.work.drawing import MovePlaces
from ludens.teaching.ahead import TooManyError, look_ahead, winning
from ludens.teaching.explaining import Fact, explain
from ludens.teaching.passing import passed
from ludens.teaching.puzzles import Puzzle, PuzzleMaker, by_search, puzzles, searched, sole_actor
from ludens.teaching.threats import Danger, danger

MAKERS_KEPT = 2
GAMES_IN_VAIN = 400
"""Games, or positions, without a puzzle after which no more are looked at."""

PROVING = 0.5
"""The part of the time after which, without a single proof, a search is asked."""

SEARCH, PLAYOUTS = "uct", 20_000
"""Who is asked then, and how much it thinks about a position."""

OWN_CLEARLY = 10.0
"""Points by which the best move is better in a puzzle from a mistake that was not proven: the mistake is known."""

SeatAgent = Callable[[AgentRequest, int], Agent[Any]]
WorthOf = Callable[[Session[Any], int, Any, Limit], dict[str, Worth]]


class TeachingWork:
    """Answers what learners ask. ``agent``: of a seat, when it is ready; ``worth``: what a position of a game is."""

    def __init__(self, games: OpenedGames, agent: SeatAgent, worth: WorthOf) -> None:
        self._games, self._agent, self._worth = games, agent, worth
        self._makers: OrderedDict[str, PuzzleMaker] = OrderedDict()

    @property
    def tasks(self) -> dict[str, Task]:
        """What is answered, by the name of the question."""
        return dict(
            (
                SEE.answered_by(self._see),
                EXPLAIN.answered_by(self._explain),
                MAKE_PUZZLES.answered_by(self._make),
                PUZZLES_OF_MISTAKES.answered_by(self._mistakes),
                REFUTE.answered_by(self._refute),
            )
        )

    def _maker(self, spec: GameSpec) -> PuzzleMaker:
        key = spec_key(spec)
        if key not in self._makers:
            self._makers[key] = PuzzleMaker(self._games.get(spec))
            if len(self._makers) > MAKERS_KEPT:
                self._makers.popitem(last=False)
        self._makers.move_to_end(key)
        return self._makers[key]

    def _see(self, request: SeenRequest, call: Caller[None]) -> Seen:
        game, role = self._games.get(request["game"]), request["role"]
        session = _session(game, request["moves"])
        try:
            found = danger(game, session.state, role)
        except TooManyError:
            found = Danger((), ())
        places = MovePlaces(game, session.state)

        def told(who: int, move: Move) -> SaidMove:
            return said(places, who, move)

        # After some moves others may stand elsewhere: a move that is not on the board yet is told all the same.
        return {
            "wins": [told(role, move) for move in found.wins],
            "threats": [
                {
                    "move": told(threat.role, threat.move),
                    "stops": [told(role, move) for move in threat.stops],
                    "now": threat.now,
                }
                for threat in found.threats
            ],
            "traps": [
                {"move": told(role, move), "by": [told(other, one) for one in by]} for move, other, by in found.traps
            ],
            "passing": self._passing(request, game, session.state, places),
        }

    def _passing(self, request: SeenRequest, game: LoadedGame[Any], state: Any, places: MovePlaces) -> list[SaidMove]:
        """What each other player would do if it were its turn now: all that wins at once, or what it likes best."""
        told = []
        for other in game.info.players:
            turned = passed(game, state, request["role"], other) if other != request["role"] else None
            if turned is None:
                continue
            (ahead,) = look_ahead(game.engine, game.pack([turned]))
            wins = [game.engine.moves(other)[move] for move in winning(game.info, ahead, other)]
            if not wins:
                limit = Limit(request["seconds"], request["playouts"])
                wins = [self._agent(request, other).decide(turned, limit).move]
            told += [said(places, other, move) for move in wins]
        return told

    def _explain(self, request: ExplainRequest, call: Caller[None]) -> ExplainedTurn:
        game = self._games.get(request["game"])
        session = _session(game, request["moves"])
        ply = len(session.moves)
        judged: list[JudgedPosition] = []
        best = dict(request["best"])
        if request["judge"] and not game.info.hidden:
            limit = Limit(request["seconds"], request["playouts"])
            judged = [{"ply": at, "roles": self._worth(session, at, request, limit)} for at in (ply, ply - 1)]
            best = {role: worth["move"] for role, worth in judged[-1]["roles"].items() if "move" in worth}
        state, played = session.states[ply - 1], session.moves[ply - 1]
        places = MovePlaces(game, state)
        proofs = self._maker(request["game"])
        turn: list[Explanation] = []
        for role in game.info.players:
            if len(game.legal_moves(state, role)) < 2 or game.info.hidden:
                continue

            def facts(move: Move, role: int = role) -> list[Fact]:
                return explain(game, state, role, move, proofs.proofs(role))

            own = facts(played[role])
            better = certainly_better(own, best.get(str(role)))
            others = facts(better) if better and better != played[role] else []
            turn.append(
                {
                    "role": role,
                    "move": said(places, role, played[role]),
                    "facts": [fact_data(fact, places, role) for fact in own],
                    "best": said(places, role, better) if better else None,
                    "best_facts": [fact_data(fact, places, role) for fact in others],
                    "lost": None,
                    "worth": None,
                }
            )
        return {"turn": turn, "judged": judged}

    def _make(self, request: MakePuzzlesRequest, call: Caller[PuzzleData]) -> PuzzlesMade:
        game = self._games.get(request["game"])
        maker = self._maker(request["game"])
        start, seconds = time.perf_counter(), request["seconds"]
        found = _tell(puzzles(game, request["seed"], maker), request["most"], start + PROVING * seconds, call)
        if not found and maker.reason is None:
            numbers = random.Random(request["seed"])
            _tell(by_search(game, Searching(game, request["seed"]), numbers), request["most"], start + seconds, call)
        return {"reason": str(maker.reason or "")}

    def _mistakes(self, request: MistakesRequest, call: Caller[PuzzleData]) -> None:
        game = self._games.get(request["game"])
        if game.info.hidden:
            return
        maker = self._maker(request["game"])
        moves: list[JointMove] = [tuple(joint) for joint in request["moves"]]
        for ply, role in request["turns"]:
            if call.stopped:
                return
            puzzle = maker.of_position(moves[:ply], role)
            if puzzle is None:
                session = _session(game, request["moves"][:ply])
                if sole_actor(game, session.state) != role:
                    continue
                limit = Limit(request["seconds"], request["playouts"])
                decision = self._agent(request, role).decide(session.state, limit)
                puzzle = searched(moves[:ply], role, decision, OWN_CLEARLY)
            if puzzle is not None and moves[ply][role] not in puzzle.steps[0].good:
                call.tell(puzzle_data(puzzle))

    def _refute(self, request: RefuteRequest, call: Caller[None]) -> Refuted:
        game, role, move = self._games.get(request["game"]), request["role"], request["move"]
        session = _session(game, request["moves"])
        places = MovePlaces(game, session.state)
        if move not in game.legal_moves(session.state, role):
            raise LudensError("This move is not legal here.")
        maker = self._maker(request["game"])
        facts = [fact_data(fact, places, role) for fact in explain(game, session.state, role, move, maker.proofs(role))]
        before = len(session.moves)
        session.play(maker.worst_case(session.state, role, move))
        texts = [places.step(session.moves[-1])["text"]]
        for joint in maker.replies(session.state, role):
            texts.append(MovePlaces(game, session.state).step(joint)["text"])
            session.play(joint)
        line = [list(joint) for joint in session.moves[before:]]
        return {"move": said(places, role, move), "line": line, "texts": texts, "facts": facts}


def certainly_better(facts: Sequence[Fact], found: Move | None) -> Move | None:
    """The better move to tell: what a search found, unless it is certain that other moves are better than that."""
    certain = next((fact.moves for fact in facts if fact.kind in ("misses", "gives_away")), ())
    return found if not certain or found is None or found in certain else certain[0]


class Searching:
    """What a plain search thinks of positions, whichever role is to choose."""

    def __init__(self, game: LoadedGame[Any], seed: int) -> None:
        self._game, self._seed = game, seed
        self._agents: dict[int, Agent[Any]] = {}

    def __call__(self, role: int, state: Any) -> Decision:
        if role not in self._agents:
            self._agents[role] = make_agent(SEARCH, self._game, role, self._seed)
        return self._agents[role].decide(state, Limit(playouts=PLAYOUTS))


def _tell(made: Iterator[Puzzle | None], most: int, end: float, call: Caller[PuzzleData]) -> int:
    """Tells puzzles as they are made, and how many there were: so many at most, and none after the end."""
    found = in_vain = 0
    for puzzle in made:
        if puzzle is not None:
            call.tell(puzzle_data(puzzle))
            found, in_vain = found + 1, 0
        else:
            in_vain += 1
        if found >= most or in_vain > GAMES_IN_VAIN or call.stopped or time.perf_counter() > end:
            break
    return found


def _session(game: LoadedGame[Any], moves: list[list[str]]) -> Session[Any]:
    session: Session[Any] = Session(game)
    session.replay(tuple(tuple(joint) for joint in moves))
    return session


def new_seed() -> int:
    """The seed of puzzles that nobody has seen yet."""
    return random.SystemRandom().getrandbits(31)
