"""Who meets whom: each kind of tournament as a function from what was scored so far to what is to be played.

A schedule names all meetings that are known to be needed, also those already played. It looks at nothing but scores of
whole meetings, so a tournament that was interrupted goes on as if it had not been, in whatever order games end.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludens.arena.meetings import Meeting
from ludens.arena.ratings.sprt import Sprt, Verdict

Scores = Mapping[Meeting, Mapping[str, float]]
"""Meetings that are over, with everybody's mean score."""

Round = list[tuple[tuple[str, str], list[Meeting]]]
"""The matches of a round: who against whom, and their meetings."""

BATCH = 8
"""Meetings of a sequential test between two looks at it."""

STEPS = 100_000
"""Pairs that are tried to find opponents for a round of a Swiss tournament who have not met."""

EXTRA = 8
"""Meetings that two may have beyond the planned ones to break a tie in a knock-out; then the earlier seed goes on."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a schedule needs to know: games with their numbers of roles, agents by seed, meetings of each two."""

    games: tuple[tuple[str, int], ...]
    agents: tuple[str, ...]
    pairs: int
    rounds: int
    sprt: Sprt

    def between(self, agents: Sequence[str], first: int, count: int) -> list[Meeting]:
        """Meetings of some agents in all games, with this many numbers from the first."""
        return [
            Meeting(game, tuple(agents), number) for number in range(first, first + count) for game, _ in self.games
        ]


Schedule = Callable[[Plan, Scores], list[Meeting]]


def round_robin(plan: Plan, scores: Scores) -> list[Meeting]:
    """Everybody meets everybody.

    In a game of more than two roles as many meet at a time, if there are as many; in a game for one all do at once.
    """
    found = []
    for number in range(plan.pairs):
        for game, roles in plan.games:
            size = len(plan.agents) if roles == 1 else roles if 2 < roles <= len(plan.agents) else 2
            found += [Meeting(game, some, number) for some in itertools.combinations(plan.agents, size)]
    return found


def gauntlet(plan: Plan, scores: Scores) -> list[Meeting]:
    """The first agent meets each of the others."""
    champion, *others = plan.agents
    return [
        Meeting(game, (champion, other), number)
        for number in range(plan.pairs)
        for game, _ in plan.games
        for other in others
    ]


def managed(plan: Plan, scores: Scores) -> list[Meeting]:
    """All agents meet in every match; each stays in its seat."""
    return plan.between(plan.agents, 0, plan.pairs)


def sequential_test(plan: Plan, scores: Scores) -> list[Meeting]:
    """The two agents meet until the test is decided, or as often as planned."""
    found: list[Meeting] = []
    counts: Counter[float] = Counter()
    for first in range(0, plan.pairs, BATCH):
        batch = plan.between(plan.agents, first, min(BATCH, plan.pairs - first))
        found += batch
        if any(meeting not in scores for meeting in batch):
            break
        counts.update(share(scores[meeting], plan.agents) for meeting in batch)
        if plan.sprt.verdict(plan.sprt.ratio(counts)) is not Verdict.CONTINUE:
            break
    return found


def likelihood_ratio(plan: Plan, played: Sequence[Mapping[str, float]]) -> float:
    """The test's logarithm of the likelihood ratio, from the first agent's share of what both scored."""
    return plan.sprt.of_scores([share(one, plan.agents) for one in played])


def share(scored: Mapping[str, float], agents: Sequence[str]) -> float:
    """How two did against each other, from 0 to 1 for the first: ½ where both scored the same."""
    first, second = (scored[agent] for agent in agents)
    # Rounded, so that equal scores are equal however they were added up.
    return round((1 + first - second) / 2, 9)


def swiss(plan: Plan, scores: Scores) -> list[Meeting]:
    """In each round those meet who have done equally well so far and have not met; see ``swiss_rounds``."""
    return [meeting for pairs in swiss_rounds(plan, scores) for _, meetings in pairs for meeting in meetings]


