"""What the agents that search a tree with alpha-beta beside it have in common (``trees/proving_tree.py``)."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, Decision, Limit, MoveReport
from ludens.players.agent import check_role
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.facts import facts_of
from ludens.search.minimax.depth_first.proving import depth_first_proving
from ludens.search.minimax.guarantees import Guarantee, not_lost, undominated
from ludens.search.minimax.prove import TO_THE_END, Proved, Proving
from ludens.search.stopwatch import SECONDS
from ludens.search.time_share import LEAST, TimeShare
from ludens.search.tree.arrays import NODES
from ludens.search.tree.report import ranked_moves
from ludens.search.views.judging import engine_with_early_ends
from ludens.search.views.shared_table import SharedTable
from ludens.search.views.solved_states import SolvedJudge

Notes = dict[str, float | int | str]


@dataclass(frozen=True)
class ProofOptions(TreeOptions):
    """Options of alpha-beta beside a tree."""

    share: float = option(0.1, "fraction of the clock for alpha-beta at first; 0: none, ever", lowest=0, highest=1)
    least: float = option(LEAST, "fraction of the clock that alpha-beta always keeps", lowest=0, highest=1)
    table: int = option(128, "MiB of alpha-beta's table", lowest=1, highest=65536)
    depth_first: bool = option(True, "alpha-beta goes depth first if the rules allow, otherwise on batches")
    df_pn: bool = option(False, "proof-number search (df-pn) takes turns with depth-first alpha-beta")


P = TypeVar("P", bound=ProofOptions)


class TreeWithProofs(TreeAgent[Any, P]):
    """Searches by a tree, with alpha-beta for what can be proved.

    ``plan``: how the tree is searched, on the engine that it is given, which ends games as soon as they are decided.
    """

    def __init__(
        self,
        game: LoadedGame[Any],
        role: int,
        options: P,
        plan: Callable[[BatchEngine], TreePlan],
        seed: int | None = None,
    ) -> None:
        check_role(game, role)
        self._judged = engine_with_early_ends(game).engine
        room = options.table << 20
        first = None
        if options.depth_first:
            first = depth_first_proving(game, self._judged, role, room, proof_numbers=options.df_pn)
        self.proving = Proving(self._judged, role, room) if first is None else first
        self._certain = facts_of(game).certain
        self._judge = self._solved_judge(game, role)
        tree = replace(plan(self._judged), engine=self._judged, judge=self._judge)
        super().__init__(game, role, options, tree, seed)
        if self._judge is not None:
            self._known(self._judged.initial())  # compiled or fetched before anybody's clock is running
        self.share = TimeShare(options.share, options.least)

    def _solved_judge(self, game: LoadedGame[Any], role: int) -> SolvedJudge | None:
        """Who ends games where alpha-beta is certain; only where its value for one role says what the other gets."""
        if len(game.info.roles) == 2 and self._certain.opposed and self._certain.goal_sum == HIGHEST_GOAL:
            proving = self.proving
            return SolvedJudge(role, SharedTable(proving) if isinstance(proving, Proving) else proving)
        return None

    def stop(self) -> None:
        """Makes ``decide``, which runs in another thread, answer soon; not if it begins only after this."""
        super().stop()
        self.proving.stop()

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        begin = time.perf_counter()
        if limit.seconds is None and limit.playouts is None:
            limit = replace(limit, seconds=SECONDS)
        over, goals = self._judged.outcome(position)
        if over[0]:
            return self._settled(position, float(goals[0, self.role]))
        self.proving.renew()
        expected = self._expected(position)
        part = self.share.part if self.options.share else 0.0
        proved = self._prove(position, limit, begin)
        notes: Notes = {
            "alphabeta_share": round(part, 3),
            "alphabeta_seconds": proved.seconds,
            "alphabeta_depth": proved.depth,
            "positions": proved.positions,
        }
        kept = self._kept(proved)
        decided = len(kept) == 1 or any(found.won for found in proved.known.values()) or self._hopeless(proved)
        self.share.learn(decided or (expected is not None and bool(kept) and expected not in kept))
        if decided:
            return self._decided(proved, kept, {**notes, "simulations": 0, "seconds": time.perf_counter() - begin})
        notes |= self._grow(position, limit, begin)
        reports = self._reports(proved, kept)
        notes["seconds"] = time.perf_counter() - begin
        if not reports:
            return Decision(self._any_move(position), notes=notes)
        return Decision(reports[0].move, reports[0].value, reports, self._line(reports[0].move), notes)

    def _expected(self, position: Rows) -> int | None:
        """The move that the tree would make by what it knows from before; none where it does not know the position.

        What alpha-beta says of other moves is worth little: the tree would not have made them.
        """
        if self._judge is not None:
            self._judge.root = position
        self.search.start(position)
        ranked = ranked_moves(self.search.tree, self.engine, self.role, self._choice)
        return self.engine.moves(self.role).index(ranked[0].move) if ranked and ranked[0].visits else None

    def _settled(self, position: Rows, goal: float) -> Decision:
        """The decision where the rules leave the role one goal only, whatever is played."""
        names, legal = self.engine.moves(self.role), np.flatnonzero(self.engine.legal(position)[self.role][0])
        moves = tuple(MoveReport(names[move], value=goal, margin=0.0, proven=True) for move in legal)
        return Decision(moves[0].move, goal, moves, notes={"simulations": 0, "proved": "decided by a latch"})

    def _prove(self, position: Rows, limit: Limit, begin: float) -> Proved:
        if not self.options.share:
            return Proved()
        part = self.share.part
        until = math.inf if limit.seconds is None else begin + part * limit.seconds
        left = math.inf if limit.playouts is None else max(1.0, part * limit.playouts)
        return self.proving.think(position, until, left, limit.depth or TO_THE_END)

    def _kept(self, proved: Proved) -> set[int]:
        """The moves that are left when those are gone that are certain to be worse than another."""
        if self._hopeless(proved):
            return set(proved.standing or proved.known)
        if self._certain.opposed:
            return undominated(proved.known)
        if len(self.game.info.roles) == 2:
            return {move for move, found in proved.known.items() if found.won} or set(proved.known)
        return not_lost(proved.known)

    def _hopeless(self, proved: Proved) -> bool:
        """Whether every move is certain to lose; of interest only where that is worth believing."""
        lost = bool(proved.known) and all(found.lost for found in proved.known.values())
        return lost and self._certain.opposed

    def _decided(self, proved: Proved, kept: set[int], notes: Notes) -> Decision:
        """The decision where alpha-beta leaves nothing to choose."""
        names = self.engine.moves(self.role)
        best = max(proved.known, key=lambda move: (move in kept, proved.known[move].lowest, proved.known[move].highest))
        listed = [self._proven(MoveReport(names[move]), found) for move, found in proved.known.items()]
        listed.sort(key=lambda report: (report.move == names[best], report.value or 0.0), reverse=True)
        return Decision(listed[0].move, listed[0].value, tuple(listed), notes=notes)

    def _grow(self, position: Rows, limit: Limit, begin: float) -> Notes:
        """Searches the tree in the time that is left."""
        search, before, started = self.search, self.search.simulations, time.perf_counter()
        search.start(position)
        if self._judge is not None:
            search.open_root()
            search.inform(self._known)
        left = None if limit.seconds is None else max(0.0, limit.seconds - (time.perf_counter() - begin))
        search.think(Limit(left, limit.playouts))
        return {
            "simulations": search.simulations - before,
            "nodes": int(search.tree.sizes[NODES]),
            "depth": search.deepest,
            "tree_seconds": time.perf_counter() - started,
            **self._adapted(),
        }

    def _known(self, rows: Rows) -> tuple[NDArray[np.bool_], NDArray[np.int16]]:
        """Which positions alpha-beta is certain of, and their goals."""
        assert self._judge is not None
        own = self._judge.solved.get(rows)
        goals = np.repeat((HIGHEST_GOAL - own)[:, None], 2, axis=1)
        goals[:, self.role] = own
        return own >= 0, goals

    def _reports(self, proved: Proved, kept: set[int]) -> tuple[MoveReport, ...]:
        """The tree's moves, best first, those that are left before the others, with what is certain of each."""
        numbers = {self.engine.moves(self.role)[move]: move for move in proved.known}
        listed = [
            self._proven(report, proved.known[numbers[report.move]]) if report.move in numbers else report
            for report in ranked_moves(self.search.tree, self.engine, self.role, self._choice)
        ]
        listed.sort(key=lambda report: bool(kept) and numbers.get(report.move) not in kept)
        return tuple(listed)

    def _proven(self, report: MoveReport, found: Guarantee) -> MoveReport:
        """The report with what is certain of the move, where that is its value; its value is within what is certain."""
        proven = replace(report, value=found.lowest, margin=0.0, proven=True)
        if found.exact and self._certain.vouched(proven):
            return proven
        if report.value is None or not self._certain.opposed:
            return report
        return replace(report, value=min(max(report.value, found.lowest), found.highest))
