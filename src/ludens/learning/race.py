"""Which of two networks learns a game better: both are trained for a while, and then they play each other by the clock.

A network on a board learns more from each position; one with layers on all inputs says more in the same time. Which
counts for more depends on the game, so it is tried.
"""

from __future__ import annotations

import time
from typing import Any

from ludens.arena.measuring.measured_pairs import relative_score
from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import estimate
from ludens.game import Game, Limit
from ludens.learning.checkpoints import trained_by
from ludens.learning.clock_games import SECONDS, pairs_in_time
from ludens.learning.progress import Score, score
from ludens.learning.training import AnyTraining
from ludens.players.agent import SeatedAgent
from ludens.players.trees.apprentice import ApprenticeOptions, searching
from ludens.search.evaluations.learnt.stopping import Stopped
from ludens.search.networks.trained import fitting

LEAST_SECONDS, MOST_SECONDS, SHARE = 10.0, 20.0, 1 / 30
"""How long each is trained: a part of the time, but no longer, and with less time there is no race.

All of it is lost when it is interrupted, so it has to be over within about a minute.
"""


def seconds_for(minutes: float) -> float:
    """How long each is trained in a race at the beginning of a training; 0: it is too short for one."""
    share = 60 * minutes * SHARE
    return min(share, MOST_SECONDS) if share >= LEAST_SECONDS else 0.0


def race(first: AnyTraining, second: AnyTraining, seconds: float, stopped: Stopped) -> tuple[AnyTraining, Score]:
    """The better of two new trainings of a game, and what it scored; the first, if they are even.

    Games take about as long as one was trained. The training that goes on counts all seconds of the race as its own.
    """
    begin, game = time.perf_counter(), first.game
    networks = {}
    for training in (first, second):
        _train(training, seconds, stopped)
        networks[training.plan.form] = fitting(trained_by(training), game, training.plan.form)

    def make(form: str, game: Game[Any], role: int, seed: int | None) -> SeatedAgent[Any, ApprenticeOptions]:
        return searching(first.game, role, ApprenticeOptions(), networks[form], seed)

    pairing = Pairing(game, Conditions(Limit(SECONDS), seed=first.seed), make)
    pairs = pairs_in_time(pairing, second.plan.form, first.plan.form, seconds)
    scores = [relative_score(game, pair) for pair in pairs]
    better, other = first, second
    if sum(scores) > len(scores) / 2:
        better, other = second, first
    else:
        scores = [1 - each for each in scores]
    better.state.seconds = time.perf_counter() - begin
    return better, score(f"a network of the form {other.plan.form}", estimate(scores), SECONDS)


def _train(training: AnyTraining, seconds: float, stopped: Stopped) -> None:
    """Trains for so many seconds, a generation at least."""
    state = training.state
    with training.beside():
        while True:
            begin = time.perf_counter()
            training.generation()
            state.seconds += time.perf_counter() - begin
            if state.seconds >= seconds or stopped():
                return
