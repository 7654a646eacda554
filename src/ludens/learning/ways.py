"""How a network that has been trained is best played, and whether it is any good: games tell.

There are a few ways to play it: by its values alone, with random games beside them, or with random games alone while
the network says which moves of the most visited nodes look good. Each plays pairs of games against what the champion
would play without the network. The best way is kept in the network's file, with its score: the champion leaves a
network alone that loses.

These games have a short clock, and random games gain more from a longer one than a network does. So of two ways that do
not differ by more than chance, the one with more random games is better.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from itertools import chain
from statistics import fmean, pstdev
from typing import Any

from ludens.arena.measuring.measured_pairs import MeasuredPair, PairJob, play_pairs, scores_of, wanted_pairs, while_time
from ludens.arena.statistics import estimate
from ludens.engine.contract import LoadedGame
from ludens.learning.progress import Score, score
from ludens.players import make_agent
from ludens.players.champion import ChampionAgent
from ludens.search.networks.store import network_path, own_path
from ludens.search.networks.trained import Trained, read_trained, with_match, write_trained

BLENDS = (0.0, 0.5, 1.0)
"""What random games count for, in each of the ways."""

SECONDS = 0.1
"""What either side has for a move."""

FEWEST, MOST_PAIRS = 4, 20
"""Pairs of games for each way, if nobody says how many: with fewer, nothing could be said."""

SHARE = 0.1
"""How long those after the fewest may take, as a part of the training."""

LEAST_SCORE = 0.45
"""With less the network is said to be worse than none. It would be 0.5, but a few games tell no more."""

WITHOUT = "champion(network=false)"
"""Who plays without the network."""


@dataclass(frozen=True, slots=True)
class Way:
    """``blend``: what random games count for; ``scores``: of pairs of games against ``opponent``."""

    blend: float
    opponent: str
    scores: tuple[float, ...]

    @property
    def score(self) -> Score:
        """The mean with its interval."""
        return score(self.opponent, estimate(self.scores), SECONDS)

    @property
    def helps(self) -> bool:
        """Whether it is better to play the network than not to."""
        return self.score.score >= LEAST_SCORE

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return {"match": asdict(self.score), "blend": self.blend, "helps": self.helps}


def best_way(name: str, game: LoadedGame[Any], pairs: int, *, processes: int = 1, seconds: float = 1e9) -> Way | None:
    """The best way by so many pairs each, or as many as there is time for; None where none can be played.

    ``name``: what the game is loaded by. FEWEST pairs are played however long they take.
    """
    opponent = plan_without(game)
    agents = {blend: (f"apprentice(blend={blend:g})", opponent) for blend in BLENDS}
    done: list[MeasuredPair] = []
    few, more = range(min(pairs, FEWEST)), range(FEWEST, pairs)
    jobs = chain(_jobs(name, agents, few), while_time(_jobs(name, agents, more), done, seconds))
    for pair in play_pairs(jobs, processes=processes):
        done.append(pair)
    found = [scores_of(done, own).get((name, SECONDS), []) for own in agents.values()]
    fewest = min(map(len, found))
    if not fewest:
        return None
    return best_of([Way(blend, opponent, tuple(own)) for blend, own in zip(agents, found, strict=True)])


def best_of(ways: Sequence[Way]) -> Way:
    """The way with the best score; one with more random games, unless the difference is larger than its error."""
    best, *others = sorted(ways, key=lambda way: -way.blend)
    for way in others:
        error = math.hypot(*(pstdev(own.scores) / math.sqrt(len(own.scores)) for own in (best, way)))
        if fmean(way.scores) - fmean(best.scores) > error:
            best = way
    return best


def _jobs(name: str, agents: dict[float, tuple[str, str]], numbers: range) -> Iterator[PairJob]:
    """The first pair of every way, then the second, and so on."""
    for number in numbers:
        for own in agents.values():
            yield from wanted_pairs([name], [SECONDS], own, range(number, number + 1))


def plan_without(game: LoadedGame[Any]) -> str:
    """What the champion plays without a network."""
    champion = make_agent(WITHOUT, game, 0, 1)
    return champion.plan if isinstance(champion, ChampionAgent) else WITHOUT


def with_way(trained: Trained, way: Way) -> Trained:
    """A network that is played in a way, and knows its score."""
    found = replace(trained, blend=way.blend)
    return with_match(found, way.opponent, SECONDS, way.scores)


def noted(game: LoadedGame[Any], way: Way) -> None:
    """Writes the way into the user's own file of the network that there is for these rules."""
    path = network_path(game)
    assert path is not None, "the network that has just played"
    write_trained(own_path(game), with_way(read_trained(path), way))
