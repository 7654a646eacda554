"""Answers over HTTP: JSON, and errors as JSON that a person can read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludens.game import LudensError, RulesError
from ludens.studio.frames.errors import ErrorAnswer, Failure
from ludens.studio.frames.writing import RouteAnswer, json_text
from ludens.studio.match.registry import MissingError
from ludens.studio.store.store import StoreError
from ludens.studio.web.json_text import json_object
from ludens.studio.web.safety import TooLargeError
from ludens.studio.work.workers import WorkError

Handler = Callable[[Request], Awaitable[Response]]


class Answer(JSONResponse):
    """An answer in JSON, written as frames are."""

    def __init__(self, content: RouteAnswer, status_code: int = 200) -> None:
        super().__init__(content, status_code)

    def render(self, content: object) -> bytes:
        return json_text(content).encode()


class RefusedError(Exception):
    """A request that is refused, with a status and a message for people."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


def html_file(text: str, identity: str) -> Response:
    """A page to be saved as a file."""
    name = "".join(letter for letter in identity if letter.isalnum())
    headers = {"content-disposition": f'attachment; filename="ludens-{name}.html"'}
    return Response(text, media_type="text/html; charset=utf-8", headers=headers)


def error_answer(status: int, message: str, places: Sequence[Sequence[int]] | None = None) -> Answer:
    """An error as JSON."""
    failure: Failure = {"message": message}
    if places:
        failure["places"] = [list(place) for place in places]
    answer: ErrorAnswer = {"error": failure}
    return Answer(answer, status)


async def on_error(request: Request, error: Exception) -> Response:
    """The answer to a request that failed for a reason that can be told."""
    if isinstance(error, RefusedError):
        return error_answer(error.status, str(error))
    if isinstance(error, TooLargeError):
        return error_answer(413, str(error))
    status = 404 if isinstance(error, MissingError) else 507 if isinstance(error, StoreError) else 400
    places = error.places if isinstance(error, WorkError | RulesError) else None
    return error_answer(status, str(error), places)


async def on_flaw(request: Request, error: Exception) -> Response:
    """The answer to a request that failed for a reason that nobody has thought of; the log has the rest."""
    if isinstance(error, MemoryError):
        return error_answer(503, "The studio has no memory for that right now. Try again in a moment.")
    return error_answer(500, f"Something went wrong inside the studio: {type(error).__name__}.")


ERRORS: dict[Any, Any] = {
    RefusedError: on_error, LudensError: on_error, TooLargeError: on_error, MemoryError: on_flaw, Exception: on_flaw,
}  # fmt: skip
"""Which exceptions become answers."""


async def read_object(request: Request) -> dict[str, object]:
    """The JSON object in the body of a request; raises ParameterError when there is none."""
    return json_object("The request", await request.body())


def text_of(data: Mapping[str, object], name: str, most: int) -> str:
    """A text in the object; raises RefusedError when it is missing or too long."""
    value = data.get(name)
    if not isinstance(value, str) or not value.strip():
        raise RefusedError(400, f"{name} is missing.")
    if len(value) > most:
        raise RefusedError(413, f"{name} has {len(value):,} characters; at most {most:,} are allowed.")
    return value
