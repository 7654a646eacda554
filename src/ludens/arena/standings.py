"""Standings: the table of a tournament, from its finished games alone."""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from ludens.arena.meetings import Meeting
from ludens.arena.ratings.agon import AgonTable, SeatedResult, agon_ratings
from ludens.arena.ratings.bradley_terry import PairedResult, RatingTable, fit_ratings
from ludens.arena.ratings.elo import Difference, difference
from ludens.arena.ratings.sprt import Verdict
from ludens.arena.schedules import bracket, likelihood_ratio, share
from ludens.arena.statistics import Estimate, estimate
from ludens.arena.store import Outcome
from ludens.arena.table_data import DifferenceData, TableData
from ludens.arena.tournament import Contest, Kind, ScoresOf


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table.

    ``score``: the mean goal, 0 to 1, over meetings, with intervals that have the meeting as their unit; None before
    the first is over. ``wins``, ``draws``, ``losses``: against each other agent in each game, by who got more.
    ``superiority``: how likely the agent is stronger than the next one. ``forfeits``: by cause.
    """

    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    score: Estimate | None
    elo: float | None
    elo_low: float | None
    elo_high: float | None
    superiority: float | None
    forfeits: dict[str, int]


@dataclass(frozen=True, slots=True)
class Table:
    """The standings, the best first, with what only some kinds of tournament have.

    Of a sequential test: ``ratio``, ``verdict``, and ``difference``, how much stronger the first agent is. Of a
    knock-out: ``winner``.
    """

    standings: tuple[Standing, ...]
    ratings: RatingTable | None
    games: int
    ratio: float | None = None
    verdict: Verdict | None = None
    difference: Difference | None = None
    winner: str | None = None


def standings(contest: Contest) -> Table:
    """The table of all games that are over, the same in whatever order they ended."""
    meetings = contest.meetings()
    played = [(meeting, contest.played(meeting)) for meeting in meetings]
    over = [scored for meeting in meetings if (scored := contest.score(meeting)) is not None]
    counted = {game.id: game for _, games in played for game in games}
    compared = comparisons(played)
    ratings = fit_ratings(compared) if compared else None
    by_meeting: defaultdict[str, list[float]] = defaultdict(list)
    for agent, score in itertools.chain.from_iterable(scored.items() for scored in over):
        by_meeting[agent].append(score)
    lines = [
        _standing(agent, counted.values(), compared, by_meeting[agent], ratings)
        for agent in dict.fromkeys(contest.tournament.agents)
    ]
    lines.sort(key=lambda line: (-(line.elo or 0.0), contest.tournament.agents.index(line.agent)))
    ratio = verdict = found = winner = None
    if contest.tournament.kind is Kind.SPRT and over:
        ratio = likelihood_ratio(contest.plan, over)
        verdict = contest.tournament.sprt.verdict(ratio)
        found = difference([share(scored, contest.tournament.agents) for scored in over])
    if contest.tournament.kind is Kind.KNOCK_OUT:
        winner = bracket(contest.plan, ScoresOf(contest))[1]
    return Table(_with_superiority(lines, ratings), ratings, len(counted), ratio, verdict, found, winner)


def role_ratings(contest: Contest) -> AgonTable | None:
    """Ratings of agents and of the roles of all games together; None before the first game is over."""
    games = [
        SeatedResult(game.game, contest.roles[game.game], game.agents, game.goals, cluster)
        for cluster, meeting in enumerate(contest.meetings())
        for game in contest.played(meeting)
    ]
    return agon_ratings(games) if games else None


def comparisons(played: Sequence[tuple[Meeting, Sequence[Outcome]]]) -> list[PairedResult]:
    """Who did better than whom: in each game, every two different agents by their goals.

    Agents that play alone are compared by their games of the same meeting. The comparisons of a game with more than
    two seats count less, so that everyone counts once. A meeting is a cluster.
    """
    found = []
    for cluster, (meeting, games) in enumerate(played):
        if all(len(game.agents) == 1 for game in games):
            alone = [(game.agents[0], game.goals[0]) for game in games]
            found += _compared(alone, cluster, seated=False, count=1 / max(1, len(meeting.agents) - 1))
            continue
        for game in games:
            seats = list(zip(game.agents, game.goals, strict=True))
            found += _compared(seats, cluster, seated=True, count=1 / (len(seats) - 1))
    return found


def _compared(seats: Sequence[tuple[str, float]], cluster: int, *, seated: bool, count: float) -> list[PairedResult]:
    return [
        PairedResult(one, other, 0.5 + (goal > less) / 2 - (goal < less) / 2, cluster, seated, count)
        for (one, goal), (other, less) in itertools.combinations(seats, 2)
        if one != other
    ]


def _standing(
    agent: str,
    games: Iterable[Outcome],
    compared: Sequence[PairedResult],
    by_meeting: Sequence[float],
    ratings: RatingTable | None,
) -> Standing:
    mine = [game for game in games if agent in game.agents]
    results = Counter(
        each.result if each.first == agent else 1 - each.result
        for each in compared
        if agent in (each.first, each.second)
    )
    rating = ratings.rating(agent) if ratings and agent in ratings.names else None
    forfeits = Counter(cause for game in mine for role, cause in game.forfeits if game.agents[role] == agent)
    return Standing(
        agent,
        len(mine),
        results[1.0],
        results[0.5],
        results[0.0],
        estimate(by_meeting) if by_meeting else None,
        rating.elo if rating else None,
        rating.interval.low if rating else None,
        rating.interval.high if rating else None,
        None,
        dict(forfeits),
    )


def _with_superiority(lines: Sequence[Standing], ratings: RatingTable | None) -> tuple[Standing, ...]:
    """The lines with how likely each agent is stronger than the one below it."""
    found = []
    for line, below in itertools.zip_longest(lines, lines[1:]):
        known = ratings is not None and below is not None and {line.agent, below.agent} <= set(ratings.names)
        found.append(
            replace(line, superiority=ratings.superiority(line.agent, below.agent)) if known and ratings else line
        )
    return tuple(found)


def _difference(found: Difference | None) -> DifferenceData | None:
    """A difference as plain data; None if it is infinite."""
    if found is None:
        return None
    elo, low, high = (
        value if math.isfinite(value) else None for value in (found.elo, found.interval.low, found.interval.high)
    )
    return {"elo": elo, "interval": [low, high], "superiority": found.superiority}


def table_data(table: Table) -> TableData:
    """The standings as plain data."""
    return {
        "games": table.games,
        "standings": [
            {
                "agent": line.agent,
                "games": line.games,
                "wins": line.wins,
                "draws": line.draws,
                "losses": line.losses,
                "score": line.score.mean if line.score else None,
                "interval": [line.score.by_pairs.low, line.score.by_pairs.high] if line.score else None,
                "elo": line.elo,
                "elo_interval": None if line.elo is None else [line.elo_low, line.elo_high],
                "superiority": line.superiority,
                "forfeits": line.forfeits,
            }
            for line in table.standings
        ],
        "ratio": table.ratio,
        "verdict": table.verdict.value if table.verdict else None,
        "difference": _difference(table.difference),
        "winner": table.winner,
    }
