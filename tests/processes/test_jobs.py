"""Jobs for workers that follow a script: no processes, so that every order of events can be had."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator
from dataclasses import dataclass

import pytest

from ludens.game import LudensError, ParameterError
from ludens.processes.jobs import Answer, Died, Done, Failed, JobPool, Ready


@dataclass(eq=False)
class Scripted:
    """A worker, and what it is at."""

    number: int
    ready: bool
    job: str | None = None


class Script:
    """Workers that do as a job says: ``die``, ``fail``, or anything else.

    ``slow``: they are not ready at once. ``single``: one of them answers at a time.
    """

    def __init__(self, *, slow: bool = False, single: bool = False, false_starts: int = 0) -> None:
        self.slow, self.single, self.false_starts = slow, single, false_starts
        self.most_at_once = 0
        self.started: list[Scripted] = []
        self.ended: list[int] = []
        self.died: set[str] = set()

    def start(self) -> Scripted:
        self.started.append(Scripted(len(self.started), not self.slow))
        self.most_at_once = max(self.most_at_once, len(self.started) - len(self.ended))
        return self.started[-1]

    def ask(self, worker: Scripted, job: str) -> None:
        assert worker.ready
        assert worker.job is None
        worker.job = job

    def answers(self, workers: Collection[Scripted]) -> list[tuple[Scripted, Answer[str]]]:
        assert workers, "nobody owes an answer"
        return [(worker, self.answer(worker)) for worker in list(workers)[: 1 if self.single else None]]

    def answer(self, worker: Scripted) -> Answer[str]:
        if not worker.ready:
            if self.false_starts:
                self.false_starts -= 1
                return Died("It never began.")
            worker.ready = True
            return Ready()
        job, worker.job = worker.job, None
        assert job is not None
        if job == "die" or (job.startswith("die once") and job not in self.died):
            self.died.add(job)
            return Died("It died.")
        return Failed(ParameterError("wrong")) if job == "fail" else Done(job.upper())

    def end(self, worker: Scripted) -> None:
        self.ended.append(worker.number)


@pytest.mark.parametrize("slow", [False, True])
def test_everything_is_done_once_by_no_more_workers_than_allowed(slow: bool) -> None:
    script = Script(slow=slow)
    pool = JobPool(script, 3)
    jobs = [f"job {number}" for number in range(10)] + ["die once 1", "die once 2"]
    assert dict(pool.do(jobs)) == {job: job.upper() for job in jobs}
    assert script.most_at_once == 3
    assert dict(pool.do(["again"])) == {"again": "AGAIN"}
    pool.close()
    assert sorted(script.ended) == list(range(len(script.started)))


def test_jobs_are_taken_as_workers_become_free() -> None:
    taken = deque[int]()

    def jobs() -> Iterator[str]:
        for number in range(10):
            taken.append(number)
            yield f"job {number}"

    for done, _ in enumerate(JobPool(Script(), 2).do(jobs()), start=1):
        assert len(taken) <= done + 2


def test_no_more_workers_than_jobs() -> None:
    script = Script(slow=True)
    list(JobPool(script, 8).do(["one", "two"]))
    assert len(script.started) == 2


def test_a_job_that_keeps_ending_workers_is_an_error() -> None:
    script = Script()
    with pytest.raises(LudensError, match="It died"):
        list(JobPool(script, 1, retries=2).do(["die"]))
    assert script.ended == [0, 1, 2]


def test_workers_that_never_begin_are_an_error_when_there_are_many() -> None:
    assert list(JobPool(Script(slow=True, false_starts=2), 1).do(["job"])) == [("job", "JOB")]
    with pytest.raises(LudensError, match="It never began"):
        list(JobPool(Script(slow=True, false_starts=3), 1).do(["job"]))


def test_an_error_comes_after_what_was_done_beside_it_and_work_goes_on() -> None:
    script = Script()
    pool = JobPool(script, 2)
    with pytest.raises(ParameterError, match="wrong"):
        list(pool.do(["fail", "job", "never"]))
    work = pool.do(["fail", "job"])
    assert next(work) == ("job", "JOB")
    assert list(pool.do(["other"])) == [("other", "OTHER")]
    assert script.ended == []


def test_who_was_left_at_something_does_not_answer_for_another_job() -> None:
    script = Script(single=True)
    pool = JobPool(script, 2)
    assert next(pool.do(["a", "b", "c"])) == ("a", "A")
    assert script.ended == []
    assert dict(pool.do(["x", "y"])) == {"x": "X", "y": "Y"}
    assert script.ended == [1]
