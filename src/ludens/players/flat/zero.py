"""Zero: the zero system without the weaknesses that its report lists, as far as that is possible without a tree.

Mavroidakos 2019, sections 3 and 5, and what is done here:

- the opponent's moves are random: here the answer to each move is the one that playouts show to be best for the role
  that gives it, and answers that lose at once are not considered;
- moves are not limited by a score: playouts choose the ``candidates`` that are looked at closely, and these are halved
  again and again (search/playouts/replies.py), so that time goes where it matters;
- the win/loss ratio: the mean goal replaces it, for any goals and any number of roles;
- nothing is kept below the first level: every answer to a candidate has statistics of its own;
- a position with two threats is not seen: a move after which every answer loses at once is a proven win.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.engine.rows import Rows
from ludens.game import HIGHEST_GOAL, Decision, Limit, S
from ludens.players.agent import SeatedAgent
from ludens.players.kind import AgentKind
from ludens.players.options import Options, option
from ludens.search.playouts.batches import Pace
from ludens.search.playouts.flat import SEEDS, FlatSearch
from ludens.search.playouts.lookahead import MOST_POSITIONS, Children, look_ahead, threatened
from ludens.search.playouts.replies import Answers, answers, best_half, rounds
from ludens.search.stopwatch import Stopwatch
from ludens.search.tally import Figures, Tally
from ludens.search.views.judging import already_coerced

LOOKING = 0.25
"""The part of the time that looking ahead may take, and of what is left then, looking for answers that lose."""

MOST_ANSWERS = 1 << 12
"""Answers to all candidates together."""

ANSWER_SECONDS = 1e-5
"""The time that there must be for each answer."""

POSITIONS_PER_PLAYOUT = 16
"""Positions that may be looked at for each playout, where playouts are limited and time is not."""

SHORTEST = 0.004
"""Seconds below which the second level is not worth beginning."""


@dataclass(frozen=True)
class ZeroOptions(Options):
    candidates: int = option(16, "moves to look at closely", lowest=2, highest=10_000)
    screening: float = option(0.2, "the fraction of the time for choosing them", lowest=0.01, highest=0.99)


class ZeroAgent(SeatedAgent[S, ZeroOptions]):
    """Chooses the move whose best answer leaves it the highest mean goal."""

    def __init__(self, game: LoadedGame[S], role: int, options: ZeroOptions, seed: int | None = None) -> None:
        super().__init__(game, role, options, seed)
        self._search = FlatSearch.of(self.engine, role, self.max_steps, self.random)
        self._pace = Pace(self.engine)

    @cached_property
    def _loser_gets_nothing(self) -> bool:
        """Whether the other's loss is a goal of 100 for certain."""
        return already_coerced(self.game, self.role)

    def _choose(self, position: Rows, limit: Limit) -> Decision:
        watch = Stopwatch(limit)
        seen = look_ahead(self.engine, position, self.role, self.random, watch.share(LOOKING))
        certain = seen.children.certain(self.role)
        wins = [place for place, value in certain.items() if value == HIGHEST_GOAL]
        if wins:
            return self._decision(
                seen.children.moves, self._any(wins), watch, proven=certain, notes={"why": "it wins at once"}
            )
        promising = np.flatnonzero(~seen.losing) if not seen.losing.all() else np.arange(len(seen.losing))
        if len(promising) == 1:
            notes = {"why": "after any other move the others can win"}
            return self._decision(seen.children.moves, int(promising[0]), watch, notes=notes)
        return self._compare(position, seen.children, promising, watch)

    def _compare(self, position: Rows, found: Children, promising: NDArray[np.int64], watch: Stopwatch) -> Decision:
        """Screens the moves, then looks at the answers to the best."""
        screening = watch.part(self.options.screening)
        flat = self._search.play(position, found, promising, screening)
        watch.spend(screening.played)
        means = np.nan_to_num(flat.means, nan=-1.0)
        order = promising[np.argsort(-means[promising] - self.random.random(len(promising)) * 1e-9, kind="stable")]
        kept = np.sort(order[: self.options.candidates])
        if not _worth_answering(len(kept) * len(found.moves), screening, watch):
            rest = self._search.play(position, found, promising, watch)
            flat.merge(rest)
            means = np.nan_to_num(flat.means, nan=-1.0)
            place = self._any(np.flatnonzero(means == means.max()))
            return self._decision(found.moves, place, watch, figures=flat.figures)
        return self._answered(found, kept, flat, watch)

    def _answered(self, found: Children, kept: NDArray[np.int64], flat: Tally, watch: Stopwatch) -> Decision:
        most = int(min(MOST_ANSWERS, watch.left / ANSWER_SECONDS))
        replies = found.over.shape[1]
        drawn = self.random.permutation(replies)[: max(1, most // (len(kept) * len(found.moves)))]
        rows = found.rows[kept][:, drawn].reshape(-1, found.rows.shape[2])
        owners = np.repeat(kept, len(drawn))
        table = answers(self.engine, rows, owners, max(2, most // len(rows)), self.random)
        complete = found.complete and len(drawn) == replies and table.complete
        won = self._drop_blunders(table, len(found.moves), watch) if complete else []
        if won:
            proven = dict.fromkeys(won, float(HIGHEST_GOAL)) if self._loser_gets_nothing else {}
            why = {"why": "every answer to it loses"}
            return self._decision(found.moves, self._any(won), watch, figures=flat.figures, proven=proven, notes=why)
        place = self._halve(table, kept, len(found.moves), watch)
        values, margins = table.values(len(found.moves))
        looked = np.bincount(table.move, table.tally.visits, minlength=len(found.moves)).astype(np.int64)
        close = ~np.isnan(values)
        figures = Figures(
            flat.visits + looked, np.where(close, values, flat.means), np.where(close, margins, flat.margins)
        )
        notes = {"candidates": len(kept), "answers": len(table.rows)}
        return self._decision(found.moves, place, watch, figures=figures, notes=notes)

    def _drop_blunders(self, table: Answers, moves: int, watch: Stopwatch) -> list[int]:
        """Leaves out answers after which the role wins at once; returns the moves to which there are no others.

        Only where there are two roles is what one loses the other's to win.
        """
        if len(self.engine.roles) != 2:
            return []
        other = 1 - self.role
        over, _ = self.engine.outcome(table.rows)
        tested = np.flatnonzero(~over & (table.giver == other))
        most = MOST_POSITIONS
        if not watch.timed:
            most = int(min(most, POSITIONS_PER_PLAYOUT * watch.playouts))
        tested = self.random.permutation(tested)
        danger = threatened(self.engine, table.rows[tested], other, self.random, watch.share(LOOKING), most=most)
        blunders = np.zeros(len(table.rows), dtype=np.bool_)
        blunders[tested] = danger == 1
        return [int(place) for place in table.drop(blunders, moves)]

    def _halve(self, table: Answers, kept: NDArray[np.int64], moves: int, watch: Stopwatch) -> int:
        """Playouts after the answers, with fewer moves from round to round; returns the last one's place."""
        total = rounds(len(kept))
        for number in range(total):
            part = watch.part(1 / (total - number))
            self._play(table, part)
            watch.spend(part.played)
            kept = best_half(table.values(moves)[0], kept)
            table.halve(kept)
        return int(kept[0])

    def _play(self, table: Answers, watch: Stopwatch) -> None:
        places = self.random.permutation(np.flatnonzero(table.active))
        rows = table.rows[places]
        for batch in self._pace.batches(watch, len(rows)):
            seed = int(self.random.integers(SEEDS))
            done = self.engine.playouts(rows[batch.rows], batch.each, seed, max_steps=self.max_steps)
            table.add(done, self.role, places[batch.rows])


def _worth_answering(answers_expected: int, screening: Stopwatch, watch: Stopwatch) -> bool:
    """Whether there will be time and playouts enough, two for each answer, at the pace of the screening."""
    playouts = watch.playouts
    if watch.timed:
        playouts = min(playouts, screening.played / max(1e-9, screening.seconds) * watch.left)
    return watch.left >= SHORTEST and playouts >= 2 * answers_expected


AGENT = AgentKind(
    name="zero",
    summary="screens moves by random games and compares the best by the others' best answers",
    source="Mavroidakos 2019, sections 3 and 5",
    agent=ZeroAgent,
    options=ZeroOptions,
)
