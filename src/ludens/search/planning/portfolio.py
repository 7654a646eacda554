"""Several ways to plan, side by side in one clock, until one of them has reached the highest goal there is.

1. Random rollouts: games that are easy are over here, and what moves do is learnt on the way.
2. Planning by clingo, in a process of its own, where the rules are a circuit.
3. Breadth-first search that narrows to a beam, a narrow beam by the rules relaxed, and nested rollout policy
   adaptation, in turns; who has found the best line gets twice the time.

The best line seen is kept, whatever finds it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import numpy as np

from ludens.circuit.network import Circuit
from ludens.engine.contract import BatchEngine
from ludens.engine.rows import Rows
from ludens.search.planning.answer_sets import AnswerSetPlanner, Horizon
from ludens.search.planning.breadth_first import BreadthFirst, relaxed_worth
from ludens.search.planning.effects import Effects, effects
from ludens.search.planning.line import Line, better, goals_named, highest_goal
from ludens.search.planning.nrpa import Nesting, nested_rollouts
from ludens.search.planning.relaxed import can_relax
from ludens.search.planning.rollouts import Rollouts, rollouts
from ludens.search.stopwatch import Stopwatch

LANES, FEW_LANES = 256, 4
"""Random rollouts before anything else; few where rules are not compiled."""

LEAST_FOR_CLINGO = 0.3
"""Seconds below which starting a process is not worth it."""

MOST_GATES = 400_000
"""Of a circuit that is handed to clingo."""

MOST_RELAXED_GATES = 50_000
"""Of a circuit whose rules are relaxed. That takes a second for every 100,000, and each look at the result as long as
several at the rules themselves: longer than a move may take."""

NOTHING = Effects({}, {}, 0.0, [], [])

NARROW = 64
"""The first beam by the relaxed rules, which take long to ask."""

SHARE_OF_RELAXED, SHARE_OF_LEADER = 0.5, 2.0

METHODS = ("rollouts", "clingo", "breadth_first", "relaxed", "nrpa")


@dataclass(slots=True)
class Portfolio:
    """Plans for an engine; ``methods`` are those of METHODS that take part, ``found_by`` which found the best line.

    ``enough`` is asked all the time whether to stop. ``highest``: no goal above it can be reached, as far as is known.
    """

    engine: BatchEngine
    max_steps: int
    random: np.random.Generator
    methods: frozenset[str] = frozenset(METHODS)
    nesting: Nesting = field(default_factory=Nesting)
    enough: Callable[[], bool] = lambda: False
    found_by: str = ""
    best: Line | None = None
    highest: int = 0

    def search(self, row: Rows, watch: Stopwatch, known: Line | None = None) -> Line | None:
        """The best line from a position on that is found within the limit, or the one that is known already.

        A line that is known must be what is left of the last one, so that goals beyond reach still are.
        """
        self.best = known
        if known is None:
            self.highest = highest_goal(self.engine)
        if self._done(watch):
            return self.best
        shown, seen = NOTHING, 0
        if "rollouts" in self.methods:
            lanes = LANES if self.engine.batch else FEW_LANES
            done = rollouts(self.engine, row, lanes, self.random, self.max_steps, until=watch.share(0.5))
            watch.spend(lanes)
            self._take(_best_of(done), "rollouts")
            seen = int(done.lengths.max(initial=0))
            if not self._done(watch) and self.engine.circuit is not None and seen:
                shown = effects(self.engine, done)
        planner = self._planner(row, watch, Horizon(seen, self.max_steps), shown)
        try:
            self._take_turns(row, watch, shown, planner)
        finally:
            if planner is not None:
                planner.close()
        return self.best

    def _take_turns(self, row: Rows, watch: Stopwatch, shown: Effects, planner: AnswerSetPlanner | None) -> None:
        searches = self._searches(row, watch, shown)
        spent = dict.fromkeys(searches, 0.0)
        while not self._done(watch) and (searches or (planner is not None and not planner.ended)):
            if planner is not None:
                self._take(planner.line(), "clingo")
                for goal in planner.impossible:
                    self._nothing_above(max((value for value in goals_named(self.engine) if value < goal), default=0))
            if not searches:
                time.sleep(0.005)
                continue
            name = min(searches, key=lambda name: spent[name] / self._share(name))
            begin = time.perf_counter()
            line = next(searches[name], self)
            if isinstance(line, Portfolio):
                del searches[name]
            else:
                self._take(line, name)
            # With a limit of playouts, turns must not depend on how long they take.
            spent[name] += time.perf_counter() - begin if watch.timed else 1.0

    def _share(self, name: str) -> float:
        """The time that a search gets beside the others: more if it has found the best line."""
        leads = name == self.found_by and self.best is not None and self.best.goal > 0
        return (SHARE_OF_RELAXED if name == "relaxed" else 1.0) * (SHARE_OF_LEADER if leads else 1.0)

    def _searches(self, row: Rows, watch: Stopwatch, shown: Effects) -> dict[str, Iterator[Line | None]]:
        found: dict[str, Iterator[Line | None]] = {}
        if "breadth_first" in self.methods:
            found["breadth_first"] = self._breadth_first(row, watch, shown)
        circuit = self.engine.circuit
        small = circuit is not None and circuit.gates <= MOST_RELAXED_GATES
        if "relaxed" in self.methods and circuit is not None and small and can_relax(circuit):
            found["relaxed"] = self._relaxed(circuit, row, watch, shown)
        if "rollouts" in self.methods and not self.engine.batch:
            found["rollouts"] = self._more_rollouts(row, watch)
        if "nrpa" in self.methods and self.engine.batch:
            found["nrpa"] = self._nested(row, watch)
        return found

    def _breadth_first(self, row: Rows, watch: Stopwatch, shown: Effects) -> Iterator[Line | None]:
        search = BreadthFirst(self.engine, row, self.random, self.max_steps, shown.timed)
        yield from self._counted(search, watch)
        if search.complete:
            self._nothing_above(0 if search.best is None else search.best.goal)

    def _more_rollouts(self, row: Rows, watch: Stopwatch) -> Iterator[Line | None]:
        """One random game after the other, where rules are too slow to learn a policy."""
        while True:
            done = rollouts(self.engine, row, 1, self.random, self.max_steps, until=watch.end)
            watch.spend(1)
            yield _best_of(done)

    def _relaxed(self, circuit: Circuit, row: Rows, watch: Stopwatch, shown: Effects) -> Iterator[Line | None]:
        yield None  # who is first has had its turn before this takes time
        worth = relaxed_worth(circuit, self.highest, self.max_steps)
        search = BreadthFirst(self.engine, row, self.random, self.max_steps, shown.timed, worth, NARROW)
        yield from self._counted(search, watch)

    def _counted(self, search: BreadthFirst, watch: Stopwatch) -> Iterator[Line | None]:
        before = 0
        for line in search.lines():
            watch.spend(search.positions - before)
            before = search.positions
            yield line

    def _nested(self, row: Rows, watch: Stopwatch) -> Iterator[Line | None]:
        for line in nested_rollouts(
            self.engine, row, self.random, self.max_steps, nesting=self.nesting, until=watch.end
        ):
            watch.spend(self.nesting.lanes)
            yield line

    def _planner(self, row: Rows, watch: Stopwatch, horizon: Horizon, shown: Effects) -> AnswerSetPlanner | None:
        """Clingo, where it can help; not with a limit of playouts alone, since what it finds rests on the clock."""
        circuit = self.engine.circuit
        if "clingo" not in self.methods or circuit is None or circuit.gates > MOST_GATES or self._done(watch):
            return None
        if not watch.timed or watch.left < LEAST_FOR_CLINGO:
            return None
        seen = horizon.seen or min(self.max_steps, 32)
        return AnswerSetPlanner(self.engine, row, Horizon(seen, horizon.longest), shown)

    def _nothing_above(self, goal: int) -> None:
        self.highest = min(self.highest, goal)

    def _take(self, line: Line | None, name: str) -> None:
        best = better(self.best, line)
        if best is not self.best:
            self.best, self.found_by = best, name

    def _done(self, watch: Stopwatch) -> bool:
        reached = self.best is not None and self.best.goal >= self.highest
        return reached or watch.left <= 0 or watch.playouts <= 0 or self.enough()


def _best_of(done: Rollouts) -> Line | None:
    """The rollout with the highest goal, of equals the longest."""
    if done.goals.max(initial=-1) < 0:
        return None
    return done.line(int(np.lexsort((-done.lengths, -done.goals))[0]))
