"""What each move of a role brings for certain, whatever all others do: alpha-beta to ends of the game, within a budget.

A bound is true in every game. The lower one is what the role can make sure of. The upper one is what the others can
hold it to; they need not want to, unless the game is one of two with opposite interests (``opposed``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, IllFormedGameError, Move
from ludens.search.facts import facts_of
from ludens.search.minimax.alphabeta import AlphaBeta, Budget, Settings, goal_of
from ludens.search.minimax.graph import POSITIONS
from ludens.search.minimax.guarantees import Guarantee
from ludens.search.views.checked import CheckedEngine
from ludens.teaching.ahead import Ahead, TooManyError, look_ahead

MEMORY_BYTES = 32 << 20
DEEPEST = 1_000
FULL = 0.5
"""Part of the graph that may be in use when a position is begun."""

POSITIONS_EACH = 20_000
MOST_JOINTS = 4_000
POSITIONS_IN_ALL = 300_000
"""For all joint moves of a position together; each gets its share."""

UNKNOWN = Guarantee()


@dataclass(frozen=True, slots=True)
class Proven:
    """What is certain of each move of a role: its bounds, and how many joint moves deep it took to find them."""

    moves: dict[Move, Guarantee]
    depths: dict[Move, int]
    opposed: bool

    @property
    def best(self) -> float:
        """What the role can make sure of."""
        return max((bounds.lowest for bounds in self.moves.values()), default=0.0)

    def others_hold(self, most: float) -> list[Move]:
        """The moves after which the others can hold the role to less than this."""
        return [move for move, bounds in self.moves.items() if bounds.highest < most]

    @property
    def good(self) -> list[Move]:
        """The moves that make sure of the best, if all others are certain to be worse; otherwise none."""
        best = self.best
        good = [move for move, bounds in self.moves.items() if bounds.lowest == best]
        complete = len(good) + len(self.others_hold(best)) == len(self.moves)
        return good if complete else []


class Proofs:
    """Proves things for one role, and remembers positions from question to question."""

    def __init__(self, game: LoadedGame[Any], role: int, memory_bytes: int = MEMORY_BYTES) -> None:
        self.game, self.role = game, role
        self._engine = CheckedEngine(game)
        self._settings = Settings(role=role, memory_bytes=memory_bytes)
        self._search = AlphaBeta(self._engine, self._settings)
        certain = facts_of(game).certain
        self.opposed = certain.opposed and game.info.chance_role is None and not game.info.hidden

    def bounds(self, row: Rows, positions: int = POSITIONS_EACH) -> tuple[Guarantee, int]:
        """What a position, one row, is worth to the role, and how deep the search went."""
        graph = self._search.graph
        if graph.sizes[POSITIONS] > FULL * len(graph.nodes):
            self._search = AlphaBeta(self._engine, self._settings)
        depth = 0
        try:
            self._search.start(row)
            for step in self._search.deepen(Budget(left=positions), DEEPEST):
                depth = step.depth
        except IllFormedGameError:
            self._search = AlphaBeta(self._engine, self._settings)
            return UNKNOWN, depth
        node = self._search.graph.nodes[self._search.root]
        return Guarantee(goal_of(int(node["certain_low"])), goal_of(int(node["certain_high"]))), depth

    def moves(self, state: Any, positions: int = POSITIONS_EACH) -> Proven:
        """What is certain of each move of the role; with less than ``positions`` for each position that can follow."""
        row = self.game.pack([state])
        names = self._engine.moves(self.role)
        try:
            (ahead,) = look_ahead(self._engine, row, MOST_JOINTS)
        except (TooManyError, IllFormedGameError):
            return Proven({}, {}, self.opposed)
        found, depths, positions = {}, {}, _share(positions, len(ahead.joints))
        for move in ahead.legal[self.role]:
            found[names[int(move)]], depth = self._after(ahead, int(move), positions)
            depths[names[int(move)]] = depth + 1
        return Proven(found, depths, self.opposed)

    def _after(self, ahead: Ahead, move: int, positions: int) -> tuple[Guarantee, int]:
        """What a move brings against all that the others can choose in the same turn, and how deep the search went."""
        lowest, highest, deepest = float(HIGHEST_GOAL), float(HIGHEST_GOAL), 0
        for place in ahead.of(self.role, move):
            if ahead.over[place]:
                bounds, depth = Guarantee(*(float(ahead.goals[place, self.role]),) * 2), 0
            else:
                bounds, depth = self.bounds(ahead.rows[place][None], positions)
            lowest, highest = min(lowest, bounds.lowest), min(highest, bounds.highest)
            deepest = max(deepest, depth)
        return Guarantee(lowest, highest), deepest

    def few_good(self, state: Any, most: int, positions: int = POSITIONS_EACH) -> Proven | None:
        """What is certain of each move where at most so many are good and all others worse; None everywhere else.

        Gives up at the first move that shows that it is not so, or that cannot be proven.
        """
        root, _ = self.worth(state, positions)
        if not root.exact or root.lowest == 0:
            return None
        row = self.game.pack([state])
        try:
            (ahead,) = look_ahead(self._engine, row, MOST_JOINTS)
        except (TooManyError, IllFormedGameError):
            return None
        names, found, depths, good = self._engine.moves(self.role), dict[Move, Guarantee](), dict[Move, int](), 0
        positions = _share(positions, len(ahead.joints))
        for move in ahead.legal[self.role]:
            bounds, depth = self._after(ahead, int(move), positions)
            good += bounds.lowest == root.lowest
            if good > most or (bounds.lowest != root.lowest and bounds.highest >= root.lowest):
                return None
            found[names[int(move)]], depths[names[int(move)]] = bounds, depth + 1
        return Proven(found, depths, self.opposed) if good else None

    def worth(self, state: Any, positions: int = POSITIONS_EACH) -> tuple[Guarantee, int]:
        """What a position is worth to the role, with the depth of the search, which is less for what is remembered."""
        return self.bounds(np.asarray(self.game.pack([state])), positions)

    def distance(self, state: Any, positions: int = POSITIONS_EACH) -> tuple[Guarantee, int]:
        """The same, searched anew: the depth says how far away the decision is."""
        kept, self._search = self._search, AlphaBeta(self._engine, self._settings)
        try:
            return self.worth(state, positions)
        finally:
            self._search = kept


def _share(positions: int, joints: int) -> int:
    return min(positions, POSITIONS_IN_ALL // max(1, joints))
