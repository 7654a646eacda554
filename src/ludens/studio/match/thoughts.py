"""What agents think, as pages see it: the newest of each role, and nothing that would give a choice away."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ludens.studio.frames.thinking import Thinking
from ludens.studio.frames.writing import frame_text
from ludens.studio.match.audience import Audience
from ludens.studio.match.match import Match
from ludens.studio.match.seats import PERSON
from ludens.studio.web.outbox import Outbox

SECRETS: tuple[Literal["move", "value", "values", "moves", "line", "notes"], ...] = (
    "move",
    "value",
    "values",
    "moves",
    "line",
    "notes",
)
"""What of a thought would tell a person what the agent chooses at the same time."""


CANDIDATES_KEPT, STEPS_KEPT = 6, 6
"""Of a thought: the best moves, and the first steps of the line that is expected."""


class Thoughts:
    """The latest thought of every role."""

    def __init__(self, audience: Audience) -> None:
        self._audience = audience
        self._found: dict[int, tuple[Thinking, bool]] = {}

    def think(self, thinking: Thinking, *, secret: bool) -> None:
        """Shows a thought; ``secret``: somebody still has to choose at the same time."""
        self._found[thinking["role"]] = thinking, secret
        self._audience.show(_kind(thinking), masked(thinking) if secret else thinking)

    def reveal(self, plies: int) -> None:
        """Shows what was secret of earlier positions: so many joint moves are made."""
        for thinking, secret in list(self._found.values()):
            if secret and thinking["ply"] < plies:
                self.think(thinking, secret=False)

    def show_to(self, page: Outbox) -> None:
        """Shows everything to a page that has just come."""
        for thinking, secret in self._found.values():
            page.show(_kind(thinking), frame_text(masked(thinking) if secret else thinking))

    def forget(self) -> None:
        """Forgets all thoughts: they were about a position where the match no longer is."""
        self._found.clear()


def is_secret(match: Match, role: int, deciders: Sequence[int], hidden_from: int | None) -> bool:
    """Whether a person chooses at the same time as this role, or may not see what it sees.

    ``deciders``: the roles that have a choice. ``hidden_from``: the role of a person from whom something is hidden.
    """
    if hidden_from is not None:
        return True
    return role in deciders and any(other != role and match.seats[other].kind == PERSON for other in deciders)


def masked(thinking: Thinking) -> Thinking:
    """A thought without what would give a choice away."""
    shown = thinking.copy()
    for name in SECRETS:
        shown.pop(name, None)
    shown["hidden"] = True
    return shown


def kept(thinking: Thinking) -> Thinking:
    """As much of a thought as is kept with the game."""
    shown = thinking.copy()
    shown["moves"] = thinking.get("moves", [])[:CANDIDATES_KEPT]
    shown["line"] = thinking.get("line", [])[:STEPS_KEPT]
    return shown


def _kind(thinking: Thinking) -> str:
    """What a thought takes the place of; one that is final, only of those about the same position."""
    role, ply = thinking["role"], thinking["ply"]
    return f"thought {role} {ply}" if thinking["final"] else f"thinking {role}"
