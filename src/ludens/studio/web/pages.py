"""All pages of the studio. A new one is an entry here, its files in ``static/`` and, if it asks for data, its routes.

The server knows by this list which addresses are pages, and what each may ask for below ``/api/v1``. The browser is
told the list in the shell, from which ``router.js`` finds the module of an address.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from starlette.routing import BaseRoute

from ludens.studio.design import routes as design_routes
from ludens.studio.games import game_routes, rule_routes
from ludens.studio.learn import routes as learn_routes
from ludens.studio.match import routes as match_routes
from ludens.studio.teach import routes as teach_routes
from ludens.studio.train import routes as train_routes
from ludens.studio.watch import routes as watch_routes


@dataclass(frozen=True, slots=True)
class Page:
    """A page: the module ``pages/NAME.js``, with ``css/NAME.css`` if there is one.

    ``paths``: its addresses; a part in braces is given to the module. ``in_header``: whether a link in the header leads
    there. The link has the name of the ``section`` in the texts of the pages, and is marked on all pages of it.
    ``routes``: what was made for the page, below the address of the interface.
    """

    name: str
    paths: tuple[str, ...]
    section: str = ""
    in_header: bool = False
    routes: Sequence[BaseRoute] = ()


PAGES = (
    Page("gallery", ("/",), "play", True, (*game_routes.ROUTES, *rule_routes.ROUTES)),
    Page("play", ("/play", "/play/{match}"), "play", routes=match_routes.ROUTES),
    Page("puzzles", ("/puzzles", "/puzzles/{game}"), "puzzles", True, teach_routes.ROUTES),
    Page("design", ("/design", "/design/{rules}"), "design", True, design_routes.ROUTES),
    Page("watch", ("/watch", "/watch/{tournament}"), "watch", True, watch_routes.ROUTES),
    Page("replay", ("/replay/{game}",), "watch"),
    Page("train", ("/train", "/train/{training}", "/train/{training}/{game}"), "train", True, train_routes.ROUTES),
    Page("learn", ("/learn", "/learn/{algorithm}"), "learn", True, learn_routes.ROUTES),
    Page("about", ("/about",)),
)
