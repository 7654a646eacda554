"""Depth-first search beside another search: which moves win or lose for certain, and which positions are solved.

It deepens, so that what is near is found first, and when a depth has taken a good part of the time it goes on to the
ends of the game: what it finds there is certain, while what a depth shows must be found again at the next. There it
asks what the position is worth, which takes far fewer positions than to ask that of every move; the table then knows a
move that is as good as any. What others are worth is asked last, and for a moment only.
"""

from __future__ import annotations

import math
import threading
import time
from dataclasses import replace
from functools import cached_property
from typing import Any

import numpy as np

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.expander.expander import Expander, suits
from ludens.engine.rows import Rows, row_words
from ludens.game import HIGHEST_GOAL
from ludens.search.facts import facts_of
from ludens.search.minimax.depth_first.available import longest_path
from ludens.search.minimax.depth_first.proof_numbers.search import ProofNumbers
from ludens.search.minimax.depth_first.search import DepthFirst, Patience, StoppedError, UnsuitedError
from ludens.search.minimax.depth_first.solved_table import SolvedTable, collecting
from ludens.search.minimax.depth_first.splitting import Splitting
from ludens.search.minimax.depth_first.table import new_table
from ludens.search.minimax.expand import listed_moves
from ludens.search.minimax.graph import WHOLE_POSITION
from ludens.search.minimax.guarantees import Guarantee
from ludens.search.minimax.prove import TO_THE_END, Proved
from ludens.search.views.solved_states import NO_GOAL
from ludens.search.views.wrapped import Goals

DEEPENING = 0.05
"""Part of the time, or of the positions, after which depths are left behind."""

FIRST_TRY, NEXT_TRY = 1_000, 4
"""Positions that are expanded for a move when it is first searched to the end, and how many times as many each time."""


def depth_first_proving(
    game: LoadedGame[Any], engine: BatchEngine, role: int, memory_bytes: int, *, proof_numbers: bool = True
) -> DepthFirstProving | None:
    """Proving for a game, with an engine that may end it early; ``None`` where it must be done on batches."""
    certain, circuit = facts_of(game).certain, engine.circuit
    if circuit is None or game.info.hidden or game.info.chance_role is not None or not suits(circuit):
        return None
    if len(game.info.roles) != 2 or not certain.opposed or certain.goal_sum != HIGHEST_GOAL:
        return None
    plain = game.engine.circuit
    known = plain is not None and plain.fluents == circuit.fluents
    expander = Expander(circuit, facts_of(game).structure if known else None)
    proving = DepthFirstProving(engine, expander, role, memory_bytes, longest_path(game))
    if proof_numbers:
        proving.asking.proofs = ProofNumbers(proving.search)
    return proving


class DepthFirstProving:
    """Proves for one of two roles who move one at a time for goals that add up to 100.

    ``asking``: by what it asks to the end, alpha-beta alone unless it is given proof numbers.
    """

    def __init__(self, engine: BatchEngine, expander: Expander, role: int, memory_bytes: int, longest: int) -> None:
        self._engine, self._role = engine, role
        self.search = DepthFirst(engine, expander, new_table(memory_bytes), longest=longest)
        self.asking = Splitting(self.search)
        self._stopped = threading.Event()
        self._usable = True

    def renew(self) -> None:
        """Nothing: the table forgets by itself what took the least work."""

    def stop(self) -> None:
        """Makes ``think``, which runs in another thread, return soon."""
        self._stopped.set()

    def think(self, position: Rows, until: float = math.inf, left: float = math.inf, most: int = TO_THE_END) -> Proved:
        """Searches a position, one row, as long as there is time until a moment of ``perf_counter`` and positions."""
        begin, before = time.perf_counter(), self.search.nodes
        self._stopped.clear()
        moves, rows = self._following(position)
        turn = _Turn(self.asking, position, rows, self._role, Patience(until, left, self._stopped))
        if self._usable and len(rows):
            try:
                turn.deepen(most, begin)
            except StoppedError:
                turn.look_up()
            except UnsuitedError:
                self._usable = False
        known = {move: self._guarantee(low, high) for move, (low, high) in zip(moves, turn.bounds, strict=True)}
        standing = frozenset(moves[place] for place in turn.standing)
        spent = time.perf_counter() - begin
        return Proved(known, standing, turn.depth, self.search.nodes - before, spent)

    def __len__(self) -> int:
        return self.search.nodes

    def get(self, rows: Rows) -> Goals:
        """The goals of the role in positions that are solved, or NO_GOAL."""
        bounds = self.search.certain(rows)
        goals = np.array(self.search.levels, dtype=np.int16)[bounds[:, 0]]
        own = goals if self._role == 0 else HIGHEST_GOAL - goals
        return np.where(bounds[:, 0] == bounds[:, 1], own, NO_GOAL).astype(np.int16)

    def in_loops(self, root: Rows | None, positions: int) -> SolvedTable:
        """The same for compiled loops of one thread, so many positions at a time, all but the root."""
        search, packing = self.search, self.search.expander.packing
        words, none = packing.words, np.zeros(0, dtype=np.uint64)
        return SolvedTable(
            search.table,
            self._collecting,
            np.array(search.levels, dtype=np.int16),
            none if root is None else root[0].copy(),
            np.zeros((positions, words), dtype=np.uint64),
            np.zeros(words, dtype=np.uint64),
            np.zeros(2, dtype=np.uint64),
        )

    @cached_property
    def _collecting(self) -> Rows:
        packing = self.search.expander.packing
        return collecting(packing.kept, packing.images, row_words(packing.fluents), packing.words)

    def _following(self, position: Rows) -> tuple[list[int], Rows]:
        """The role's moves by number, and what follows each; none where it has no choice."""
        if self._engine.outcome(position)[0][0]:
            return [], position[:0]
        joint = listed_moves(self._engine.legal(position), self._role, np.array([WHOLE_POSITION])).joint
        moves = joint[:, self._role].tolist()
        if len(set(moves)) < len(moves) or len(moves) < 2:
            return [], position[:0]
        return moves, self._engine.step(np.repeat(position, len(joint), axis=0), joint)

    def _guarantee(self, low: int, high: int) -> Guarantee:
        levels = self.search.levels
        if self._role == 0:
            return Guarantee(levels[low], levels[high])
        return Guarantee(HIGHEST_GOAL - levels[high], HIGHEST_GOAL - levels[low])


