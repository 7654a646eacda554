"""What the process does that runs lessons: any game may be learnt on, and some take more than there is."""

from __future__ import annotations

from random import Random
from typing import Any

from ludens.arena.session import Session
from ludens.arena.typed import play_typed
from ludens.game import Game
from ludens.processes.messages import Data
from ludens.processes.serving import Call
from ludens.studio.frames.learn import CircuitLesson, LessonRun
from ludens.studio.frames.questions import CIRCUIT, LESSON, Caller, CircuitRequest, LessonRequest
from ludens.studio.frames.writing import plain
from ludens.studio.games.opened_games import OpenedGames
from ludens.studio.learn.circuits import circuit_lesson
from ludens.studio.learn.lessons import LESSONS

GAMES_KEPT = 8


class LessonWork:
    """Runs lessons."""

    def __init__(self) -> None:
        self._games = OpenedGames(GAMES_KEPT)
        self._tasks = dict((LESSON.answered_by(self._lesson), CIRCUIT.answered_by(self._circuit)))

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request."""
        return self._tasks[what](request, call)

    def _lesson(self, request: LessonRequest, call: Caller[None]) -> LessonRun:
        lesson, game = LESSONS[request["lesson"]], self._games.get(request["game"])
        state = position(game, request["moves"], request["ahead"], Random(request["seed"]))
        steps = lesson.run(game, state, request["knobs"], request["rounds"], request["seed"])
        return {"lesson": lesson.name, "roles": list(game.info.roles), "steps": plain(steps)}

    def _circuit(self, request: CircuitRequest, call: Caller[None]) -> CircuitLesson:
        game = self._games.get(request["game"])
        return circuit_lesson(game, request["output"], request["ahead"], request["seed"], request["lane"])


def position(game: Game[Any], moves: str, ahead: int, random: Random) -> Any:
    """The position after moves as they are typed, and so many random ones; never one in which the game is over."""
    session: Session[Any] = Session(game)
    play_typed(session, moves)
    state = session.state
    for _ in range(ahead):
        joint = tuple(random.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles)))
        after = game.next_state(state, joint)
        if game.is_terminal(after):
            break
        state = after
    return state
