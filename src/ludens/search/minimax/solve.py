"""The game-theoretic value of a position, with a proof.

If all positions that can be reached fit, every one of them is made and valued (enumeration.py). Who moves when, and
what goals add up to, is then read from the positions themselves. Otherwise alpha-beta finds the value, which is no
proof unless turns and sum are certain beforehand (certainty.py): depth first to ends of the game, where the rules
allow (depth_first/), or else on batches of positions, deeper and deeper until ends of the game alone decide.
"""

from __future__ import annotations

import enum
import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import (
    HIGHEST_GOAL,
    BudgetError,
    JointMove,
    MoveReport,
    ParameterError,
    UnsuitableGameError,
)
from ludens.search.certainty import Certain
from ludens.search.facts import facts_of
from ludens.search.minimax import table_file
from ludens.search.minimax.alphabeta import AlphaBeta, Budget, Settings, goal_of
from ludens.search.minimax.depth_first.available import expander_of, longest_path
from ludens.search.minimax.depth_first.choosing import PROOF_NUMBERS
from ludens.search.minimax.depth_first.kept_table import KeptTable, is_kept_table
from ludens.search.minimax.depth_first.progress import Progress, path_of
from ludens.search.minimax.depth_first.proof_numbers.search import ProofNumbers
from ludens.search.minimax.depth_first.search import DepthFirst, Patience, StoppedError, UnsuitedError
from ludens.search.minimax.depth_first.splitting import Splitting
from ludens.search.minimax.depth_first.table import is_exact, new_table
from ludens.search.minimax.enumeration import (
    Enumeration,
    begin,
    enumerate_positions,
    evaluate,
    is_endless,
    resized,
    value_of,
)
from ludens.search.minimax.expand import listed_moves
from ludens.search.minimax.graph import POSITIONS, WHOLE_POSITION, WORTH, find_position
from ludens.search.minimax.table_file import Stored
from ludens.search.random_games import longest
from ludens.search.suitability import NOT_IN_TURNS, NOT_OPPOSED, unsuitable
from ludens.search.views.checked import CheckedEngine

LONGEST_LINE = 200
SAVE_SECONDS = 60.0
"""How often the table is written while work goes on."""

BATCH = 4096
"""Positions that are checked at once."""

Report = Callable[[str], None]
ValueOf = Callable[[Rows], int]

DRAW = 100
"""What the goals of a game without end add up to."""

ENDLESS = f"it can go on for ever, and what that is worth is known only where goals add up to {DRAW}"


class Search(enum.Enum):
    """Who answers the questions of a depth-first search; AUTO: the one that evidence speaks for."""

    AUTO = "auto"
    ALPHA_BETA = "alpha-beta"
    PROOF_NUMBERS = "proof-numbers"


@dataclass(frozen=True, slots=True)
class Effort:
    """How much may be spent.

    ``positions``: of an enumeration; beyond that alpha-beta takes over, with a table of ``memory_bytes``. ``table``:
    the file that is written, and gone on from. ``threads``: that search depth first. ``first_moves``: whether the value
    of each is wanted, and a line of best play. ``symmetries``, ``replies``, ``threats``: see Expander.
    ``depth_first``: without it, alpha-beta is always the one on batches. ``search``: what is asked depth first.
    """

    positions: int = 50_000
    memory_bytes: int = 1 << 30
    seconds: float = math.inf
    table: Path | None = None
    threads: int = 1
    first_moves: bool = True
    symmetries: bool = True
    replies: bool = True
    threats: bool = True
    depth_first: bool = True
    search: Search = Search.AUTO


@dataclass(frozen=True, slots=True)
class Solution:
    """What a position is worth with the best play of all.

    ``goals``: of each role. ``mover``: whose moves are listed with their values, best first; ``None`` where nobody has
    a choice. ``line``: one way of best play to the end. ``method``: "enumeration", "alpha_beta", "proof_numbers",
    or "both" of these. ``positions``: distinct ones, or made by a search. ``exact``: no two positions could be taken
    for each other.
    """

    goals: tuple[float, ...]
    mover: int | None
    moves: tuple[MoveReport, ...]
    line: tuple[JointMove, ...]
    method: str
    positions: int
    seconds: float
    exact: bool = True


