"""Which of two networks learns a game better: both are trained for a while, and then they play each other by the clock.

A network on a board learns more from each position; one with layers on all inputs says more in the same time. Which
counts for more depends on the game, so it is tried.

There is time for a few games only. If they do not tell for certain, the network goes on whose policy is wrong less
often in positions that are solved; if these do not tell either, the one that won more.
"""

from __future__ import annotations

import math
import time
from typing import Any

from ludens.arena.measuring.measured_pairs import relative_score
from ludens.arena.pairs import Conditions, Pairing
from ludens.arena.statistics import Estimate, estimate
from ludens.game import Game, Limit
from ludens.learning.checkpoints import trained_by
from ludens.learning.clock_games import SECONDS, pairs_in_time
from ludens.learning.exam import Exam, wrong_by_policy
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

ERRORS = 2.0
"""Standard errors by which numbers of wrong moves have to differ to tell something."""


def seconds_for(minutes: float) -> float:
    """How long each is trained in a race at the beginning of a training; 0: it is too short for one."""
    share = 60 * minutes * SHARE
    return min(share, MOST_SECONDS) if share >= LEAST_SECONDS else 0.0


def race(
    first: AnyTraining, second: AnyTraining, seconds: float, stopped: Stopped, exam: Exam | None = None
) -> tuple[AnyTraining, Score]:
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
    wrong = [0, 0] if exam is None else [wrong_by_policy(game, each.network, exam.random) for each in (first, second)]
    better, other = first, second
    if second_is_better(estimate(scores), *wrong):
        better, other = second, first
    else:
        scores = [1 - each for each in scores]
    better.state.seconds = time.perf_counter() - begin
    return better, score(f"a network of the form {other.plan.form}", estimate(scores), SECONDS)


def second_is_better(played: Estimate, wrong_first: int, wrong_second: int) -> bool:
    """Whether the second of two networks is better, by what it scored, and by both networks' numbers of wrong moves."""
    interval, more_wrong = played.by_pairs, wrong_first - wrong_second
    games_tell = not interval.low <= 0.5 <= interval.high
    if not games_tell and abs(more_wrong) > ERRORS * math.sqrt(wrong_first + wrong_second):
        return more_wrong > 0
    return played.mean > 0.5


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
