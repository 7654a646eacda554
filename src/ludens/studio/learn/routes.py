"""Routes: lessons, each an algorithm that tells its steps."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from anyio import CapacityLimiter
from anyio.to_thread import run_sync
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludens.games.loading import load
from ludens.players.options import described
from ludens.studio.frames.learn import LessonCard, LessonList, LessonRun
from ludens.studio.games.game_routes import option_data
from ludens.studio.learn.lessons import LESSONS
from ludens.studio.learn.lessons.lesson import MOST_ROUNDS, Lesson
from ludens.studio.web.answers import Answer, RefusedError, read_object

ONE_AT_A_TIME = CapacityLimiter(1)
"""A lesson takes tenths of a second, in a thread: more at once would only disturb the games."""


async def lessons(request: Request) -> Response:
    """All lessons with their knobs."""
    found: LessonList = {"lessons": [lesson_data(lesson) for lesson in LESSONS.values()]}
    return Answer(found)


async def steps(request: Request) -> Response:
    """A lesson, run: every step, and what it is about."""
    lesson = LESSONS.get(request.path_params["name"])
    if lesson is None:
        raise RefusedError(404, "There is no such lesson.")
    data = await read_object(request)
    example, rounds, seed = (
        _whole(data, name, default) for name, default in (("example", 0), ("rounds", lesson.usual_rounds), ("seed", 0))
    )
    knobs = data.get("knobs", {})
    if not isinstance(knobs, dict):
        raise RefusedError(400, "knobs should be an object.")
    found = await run_sync(lambda: recorded(lesson, example, knobs, rounds, seed), limiter=ONE_AT_A_TIME)
    return Answer(found)


def recorded(lesson: Lesson, example: int, knobs: dict[str, Any], rounds: int, seed: int) -> LessonRun:
    """What a page needs to show a run."""
    told = lesson.steps(example, knobs, rounds, seed)
    roles = load(lesson.examples[example].game).info.roles
    return {"lesson": lesson.name, "roles": list(roles), "steps": told}


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
    Route("/learn/{name}", steps, methods=["POST"]),
]