def solve(
    game: LoadedGame[Any], state: Any, effort: Effort | None = None, report: Report = lambda text: None
) -> Solution:
    """The solution of a position; ``report`` is told how it goes.

    Raises UnsuitableGameError for a game that is not, for certain, one for one role or for two who move one at a time
    for goals of constant sum; IllFormedGameError for one with an end without goals, or in which somebody cannot move;
    and BudgetError, with the bounds known by then, when time runs out.
    """
    reason = unsuitable(game) if len(game.info.roles) > 1 else ""
    if reason:
        raise UnsuitableGameError("ludens solve", game.info.name, reason)
    return Solving(game, game.pack([state]), effort or Effort(), report).solve()


class Solving:
    """The work on one position."""

    def __init__(self, game: LoadedGame[Any], row: Rows, effort: Effort, report: Report) -> None:
        self.game, self.engine, self.row, self.effort = game, CheckedEngine(game), row, effort
        if effort.table is not None and not game.engine.batch:
            raise ParameterError(f"{game.info.name} cannot have a table on disk: its rules are not compiled.")
        self.total: int | None = None
        """What the goals of two roles add up to, once that is known."""
        self.begin = time.perf_counter()
        self._report, self._reported, self._saved = report, self.begin, self.begin

    def solve(self) -> Solution:
        if self.effort.table is not None and is_kept_table(self.effort.table):
            found = self._by_depth_first()
            if found is not None:
                return found
            raise ParameterError(f"{self.effort.table} is the table of another game or position.")
        stored = table_file.load(self.effort.table, self.game.engine, self.row) if self.effort.table else None
        if stored is None or stored.done >= 0:
            enumeration = begin(self.engine, self.row) if stored is None else Enumeration(stored.graph, stored.done)
            if self._enumerate(enumeration):
                return self._by_enumeration(enumeration)
            stored = None
        found = self._by_depth_first() if stored is None else None
        return self._by_alphabeta(stored) if found is None else found

    def _enumerate(self, enumeration: Enumeration) -> bool:
        """Whether all positions could be made."""
        try:
            for size in enumerate_positions(self.engine, enumeration, self.effort.positions):
                self._tell(f"{size:,} positions, {enumeration.done:,} expanded")
                self._keep(Stored(enumeration.graph, enumeration.done))
                if self._left <= 0:
                    raise BudgetError(f"{self.game.info.name} is not solved: {size:,} positions were found in time.")
        finally:
            if enumeration.complete or enumeration.size <= self.effort.positions:
                self._keep(Stored(enumeration.graph, enumeration.done), now=True)
        return enumeration.complete

    def _by_enumeration(self, enumeration: Enumeration) -> Solution:
        self.total = self._checked_total(enumeration)
        if self.total not in (None, DRAW) and len(self.engine.roles) > 1 and is_endless(enumeration):
            raise UnsuitableGameError("ludens solve", self.game.info.name, ENDLESS)
        evaluate(enumeration)
        endless = 0 if len(self.engine.roles) > 1 else -WORTH

        def value(row: Rows) -> int:
            number = int(find_position(enumeration.graph, row[0], WHOLE_POSITION))
            return value_of(enumeration.graph, number, endless)

        return self._solution(value, "enumeration", lambda: enumeration.size)

    def _checked_total(self, enumeration: Enumeration) -> int | None:
        """What goals add up to at all ends among all positions; ``None`` where there is no end.

        Raises UnsuitableGameError where sums differ or two roles choose at once. The engine checks the rest, here also
        for positions of a table that an earlier run has left.
        """
        states = enumeration.graph.states[: enumeration.graph.sizes[POSITIONS]]
        sums: set[int] = set()
        for first in range(0, len(states), BATCH):
            rows = np.ascontiguousarray(states[first : first + BATCH])
            over, goals = self.engine.outcome(rows)
            sums.update(np.unique(goals[over].sum(axis=1)).tolist())
            if not over.all():
                choices = np.stack([table.sum(axis=1) > 1 for table in self.engine.legal(rows[~over])], axis=1)
                if (choices.sum(axis=1) > 1).any():
                    raise UnsuitableGameError("ludens solve", self.game.info.name, NOT_IN_TURNS)
        if len(sums) > 1 and len(self.engine.roles) > 1:
            raise UnsuitableGameError("ludens solve", self.game.info.name, NOT_OPPOSED)
        return sums.pop() if sums else None

    def _by_alphabeta(self, stored: Stored | None) -> Solution:
        known = facts_of(self.game).certain
        if not known.opposed:
            raise UnsuitableGameError("ludens solve", self.game.info.name, _uncertain(known, self.effort.positions))
        self.total = known.goal_sum
        self._tell("too many positions to list them all: searching", now=stored is None)
        search = AlphaBeta(self.engine, Settings(memory_bytes=self.effort.memory_bytes))
        if stored is not None:
            room = max(len(search.graph.nodes), len(stored.graph.nodes))
            edges = max(len(search.graph.edges), len(stored.graph.edges))
            search.graph = resized(stored.graph, room, edges)
            search.graph.nodes["stamp"] = 0  # those of an earlier search mean nothing to this one
        try:
            return self._solution(lambda row: self._search(search, row), "alpha_beta", lambda: search.positions)
        finally:
            self._keep(Stored(search.graph, -1), now=True)

    def _by_depth_first(self) -> Solution | None:
        """The solution; ``None`` where the game is not one for this search."""
        effort, known = self.effort, facts_of(self.game).certain
        options = {"symmetries": effort.symmetries, "replies": effort.replies, "threats": effort.threats}
        expander = expander_of(self.game, **options) if effort.depth_first and known.opposed else None
        if expander is None or not expander.packing.holds(self.row):
            return None
        self.total = known.goal_sum
        kept = KeptTable(effort.table, expander.plan, effort.memory_bytes) if effort.table is not None else None
        table = new_table(effort.memory_bytes) if kept is None else kept.table
        exact = is_exact(expander.packing.bits, table)
        search = DepthFirst(self.game.engine, expander, table, longest=longest_path(self.game), threads=effort.threads)
        asking = _asking(search, effort)
        progress = Progress()
        patience = Patience(
            self.begin + effort.seconds, tell=lambda: self._tell_depth_first(search, asking, progress, kept)
        )
        best: list[int] = []

        def value(row: Rows) -> int:
            guess = expander.plan.levels.index(best[0]) if best else None
            found = asking.value(row, patience, guess=guess)
            best.append(found)
            return 2 * WORTH * found // HIGHEST_GOAL - WORTH

        try:
            self._tell("too many positions to list them all: searching", now=True)
            found = self._solution(value, "alpha_beta", lambda: search.positions, exact=exact)
            return replace(found, method=_method(asking))
        except UnsuitedError:
            if effort.table is not None:
                effort.table.unlink(missing_ok=True)
            return None
        except StoppedError:
            raise BudgetError(
                f"{self.game.info.name} is not solved in time: {search.positions:,} positions were searched."
            ) from None
        finally:
            if kept is not None:
                kept.save(now=True)

    def _tell_depth_first(
        self, search: DepthFirst, asking: Splitting | ProofNumbers, progress: Progress, kept: KeptTable | None
    ) -> None:
        if kept is not None:
            kept.save()
        now = time.perf_counter()
        if now <= self._reported + 1:
            return
        text = f"{search.positions:,} positions"
        if isinstance(asking, Splitting):
            progress.look(asking.questions, [path_of(memory, asking.path) for memory in search.memories], now)
            text = f"{text}, {progress.words()}"
        self._tell(text)

    def _search(self, search: AlphaBeta, row: Rows) -> int:
        """The value of a position; raises BudgetError when time runs out."""
        search.start(row)
        budget = Budget(time.perf_counter() + self._left)
        for step in search.deepen(budget, longest(self.game.info)):
            self._tell(f"depth {step.depth}, {search.positions:,} positions")
            self._keep(Stored(search.graph, -1))
            if step.certain:
                return int(search.graph.nodes[search.root]["certain_low"])
        node = search.graph.nodes[search.root]
        low, high = goal_of(int(node["certain_low"])), goal_of(int(node["certain_high"]))
        raise BudgetError(
            f"{self.game.info.name} is not solved in time: "
            f"a position is worth from {low:g} to {high:g} to {self.engine.roles[0]}."
        )

    def _solution(self, value: ValueOf, method: str, positions: Callable[[], int], *, exact: bool = True) -> Solution:
        best = value(self.row)
        mover, moves = self._first_moves(value) if self.effort.first_moves else (None, ())
        goals = (goal_of(best),) if len(self.engine.roles) == 1 else (goal_of(best), self._rest(goal_of(best)))
        line = self._line(value, best) if self.effort.first_moves else ()
        return Solution(goals, mover, moves, line, method, positions(), time.perf_counter() - self.begin, exact)

    def _rest(self, first: float) -> float:
        """What the second role gets when the first gets this; both get the same where no end can be reached."""
        return first if self.total is None else self.total - first

    def _first_moves(self, value: ValueOf) -> tuple[int | None, tuple[MoveReport, ...]]:
        """Who has a choice, and what each move is worth to that role."""
        joint, rows = self._following(self.row)
        choosing = [role for role in range(joint.shape[1]) if len(np.unique(joint[:, role])) > 1]
        if len(joint) < 2 or not choosing:
            return None, ()
        mover = choosing[0]
        names = self.engine.moves(mover)
        found = []
        for move, row in zip(joint[:, mover], rows, strict=True):
            first = goal_of(value(row[None]))
            found.append(MoveReport(names[int(move)], value=first if mover == 0 else self._rest(first), proven=True))
        return mover, tuple(sorted(found, key=lambda report: (-(report.value or 0.0), report.move)))

    def _line(self, value: ValueOf, best: int) -> tuple[JointMove, ...]:
        """Moves that keep the value, to the end of the game or to a position that was there before."""
        line: list[JointMove] = []
        row, seen = self.row, {self.row.tobytes()}
        while len(line) < LONGEST_LINE:
            joint, rows = self._following(row)
            place = next((place for place, after in enumerate(rows) if value(after[None]) == best), None)
            if place is None:
                break
            line.append(tuple(self.engine.moves(role)[int(move)] for role, move in enumerate(joint[place])))
            row = rows[place][None]
            if row.tobytes() in seen:
                break
            seen.add(row.tobytes())
        return tuple(line)

    def _following(self, row: Rows) -> tuple[NDArray[np.int64], Rows]:
        """The joint moves of a position and what follows; nothing when it is over."""
        if self.engine.outcome(row)[0][0]:
            return np.zeros((0, len(self.engine.roles)), dtype=np.int64), row[:0]
        joint = listed_moves(self.engine.legal(row), 0, np.array([WHOLE_POSITION])).joint
        return joint, self.engine.step(np.repeat(row, len(joint), axis=0), joint)

    @property
    def _left(self) -> float:
        return self.begin + self.effort.seconds - time.perf_counter()

    def _tell(self, text: str, *, now: bool = False) -> None:
        if now or time.perf_counter() > self._reported + 1:
            self._reported = time.perf_counter()
            self._report(text)

    def _keep(self, stored: Stored, *, now: bool = False) -> None:
        if self.effort.table is not None and (now or time.perf_counter() > self._saved + SAVE_SECONDS):
            table_file.save(self.effort.table, self.game.engine, self.row, stored)
            self._saved = time.perf_counter()


def _asking(search: DepthFirst, effort: Effort) -> Splitting | ProofNumbers:
    """Who asks the questions of a depth-first search."""
    if effort.search is Search.PROOF_NUMBERS:
        return ProofNumbers(search)
    proofs = None if effort.search is Search.ALPHA_BETA else ProofNumbers(search)
    return Splitting(search, proofs=proofs, spent=time.process_time)


def _method(asking: Splitting | ProofNumbers) -> str:
    """Which searches have found an answer, as a solution has it."""
    if isinstance(asking, ProofNumbers):
        return "proof_numbers"
    if PROOF_NUMBERS not in asking.answered:
        return "alpha_beta"
    return "both" if len(asking.answered) > 1 else "proof_numbers"


def _uncertain(known: Certain, positions: int) -> str:
    """Why alpha-beta would prove nothing."""
    doubt = "one role moves at a time" if not known.in_turns else "one role's gain is the other's loss"
    return (
        f"there are more than {positions:,} positions to list, and that {doubt} "
        "is neither declared nor could it be proved from the rules"
    )
