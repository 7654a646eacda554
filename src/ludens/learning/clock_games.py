"""Games by the clock while a network is trained: what it scores in a search, and a game of it to look at.

Both sides have the same time for a move. ``apprentice`` plays what has just been saved.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

from ludens.arena.clock import Terms
from ludens.arena.match import agent_card, match_id, match_opening, rules_digest, seat_seed
from ludens.arena.measuring.measured_pairs import relative_score
from ludens.arena.pairs import Conditions, Pairing, PlayedPair
from ludens.arena.record import MatchRecord
from ludens.arena.referee import Referee
from ludens.arena.seats import TrustedSeat
from ludens.arena.statistics import estimate
from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.learning.progress import Score, score
from ludens.learning.ways import WITHOUT
from ludens.players import make_agent

LEARNER = "apprentice"
OPPONENTS = ("uct", WITHOUT)

SECONDS, LOOK_SECONDS = 0.05, 0.02
"""That either side has for a move, and in a game to look at."""

FEWEST = 2
"""Pairs against each opponent, however long they take: with fewer, nothing could be said."""

OPENING = 4
"""Random moves at the start of a game to look at: the network always makes the same ones."""


def clock_scores(game: LoadedGame[Any], seconds: float, seed: int) -> list[Score]:
    """What the network scores against each opponent, in as many pairs as there is time for."""
    pairing = Pairing(game, Conditions(Limit(SECONDS), seed=seed))
    found = []
    for opponent in OPPONENTS:
        pairs = pairs_in_time(pairing, LEARNER, opponent, seconds / len(OPPONENTS))
        found.append(score(opponent, estimate([relative_score(game, pair) for pair in pairs]), SECONDS))
    return found


def pairs_in_time(pairing: Pairing[Any], challenger: str, opponent: str, seconds: float) -> Iterator[PlayedPair]:
    """Plays pairs; after the fewest, none is begun that would take longer than what is left."""
    until, longest, number = time.monotonic() + seconds, 0.0, 0
    while number < FEWEST or time.monotonic() + longest < until:
        pair = pairing.play(challenger, opponent, number)
        longest, number = max(longest, pair.seconds), number + 1
        yield pair


def game_to_look_at(name: str, game: LoadedGame[Any], seed: int, number: int) -> MatchRecord:
    """A game of the network against itself; ``name``: what the game is loaded by."""
    roles, terms, begun = game.info.roles, Terms(limit=Limit(LOOK_SECONDS)), time.time()
    opening = match_opening(game, OPENING, seed, number)
    seats = [TrustedSeat(make_agent(LEARNER, game, role, seat_seed(seed, number, role))) for role in range(len(roles))]
    played = Referee(game, terms).play(seats, opening)
    agents = (LEARNER,) * len(roles)
    return MatchRecord(
        id=match_id(f"training {seed}", name, agents, number),
        game=name,
        rules=rules_digest(name),
        roles=roles,
        agents=tuple(map(agent_card, agents)),
        terms=terms,
        seed=seed,
        number=number,
        opening=len(opening),
        begun=round(begun, 3),
        seconds=round(time.time() - begun, 6),
        moves=played.moves,
        thoughts=played.thoughts,
        goals=played.goals,
        forfeits=played.forfeits,
        cut=played.cut,
    )
