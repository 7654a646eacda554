"""What people call the moves of a position, and which of them somebody means."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludens.boards.drawings import drawing_of, plain_panels
from ludens.boards.notation import Notation
from ludens.boards.picture import Panel
from ludens.game import Move


class MoveNames:
    """The moves of a position as people write them."""

    def __init__(self, game: Any, state: Any) -> None:
        self._game, self._state = game, state
        self._drawing = drawing_of(game)
        self._panels = plain_panels(self._drawing, state)
        self._notation = Notation(self._drawing, self._panels)

    def text(self, move: Move) -> str:
        """A move as people write it."""
        return self._notation.move(move, self._taken(move))

    def choice(self, move: Move) -> str:
        """What tells a move from others on the same places."""
        return self._notation.choice(move, self._taken(move))

    def find(self, legal: Sequence[Move], typed: str) -> list[Move]:
        """The moves that are written like this, whatever the case, the spaces and the dashes."""
        wanted = _plain(typed)
        return [move for move in legal if _plain(self.text(move)) == wanted]

    def after(self, move: Move) -> Sequence[Panel] | None:
        """The position after a move, with the first legal move of everybody else; None where it is nobody's."""
        roles = range(len(self._game.info.roles))
        legal = [self._game.legal_moves(self._state, role) for role in roles]
        who = next((role for role in roles if move in legal[role]), None)
        if who is None:
            return None
        joint = [move if role == who else legal[role][0] for role in roles]
        return plain_panels(self._drawing, self._game.next_state(self._state, joint))

    def _taken(self, move: Move) -> int | None:
        """How many objects a move takes from its heap: the rules are asked what is left."""
        heap = self._notation.heap_of(move)
        after = None if heap is None else self.after(move)
        if heap is None or after is None:
            return None
        return self._notation.count(heap) - Notation(self._drawing, after).count(heap)


def _plain(text: str) -> str:
    return " ".join(text.lower().replace("–", "-").replace(":", " ").replace(",", " ").split())