def swiss_rounds(plan: Plan, scores: Scores) -> Iterator[Round]:
    """The pairs of each round that is known, with their meetings.

    A match won counts 1, a drawn one ½; of an odd number the last who has not yet had one gets a bye, which counts as
    won. Without fresh opponents old ones meet again.
    """
    points = dict.fromkeys(plan.agents, 0.0)
    met: set[frozenset[str]] = set()
    byes: list[str] = []
    for number in range(plan.rounds):
        order = sorted(plan.agents, key=lambda agent: (-points[agent], plan.agents.index(agent)))
        if len(order) % 2:
            idle = next((agent for agent in reversed(order) if agent not in byes), order[-1])
            byes.append(idle)
            order.remove(idle)
            points[idle] += 1
        pairs = _pair_up(order, met, iter(range(STEPS))) or list(zip(order[::2], order[1::2], strict=True))
        found = [(pair, plan.between(pair, number * plan.pairs, plan.pairs)) for pair in pairs]
        yield found
        met |= {frozenset(pair) for pair in pairs}
        for pair, meetings in found:
            if any(meeting not in scores for meeting in meetings):
                return
            result = _match(meetings, pair, scores)
            points[pair[0]] += result
            points[pair[1]] += 1 - result


def _pair_up(order: Sequence[str], met: set[frozenset[str]], steps: Iterator[int]) -> list[tuple[str, str]] | None:
    """Neighbours, as near as they can be, that have not met; None when that cannot be for all, or takes too long."""
    if not order:
        return []
    first, *others = order
    for other in others:
        if frozenset((first, other)) not in met and next(steps, None) is not None:
            rest = _pair_up([agent for agent in others if agent != other], met, steps)
            if rest is not None:
                return [(first, other), *rest]
    return None


def knock_out(plan: Plan, scores: Scores) -> list[Meeting]:
    """The loser of each match is out; see ``bracket``."""
    return [meeting for pairs in bracket(plan, scores)[0] for _, meetings in pairs for meeting in meetings]


def bracket(plan: Plan, scores: Scores) -> tuple[list[Round], str | None]:
    """The matches of each round that is known, with their meetings, and the winner of all, if that is known.

    The first two seeds can meet in the final only; where agents are missing to a power of two the first seeds get byes.
    Equal matches are prolonged by single meetings.
    """
    size = 1 << (len(plan.agents) - 1).bit_length()
    left: list[str | None] = [plan.agents[seed] if seed < len(plan.agents) else None for seed in _seeds(size)]
    rounds = []
    first = 0
    while len(left) > 1:
        pairs, through = [], list[str | None]()
        for one, other in zip(left[::2], left[1::2], strict=True):
            if one is None or other is None:
                through.append(one or other)
                continue
            meetings, winner = _match_to_the_end(plan, (one, other), first, scores)
            pairs.append(((one, other), meetings))
            through.append(winner)
        rounds.append(pairs)
        if any(winner is None for winner in through):
            return rounds, None
        left, first = through, first + plan.pairs + EXTRA
    return rounds, left[0]


def _match_to_the_end(
    plan: Plan, pair: tuple[str, str], first: int, scores: Scores
) -> tuple[list[Meeting], str | None]:
    """The meetings of a match as far as they are known, and its winner, if that is."""
    meetings = plan.between(pair, first, plan.pairs)
    for extra in range(EXTRA + 1):
        if any(meeting not in scores for meeting in meetings):
            return meetings, None
        result = _match(meetings, pair, scores)
        if result != 0.5:
            return meetings, pair[0 if result == 1 else 1]
        if extra < EXTRA:
            meetings += plan.between(pair, first + plan.pairs + extra, 1)
    return meetings, min(pair, key=plan.agents.index)


def _match(meetings: Sequence[Meeting], pair: tuple[str, ...], scores: Scores) -> float:
    """1 if the first of a pair scored more in all meetings together, ½ if both the same, 0 if less."""
    lead = sum(share(scores[meeting], pair) - 0.5 for meeting in meetings)
    return 0.5 if abs(lead) < 1e-6 else float(lead > 0)


def _seeds(size: int) -> list[int]:
    """The seeds, counted from 0, in the order of a bracket: 0 1 for two, 0 3 1 2 for four."""
    order = [0]
    while len(order) < size:
        order = [seed for one in order for seed in (one, 2 * len(order) - 1 - one)]
    return order
