"""Work in several processes: all of it done once, deaths made good, errors told, and nobody left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import MappingProxyType

import pytest

from ludens.game import LudensError, ParameterError, UnknownNameError
from ludens.processes.parallel import in_parallel
from tests.process_table import alive, wait_until


def begin(folder: Path) -> Callable[[str], str]:
    def work(job: str) -> str:
        kind, _, rest = job.partition(" ")
        if kind == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        if kind == "die_once" and not (folder / rest).exists():
            (folder / rest).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        if kind == "mistake":
            raise ParameterError("that cannot be")
        if kind == "unknown":
            raise UnknownNameError("role", "kng", ["king", "queen"])
        if kind == "bug":
            raise ZeroDivisionError("oh")
        if kind in ("sleep", "nap"):
            time.sleep(30 if kind == "sleep" else 0.5)
        return f"{job} done by {os.getpid()}, {os.environ['NUMBA_NUM_THREADS']} thread"

    return work


def test_errors_of_ours_come_back_as_they_are(tmp_path: Path) -> None:
    with in_parallel(partial(begin, tmp_path), 1) as do:
        with pytest.raises(ParameterError, match="that cannot be"):
            list(do(["mistake"]))
        with pytest.raises(UnknownNameError, match="Did you mean king") as found:
            list(do(["unknown"]))
    assert (found.value.name, found.value.near) == ("kng", ("king",))


def test_starting_processes_leaves_the_environment_of_all_threads_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("NUMBA_NUM_THREADS", raising=False)
    with monkeypatch.context() as fixed:
        fixed.setattr(os, "environ", MappingProxyType(dict(os.environ)))
        with in_parallel(partial(begin, tmp_path), 1) as do:
            assert next(iter(do(["job"])))[1].endswith("1 thread")


def begin_badly() -> Callable[[str], str]:
    raise ParameterError("no way to begin")


def test_everything_is_done_once_and_by_several(tmp_path: Path) -> None:
    jobs = [f"job {number}" for number in range(40)]
    with in_parallel(partial(begin, tmp_path), 3) as do:
        found = dict(do(jobs))
        assert sorted(found) == sorted(jobs)
        assert all(result.startswith(f"{job} done by") for job, result in found.items())
        assert all(result.endswith("1 thread") for result in found.values())
        assert len({result.split()[4] for result in found.values()}) > 1
        assert dict(do(["again"])).keys() == {"again"}


def test_jobs_are_taken_as_processes_become_free(tmp_path: Path) -> None:
    taken: list[int] = []

    def jobs() -> Iterator[str]:
        for number in range(10):
            taken.append(number)
            yield f"job {number}"

    with in_parallel(partial(begin, tmp_path), 2) as do:
        for done, _ in enumerate(do(jobs()), start=1):
            assert len(taken) <= done + 2


def test_a_process_that_dies_is_replaced_and_its_job_done(tmp_path: Path) -> None:
    jobs = [f"die_once {number}" for number in range(4)] + ["other"]
    with in_parallel(partial(begin, tmp_path), 2) as do:
        assert sorted(job for job, _ in do(jobs)) == sorted(jobs)


def test_what_keeps_killing_processes_is_an_error(tmp_path: Path) -> None:
    with (
        in_parallel(partial(begin, tmp_path), 1) as do,
        pytest.raises(LudensError, match="A process that played has ended by itself"),
    ):
        list(do(["die"]))


def test_errors_come_back_and_work_can_go_on(tmp_path: Path) -> None:
    with in_parallel(partial(begin, tmp_path), 2) as do:
        with pytest.raises(LudensError, match="that cannot be"):
            list(do(["mistake", "nap"]))
        with pytest.raises(LudensError, match="ZeroDivisionError: oh"):
            list(do(["bug"]))
        with pytest.raises(LudensError, match="that cannot be"):
            list(do(["nap", "mistake"]))
        # Whoever was left napping does not answer for another job.
        assert all(result.startswith(job) for job, result in do([f"job {number}" for number in range(4)]))
    with in_parallel(begin_badly, 1) as do, pytest.raises(LudensError, match="no way to begin"):
        list(do(["job"]))


ORPHANS = """
import os, sys
from functools import partial
from pathlib import Path
from ludens.processes.parallel import in_parallel
from tests.processes.test_parallel import begin

if __name__ == "__main__":
    with in_parallel(partial(begin, Path()), 2) as do:
        for job, result in do(["job 1", "job 2", "sleep", "sleep"]):
            print(result.split()[4].strip(","), flush=True)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
def test_processes_end_with_the_one_that_started_them(tmp_path: Path) -> None:
    script = tmp_path / "orphans.py"
    script.write_text(ORPHANS)
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    first = subprocess.Popen([sys.executable, script], stdout=subprocess.PIPE, text=True, env=environment)
    assert first.stdout is not None
    workers = {int(first.stdout.readline()) for _ in range(2)}
    first.kill()
    first.wait()
    first.stdout.close()
    assert wait_until(lambda: not any(map(alive, workers))), "processes were left behind"
