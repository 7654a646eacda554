"""Which pages in browsers may talk to the player.

A manager is a program and says nothing of an origin: it is answered under any host name. A browser names the origin of
the page in every POST and in every request that the page may read the answer of, and a page cannot change that. So a
page of some website, also one whose name was made to point at this machine, is known by its origin. What browsers send
without one, such as the address of a picture, is known by other headers, and is answered only when a person typed it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping

from ludens.game import ParameterError

FORM = re.compile(r"https?://(?:\[[0-9a-f:.]+\]|[^\s/:@?#\[\]]+)(?::[0-9]{1,5})?", re.IGNORECASE)
LOCAL = re.compile(r"https?://(?:localhost|127(?:\.[0-9]{1,3}){3}|\[::1\])(?::[0-9]{1,5})?", re.IGNORECASE)

ANY = "*"
"""Lets every page in."""


def read_origin(text: str) -> str:
    """An origin as a user wrote it; raises ParameterError when it has another form."""
    if text != ANY and not FORM.fullmatch(text.rstrip("/")):
        raise ParameterError(f"{text[:80]!r} is not an origin; it may be https://host or http://host:port, or *.")
    return text.rstrip("/").lower()


def is_allowed(origin: str, allowed: Collection[str]) -> bool:
    """Whether pages of this origin may talk to the player: those of this machine, and those that the user allows."""
    return ANY in allowed or origin.lower() in allowed or LOCAL.fullmatch(origin) is not None


def refusal(headers: Mapping[str, str], allowed: Collection[str]) -> str | None:
    """Why a request with these headers, their names in lower case, is not answered; None when it is."""
    origin = headers.get("origin")
    if origin is not None:
        if is_allowed(origin, allowed):
            return None
        return f"pages of {origin[:80]} may not talk to this player; see its option --allow-origin"
    site = headers.get("sec-fetch-site", "")
    from_browser = site or headers.get("user-agent", "").startswith("Mozilla/")
    if from_browser and site != "none":
        return "a page may talk to this player only by requests that name its origin"
    return None
