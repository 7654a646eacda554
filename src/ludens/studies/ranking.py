"""A published ranking beside ours: agents by their Elo over all games of an experiment."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.arena.ratings.bradley_terry import PairedResult, RatingTable, fit_ratings
from ludens.arena.statistics import Interval
from ludens.studies.rows import Row, Tally
from ludens.studies.verdicts import Verdict

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
        table = fit_ratings(results, by_cluster=False)
        return [
            _row(experiment, table, agent, rank)
            for rank, agent in enumerate(published, start=1)
            if agent in table.names
        ]

    return conclude


def rank_verdict(rank: int, table: RatingTable, agent: str) -> Verdict:
    """Whether a published rank agrees with ratings: by the ranks that are left open.

    Of two agents the order is open unless one is stronger with a likelihood of more than 97.5 %. The published rank
    agrees when no other is left, it differs when it is not left itself, and otherwise nobody can tell.
    """
    others = [name for name in table.names if name != agent]
    best = 1 + sum(table.superiority(other, agent) > SURE for other in others)
    worst = len(table.names) - sum(table.superiority(agent, other) > SURE for other in others)
    if not best <= rank <= worst:
        return Verdict.DIFFERS
    return Verdict.AGREES if best == worst else Verdict.UNCLEAR


def _row(experiment: str, table: RatingTable, agent: str, rank: int) -> Row:
    found = table.rating(agent)
    place, lowest = 1 + table.ratings.index(found), table.ratings[-1].elo
    low, high = found.interval.low - lowest, found.interval.high - lowest
    games = round(found.games)
    return Row(
        experiment=experiment,
        what=f"rank of {agent}",
        document=str(rank),
        ours=f"{place}, Elo {found.elo - lowest:.0f} ({low:.0f} to {high:.0f})",
        verdict=rank_verdict(rank, table, agent),
        unit="Elo above the last",
        value=found.elo - lowest,
        interval=Interval(low, high),
        games=games,
        planned=games,
    )
