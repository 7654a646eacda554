"""A published ranking beside ours: agents by their Elo over all games of an experiment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ludens.arena.ratings.bradley_terry import PairedResult, RatingTable, fit_ratings
from ludens.arena.statistics import Interval
from ludens.studies.rows import Row
from ludens.studies.tallies import Tally
from ludens.studies.verdicts import Verdict

TIMES = (1, 2, 4, 8, 16, 32, 64)
"""How many times as many games are thought of, where those that were played leave a rank open."""

SURE = 0.975
"""The likelihood of superiority from which one agent is ahead of another."""


def ranking(experiment: str, published: Sequence[str]) -> Callable[[Sequence[Tally]], Sequence[Row]]:
    """What makes a row for each agent, the best of the document first: its rank there, and ours by Elo.

    ``published``: the agents by their rank in the document; nobody else may have played. Seats must change from game
    to game.
    """

    def conclude(tallies: Sequence[Tally]) -> Sequence[Row]:
        results = [
            PairedResult(tally.comparison.agent, tally.comparison.opponent, result, seated=False, count=float(count))
            for tally in tallies
            for result, count in ((1.0, tally.wins), (0.5, tally.draws), (0.0, tally.losses))
            if count
        ]
        if not results:
            return ()
        tables = [fit_ratings(_repeated(results, times), by_cluster=False) for times in TIMES]
        absent = sum(agent not in tables[0].names for agent in published)
        return [
            _row(experiment, tables, agent, rank, absent)
            if agent in tables[0].names
            else Row(experiment=experiment, what=f"rank of {agent}", document=str(rank), ours="–",
                     verdict=Verdict.NOT_PLAYED)
            for rank, agent in enumerate(published, start=1)
        ]  # fmt: skip

    return conclude


def _repeated(results: Sequence[PairedResult], times: int) -> list[PairedResult]:
    """As if every game had been played so many times with the same result."""
    return [replace(result, count=times * result.count) for result in results]


def rank_verdict(rank: int, table: RatingTable, agent: str, absent: int = 0) -> Verdict:
    """Whether a published rank agrees with ratings: by the ranks that are left open.

    Of two agents the order is open unless one is stronger with a likelihood of more than 97.5 %. The published rank
    agrees when no other is left, it differs when it is not left itself, and otherwise nobody can tell.
    ``absent``: others that have not played, and may be anywhere in the order.
    """
    others = [name for name in table.names if name != agent]
    best = 1 + sum(table.superiority(other, agent) > SURE for other in others)
    worst = len(table.names) + absent - sum(table.superiority(agent, other) > SURE for other in others)
    if not best <= rank <= worst:
        return Verdict.DIFFERS
    return Verdict.AGREES if best == worst else Verdict.UNCLEAR


def _row(experiment: str, tables: Sequence[RatingTable], agent: str, rank: int, absent: int) -> Row:
    table = tables[0]
    found = table.rating(agent)
    verdicts = [rank_verdict(rank, each, agent, absent) for each in tables]
    telling = [times for times, verdict in zip(TIMES, verdicts, strict=True) if verdict is not Verdict.UNCLEAR]
    place, lowest = 1 + table.ratings.index(found), table.ratings[-1].elo
    low, high = found.interval.low - lowest, found.interval.high - lowest
    games = round(found.games)
    return Row(
        experiment=experiment,
        what=f"rank of {agent}",
        document=str(rank),
        ours=f"{place}, Elo {found.elo - lowest:.0f} ({low:.0f} to {high:.0f})",
        verdict=verdicts[0],
        unit="Elo above the last",
        value=found.elo - lowest,
        interval=Interval(low, high),
        games=games,
        planned=games,
        needed=telling[0] * games if telling and telling[0] > 1 else None,
    )
