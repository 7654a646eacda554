"""Many pairs of games on all cores, for measurements that take longer than one sitting.

Every pair is one line of a file, written when it has been played. A later call finds there what has been done, so that
a machine may be taken away at any time.
"""

from __future__ import annotations

import functools
import statistics
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from ludens.arena.measuring.json_lines import append_line, read_lines
from ludens.arena.pairs import Conditions, Pairing, PlayedPair
from ludens.arena.statistics import estimate
from ludens.engine.contract import LoadedGame
from ludens.game import ForfeitError, Limit, UnsuitableGameError
from ludens.games.loading import load
from ludens.processes.parallel import in_parallel, one_by_one
from ludens.search.random_games import cut_after

RATE_GAMES, RATE_SECONDS = 8192, 0.1
"""Random games of one call that measures how fast a machine is, and for how long it is called."""


Scores = dict[tuple[str, float], list[float]]
"""What was scored in the pairs of a game, with so many seconds a move."""

LOADED = 16
"""Games that a process keeps ready: loading some of them takes longer than a pair."""

MOST_LEFT_OUT = 64
"""When so many jobs in a row would take too long, no other is looked for."""


@dataclass(frozen=True, slots=True)
class PairJob:
    """A pair that is to be played: ``clock`` is seconds of a move, ``number`` and ``seed`` decide the opening.

    ``playouts``: of a move, instead of seconds, whatever else a machine does; 0: the clock limits a move.
    """

    game: str
    clock: float
    challenger: str
    opponent: str
    number: int
    seed: int = 1
    playouts: int = 0

    @property
    def limit(self) -> Limit:
        """Of a move."""
        return Limit(playouts=self.playouts) if self.playouts else Limit(self.clock)


@dataclass(frozen=True, slots=True)
class MeasuredPair:
    """A pair that was played, or why it cannot be.

    ``score``: the challenger's part of what both got, 0 to 1, 0.5 where neither got anything; with more than two roles
    the others' mean counts. ``seconds``: of the pair. ``share``: the part of them in which a processor was at work,
    less than 1 on a busy machine. ``rate``: random games a second on that core. ``goals``: of all players in each
    game, the challenger in the first seat, in the second, and so on; lines of older files have none.
    """

    job: PairJob
    score: float
    seconds: float
    share: float
    rate: float
    date: str
    commit: str = ""
    refused: str = ""
    goals: tuple[tuple[float, ...], ...] = ()

    @property
    def goal(self) -> float:
        """The challenger's mean goal."""
        return statistics.fmean(goals[seat] for seat, goals in enumerate(self.goals))

    @property
    def won(self) -> float:
        """The part of the games that the challenger won; who shares the highest goal shares the win."""
        return statistics.fmean(_part_of_win(goals, seat) for seat, goals in enumerate(self.goals))


def _part_of_win(goals: Sequence[float], seat: int) -> float:
    return 1 / goals.count(goals[seat]) if goals[seat] == max(goals) else 0.0


def read_pairs(store: Path) -> list[MeasuredPair]:
    """The pairs of a file; a line that was not finished is left out."""
    return read_lines(store, _from_data)


def play_pairs(
    jobs: Iterable[PairJob], store: Path | None = None, processes: int = 1, commit: str = ""
) -> Iterator[MeasuredPair]:
    """Plays pairs, in any order, and writes each to the file. Jobs are taken only as processes become free."""
    begin = functools.partial(_begin, commit)
    pool = in_parallel(begin, processes) if processes > 1 else nullcontext(one_by_one(begin()))
    with pool as do:
        for _, pair in do(jobs):
            append_line(store, _as_data(pair))
            yield pair


def wanted_pairs(
    games: Iterable[str], clocks: Iterable[float], agents: tuple[str, str], numbers: range, seed: int = 1
) -> Iterator[PairJob]:
    """Pairs of one agent against another: the first of every game, then the second, and so on."""
    games, clocks = tuple(games), tuple(clocks)
    for number in numbers:
        for clock in clocks:
            for game in games:
                yield PairJob(game, clock, *agents, number, seed)


