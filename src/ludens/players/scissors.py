"""AlwaysPlayScissors (Cheng, Krauthamer, Ofir and Siddiqui): UCT against a minimising opponent, with alpha-beta.

When it is made it reads the rules: it finds goal latches, which end positions whose result is certain, coerces goals to
won, level and lost, and decides whether remembering positions pays. In a turn with one legal move the whole clock goes
to UCT. Otherwise UCT has the first part of the clock and alpha-beta the rest. Alpha-beta only looks for certain wins,
which are played, and certain losses, which are avoided; everything else is UCT's choice. In UCT the role takes the move
with the highest X̄ + c·√(2 ln t / s), and all others together the joint reply with the lowest X̄ − c·√(2 ln t / s),
whoever is to move; alpha-beta splits a turn in two, the role's move and the others' joint answer. The tree follows the
game, and a cache of two generations keeps positions that alpha-beta has solved; UCT makes no use of them.

A limit of playouts is shared in the same way: alpha-beta counts the positions that it makes.
"""

from __future__ import annotations

import math
import time
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, JointMove, Limit, Move, MoveReport
from ludens.players.agent import check_role, random_numbers
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.facts import facts_of
from ludens.search.minimax.guarantees import Guarantee, not_lost, undominated
from ludens.search.minimax.prove import Proved, Proving
from ludens.search.stopwatch import SECONDS
from ludens.search.tree.arrays import NODES
from ludens.search.tree.policy import UCB1, Policy
from ludens.search.tree.report import ranked_moves
from ludens.search.views.cached_engine import CachedEngine, pays
from ludens.search.views.judging import judged_for
from ludens.search.views.two_sides import MOST_REPLIES, OWN, TwoSides, expected_line
from ludens.search.warm import warm_up

Notes = dict[str, float | int | str]


@dataclass(frozen=True)
class ScissorsOptions(TreeOptions):
    """Options of scissors; each part of the original can be left out."""

    exploration: float = option(0.3, "the constant c of the exploration term c·√(2 ln t / s)", lowest=0, highest=100)
    split: float = option(0.5, "fraction of the clock for UCT; alpha-beta has the rest", lowest=0, highest=1)
    coerce: bool = option(True, "goals count as won, level and lost")
    latches: bool = option(True, "positions whose result a latch has decided count as ends")
    cache: str = option(
        "auto",
        "remembers positions: if measured to be faster, always, or never",
        choices=("auto", "on", "off"),
    )
    draws: bool = option(False, "also leaves out moves that are certain to be no better than another")
    table: int = option(256, "MiB of alpha-beta's table", lowest=1, highest=65536)
    solver: bool = option(False, "UCT proves wins and losses if it can")
    shared: bool = option(False, "equal positions are one node of the tree")


