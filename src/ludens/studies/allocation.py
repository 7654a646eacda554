"""Which game of a full study is played next: the one that brings a verdict soonest.

A full study is a sequential test. Every comparison has a number of games that it may have; it ends sooner when its
verdict is certain (``verdicts.settled``), and the time goes to others. Claims begin, each with a few games. Then claims
without a verdict go on, and curves and other rows that explain them; then claims whose verdict is not certain. Of
several, whichever is expected to need least time goes on.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum

from ludens.arena.shares import WHOLE, Share
from ludens.arena.store import Outcome
from ludens.studies.plan import GameTask, game_tasks
from ludens.studies.study import Comparison, Experiment, Mode, Study
from ludens.studies.tallies import Tally, tally, whole_meetings
from ludens.studies.verdicts import Verdict, games_to_settle, games_to_tell, score_verdict

FIRST_GAMES = 20
"""With so many games a comparison begins: before that its score says too little of how many it will need."""

STEP = 2.0
"""By how much the games of an experiment grow at most before it is looked at again."""

GROWTH = 1.02
"""How many times the games an experiment has before it concludes again, while others want any."""

UNKNOWN_SECONDS = 1.0
"""Of a game, before the first one was played."""


@dataclass(slots=True)
class _Line:
    """A comparison as it is being played; ``given``: how many of its tasks were handed out or are done."""

    comparison: Comparison
    tasks: Sequence[GameTask]
    seats: int
    found: Tally | None = None
    given: int = 0

    @property
    def seconds(self) -> float:
        """Of a game, on average."""
        return self.found.seconds / self.found.games if self.found and self.found.games else UNKNOWN_SECONDS

    def whole(self, games: float) -> int:
        """So many games or a few more, so that every seat is sat in as often as the others; at most all."""
        return min(len(self.tasks), self.seats * math.ceil(games / self.seats))


class _Aim(Enum):
    """What games are for: the verdict on a claim, a certain one, or what no document claims anything of."""

    VERDICT = "verdict"
    CERTAINTY = "certainty"
    BEYOND = "beyond"


@dataclass(frozen=True, slots=True)
class _Demand:
    """Games that would bring something about: how many of each line."""

    aim: _Aim
    wanted: tuple[tuple[_Line, int], ...]

    @property
    def urgency(self) -> tuple[int, float]:
        """Claims that have hardly begun, then verdicts and what is beyond, then certainty; of these the quickest."""
        hardly = any(line.given < min(FIRST_GAMES, games) for line, games in self.wanted)
        stage = 2 if self.aim is _Aim.CERTAINTY else 0 if self.aim is _Aim.VERDICT and hardly else 1
        return stage, sum(max(0, games - line.given) * line.seconds for line, games in self.wanted)

    def next_line(self) -> _Line | None:
        """The line that lacks the largest part; None if all that is wanted was handed out."""
        lacking = [(line.given / games, place) for place, (line, games) in enumerate(self.wanted) if line.given < games]
        return self.wanted[min(lacking)[1]][0] if lacking else None


@dataclass(slots=True)
class _Question:
    """An experiment, its lines, and what these demanded, and its conclusions, when there were so many games."""

    experiment: Experiment
    lines: tuple[_Line, ...]
    games: int = -1
    compared: list[_Demand] = field(default_factory=list)
    games_concluded: int = -1
    concluded: list[_Demand] = field(default_factory=list)


class Allocation:
    """The games of a study, handed out one by one in the light of those that were played.

    ``outcomes``: of all games so far; whoever adds to it says so by ``played``. ``share``: the part of all games that
    is played here.
    """

    def __init__(
        self, study: Study, mode: Mode, seed: int, outcomes: Mapping[str, Outcome], share: Share = WHOLE
    ) -> None:
        self._outcomes = outcomes
        self._lines: dict[str, _Line] = {}
        self._of: dict[str, _Line] = {}
        self._questions = [
            _Question(each, tuple(self._line(comparison, mode, seed, share) for comparison in each.comparisons))
            for each in study.experiments
        ]

    def _line(self, comparison: Comparison, mode: Mode, seed: int, share: Share) -> _Line:
        """The line of a comparison; those of different experiments that mean the same games share one."""
        planned = game_tasks(comparison, mode, seed)
        seats = sum(task.job.number == 0 for task in planned)
        tasks = [task for task in planned if task.job.number % share.count == share.number - 1]
        line = self._lines.setdefault(planned[0].id, _Line(comparison, tasks, seats))
        self._of.update({task.id: line for task in tasks})
        while line.given < len(line.tasks) and line.tasks[line.given].id in self._outcomes:
            line.given += 1
        return line

    def played(self, task: GameTask) -> None:
        """Takes note of a game that was played."""
        self._of[task.id].found = None

    def __iter__(self) -> Iterator[GameTask]:
        """Games to be played, the most urgent first, until all that is wanted at the moment was handed out."""
        while (line := self._next_line()) is not None:
            task = line.tasks[line.given]
            line.given += 1
            if task.id not in self._outcomes:
                yield task

    def wanted(self) -> list[GameTask]:
        """The games that are missing, as far as one can tell by those that were played."""
        missing = {
            task.id: task
            for demand in self._all_demands()
            for line, games in demand.wanted
            for task in itertools.islice(line.tasks, games)
            if task.id not in self._outcomes
        }
        return list(missing.values())

    def _next_line(self) -> _Line | None:
        for growth in (GROWTH, 1.0):
            for demand in sorted(self._all_demands(growth), key=lambda demand: demand.urgency):
                line = demand.next_line()
                if line is not None:
                    return line
        return None

    def _all_demands(self, growth: float = 1.0) -> list[_Demand]:
        return [demand for question in self._questions for demand in self._demands(question, growth)]

    def _demands(self, question: _Question, growth: float) -> list[_Demand]:
        """What an experiment wants; it concludes again when it has more than so many times the games."""
        for line in question.lines:
            if line.found is None:
                played = whole_meetings(line.tasks, self._outcomes)
                line.found = tally(line.comparison, played, len(line.tasks))
        games = sum(line.found.games for line in question.lines if line.found)
        if games != question.games:
            question.games, question.compared = games, _compared_lines(question)
        if games > growth * question.games_concluded or question.games_concluded < 0:
            question.games_concluded, question.concluded = games, _concluded(question.experiment, question.lines)
        return question.compared + question.concluded


def _compared_lines(question: _Question) -> list[_Demand]:
    """What comparisons want that have rows of their own."""
    # Claims are those of this experiment: the line may belong to another one as well, which has none.
    lines = zip(question.experiment.comparisons, question.lines, strict=True) if question.experiment.listed else ()
    return [
        _Demand(aim, ((line, line.whole(games)),))
        for comparison, line in lines
        for aim, games in _compared(line, comparison)
    ]


def _compared(line: _Line, comparison: Comparison) -> Iterator[tuple[_Aim, int]]:
    """With how many games a comparison has a verdict, and with how many it can end."""
    assert line.found is not None
    score, games, published, even = line.found.score, line.found.games, comparison.published, comparison.even
    if score is None or games < FIRST_GAMES:
        yield _Aim.BEYOND if published is None else _Aim.VERDICT, FIRST_GAMES
        return
    if published is not None and score_verdict(score, line.found.interval, published, even) is Verdict.UNCLEAR:
        yield _Aim.VERDICT, games_to_tell(score, games, published, even) or len(line.tasks)
    end = games_to_settle(score, games, published, even) or len(line.tasks)
    yield _Aim.BEYOND if published is None else _Aim.CERTAINTY, end


def _concluded(experiment: Experiment, lines: Sequence[_Line]) -> list[_Demand]:
    """What claims that rest on all games of an experiment want: about as many times the games as the first to tell.

    All lines have the same number in the end: those that other experiments gave more games wait for the rest.
    """
    if experiment.conclude is None:
        return []
    found = [(line, line.found) for line in lines if line.found is not None]
    rows = experiment.conclude([each for _, each in found])
    if rows and all(row.verdict is Verdict.NO_CLAIM for row in rows):
        return []
    unclear = [row for row in rows if row.verdict is Verdict.UNCLEAR and row.games]
    times = min((row.needed / row.games if row.needed else STEP for row in unclear), default=0.0)
    each = min(times, STEP) * sum(tally.games for _, tally in found) / max(1, len(found))
    return [_Demand(_Aim.VERDICT, tuple((line, line.whole(max(FIRST_GAMES, each))) for line, _ in found))]