class _Turn:
    """The moves of one position: bounds of each, as numbers of the first role's goals.

    ``standing``: the places of moves that were not decided before the last depth that decided some.
    """

    def __init__(self, asking: Splitting, position: Rows, rows: Rows, role: int, patience: Patience) -> None:
        self.asking, self.search = asking, asking.search
        self.position, self.rows, self.role, self.patience = position, rows, role, patience
        search = self.search
        self.bounds = [(0, len(search.levels) - 1)] * len(rows)
        self.standing = tuple(range(len(rows)))
        self.depth = 0
        over, goals = search.engine.outcome(rows)
        for place in np.flatnonzero(over):
            level = search.levels.index(int(goals[place, 0]))
            self.bounds[place] = level, level

    def deepen(self, most: int, begin: float) -> None:
        """Searches all moves deeper and deeper, and then to the end."""
        to_the_end = most >= self.search.longest
        whole, part = self.patience, DEEPENING if to_the_end else 1.0
        soon = begin + part * (whole.until - begin) if whole.until < math.inf else math.inf
        nodes = part * whole.nodes
        self.patience = replace(whole, until=soon, nodes=nodes)
        try:
            for depth in range(1, min(most, self.search.longest) + 1):
                self._search(depth)
                self.depth = depth
        except StoppedError:
            if whole.is_over:
                raise
        finally:
            whole.nodes -= nodes - self.patience.nodes if nodes < math.inf else 0
            self.patience = whole
        if to_the_end:
            self._settle()
            self.depth = most
            self._settle_others()

    def _settle(self) -> None:
        """Searches to the end until one move is known to be as good as any."""
        levels = range(1, len(self.search.levels))
        for level in reversed(levels) if self.role == 0 else levels:
            if self._is_reached(level) and self._one_reaches(level):
                return

    def _settle_others(self) -> None:
        """Finds out what the other moves are worth, as far as little work tells: any that is as good may be played."""
        for place in range(len(self.rows)):
            before = None
            while self.bounds[place] != before and self.bounds[place][0] < self.bounds[place][1]:
                before = low, high = self.bounds[place]
                self._ask(place, high if self.role == 0 else low + 1, self.search.longest + 1, FIRST_TRY)

    def _is_reached(self, level: int) -> bool:
        """Whether the position is worth the level to the first role, or less where the other one chooses."""
        good = self.role == 0
        known = [self._known(place, level) for place in range(len(self.rows))]
        if good in known or None not in known:
            return good in known
        try:
            holds = self.asking.holds(self.position, level, self.patience)
        except UnsuitedError:  # ends are further away than the search may look
            raise StoppedError from None
        if holds != good:
            self.bounds = [
                (max(low, level), high) if holds else (low, min(high, level - 1)) for low, high in self.bounds
            ]
        self.look_up()
        return holds == good

    def look_up(self) -> None:
        """Adds what the table knows of the moves."""
        for place, (least, most) in enumerate(self.search.certain(self.rows)):
            low, high = self.bounds[place]
            self.bounds[place] = max(low, int(least)), min(high, int(most))

    def _one_reaches(self, level: int) -> bool:
        """Whether one of the moves is known to be worth the level, or less where the other role chooses.

        Mostly the table has told. What has gone from it is searched again, all moves in turn, more and more of each.
        """
        good, tried = self.role == 0, FIRST_TRY
        while True:
            known = [self._known(place, level) for place in range(len(self.rows))]
            still = tuple(place for place, answer in enumerate(known) if answer is None)
            self.standing = still or self.standing
            if good in known or not still:
                return good in known
            for place in still:
                self._ask(place, level, self.search.longest + 1, tried)
            tried *= NEXT_TRY

    def _known(self, place: int, level: int) -> bool | None:
        """Whether a move is worth a level, as far as its bounds tell."""
        low, high = self.bounds[place]
        return True if low >= level else False if high < level else None

    def _ask(self, place: int, level: int, depth: int, nodes: float = math.inf) -> None:
        """Narrows the bounds of a move by what a search of so many positions at most tells for certain."""
        answer = self.search.try_to_ask(self.rows[place][None], level, depth, self.patience, nodes)
        if answer is not None and answer.certain:
            low, high = self.bounds[place]
            self.bounds[place] = (level, high) if answer.holds else (low, level - 1)
        elif answer is not None and depth > self.search.longest:
            raise StoppedError  # its end is further away than the search may look

    def _search(self, depth: int) -> None:
        """Asks of every move that is open for every goal that it may bring, the highest first."""
        still = tuple(place for place, (low, high) in enumerate(self.bounds) if low < high)
        self.standing = still or self.standing
        for place in still:
            for level in range(len(self.search.levels) - 1, 0, -1):
                if self.patience.is_over:  # a short question is answered without a look at the clock
                    raise StoppedError
                if self._known(place, level) is None:
                    self._ask(place, level, depth)
