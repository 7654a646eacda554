"""Information set Monte Carlo tree search: for games of chance and of hidden information.

The agent keeps positions that agree with everything its role has seen (``search/hidden``), and searches from them
with a tree for every role in which nobody knows more than it can (``information_tree``). In a game with open
positions it knows where it is, and only chance remains.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Generic

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, Move, MoveReport, S, View
from ludens.players.agent import check_role
from ludens.players.kind import AgentKind
from ludens.players.options import Options, option
from ludens.search.hidden.beliefs import Beliefs, Sample
from ludens.search.hidden.information_tree import InformationSettings, InformationTree, Node
from ludens.search.random_games import cut_after
from ludens.search.stopwatch import Stopwatch
from ludens.search.warm import warm_up

FOR_BELIEFS = 0.4
"""The part of the time for a move after which no more positions are looked for."""

OPEN_AT_LEAST = 500
"""Simulations from the start of the game before it is asked whether they still come to the position at hand."""

RARE = 0.002
"""If fewer of them do, the game has gone too far for them to tell anything."""


@dataclass(frozen=True)
class IsmctsOptions(Options):
    """Options of information set tree search."""

    exploration: float = option(0.7, "exploration constant of UCB1, for goals from 0 to 1", lowest=0, highest=100)
    selection: str = option(
        "smooth", "UCB1 alone, or mixed with the average strategy so far (Smooth UCT)", choices=("ucb1", "smooth")
    )
    choice: str = option(
        "mixed",
        "the final move: most visits, or drawn by visits if something is hidden",
        choices=("visits", "mixed"),
    )
    threshold: float = option(
        0.15, "moves with less than this fraction of the best move's visits are not drawn", lowest=0, highest=1
    )
    samples: int = option(1000, "how many possible positions to keep", lowest=1, highest=100_000)
    outside: float = option(
        0.5, "fraction of the simulations that begin at the start of the game, where others cannot know what I hold",
        lowest=0, highest=0.95,
    )  # fmt: skip
    leaves: int = option(16, "leaves in one batch", lowest=1, highest=1024)
    playouts: int = option(4, "playouts from each leaf", lowest=1, highest=1024)


class IsmctsAgent(Generic[S]):
    """Plays by what it has seen. Told a state, as in open games, it takes that for known to all."""

    def __init__(self, game: LoadedGame[S], role: int, options: IsmctsOptions, seed: int | None = None) -> None:
        check_role(game, role)
        self.game, self.role, self.options = game, role, options
        self._random = random.Random(seed)
        warm_up(game.engine)
        slow = not game.engine.batch
        settings = InformationSettings(
            exploration=options.exploration,
            smooth=options.selection == "smooth" and game.info.hidden,
            leaves=1 if slow else options.leaves,
            playouts=1 if slow else options.playouts,
            max_steps=cut_after(game.info),
        )
        self.tree = InformationTree(game, role, settings, self._random)
        self.beliefs = self._new_beliefs()

    def prepare(self, position: S | View, limit: Limit) -> None:
        """Thinks about the start of the game."""
        self._search(self.tree.start(), Stopwatch(limit), open_start=self.game.info.hidden)

    def decide(self, position: S | View, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal, known or as far as the role knows it."""
        watch = Stopwatch(limit)
        if isinstance(position, View):
            return self._decide_unseen(position, watch)
        moves = self.game.legal_moves(position, self.role)
        if not moves:
            raise ValueError(f"there is nothing to decide: the game of {self.game.info.name} is over")
        if len(moves) == 1:
            return Decision(moves[0], notes=_notes(watch, 1))
        samples = [Sample(position, self.tree.sets.at(position), 1.0)]
        self._search(samples, watch)
        return self._decision(self.tree.node(samples[0].known[self.role]), moves, watch, samples)

    def _decide_unseen(self, view: View, watch: Stopwatch) -> Decision:
        """A move from what the role has seen; where that is contradictory or too much, any legal one."""
        if view.legal is not None and len(view.legal) == 1:
            return Decision(view.legal[0], notes=_notes(watch, 0))
        samples = self.beliefs.samples(view, watch.share(FOR_BELIEFS), self.tree.policy)
        if not samples:
            move = self._random.choice(view.legal) if view.legal else self.beliefs.guess(view)
            return Decision(move, notes=_notes(watch, 0))
        moves = self.tree.steps.legal(samples[0].state)[self.role]
        if len(moves) == 1:
            return Decision(moves[0], notes=_notes(watch, len(samples)))
        if self.options.outside and view.observations and self._rehearse(watch, samples[0].known[self.role]):
            samples = self._believed(view, watch) or samples
        self._search(samples, watch)
        return self._decision(self.tree.node(samples[0].known[self.role]), moves, watch, samples)

    def _rehearse(self, watch: Stopwatch, here: int) -> bool:
        """Simulations from the start of the game; False, and no more of them, when hardly any comes to this set."""
        part = watch.part(self.options.outside)
        node, begun = self.tree.node(here), 0
        before = node.open
        while part.playouts > 0 and part.left > 0:
            played = self._batch(self.tree.start(), part, open_start=True)
            watch.spend(played)
            begun += self.tree.settings.leaves
            if begun >= OPEN_AT_LEAST and node.open - before < RARE * begun:
                return False
        return True

    def _believed(self, view: View, watch: Stopwatch) -> list[Sample[S]]:
        """The positions again, now by how the others have learnt to play."""
        return self._new_beliefs().samples(view, watch.share(FOR_BELIEFS), self.tree.policy)

    def _new_beliefs(self) -> Beliefs[S]:
        most = self.options.samples
        return Beliefs(self.game, self.role, self._random, sets=self.tree.sets, most=most)

    def _search(self, samples: list[Sample[S]], watch: Stopwatch, *, open_start: bool = False) -> None:
        while watch.playouts > 0:
            self._batch(samples, watch, open_start=open_start)
            if watch.left <= 0:
                return

    def _batch(self, samples: list[Sample[S]], watch: Stopwatch, *, open_start: bool = False) -> int:
        settings = self.tree.settings
        playouts = int(min(settings.playouts, watch.playouts))
        leaves = int(max(1, min(settings.leaves, watch.playouts // playouts)))
        if watch.played == 0 and watch.timed:
            leaves = 1  # to see how long that takes
        played = self.tree.simulate(samples, leaves, playouts, open_start=open_start)
        watch.spend(played)
        return played

    def _decision(self, node: Node, moves: tuple[Move, ...], watch: Stopwatch, samples: list[Sample[S]]) -> Decision:
        reports = [self._report(node, move) for move in moves]
        reports.sort(key=lambda report: report.visits, reverse=True)
        chosen = reports[0]
        if self.options.choice == "mixed" and self.game.info.hidden:
            least = self.options.threshold * chosen.visits
            weights = [report.visits if report.visits >= least else 0 for report in reports]
            total = sum(weights)
            if total:
                reports = [
                    _with_chance(report, weight / total) for report, weight in zip(reports, weights, strict=True)
                ]
                chosen = self._random.choices(reports, weights)[0]
        notes = {**_notes(watch, len(samples)), "nodes": len(self.tree)}
        return Decision(chosen.move, chosen.value, tuple(reports), notes=notes)

    def _report(self, node: Node, move: Move) -> MoveReport:
        place = node.places.get(move)
        if place is None or not node.visits[place]:
            return MoveReport(move)
        visits, mean = node.visits[place], node.sums[place] / node.visits[place]
        variance = max(0.0, node.squares[place] / visits - mean**2)
        margin = 196 * math.sqrt(variance / visits)
        return MoveReport(move, visits, 100 * mean, margin)


def _with_chance(report: MoveReport, chance: float) -> MoveReport:
    return MoveReport(report.move, report.visits, report.value, report.margin, chance=chance)


def _notes(watch: Stopwatch, positions: int) -> dict[str, float | int | str]:
    return {"simulations": watch.played, "positions": positions, "seconds": watch.seconds}


AGENT = AgentKind(
    name="ismcts",
    summary="searches the positions that agree with what it has seen; for chance and hidden information",
    source="Cowling, Powley and Whitehouse 2012; Schofield, Cerexhe and Thielscher 2012; Heinrich and Silver 2015",
    agent=IsmctsAgent,
    options=IsmctsOptions,
    chance=True,
    hidden=True,
)
