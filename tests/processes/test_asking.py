"""Children that are asked: beyond their memory, late, dead, or with nonsense for an answer."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator

import pytest

from ludens.processes.asking import AskedProcess
from ludens.processes.child import Child
from ludens.processes.messages import NonsenseError
from tests.process_table import PATIENCE_SECONDS
from tests.processes import lives

MEMORY_BYTES = 128 << 20

Start = Callable[[Child], AskedProcess]


@pytest.fixture
def asked() -> Iterator[Start]:
    started: list[AskedProcess] = []

    def start(child: Child) -> AskedProcess:
        started.append(AskedProcess(child, 10_000))
        return started[-1]

    yield start
    for process in started:
        process.end()
        assert not process.alive


def test_answers_and_errors(asked: Start) -> None:
    process = asked(Child(lives.answer, MEMORY_BYTES))
    assert process.ask({"do": "pid"}, PATIENCE_SECONDS) == {"number": 1, "done": process.pid}
    assert process.ask({"do": "nan"}, PATIENCE_SECONDS)["done"] == [1.5, None, {"a": None}]
    assert process.ask({"do": "wrong"}, PATIENCE_SECONDS)["failed"] == "ParameterError: that cannot be"
    assert "TypeError" in process.ask({"do": "no_json"}, PATIENCE_SECONDS)["failed"]
    assert process.ask({"do": "well"}, PATIENCE_SECONDS)["done"] == "well"


def test_a_child_beyond_its_memory_fails_and_goes_on(asked: Start) -> None:
    process = asked(Child(lives.answer, MEMORY_BYTES))
    assert process.ask({"do": "memory", "bytes": 2 * MEMORY_BYTES}, PATIENCE_SECONDS)["failed"].startswith("MemoryErr")
    assert process.ask({"do": "memory", "bytes": 1 << 20}, PATIENCE_SECONDS)["done"] == 1 << 20


def test_a_child_that_dies(asked: Start) -> None:
    process = asked(Child(lives.answer, MEMORY_BYTES))
    with pytest.raises(EOFError):
        process.ask({"do": "die"}, PATIENCE_SECONDS)
    assert process.status() == -signal.SIGKILL
    with pytest.raises(EOFError):
        process.ask({"do": "pid"}, PATIENCE_SECONDS)


def test_a_child_that_does_not_answer_in_time(asked: Start) -> None:
    process = asked(Child(lives.answer, MEMORY_BYTES))
    process.ask({"do": "pid"}, PATIENCE_SECONDS)
    with pytest.raises(TimeoutError):
        process.ask({"do": "sleep"}, 0.05)
    with pytest.raises(TimeoutError):
        process.ask({"do": "pid"}, 0.0)


@pytest.mark.parametrize(
    ("said", "reason"),
    [
        (b"hello\n", "no answer"),
        (b'{"number": 99, "done": 1}\n', "what it was not asked"),
        (b'{"ready": 1}\n{"ready": 1}\n', "what it was not asked"),
        (b" " * 100_000, "more than 10,000 bytes"),
    ],
)
def test_a_child_that_answers_nonsense(asked: Start, said: bytes, reason: str) -> None:
    with pytest.raises(NonsenseError, match=reason):
        asked(Child(lives.write, said)).ask({"do": "pid"}, PATIENCE_SECONDS)