def scores_of(done: Iterable[MeasuredPair], agents: tuple[str, str], seed: int = 1) -> Scores:
    """What the first of two agents scored against the second, by game and clock, in the pairs that could be played."""
    found: Scores = defaultdict(list)
    for pair in done:
        job = pair.job
        if (job.challenger, job.opponent) == agents and job.seed == seed and not pair.refused:
            found[job.game, job.clock].append(pair.score)
    return found


def score_in_words(scores: Sequence[float]) -> str:
    """A mean score with its 95 % interval, in per cent; a dash without any."""
    if not scores:
        return "–"
    found = estimate(scores)
    low, high = 100 * found.by_pairs.low, 100 * found.by_pairs.high
    return f"{100 * found.mean:.0f} ({low:.0f} to {high:.0f}), {found.pairs} pairs"


def games_in_words(scores: Iterable[Sequence[float]]) -> str:
    """The mean of what was scored in several games, each of which counts the same, and the lowest of them."""
    means = [statistics.fmean(own) for own in scores if own]
    return f"{100 * statistics.fmean(means):.1f}, lowest {100 * min(means):.0f}" if means else "–"


def while_time(jobs: Iterable[PairJob], done: Sequence[MeasuredPair], seconds: float) -> Iterator[PairJob]:
    """Those jobs that should be finished in time, by how long pairs like them have taken; ``done`` may grow."""
    until = time.monotonic() + seconds
    taken: dict[tuple[str, Limit], float] = {}
    seen = left_out = 0
    for job in jobs:
        for pair in done[seen:]:
            key = pair.job.game, pair.job.limit
            taken[key] = max(taken.get(key, 0.0), pair.seconds)
        seen = len(done)
        left = until - time.monotonic()
        if left <= 0 or left_out == MOST_LEFT_OUT:
            return
        if taken.get((job.game, job.limit), 0.0) <= left:
            left_out = 0
            yield job
        else:
            left_out += 1


def _as_data(pair: MeasuredPair) -> dict[str, Any]:
    data = asdict(pair)
    return {**data.pop("job"), **data}


def _from_data(data: dict[str, Any]) -> MeasuredPair:
    own = {field.name for field in fields(PairJob)}
    job = PairJob(**{name: value for name, value in data.items() if name in own})
    goals = tuple(tuple(game) for game in data.pop("goals", ()))
    return MeasuredPair(job, **{name: value for name, value in data.items() if name not in own}, goals=goals)


def _begin(commit: str) -> Callable[[PairJob], MeasuredPair]:
    return functools.partial(_play, commit)


@functools.lru_cache(maxsize=LOADED)
def _loaded(name: str) -> tuple[LoadedGame[Any], float]:
    """A game that is ready to be played, and random games a second."""
    game = load(name)
    game.engine.wait()
    return game, _rate(game)


def _rate(game: LoadedGame[Any]) -> float:
    engine, played = game.engine, 0
    number = RATE_GAMES if engine.batch else 1
    begin = time.perf_counter()
    while time.perf_counter() < begin + RATE_SECONDS:
        engine.playouts(engine.initial(), number, played, max_steps=cut_after(game.info))
        played += number
    return round(played / (time.perf_counter() - begin))


def _play(commit: str, job: PairJob) -> MeasuredPair:
    game, rate = _loaded(job.game)
    date, begin = time.strftime("%Y-%m-%d", time.gmtime()), time.process_time()
    try:
        pair = Pairing(game, Conditions(job.limit, seed=job.seed)).play(job.challenger, job.opponent, job.number)
    except (UnsuitableGameError, ForfeitError) as error:
        return MeasuredPair(job, 0.0, 0.0, 1.0, rate, date, commit, str(error))
    share = round(min(1.0, (time.process_time() - begin) / pair.seconds), 3)
    score, players = relative_score(game, pair), game.info.players
    goals = tuple(tuple(played.goals[role] for role in players) for played in pair.games)
    return MeasuredPair(job, score, round(pair.seconds, 2), share, rate, date, commit, goals=goals)


def relative_score(game: LoadedGame[Any], pair: PlayedPair) -> float:
    """The challenger's part of what it and the others, on average, got in a pair: 0.5 is even."""
    own = others = 0.0
    for played in pair.games:
        own += played.goals[played.seat]
        rest = [played.goals[role] for role in game.info.players if role != played.seat]
        others += statistics.fmean(rest) if rest else 0.0
    return own / (own + others) if own + others else 0.5
