"""What agents think, as pages see it: the newest of each role, and nothing that would give a choice away."""

from __future__ import annotations

from typing import Any

from ludens.studio.match.audience import Audience
from ludens.studio.match.match import Match
from ludens.studio.match.seats import PERSON
from ludens.studio.match.state import frame
from ludens.studio.web.outbox import Outbox

Data = dict[str, Any]

SECRETS = ("move", "value", "values", "moves", "line", "notes")
"""What of a thought would tell a person what the agent chooses at the same time."""


class Thoughts:
    """The latest thought of every role."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._found: dict[int, tuple[Data, bool]] = {}

    def think(self, role: int, data: Data, *, secret: bool) -> None:
        """Shows a thought; ``secret``: somebody still has to choose at the same time."""
        self._found[role] = data, secret
        self._audience.show(_kind(role, data), _text(data, secret))

    def reveal(self, plies: int) -> None:
        """Shows what was secret of earlier positions: so many joint moves are made."""
        for role, (data, secret) in list(self._found.items()):
            if secret and data["ply"] < plies:
                self.think(role, data, secret=False)

    def show_to(self, page: Outbox) -> None:
        """Shows everything to a page that has just come."""
        for role, (data, secret) in self._found.items():
            page.show(_kind(role, data), _text(data, secret))

    def forget(self) -> None:
        """Forgets all thoughts: they were about a position where the match no longer is."""
        self._found.clear()


def is_secret(match: Match, view: Data, role: int) -> bool:
    """Whether a person chooses at the same time as this role, or may not see what it sees."""
    choosing = view["deciders"][-1]
    if view["masked"] is not None:
        return True
    return role in choosing and any(other != role and match.seats[other].kind == PERSON for other in choosing)


def _kind(role: int, data: Data) -> str:
    """What a thought takes the place of; one that is final, only of those about the same position."""
    return f"thought {role} {data['ply']}" if data["final"] else f"thinking {role}"


def _text(data: Data, secret: bool) -> str:
    if secret:
        data = {key: value for key, value in data.items() if key not in SECRETS} | {"hidden": True}
    return frame("thinking", data)
