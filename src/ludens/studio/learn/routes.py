"""Routes: lessons, each an algorithm that tells its steps."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludens.players.options import described
from ludens.studio.frames.learn import LessonCard, LessonList
from ludens.studio.games.game_routes import option_data
from ludens.studio.learn.lessons import LESSONS
from ludens.studio.learn.lessons.lesson import MOST_ROUNDS, Lesson
from ludens.studio.studio import studio_of
from ludens.studio.web.answers import Answer, RefusedError, read_object, text_of

LONGEST_NAME = 200

CIRCUITS = "circuits"
"""The lesson that has no tree."""

MOST_AHEAD = 60


async def lessons(request: Request) -> Response:
    """All lessons with their knobs."""
    found: LessonList = {"lessons": [lesson_data(lesson) for lesson in LESSONS.values()]}
    return Answer(found)


async def steps(request: Request) -> Response:
    """A lesson, run on one of its examples or on any game: every step, and what it is about."""
    lesson = LESSONS.get(request.path_params["name"])
    if lesson is None:
        raise RefusedError(404, "There is no such lesson.")
    data = await read_object(request)
    rounds, seed, ahead = (
        _whole(data, name, default) for name, default in (("rounds", lesson.usual_rounds), ("seed", 0), ("ahead", 0))
    )
    knobs = data.get("knobs", {})
    if not isinstance(knobs, dict):
        raise RefusedError(400, "knobs should be an object.")
    name, moves = _position(data, lesson)
    spec, _ = await studio_of(request).matches.spec(name)
    found = await studio_of(request).learning.lesson(
        {"lesson": lesson.name, "game": spec, "moves": moves, "ahead": _ahead(ahead), "knobs": knobs,
         "rounds": rounds, "seed": seed}
    )  # fmt: skip
    return Answer(found)


async def circuit(request: Request) -> Response:
    """A part of the circuit of a game."""
    data = await read_object(request)
    spec, _ = await studio_of(request).matches.spec(text_of(data, "game", LONGEST_NAME))
    output = data.get("output", "")
    found = await studio_of(request).learning.circuit(
        {"game": spec, "output": output if isinstance(output, str) else "", "ahead": _ahead(_whole(data, "ahead", 0)),
         "seed": _whole(data, "seed", 0), "lane": _whole(data, "lane", 0)}
    )  # fmt: skip
    return Answer(found)


def _position(data: Mapping[str, object], lesson: Lesson) -> tuple[str, str]:
    """The game that is learnt on, and the moves that come first: a page's own choice, or an example."""
    if data.get("game") is not None:
        moves = data.get("moves", "")
        return text_of(data, "game", LONGEST_NAME), moves if isinstance(moves, str) else ""
    chosen = lesson.example(_whole(data, "example", 0))
    return chosen.game, chosen.opening


def _ahead(moves: int) -> int:
    if not 0 <= moves <= MOST_AHEAD:
        raise RefusedError(400, f"There may be 0 to {MOST_AHEAD} random moves.")
    return moves


def lesson_data(lesson: Lesson) -> LessonCard:
    """A lesson as a page lists it."""
    return {
        "name": lesson.name,
        "examples": [{"name": each.name, "game": each.game} for each in lesson.examples],
        "rounds": {"default": lesson.usual_rounds, "highest": MOST_ROUNDS},
        "knobs": [option_data(knob) for knob in described(lesson.knobs)],
    }


def _whole(data: Mapping[str, object], name: str, default: int) -> int:
    value = data.get(name, default)
    if not isinstance(value, int) or isinstance(value, bool):
        raise RefusedError(400, f"{name} should be a whole number.")
    return value


ROUTES = [
    Route("/learn", lessons),
    Route(f"/learn/{CIRCUITS}", circuit, methods=["POST"]),
    Route("/learn/{name}", steps, methods=["POST"]),
]
