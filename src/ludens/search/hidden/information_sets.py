"""Information sets by number: what a role has done and seen since the start of the game, or the open position."""

from __future__ import annotations

from typing import Generic

from ludens.game import JointMove, S
from ludens.search.hidden.remembered_rules import Seen

Information = tuple[int, ...]
"""The number of each role's information set."""


class InformationSets(Generic[S]):
    """Numbers for what roles know. In an open game everybody knows the position; otherwise each its own history."""

    def __init__(self, roles: int, hidden: bool) -> None:
        self._roles, self._hidden = roles, hidden
        self._numbers: dict[object, int] = {}

    def at(self, state: S) -> Information:
        """What everybody knows where all are told the position."""
        return tuple(self._number((role, state)) for role in range(self._roles))

    def after(self, known: Information, joint: JointMove, seen: Seen, state: S) -> Information:
        """What everybody knows after a joint move that led to this position."""
        if not self._hidden:
            return self.at(state)
        return tuple([self._number((known[role], joint[role], seen[role])) for role in range(self._roles)])

    def _number(self, what: object) -> int:
        return self._numbers.setdefault(what, len(self._numbers))

    def __len__(self) -> int:
        return len(self._numbers)
