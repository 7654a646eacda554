"""Routes: puzzles, made, tried and solved."""

from __future__ import annotations

from collections.abc import Mapping

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludens.studio.frames.teaching import MadePuzzles, NextPuzzle, PuzzleList
from ludens.studio.studio import studio_of
from ludens.studio.web.answers import Answer, RefusedError, read_object, text_of

LONGEST_NAME = 200
LONGEST_MOVE = 10_000


async def shelves(request: Request) -> Response:
    """How many puzzles there are of which game, and how they went."""
    store = studio_of(request).store
    found: PuzzleList = {
        "shelves": await store.do(lambda kept: kept.puzzles.shelves()),
        "streak": await store.do(lambda kept: kept.puzzles.streak()),
    }
    return Answer(found)


async def following(request: Request) -> Response:
    """The next puzzle of a game, or of one's own mistakes."""
    data = await read_object(request)
    own = data.get("own") is True
    game = text_of(data, "game", LONGEST_NAME) if data.get("game") else None
    if game is None and not own:
        raise RefusedError(400, "game is missing.")
    after = data.get("after")
    puzzle, reason = await studio_of(request).puzzles.next(game, own=own, after=after if isinstance(after, str) else "")
    found: NextPuzzle = {"puzzle": puzzle, "reason": reason}
    return Answer(found)


async def attempt(request: Request) -> Response:
    """A move in a puzzle."""
    data = await read_object(request)
    move = text_of(data, "move", LONGEST_MOVE)
    return Answer(await studio_of(request).puzzles.attempt(request.path_params["id"], _step(data), move))


async def solution(request: Request) -> Response:
    """The solution of a puzzle."""
    data = await read_object(request)
    return Answer(await studio_of(request).puzzles.solution(request.path_params["id"], _step(data)))


async def from_match(request: Request) -> Response:
    """Puzzles from the mistakes of a match."""
    data = await read_object(request)
    made: MadePuzzles = {"made": await studio_of(request).puzzles.from_match(text_of(data, "match", LONGEST_NAME))}
    return Answer(made)


def _step(data: Mapping[str, object]) -> int:
    step = data.get("step", 0)
    if not isinstance(step, int) or isinstance(step, bool):
        raise RefusedError(400, "step should be a whole number.")
    return step


ROUTES = [
    Route("/puzzles", shelves),
    Route("/puzzles/next", following, methods=["POST"]),
    Route("/puzzles/from_match", from_match, methods=["POST"]),
    Route("/puzzles/{id}/try", attempt, methods=["POST"]),
    Route("/puzzles/{id}/solution", solution, methods=["POST"]),
]