class ScissorsAgent(TreeAgent[Any, ScissorsOptions]):
    """UCT for the first part of the clock, alpha-beta for the rest."""

    def __init__(self, game: LoadedGame[Any], role: int, options: ScissorsOptions, seed: int | None = None) -> None:
        check_role(game, role)
        random = random_numbers(seed)
        self.judged = judged_for(game, role, latches=options.latches, coerce=options.coerce)
        self.cache = CachedEngine(self.judged.engine) if _remembers(game, options, random) else None
        self.sides = TwoSides(self.cache or self.judged.engine, role)
        policy = Policy(UCB1, exploration=options.exploration * math.sqrt(2))
        plan = TreePlan(policy, engine=self.sides, complete=_tells_apart(game, role), settled=True)
        super().__init__(game, role, options, plan, random)
        self._certain = facts_of(game).certain
        self.proving = Proving(self.sides.engine, role, options.table << 20)

    def stop(self) -> None:
        """Makes ``decide``, which runs in another thread, answer soon; not if it begins only after this."""
        super().stop()
        self.proving.stop()

    def prepare(self, state: Any, limit: Limit) -> None:
        """Starts UCT before the first move: for the time that is left before the game begins."""
        self.rest()
        position = self.game.pack([state])
        if self._decided(position) is None:
            self.search.start(position)
            self.search.think(limit)

    def decide(self, state: Any, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal; raises ValueError in one that is."""
        moves = self.game.legal_moves(state, self.role)
        if len(moves) != 1:
            return super().decide(state, limit)
        self.rest()
        begin = time.perf_counter()
        position = self.game.pack([state])
        value = self._decided(position)
        if value is not None:
            return self._settled(moves[0], value)
        self._renew()
        notes = self._grow(position, _limited(limit), begin)
        reports = tuple(map(self._vouched, self._reports()))
        return self._decision_for(moves[0], reports, {**notes, "seconds": time.perf_counter() - begin})

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        begin, limit = time.perf_counter(), _limited(limit)
        self._renew()
        part = Limit(
            None if limit.seconds is None else limit.seconds * self.options.split,
            None if limit.playouts is None else max(1, math.ceil(limit.playouts * self.options.split)),
        )
        value = self._decided(position)
        if value is not None:
            legal = self.engine.legal(position)[self.role][0]
            return self._settled(self.engine.moves(self.role)[self._any(legal.nonzero()[0])], value)
        notes = self._grow(position, part, begin)
        proved = self._prove(position, limit, begin)
        reports = self._reports() or (MoveReport(self._any_move(position)),)
        move, remarks = self._verdict(reports, proved)
        notes |= {"alphabeta_seconds": proved.seconds, "depth": proved.depth, "positions": proved.positions, **remarks}
        notes["seconds"] = time.perf_counter() - begin
        return self._decision_for(move, self._with_proofs(reports, proved.known, move), notes)

    def _renew(self) -> None:
        """Gives back memory at the beginning of a turn, if need be: never amid a search."""
        if self.cache is not None:
            self.cache.renew()
        self.proving.renew()

    def _grow(self, position: Rows, limit: Limit, begin: float) -> Notes:
        """Searches by UCT; returns what there is to say of it."""
        search, before = self.search, self.search.simulations
        search.start(position)
        left = None if limit.seconds is None else max(0.0, limit.seconds - (time.perf_counter() - begin))
        search.think(Limit(left, limit.playouts))
        return {
            "simulations": search.simulations - before,
            "nodes": int(search.tree.sizes[NODES]),
            "uct_depth": search.deepest,
            "uct_seconds": time.perf_counter() - begin,
            "latches": len(self.judged.latches),
            "cache": "off" if self.cache is None else "on",
        }

    def _prove(self, position: Rows, limit: Limit, begin: float) -> Proved:
        if self.options.split == 1:
            return Proved()
        until = math.inf if limit.seconds is None else begin + limit.seconds
        left = math.inf
        if limit.playouts is not None:
            left = limit.playouts - math.ceil(limit.playouts * self.options.split)
        return self.proving.think(position, until, left, limit.depth or self.max_steps)

    def _verdict(self, reports: tuple[MoveReport, ...], proved: Proved) -> tuple[Move, Notes]:
        """UCT's best move among those that alpha-beta leaves, and what it has proved in words."""
        names = self.engine.moves(self.role)
        left = undominated(proved.known) if self.options.draws else not_lost(proved.known)
        kept = {names[number] for number in left}
        move = next((report.move for report in reports if not kept or report.move in kept), reports[0].move)
        won = sum(guarantee.won for guarantee in proved.known.values())
        lost = sum(guarantee.lost for guarantee in proved.known.values())
        found = [f"{count} {word}" for count, word in ((won, "won"), (lost, "lost")) if count]
        return move, {
            "proved": ", ".join(found) or "nothing",
            "overruled": "yes" if move != reports[0].move else "no",
            "solved": len(self.proving.solved),
        }

    def _ranked_so_far(self) -> tuple[MoveReport, ...]:
        return ranked_moves(self.search.tree, self.sides, OWN)

    def _line(self, first: Move) -> tuple[JointMove, ...]:
        return expected_line(self.search.tree, self.sides, first)

    def _reports(self) -> tuple[MoveReport, ...]:
        return ranked_moves(self.search.tree, self.sides, OWN, self._choice)

    def _with_proofs(
        self, reports: tuple[MoveReport, ...], known: dict[int, Guarantee], chosen: Move
    ) -> tuple[MoveReport, ...]:
        """The reports, the chosen move first, with the values that alpha-beta has made certain."""
        names = self.engine.moves(self.role)
        exact = {names[number]: guarantee.lowest for number, guarantee in known.items() if guarantee.exact}
        listed = [
            replace(report, value=exact[report.move], margin=0.0, proven=True) if report.move in exact else report
            for report in reports
        ]
        return tuple(sorted(map(self._vouched, listed), key=lambda report: report.move != chosen))

    def _vouched(self, report: MoveReport) -> MoveReport:
        """The report, proven only where the value is a goal and is so against others who want their own best."""
        return replace(report, proven=report.proven and not self.judged.coerced and self._certain.vouched(report))

    def _decided(self, position: Rows) -> float | None:
        """The role's goal where a latch has decided it although the game goes on."""
        over, goals = self.sides.outcome(position)
        return float(goals[0, OWN]) if over[0] else None

    def _settled(self, move: Move, value: float) -> Decision:
        """A move that no longer matters."""
        report = MoveReport(move, value=value, margin=0.0, proven=not self.judged.coerced)
        notes: Notes = {"simulations": 0, "latches": len(self.judged.latches), "proved": "decided by a latch"}
        return Decision(move, value, (report,), notes=notes)

    def _decision_for(self, move: Move, reports: tuple[MoveReport, ...], notes: Notes) -> Decision:
        value = next((report.value for report in reports if report.move == move), None)
        line = self._line(move) if reports else ()
        return Decision(move, value, reports, line, notes)


def _remembers(game: LoadedGame[Any], options: ScissorsOptions, random: np.random.Generator) -> bool:
    """Whether positions are remembered."""
    if options.cache != "auto":
        return options.cache == "on"
    warm_up(game.engine)  # nothing may be compiled while it is measured
    return pays(game.engine, random)


def _tells_apart(game: LoadedGame[Any], role: int) -> bool:
    """Whether all joint replies to a move of the role are told apart."""
    others = [len(game.engine.moves(other)) for other in range(len(game.info.roles)) if other != role]
    known = game.engine.batch and math.prod(others) <= MOST_REPLIES
    return len(others) < 2 or known


def _limited(limit: Limit) -> Limit:
    """The limit, or the usual time where there is none."""
    return replace(limit, seconds=SECONDS) if limit.seconds is None and limit.playouts is None else limit


AGENT = AgentKind(
    name="scissors",
    summary="UCT against opponents who minimise its reward together, and alpha-beta for certain wins and losses",
    source="Cheng, Krauthamer, Ofir and Siddiqui, AlwaysPlayScissors",
    agent=ScissorsAgent,
    options=ScissorsOptions,
)
