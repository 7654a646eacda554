"""Ratings of agents and of the roles they play, on one scale, in the manner of Agon (Schreiber, ggp.org).

Agon extends Elo to all games: whoever plays a role brings its own rating and the rating of the role, which is how much
the game favours it. So agents that met in different games, in unequal roles, or alone, are compared. Agon goes through
matches one by one; here all are fitted at once, so that their order does not matter.

Two who sit in one game compare as (agent + role) against (agent + role), and the first one's expected share is Elo's.
With one role the agent meets the role: a goal of 100 is a win against it.
"""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludens.arena.ratings.bradley_terry import PRIOR
from ludens.arena.ratings.elo import PER_LOGIT
from ludens.arena.ratings.paired_comparisons import Numbers, Results, clustered, larger, maximise
from ludens.arena.statistics import CONFIDENCE, Interval
from ludens.game import HIGHEST_GOAL


@dataclass(frozen=True, slots=True)
class SeatedResult:
    """One game: who sat in which role, with which goals from 0 to 100, and the cluster of games it belongs to."""

    game: str
    roles: tuple[str, ...]
    agents: tuple[str, ...]
    goals: tuple[float, ...]
    cluster: int


@dataclass(frozen=True, slots=True)
class AgonRating:
    """The rating of an agent, or of a role of a game, with its interval, in points of Elo.

    The mean of all agents is 0, and so is that of the roles of each game for several. A positive rating of a role says
    that the role is easy; that of a game for one, how much easier than an average agent is strong.
    """

    name: str
    elo: float
    interval: Interval


@dataclass(frozen=True, slots=True)
class AgonTable:
    """Agents, the best first, and roles, named ``game/role``, in the order of their games."""

    agents: tuple[AgonRating, ...]
    roles: tuple[AgonRating, ...]


def agon_ratings(games: Sequence[SeatedResult], *, prior: float = PRIOR, confidence: float = CONFIDENCE) -> AgonTable:
    """Ratings of all agents and roles; raises ValueError when there are no games."""
    if not games:
        raise ValueError("ratings need at least one game")
    agents = sorted({agent for game in games for agent in game.agents})
    roles = list(dict.fromkeys((game.game, role) for game in games for role in game.roles))
    columns: dict[object, int] = {key: place for place, key in enumerate([*agents, *roles])}
    rows, clusters = _rows(games, columns, prior)
    # No direction is flat: the imagined results hold every rating.
    fit = maximise(rows, np.zeros((0, len(columns))))
    z = statistics.NormalDist().inv_cdf((1 + confidence) / 2)
    shift = _centring(agents, roles)
    scattered = clustered(fit, np.array(clusters))
    covariance = larger(shift @ fit.covariance @ shift.T, shift @ scattered @ shift.T)
    elo = PER_LOGIT * shift @ fit.strengths
    margin = z * PER_LOGIT * np.sqrt(np.maximum(0, np.diag(covariance)))

    def rated(name: str, place: int) -> AgonRating:
        middle, half = float(elo[place]), float(margin[place])
        return AgonRating(name, middle, Interval(middle - half, middle + half))

    listed = sorted((rated(name, columns[name]) for name in agents), key=lambda each: (-each.elo, each.name))
    return AgonTable(tuple(listed), tuple(rated("/".join(role), columns[role]) for role in roles))


def _rows(games: Sequence[SeatedResult], columns: dict[object, int], prior: float) -> tuple[Results, list[int]]:
    """A row for every two who sat together, with shares of a win; then the imagined results of each agent."""
    design: list[Numbers] = []
    shares: list[float] = []
    weights: list[float] = []
    clusters: list[int] = []

    def add(row: Numbers, share: float, weight: float, cluster: int) -> None:
        design.append(row)
        shares.append(share)
        weights.append(weight)
        clusters.append(cluster)

    for game in games:
        seats = [_seat(game, role, columns) for role in range(len(game.roles))]
        if len(seats) == 1:
            add(seats[0], game.goals[0] / HIGHEST_GOAL, 1.0, game.cluster)
        for one, other in itertools.combinations(range(len(seats)), 2):
            share = (1 + (game.goals[one] - game.goals[other]) / HIGHEST_GOAL) / 2
            # All comparisons of a game together count as one game for each who sat there.
            add(seats[one] - seats[other], share, 1 / (len(seats) - 1), game.cluster)
    last = max(clusters)
    for place in range(len(columns)):
        add(np.eye(len(columns))[place], 0.5, prior, last + 1 + place)
    won, weight = np.array(shares), np.array(weights)
    return Results(np.array(design), weight * won, 0 * weight, weight * (1 - won)), clusters


def _seat(game: SeatedResult, role: int, columns: dict[object, int]) -> Numbers:
    """What plays in a seat: the agent and the role."""
    row = np.zeros(len(columns))
    row[[columns[game.agents[role]], columns[game.game, game.roles[role]]]] = 1
    return row


def _centring(agents: list[str], roles: list[tuple[str, str]]) -> Numbers:
    """The matrix that gives the agents the mean 0, and the roles of each game for several.

    What agents lose, roles of games for one gain: the difference between the two is what was fitted.
    """
    count = len(agents)
    matrix = np.eye(count + len(roles))
    matrix[:count, :count] -= 1 / count
    for place, (game, _) in enumerate(roles, start=count):
        same = [count + other for other, role in enumerate(roles) if role[0] == game]
        if len(same) == 1:
            matrix[place, :count] += 1 / count
        else:
            matrix[place, same] -= 1 / len(same)
    return matrix
