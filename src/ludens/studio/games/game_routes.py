"""Routes: what can be played, and by whom."""

from __future__ import annotations

import math
from typing import Any, Literal

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ludens.players import DEFAULT_AGENT, FOLDERS
from ludens.players.kind import AgentKind
from ludens.players.level import HIGHEST, LOWEST, RATINGS
from ludens.players.options import Described, described
from ludens.studio.frames.games import AgentCard, AgentList, GameList, LevelCard, Option
from ludens.studio.games.thumbnails import thumbnail
from ludens.studio.match.offered import offered_agents
from ludens.studio.match.registry import SAVED
from ludens.studio.studio import studio_of
from ludens.studio.web.answers import Answer

PICTURE_SECONDS = 3600


async def games(request: Request) -> Response:
    """The built-in games."""
    found: GameList = {"games": await studio_of(request).gallery.cards()}
    return Answer(found)


async def picture(request: Request) -> Response:
    """The picture of a built-in game, or of saved rules, which may change."""
    studio, name = studio_of(request), request.path_params["name"]
    if name.startswith(SAVED):
        spec, _ = await studio.matches.spec(name)
        assert "rules" in spec
        return thumbnail(await studio.gallery.picture_of(spec), {"cache-control": "no-cache"})
    return thumbnail(await studio.gallery.picture(name), {"cache-control": f"max-age={PICTURE_SECONDS}"})


async def about(request: Request) -> Response:
    """The roles of a game, with the parameters in its name, and what is known of it."""
    studio = studio_of(request)
    spec, _ = await studio.matches.spec(request.query_params.get("game", ""))
    return Answer(await studio.tables.about(spec))


async def agents(request: Request) -> Response:
    """The agents with their options."""
    found: AgentList = {
        "default": DEFAULT_AGENT,
        "levels": [level_data(level) for level in range(LOWEST, HIGHEST + 1)],
        "agents": [agent_data(kind) for kind in offered_agents()],
    }
    return Answer(found)


def level_data(level: int) -> LevelCard:
    """A level for people."""
    return {"level": level, "agent": f"level(level={level})", "rating": RATINGS[level - LOWEST]}


def agent_data(kind: AgentKind) -> AgentCard:
    """An agent as a page shows it."""
    options = [option_data(about) for about in described(kind.options)]
    return {
        "name": kind.name,
        "group": next((folder for folder, names in FOLDERS.items() if folder and kind.name in names), ""),
        "chance": kind.chance,
        "hidden": kind.hidden,
        "summary": kind.summary,
        "source": kind.source,
        "options": options,
    }


def option_data(about: Described) -> Option:
    """An option of an agent: its kind, its range and what it means; None where there is no limit."""
    kinds: dict[type[Any], Literal["int", "float", "bool", "text"]] = {
        int: "int",
        float: "float",
        bool: "bool",
        str: "text",
    }
    return {
        "name": about.name,
        "kind": "choice" if about.choices else kinds[about.kind],
        "default": about.default,
        "lowest": about.lowest if math.isfinite(about.lowest) else None,
        "highest": about.highest if math.isfinite(about.highest) else None,
        "choices": list(about.choices),
        "help": about.meaning,
    }


ROUTES = [
    Route("/games", games),
    Route("/games/{name:path}/picture.svg", picture),
    Route("/about", about),
    Route("/agents", agents),
]
