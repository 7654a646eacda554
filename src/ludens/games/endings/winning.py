"""The pieces that won: a smallest set that gives the same result with all other pieces taken away.

The rules are asked, not read, so this finds a line of four, a chain between two sides, or a pawn on the far row alike.
Games won by counting have no such set worth showing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludens.boards.picture import Place
from ludens.game import LudensError
from ludens.games.endings.margin import margin
from ludens.games.endings.pieces import PieceFact, pieces_on_boards, reasoner_of, without
from ludens.gdl.reasoner import Reasoner
from ludens.rules.ground_rules import State

MOST_PIECES = 90
"""On a board with more nobody asks the rules about every piece."""

LARGEST_PART = 0.6
"""Of the pieces: more of them are not worth pointing at."""

FEW = 6
"""As many are always worth it."""


def winning_places(game: Any, state: State) -> frozenset[Place]:
    """Where the pieces stand that decided a finished game; nothing where somebody else than a single player won."""
    rules = reasoner_of(game)
    if rules is None or not _has_winner(rules, state):
        return frozenset()
    pieces = pieces_on_boards(game, state)
    if not 0 < len(pieces) <= MOST_PIECES or margin(game, state) is not None:
        return frozenset()
    found = _deciding(rules, state, pieces)
    if len(found) > max(FEW, LARGEST_PART * len(pieces)):
        return frozenset()
    return frozenset(piece.place for piece in found)


def _has_winner(rules: Reasoner, state: State) -> bool:
    if len(rules.info.players) < 2:
        return False
    try:
        goals = [rules.goals(state)[role] for role in rules.info.players]
    except LudensError:
        return False
    return goals.count(max(goals)) == 1


def _deciding(rules: Reasoner, state: State, pieces: Sequence[PieceFact]) -> list[PieceFact]:
    """The pieces without any of which the result would be another; otherwise a smallest set, or two of a size."""
    result = _result(rules, state)

    def holds(gone: list[PieceFact]) -> bool:
        return _result(rules, without(state, gone)) == result

    needed = [piece for piece in pieces if not holds([piece])]
    if needed and holds([piece for piece in pieces if piece not in needed]):
        return needed
    found = []
    for order in (list(pieces), list(pieces)[::-1]):
        gone: list[PieceFact] = []
        for piece in order:
            if piece not in needed and holds([*gone, piece]):
                gone.append(piece)
        found.append([piece for piece in pieces if piece not in gone])
    one, other = sorted(found, key=len)
    return one + [piece for piece in other if piece not in one] if len(one) == len(other) else one


def _result(rules: Reasoner, state: State) -> tuple[int, ...] | None:
    """The goals where the game is over."""
    try:
        return rules.goals(state) if rules.is_terminal(state) else None
    except LudensError:
        return None
