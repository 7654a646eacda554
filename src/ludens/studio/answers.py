"""Answers over HTTP: JSON, and errors as JSON that a person can read."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from ludens.game import LudensError, RulesError
from ludens.studio.rooms import MissingError
from ludens.studio.safety import TooLargeError
from ludens.studio.workers import WorkError

Data = dict[str, Any]
Handler = Callable[[Request], Awaitable[Response]]


class RefusedError(Exception):
    """A request that is refused, with a status and a message for people."""

    def __init__(self, status: int, message: str) -> None:
        self.status = status
        super().__init__(message)


def error_answer(status: int, message: str, places: Any = None) -> JSONResponse:
    """An error as JSON."""
    data: Data = {"message": message}
    if places:
        data["places"] = [list(place) for place in places]
    return JSONResponse({"error": data}, status)


async def on_error(request: Request, error: Exception) -> Response:
    """The answer to a request that failed for a reason that can be told."""
    if isinstance(error, RefusedError):
        return error_answer(error.status, str(error))
    if isinstance(error, TooLargeError):
        return error_answer(413, str(error))
    status = 404 if isinstance(error, MissingError) else 400
    places = error.places if isinstance(error, WorkError | RulesError) else None
    return error_answer(status, str(error), places)


ERRORS: dict[Any, Any] = {RefusedError: on_error, LudensError: on_error, TooLargeError: on_error}
"""Which exceptions become answers."""


async def read_object(request: Request) -> Data:
    """The JSON object in the body of a request; raises RefusedError when there is none."""
    try:
        data = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise RefusedError(400, "The request should be a JSON object.") from None
    if not isinstance(data, dict):
        raise RefusedError(400, "The request should be a JSON object.")
    return data


def text_of(data: Data, name: str, most: int) -> str:
    """A text in the object; raises RefusedError when it is missing or too long."""
    value = data.get(name)
    if not isinstance(value, str) or not value.strip():
        raise RefusedError(400, f"{name} is missing.")
    if len(value) > most:
        raise RefusedError(413, f"{name} has {len(value):,} characters; at most {most:,} are allowed.")
    return value
