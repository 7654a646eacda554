"""Routes: rules that people write, check and save. To the studio they are data, whatever is in them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludens.game import ParameterError
from ludens.games import RULESHEETS
from ludens.games.loading import built_in_source
from ludens.quality.variants import heading, with_slider
from ludens.studio.frames.games import ListedRules, SavedRules, Template, TurnedRules
from ludens.studio.match.registry import MissingError, new_id
from ludens.studio.studio import studio_of
from ludens.studio.web.answers import Answer, RefusedError, read_object, text_of

LONGEST_NAME = 120


async def check(request: Request) -> Response:
    """What is wrong with a rulesheet."""
    studio = studio_of(request)
    text = text_of(await read_object(request), "text", studio.settings.caps.rules_characters)
    return Answer(await studio.tables.check(text))


async def save(request: Request) -> Response:
    """Saves rules under a name; PUT replaces those with an id. What is saved already is not saved again."""
    studio = studio_of(request)
    data = await read_object(request)
    name = text_of(data, "name", LONGEST_NAME).strip()
    text = text_of(data, "text", studio.settings.caps.rules_characters)
    identity = request.path_params.get("id")
    if identity is None:
        same = await studio.store.do(lambda store: store.same_rules(name, text))
        if same is not None:
            return Answer({"id": same, "name": name})
        identity = new_id()
        most = studio.settings.caps.rules_kept
        kept = await studio.store.do(lambda store: store.all_rules())
        name = _free_name(name, {taken for _, taken, _ in kept})
        if len(kept) >= most:
            raise RefusedError(409, f"{most} rulesheets are saved, the most that the studio allows. Delete some first.")
    elif await studio.store.do(lambda store: store.rules(identity)) is None:
        raise MissingError("There are no such rules. They may have been deleted.")
    await studio.store.do(lambda store: store.keep_rules(identity, name, text))
    return Answer({"id": identity, "name": name})


def _free_name(name: str, taken: set[str]) -> str:
    """The name, with a number behind it where it belongs to other rules."""
    found, number = name, 2
    while found in taken:
        found = f"{name[: LONGEST_NAME - 6]} {number}"
        number += 1
    return found


async def variant(request: Request) -> Response:
    """Rules with another value of one of their sliders."""
    studio = studio_of(request)
    data = await read_object(request)
    text = text_of(data, "text", studio.settings.caps.rules_characters)
    slider, value = text_of(data, "slider", LONGEST_NAME), data.get("value")
    if not isinstance(value, int) or isinstance(value, bool):
        raise ParameterError("value must be a whole number.")
    turned: TurnedRules = {"text": with_slider(text, slider, value)}
    return Answer(turned)


async def listed(request: Request) -> Response:
    """All saved rules, the latest first."""
    found = await studio_of(request).store.do(lambda store: store.all_rules())
    rules: list[ListedRules] = [{"id": identity, "name": name, "changed": changed} for identity, name, changed in found]
    return Answer(rules)


async def one(request: Request) -> Response:
    """Saved rules with their text."""
    identity = request.path_params["id"]
    found = await studio_of(request).store.do(lambda store: store.rules(identity))
    if found is None:
        raise MissingError("There are no such rules. They may have been deleted.")
    rules: SavedRules = {"id": identity, "name": found[0], "text": found[1]}
    return Answer(rules)


async def delete(request: Request) -> Response:
    """Deletes saved rules; matches played by them keep theirs."""
    identity = request.path_params["id"]
    if not await studio_of(request).store.do(lambda store: store.drop_rules(identity)):
        raise MissingError("There are no such rules. They may have been deleted.")
    return Response(status_code=204)


async def templates(request: Request) -> Response:
    """The rulesheets of built-in games, to begin with."""
    found: list[Template] = [
        {"name": name, "title": entry.title, "text": heading(name, built_in_source(name, {}).text.strip() + "\n")}
        for name, entry in RULESHEETS.items()
    ]
    return Answer(found)


ROUTES = [
    Route("/rules/check", check, methods=["POST"]),
    Route("/rules/templates", templates),
    Route("/rules/variant", variant, methods=["POST"]),
    Route("/rules", listed, methods=["GET"]),
    Route("/rules", save, methods=["POST"]),
    Route("/rules/{id}", one, methods=["GET"]),
    Route("/rules/{id}", save, methods=["PUT"]),
    Route("/rules/{id}", delete, methods=["DELETE"]),
]
