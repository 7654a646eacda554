"""Running a study: what is missing in its folder is played on all cores, and every finished game is kept at once.

A quick study plays all its games, all comparisons together. A full one plays what ``allocation`` asks for.
"""

from __future__ import annotations

import contextlib
import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ludens.arena.match import MatchConditions, Matches
from ludens.arena.record import MatchRecord
from ludens.arena.shares import WHOLE, Share
from ludens.arena.store import Outcome, Store, outcome_of
from ludens.game import LudensError, ParameterError, SourceError
from ludens.games.loading import load
from ludens.players import check_agent, make_agent
from ludens.processes.jobs import Do
from ludens.processes.parallel import in_parallel, one_by_one
from ludens.studies.allocation import Allocation
from ludens.studies.measurements import Notebook
from ludens.studies.plan import GameTask, MeasurementTask, Task, ordered, seats_of
from ludens.studies.study import Measured, Mode, Study

STORE, NOTEBOOK = "games.sqlite", "measurements.jsonl"

Done = MatchRecord | Measured


class Run:
    """A study in a folder: what has been done of it, and doing the rest. A context manager that closes its store.

    ``share``: the part of a full study's games that is played here; others play the rest, and ``take`` brings it.
    Raises LudensError when the folder cannot be used.
    """

    def __init__(self, study: Study, mode: Mode, seed: int, folder: Path, share: Share = WHOLE) -> None:
        self.study, self.mode, self.seed, self.folder, self._share = study, mode, seed, folder, share
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SourceError(f"Cannot write to {folder}: {(error.strerror or str(error)).lower()}.") from None
        self.store = Store(folder / STORE)
        try:
            self._notebook = Notebook(folder / NOTEBOOK)
            self.tasks = ordered(study, mode, seed)
            self.outcomes = self._register()
        except BaseException:
            self.store.__exit__()
            raise

    def __enter__(self) -> Run:
        return self

    def __exit__(self, *_: object) -> None:
        self.store.__exit__()

    def _register(self) -> dict[str, Outcome]:
        """Makes the comparisons known to the store; the outcomes it has of them."""
        begun, found = time.time(), {}
        for experiment in self.study.experiments:
            for comparison in experiment.comparisons:
                asked = comparison.tournament(self.mode, self.seed)
                self.store.add_tournament(asked.id, asked.definition(), begun)
                found.update({outcome.id: outcome for outcome in self.store.outcomes(asked.id)})
        return found

    def measured(self, task: MeasurementTask) -> Measured | None:
        """What a measurement found; None before it is made."""
        return self._notebook.get(task.id)

    def is_done(self, task: Task) -> bool:
        return task.id in self.outcomes if isinstance(task, GameTask) else self.measured(task) is not None

    def take(self, folder: Path) -> None:
        """Takes over what the same study has in another folder. Raises LudensError if that is none."""
        with Store(folder / STORE, must_exist=True) as other:
            self.store.take(other)
        self._notebook.take(Notebook(folder / NOTEBOOK))
        self.outcomes = self._register()

    def missing(self) -> list[Task]:
        """What is to be done, in order; in a full study as far as one can tell by now."""
        undone = [task for task in self.tasks if not self.is_done(task)]
        if self.mode is Mode.QUICK:
            return undone
        return [*_measurements(undone), *self._allocation().wanted()]

    def _allocation(self) -> Allocation:
        return Allocation(self.study, self.mode, self.seed, self.outcomes, self._share)

    def play(self, workers: int, deadline: float | None = None) -> Iterator[Task]:
        """Does what is missing; each is kept before it is given.

        ``deadline``: by ``time.monotonic``; what is not begun then is left.
        """
        with _doing(workers) as do:
            if self.mode is Mode.QUICK:
                yield from self._kept(do(_until(deadline, self.missing())))
                return
            allocation = self._allocation()
            due: Iterator[Task] = itertools.chain(_measurements(self.missing()), allocation)
            # What the last results ask for is known only when they are there.
            while (first := next(_until(deadline, due), None)) is not None:
                for task in self._kept(do(itertools.chain([first], _until(deadline, due)))):
                    if isinstance(task, GameTask):
                        allocation.played(task)
                    yield task
                due = iter(allocation)

    def _kept(self, done: Iterable[tuple[Task, Done]]) -> Iterator[Task]:
        for task, result in done:
            self._keep(task, result)
            yield task

    def _keep(self, task: Task, done: Done) -> None:
        if isinstance(task, GameTask) and isinstance(done, MatchRecord):
            self.store.add(task.tournament, done)
            self.outcomes[task.id] = outcome_of(done)
        elif isinstance(done, Measured):
            self._notebook.add(task.id, done)


def prepare(study: Study, on_game: Callable[[str], object] = lambda game: None) -> None:
    """Makes every agent once for every role, so that all is compiled before clocks run.

    ``on_game`` is called with each game first. Raises LudensError when an agent cannot play a game.
    """
    for name, agent in seats_of(study):
        on_game(name)
        check_agent(agent)
        game = load(name)
        for role in range(len(game.info.roles)):
            try:
                make_agent(agent, game, role, 0)
            except LudensError:
                raise
            except Exception as error:
                raise ParameterError(f"{agent} cannot be made for {name}: {type(error).__name__}: {error}") from None


class _Desk:
    """Does tasks in one process; games and agents' processes are kept between those of the same conditions."""

    def __init__(self) -> None:
        self._matches: dict[MatchConditions, Matches] = {}

    def do(self, task: Task) -> Done:
        if isinstance(task, GameTask):
            if task.conditions not in self._matches:
                self._matches[task.conditions] = Matches(task.conditions)
            return self._matches[task.conditions].play(task.job)
        begin = time.perf_counter()
        figures = tuple(task.measurement.measure(task.mode, task.seed))
        return Measured(figures, round(time.perf_counter() - begin, 3))

    def close(self) -> None:
        for matches in self._matches.values():
            matches.__exit__()


@contextlib.contextmanager
def _doing(workers: int) -> Iterator[Do[Task, Done]]:
    if workers > 1:
        with in_parallel(_begin, workers) as do:
            yield do
        return
    desk = _Desk()
    try:
        yield one_by_one(desk.do)
    finally:
        desk.close()


def _begin() -> Callable[[Task], Done]:
    return _Desk().do


def _measurements(tasks: Iterable[Task]) -> list[MeasurementTask]:
    return [task for task in tasks if isinstance(task, MeasurementTask)]


def _until(deadline: float | None, tasks: Iterable[Task]) -> Iterator[Task]:
    for task in tasks:
        if deadline is not None and time.monotonic() >= deadline:
            return
        yield task
