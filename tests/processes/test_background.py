"""Work in other threads: its result and its errors arrive, signals do not reach it, and Python's end waits for it."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from ludens.processes.background import off_main_thread

ENDING = """
import sys, time
from ludens.processes import background
def work():
    time.sleep(0.5)
    sys.stdout.write("done")
    sys.stdout.flush()
background.begin(work, "work")
"""

INTERRUPTED = r"""
import os, signal, threading, time
from ludens.processes.background import off_main_thread
def work():
    os.kill(os.getpid(), signal.SIGINT)
    for _ in range(1000):
        pass
    os.write(1, b"whole\n")
try:
    off_main_thread(work)
    time.sleep(60)
except KeyboardInterrupt:
    os.write(1, b"interrupted\n")
"""


def test_results_and_errors_arrive() -> None:
    assert off_main_thread(lambda: threading.current_thread().name) != threading.main_thread().name
    with pytest.raises(KeyError, match="x"):
        off_main_thread(lambda: dict[str, int]()["x"])


def test_work_in_another_thread_stays_there() -> None:
    found = list[bool]()

    def ask() -> None:
        own = threading.current_thread()
        found.append(off_main_thread(lambda: threading.current_thread() is own))

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    assert found == [True]


def test_python_ends_when_the_work_is_done() -> None:
    done = subprocess.run([sys.executable, "-c", ENDING], capture_output=True, text=True, check=True)
    assert done.stdout == "done"


def test_an_interrupt_is_raised_in_the_main_thread_alone() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=True)
    assert sorted(done.stdout.split()) == ["interrupted", "whole"]
    assert not done.stderr
