"""A tuning run: what is asked for, playing what its log does not have yet, and the result."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass
from enum import Enum
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ludens.arena.pairs import Conditions, Pairing, PlayedPair, even_score
from ludens.arena.statistics import Estimate, estimate
from ludens.arena.tuning.halving import sequential_halving
from ludens.arena.tuning.hill_climbing import hill_climb
from ludens.arena.tuning.log import TuningLog
from ludens.arena.tuning.parameters import Space, Value, Values, read_space
from ludens.arena.tuning.trials import Job, Trials
from ludens.engine.contract import LoadedGame
from ludens.game import Limit, ParameterError
from ludens.games.loading import find, load
from ludens.gdl import Source
from ludens.players import check_agent, make_agent
from ludens.processes.jobs import Do, Work
from ludens.processes.parallel import in_parallel, one_by_one

PlayPairs = Do[Job, PlayedPair]

DEFAULT_LIMIT = Limit(playouts=10_000)
"""Of a move. Playouts, not seconds: a run can be repeated exactly, and a busy machine does not change it."""


class Method(Enum):
    """How values are looked for."""

    BANDIT = "bandit"
    HILL = "hill"


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """What is asked for; everything that a result depends on.

    ``parameters``: as users type them. ``against``: the opponent, or None for the agent as given. ``pairs``: the
    budget. ``candidates``: of the bandit. ``confirm``: pairs played afterwards by the best, with openings of their own.
    """

    game: str
    agent: str
    parameters: tuple[str, ...]
    against: str | None = None
    method: Method = Method.BANDIT
    pairs: int = 512
    candidates: int = 16
    confirm: int = 64
    limit: Limit = DEFAULT_LIMIT
    opening: int = 2
    seed: int = 0

    @property
    def opponent(self) -> str:
        return self.against or self.agent

    @property
    def conditions(self) -> Conditions:
        return Conditions(self.limit, self.opening, self.seed)

    def identity(self) -> dict[str, object]:
        """The task as plain data, with the version of Ludens and a digest of rules in a file: what a log is of."""
        found = find(self.game)
        rules = hashlib.sha256(found.text.encode()).hexdigest()[:16] if isinstance(found, Source) else None
        return {
            "version": version("ludens"),
            "game": self.game,
            "rules": rules,
            "agent": self.agent,
            "against": self.opponent,
            "parameters": list(self.parameters),
            "method": self.method.value,
            "pairs": self.pairs,
            "candidates": self.candidates if self.method is Method.BANDIT else None,
            "confirm": self.confirm,
            "playouts": self.limit.playouts,
            "seconds": self.limit.seconds,
            "opening": self.opening,
            "seed": self.seed,
        }


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A candidate: its values by name, the agent as one types it, and what it scored while it was tuned."""

    values: dict[str, Value]
    agent: str
    estimate: Estimate


@dataclass(frozen=True, slots=True)
class Tuned:
    """The result: all evaluations in the order they began, the best one, and its score in fresh pairs, if asked for.

    The best one's score in its evaluation is too high, since that is what it was chosen by; the confirmed is not.
    """

    space: Space
    evaluations: tuple[Evaluation, ...]
    best: Evaluation
    confirmed: Estimate | None
    even: float | None

    @property
    def is_better(self) -> bool:
        """Whether the best one scores more than is even beyond noise; true where it is not known what is even."""
        return self.even is None or (self.confirmed or self.best.estimate).by_pairs.low > self.even


def tune(task: Task, log_path: Path, *, workers: int = 1, on_pair: Callable[[], object] = lambda: None) -> Tuned:
    """Plays what the log does not know yet, and returns the result; ``on_pair`` is called after each known pair.

    Raises LudensError for a task that cannot be carried out or a log of another one.
    """
    space = read_space(task.agent, task.parameters)
    check_agent(task.opponent)
    game = load(task.game)
    _check_seats(task, game, space)
    with TuningLog(log_path, task.identity()) as log, _players(task, game, workers) as play:
        trials = Trials(space, task.pairs, _remembering(log, space, play, on_pair))
        best = _search(task, trials)
        if task.confirm:
            trials.confirm(best, task.confirm)
    return _result(trials, best, even_score(game))


def default_log(task: Task) -> Path:
    """A name for the log, in the current folder, by agent, game and parameters."""
    names = [parameter.partition("=")[0].strip() for parameter in task.parameters]
    game = Path(task.game).stem if isinstance(find(task.game), Source) else task.game
    text = "-".join(["tune", task.agent, game, *names])
    return Path("".join(letter if letter.isalnum() or letter in "-_." else "_" for letter in text)[:120] + ".jsonl")


def _check_seats(task: Task, game: LoadedGame[Any], space: Space) -> None:
    if len(game.info.players) == 1 and task.against is not None:
        raise ParameterError(f"{game.info.name} is a game for one player: there is nobody to play against.")
    for role in range(len(game.info.roles)):
        make_agent(space.named(space.start()), game, role, 0)
        make_agent(task.opponent, game, role, 0)


def _players(task: Task, game: LoadedGame[Any], workers: int) -> AbstractContextManager[PlayPairs]:
    if workers == 1:
        return nullcontext(one_by_one(_pairs(task, game)))
    return in_parallel(partial(begin_pairs, task), workers)


def begin_pairs(task: Task) -> Work[Job, PlayedPair]:
    """What plays the pairs of a task in a process of its own."""
    return _pairs(task, load(task.game))


def _pairs(task: Task, game: LoadedGame[Any]) -> Work[Job, PlayedPair]:
    pairing = Pairing(game, task.conditions)
    return lambda job: pairing.play(job.agent, task.opponent, job.number)


def _search(task: Task, trials: Trials) -> Values:
    if task.method is Method.HILL:
        return hill_climb(trials)
    return sequential_halving(trials, task.candidates, task.seed)


def _remembering(
    log: TuningLog, space: Space, play: PlayPairs, on_pair: Callable[[], object]
) -> Callable[[Sequence[Job]], Iterator[tuple[Job, float]]]:
    """Plays only what the log does not know, and writes that into it."""

    def scores(jobs: Sequence[Job]) -> Iterator[tuple[Job, float]]:
        unknown = []
        for job in jobs:
            if (job.agent, job.number) in log.scores:
                on_pair()
                yield job, log.scores[job.agent, job.number]
            else:
                unknown.append(job)
        for job, pair in play(unknown):
            log.add(job, _by_name(space, job.values), pair)
            on_pair()
            yield job, pair.score

    return scores


def _result(trials: Trials, best: Values, even: float | None) -> Tuned:
    def evaluation(values: Values) -> Evaluation:
        by_name = _by_name(trials.space, values)
        return Evaluation(by_name, trials.space.named(values), estimate(trials.scores(values)))

    fresh = trials.fresh_scores(best)
    confirmed = estimate(fresh) if fresh else None
    return Tuned(trials.space, tuple(map(evaluation, trials.candidates)), evaluation(best), confirmed, even)


def _by_name(space: Space, values: Values) -> dict[str, Value]:
    return {parameter.name: value for parameter, value in zip(space.parameters, values, strict=True)}
