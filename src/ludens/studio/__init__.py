"""The web application: play, watch, understand and design games in a browser."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludens.studio.settings import Caps, Settings

if TYPE_CHECKING:
    from starlette.applications import Starlette

__all__ = ["Caps", "Settings", "create_app"]


def create_app(settings: Settings | None = None) -> Starlette:
    """The studio as an ASGI application. Its processes start when they are needed, and end with its lifespan."""
    from ludens.studio.web.app import application  # noqa: PLC0415  (most of Ludens needs no web server)

    return application(settings or Settings())
