"""The search as agents see it: a root, and deeper and deeper answers (the depth-first twin of ``AlphaBeta``)."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.expander.expander import Expander
from ludens.engine.expander.judge import WIDE, Judge
from ludens.engine.expander.packing import Packing
from ludens.engine.rows import Rows, pack_rows, unpack_rows
from ludens.engine.sums import Sums
from ludens.game import HIGHEST_GOAL, JointMove, MoveReport
from ludens.search.evaluations.sample import random_positions
from ludens.search.facts import facts_of
from ludens.search.minimax.alphabeta import Budget, Deepened, Method, OutOfBudgetError, Settings
from ludens.search.minimax.depth_first.available import expander_of, longest_path
from ludens.search.minimax.depth_first.evaluated.memory import (
    BEST,
    BEST_CHILD,
    GENERATION,
    HIGH_AT_FIRST,
    LOW_AT_FIRST,
    NO_CHILD,
    SALT,
    SCOUT,
    STRICT,
)
from ludens.search.minimax.depth_first.evaluated.room import new_judging
from ludens.search.minimax.depth_first.evaluated.scale import ValueScale, scale_of
from ludens.search.minimax.depth_first.evaluated.table import GENERATIONS, grown, is_half_full
from ludens.search.minimax.depth_first.evaluated.walk import begin_at, forget_half, known_move, search_on
from ludens.search.minimax.depth_first.memory import (
    BROKEN,
    CERTAIN,
    COUNT,
    DEPTH,
    DONE,
    ENTER,
    MADE,
    MOVER,
    NEXT,
    NODES,
    RESULT,
    TOO_LONG,
    new_memory,
)
from ludens.search.minimax.depth_first.search import UnsuitedError
from ludens.search.minimax.depth_first.table import new_table
from ludens.search.minimax.report import LONGEST_LINE, Outcome
from ludens.search.once import once

SLICE = 1_000
"""Positions that are expanded before somebody looks at the clock."""

FIRST_BYTES = 4 << 20
"""Of the table at first. It grows as it is needed: memory that is touched for the first time costs time of a move."""

POSITIONS = 512
"""Of random games, by which an evaluation must show that it values images of a position alike."""

DEEPEST = 128
"""Moves that are looked ahead at most."""

ASPIRATION = 0.03
"""Half the width of the first window around the value of the depth before, as part of all values; it grows."""

WIDENING = 4


@dataclass(frozen=True, slots=True)
class Parts:
    """What a game is searched with: code that expands and judges, and how values are numbered."""

    expander: Expander
    judge: Judge
    scale: ValueScale
    longest: int


def parts_of(game: LoadedGame[Any], settings: Settings) -> Parts | None:
    """What it takes to search a game depth first; ``None`` where only the search on batches will do.

    Beside what ``expander_of`` asks for there must be two roles of opposed goals who move one at a time, and an
    evaluation that is a sum. Captures are followed on batches only.
    """
    certain, circuit = facts_of(game).certain, game.engine.circuit
    if circuit is None or len(game.info.roles) != 2 or not certain.opposed or certain.goal_sum != HIGHEST_GOAL:
        return None
    if settings.quiescence or max(map(len, circuit.moves)) > WIDE.lanes:
        return None
    expander = expander_of(game, replies=False, threats=False)
    if expander is None:
        return None
    scale = scale_of(settings.evaluation, expander.plan.levels, len(circuit.fluents))
    if scale is None:
        return None
    if scale.sums is not None and not is_symmetric(game, expander.packing, scale.sums):
        expander = expander_of(game, symmetries=False, replies=False, threats=False)
        assert expander is not None
    packing = expander.packing
    judge = once(game, (Judge, bool(packing.images)), lambda: Judge(circuit, packing))
    return Parts(expander, judge, scale, min(longest_path(game), DEEPEST))


def is_symmetric(game: LoadedGame[Any], packing: Packing, sums: Sums) -> bool:
    """Whether positions of random games have the same sums as their images."""
    if not packing.images:
        return True
    packed = packing.pack(random_positions(game, POSITIONS, 0).rows)
    bits, plain = unpack_rows(packed, packing.bits), sums(packing.unpack(packed))
    images = (packing.unpack(pack_rows(bits[:, list(image)])) for image in packing.images)
    return all(bool((sums(image) == plain).all()) for image in images)


class EvaluatedSearch:
    """Deepens while it may, and keeps what it knows from one position to the next.

    Values are those of the first role, numbered by a scale. Not for several threads at once.
    """

    def __init__(self, engine: BatchEngine, parts: Parts, settings: Settings) -> None:
        self.engine, self.parts, self.settings = engine, parts, settings
        self.lowest, self.highest = 0, parts.scale.most
        plan, plies, expander = parts.expander.plan, parts.longest + 3, parts.expander
        busy = np.zeros(1, dtype=np.uint64)
        self.memory = new_memory(
            plan, expander.addresses, plies, new_table(min(FIRST_BYTES, settings.memory_bytes)), busy
        )
        self.judging = new_judging(parts.judge, parts.scale, plies)
        numbers = self.judging.numbers
        numbers[SCOUT], numbers[STRICT] = settings.method is not Method.NEGAMAX, not settings.certain
        self._row = engine.initial()
        self._best, self._value, self._told, self._certain = NO_CHILD, 0, dict[int, int](), False

    def warm_up(self) -> None:
        """Has everything compiled or fetched before anybody's clock is running."""
        self.start(self.engine.initial())
        list(self.deepen(Budget(), 3))
        self.outcome(self.settings.role, 3)

    @property
    def nodes(self) -> int:
        """Positions whose children were made."""
        return int(self.memory.counters[NODES])

    @property
    def positions(self) -> int:
        """Positions that were made."""
        return int(self.memory.counters[MADE])

    @property
    def playouts(self) -> int:
        """What a limit of playouts counts."""
        return self.positions

    def start(self, row: Rows) -> None:
        """Makes a position, given as one row, the root."""
        self._row = row.copy()
        numbers = self.judging.numbers
        numbers[GENERATION] = (numbers[GENERATION] + 1) % GENERATIONS
        forget_half(self.judging)
        self._best, self._value, self._told, self._certain = NO_CHILD, 0, {}, False

    def deepen(self, budget: Budget, most: int) -> Iterator[Deepened]:
        """Searches 1, 2, … ``most`` moves deep, as long as there is budget and the value is not certain.

        Raises UnsuitedError where both roles turn out to choose at once.
        """
        if self.engine.outcome(self._row)[0][0]:
            return
        begin, before, nodes = time.perf_counter(), self.positions, self.nodes
        for depth, guess, certain in self._deepened(budget, min(most, self.parts.longest)):
            seconds, made = time.perf_counter() - begin, self.positions - before
            goal = self._goal(guess, self.settings.role)
            yield Deepened(depth, goal, certain, seconds, made, self.nodes - nodes)

    def _deepened(self, budget: Budget, most: int) -> Iterator[tuple[int, int, bool]]:
        """Depths, values and whether these are certain.

        What is certain may rest on what the table has kept, and then tells nothing of how soon the game ends. So it is
        found again without that: a win is played by the shortest way, and a loss put off as long as possible.
        """
        guess, afresh = (self.lowest + self.highest) // 2, False
        depth = 1
        while depth <= most:
            self._make_room()
            before = self._best
            try:
                guess, self._certain = self.value(depth, budget, guess)
            except OutOfBudgetError:
                return
            if self._certain and before != NO_CHILD and self._goal(guess, self.settings.role) == 0:
                self._best = before  # all moves lose: the one that seemed to be best before
            yield depth, guess, self._certain
            if self._certain and (afresh or depth == 1):
                return
            if self._certain:
                afresh, depth = True, 0
                self.judging.numbers[SALT] += 1
            depth += 1

    def _make_room(self) -> None:
        """Lets the table grow where it is half full, as far as it may."""
        table = self.memory.table
        if 4 * table.nbytes <= self.settings.memory_bytes and is_half_full(table):
            self.memory = self.memory._replace(table=grown(table))

    def value(self, depth: int, budget: Budget, guess: int) -> tuple[int, bool]:
        """The number of the root's value, searched to a depth, and whether it is certain; a good guess saves work.

        Raises OutOfBudgetError, and UnsuitedError.
        """
        certain = [self.lowest, self.highest]
        if self.settings.method is Method.MTDF:
            found = self._test_driver(depth, budget, guess, certain)
        else:
            found = self._aspire(depth, budget, guess, certain)
        self._value = found
        return found, bool(certain[0] >= found >= certain[1])

    def _test_driver(self, depth: int, budget: Budget, guess: int, certain: list[int]) -> int:
        """MTD(f): tests with windows of no width that close in on the value."""
        low, high = self.lowest, self.highest
        while low < high:
            bound = max(low + 1, min(high, guess + (guess == low)))
            guess = self._search(depth, bound - 1, bound, budget, certain)
            if guess >= bound:
                low = guess
            else:
                high = guess
        return low

    def _aspire(self, depth: int, budget: Budget, guess: int, certain: list[int]) -> int:
        """Alpha-beta with a window around the guess, which is widened where the value lies outside."""
        below = above = int(ASPIRATION * (self.highest - self.lowest)) + 1
        while True:
            low, high = max(self.lowest, guess - below), min(self.highest, guess + above)
            found = self._search(depth, low, high, budget, certain)
            if found <= low and low > self.lowest:
                below *= WIDENING
            elif found >= high and high < self.highest:
                above *= WIDENING
            else:
                return found

    def _search(self, depth: int, low: int, high: int, budget: Budget, certain: list[int]) -> int:
        """A value that decides the window; narrows what is certain, a lower and an upper bound."""
        memory, judging = self.memory, self.judging
        record = self.parts.expander.record(self.engine, self._row)
        memory.records[0] = record
        begin_at(memory, judging, np.ascontiguousarray(self.parts.expander.key(record)), depth, low, high)
        widest = max(int(table.sum()) for table in self.engine.legal(self._row))
        while True:
            if depth > 1 and budget.left < widest**2:  # what two moves ahead takes
                self._keep_part()
                raise OutOfBudgetError
            before = self.positions
            state = int(search_on(memory, judging, int(min(SLICE, max(1, budget.left // widest**2)))))
            budget.left -= self.positions - before
            if state in (BROKEN, TOO_LONG):
                raise UnsuitedError
            if state == DONE:
                break
            assert state == ENTER
            if self._is_out(budget):
                self._keep_part()
                raise OutOfBudgetError
        found = int(memory.counters[RESULT])
        if memory.counters[CERTAIN]:
            certain[0] = max(certain[0], found if found > low else self.lowest)
            certain[1] = min(certain[1], found if found < high else self.highest)
        self._keep(found, low, high)
        return found

    @staticmethod
    def _is_out(budget: Budget) -> bool:
        try:
            budget.check()
        except OutOfBudgetError:
            return True
        return False

    def _keep(self, found: int, low: int, high: int) -> None:
        """Notes what a search of the root tells of its moves: which is best, and what the others can be worth at most.

        A test that fails tells nothing of the best, one that succeeds nothing of the others.
        """
        mover = int(self.memory.marks[0, MOVER])
        if (found > low) if mover == 0 else (found < high):
            self._best = int(self.judging.frames[0, BEST_CHILD])
        if (found < high) if mover == 0 else (found > low):
            self._told = self._root_values()

    def _keep_part(self) -> None:
        """The same where time was up: a move that turned out better than the first one counts."""
        frame, mover = self.judging.frames[0], int(self.memory.marks[0, MOVER])
        if frame[BEST_CHILD] == NO_CHILD or self.settings.method is Method.MTDF or self.memory.marks[0, DEPTH] < 2:
            return
        if frame[BEST] > frame[LOW_AT_FIRST] if mover == 0 else frame[BEST] < frame[HIGH_AT_FIRST]:
            self._best, self._value = int(frame[BEST_CHILD]), int(frame[BEST])
            self._told |= self._root_values()

    def _root_values(self) -> dict[int, int]:
        """The values of the root's children that are ends or were searched."""
        marks, order = self.memory.marks[0], self.memory.order[0]
        searched = int(marks[COUNT] if marks[DEPTH] == 1 else marks[NEXT])
        left = set(order[searched : marks[COUNT]].tolist())
        legal = self.engine.legal(self._row)[int(marks[MOVER])]
        return {child: int(self.judging.values[0, child]) for child in range(int(legal.sum())) if child not in left}

    def _goal(self, number: int, role: int = 0) -> float:
        goal = self.parts.scale.goal_of(number)
        return goal if role == 0 else HIGHEST_GOAL - goal

    def outcome(self, role: int, depth: int) -> Outcome:
        """What is known of the role's moves at the root, the best first; nothing where it has no choice."""
        if self._best == NO_CHILD or int(self.memory.marks[0, MOVER]) != role:
            return Outcome((), ())
        names = self.engine.moves(role)
        legal = np.flatnonzero(self.engine.legal(self._row)[role][0])
        reports = []
        for child, move in enumerate(legal.tolist()):
            best = child == self._best
            told = self._value if best else self._told.get(child)
            value = None if told is None else self._goal(told, role)
            reports.append((not best, MoveReport(names[move], value=value, proven=best and self._certain)))
        ranked = sorted(reports, key=lambda entry: (entry[0], 1.0 if entry[1].value is None else -entry[1].value))
        return Outcome(tuple(report for _, report in ranked), self._line(depth))

    def _line(self, depth: int) -> tuple[JointMove, ...]:
        """The best moves of both sides from the root on, as far as the table has them."""
        row, found = self._row, list[JointMove]()
        child: int | None = self._best
        while child is not None and len(found) < min(depth, LONGEST_LINE):
            legal = [np.flatnonzero(table[0]) for table in self.engine.legal(row)]
            mover = 1 if len(legal[1]) > 1 else 0
            joint = [int(moves[0]) for moves in legal]
            joint[mover] = int(legal[mover][child])
            found.append(tuple(self.engine.moves(role)[move] for role, move in enumerate(joint)))
            row, over, _ = self.engine.follow(row, np.array([joint]))
            child = None if over[0] else self._known_child(row)
        return tuple(found)

    def _known_child(self, row: Rows) -> int | None:
        """The place of the best move of a position, among those of who chooses, if the table has it."""
        legal = [np.flatnonzero(table[0]) for table in self.engine.legal(row)]
        mover = 1 if len(legal[1]) > 1 else 0
        if len(legal[mover]) == 1:
            return 0
        key = np.ascontiguousarray(self.parts.expander.keys(row)[0])
        move = int(known_move(self.memory, self.judging, key)) - (len(self.engine.moves(0)) if mover else 0)
        places = np.flatnonzero(legal[mover] == move)
        return int(places[0]) if len(places) else None
