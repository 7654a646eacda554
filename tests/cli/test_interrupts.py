"""Ctrl-C and SIGTERM at any moment: a line, the exit code of an interrupt, no traceback, nobody left behind."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.process_table import alive, wait_until

IMPORTING = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == {name!r}:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), signal.{signal})

sys.meta_path.insert(0, Interrupting())
from ludens.cli import main
main()
"""

RUNNING = """
import ctypes, hashlib, os, signal, sys, threading, time
from ludens.cli import interrupts
from ludens.cli.process import run

def native():
    hashlib.pbkdf2_hmac("sha256", b"", b"", (1 << 31) - 1)

def interrupt(number=signal.SIGINT):
    os.kill(os.getpid(), number)

def command():
{body}

run(command)
"""


def python(code: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def running(body: str) -> subprocess.CompletedProcess[str]:
    return python(RUNNING.format(body="\n".join(f"    {line}" for line in body.strip().splitlines())))


@pytest.mark.parametrize(
    "name",
    ["ludens.cli.process", "threading", "click", "ludens.cli.group", "ludens.cli.commands.show", "ludens.games",
     "numpy", "llvmlite", "rich.table"],
)  # fmt: skip
def test_an_interrupt_while_modules_are_imported(name: str) -> None:
    result = python(IMPORTING.format(name=name, signal="SIGINT"), "show", "nim")
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "Interrupted.\n")


def test_termination_while_modules_are_imported() -> None:
    result = python(IMPORTING.format(name="numpy", signal="SIGTERM"), "show", "nim")
    assert (result.returncode, result.stdout, result.stderr) == (143, "", "Terminated.\n")


@pytest.mark.parametrize(
    "body",
    [
        pytest.param("interrupt(); time.sleep(300)", id="at_once"),
        pytest.param("ctypes.CFUNCTYPE(None)(interrupt)(); time.sleep(300)", id="swallowed_by_a_callback"),
        pytest.param(
            """
try:
    interrupt()
    time.sleep(300)
except KeyboardInterrupt:
    raise RuntimeError("no compiled object yet") from None
""",
            id="turned_into_another_error",
        ),
        pytest.param(
            """
threading.Thread(target=native, daemon=True).start()
interrupt()
time.sleep(300)
""",
            id="while_a_thread_is_in_compiled_code",
        ),
        pytest.param("threading.Timer(0.1, interrupt).start(); native()", id="in_compiled_code"),
    ],
)
def test_an_interrupt_ends_whatever_is_done(body: str) -> None:
    result = running(body)
    assert (result.returncode, result.stdout, result.stderr) == (130, "", "Interrupted.\n")


def test_an_end_without_an_interrupt_waits_for_no_thread_in_compiled_code() -> None:
    result = running("threading.Thread(target=native, daemon=True).start(); print('done')")
    assert (result.returncode, result.stdout, result.stderr) == (0, "done\n", "")


def test_a_signal_that_comes_twice_at_once_is_one() -> None:
    body = """
try:
    interrupt()
    time.sleep(300)
finally:
    interrupt()
    time.sleep(0.1)
    print("kept")
"""
    result = running(body)
    assert (result.returncode, result.stdout, result.stderr) == (130, "kept\n", "Interrupted.\n")


def test_who_insists_is_obeyed_at_once() -> None:
    body = """
try:
    interrupt()
    time.sleep(300)
finally:
    time.sleep(interrupts.TWICE_SECONDS + 0.5)
    interrupt()
    time.sleep(300)
"""
    assert running(body).returncode == 130


def test_an_error_of_ours_is_still_told_as_python_does() -> None:
    result = running("1 / 0")
    assert result.returncode == 1
    assert "ZeroDivisionError" in result.stderr


def test_what_is_registered_for_the_end_is_done() -> None:
    body = """
import atexit
from concurrent.futures import ThreadPoolExecutor
atexit.register(print, "at the end")
pool = ThreadPoolExecutor(1)
pool.submit(time.sleep, 0.1).add_done_callback(lambda _: print("first"))
"""
    result = running(body)
    assert (result.returncode, result.stdout, result.stderr) == (0, "first\nat the end\n", "")


STARTING = """
import sys
from ludens.processes.child import Child
from tests.cli.test_interrupts import sleep

def command():
    print(Child(sleep).pid, flush=True)
    hashlib.pbkdf2_hmac("sha256", b"", b"", (1 << 31) - 1)
"""


def sleep(line: object) -> None:
    time.sleep(600)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
def test_nobody_is_left_behind_when_the_process_is_stuck() -> None:
    code = RUNNING.format(body="    pass").replace("run(command)", STARTING + "\nrun(command)")
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True, env=environment) as process:
        assert process.stdout is not None
        child = int(process.stdout.readline())
        process.terminate()
        assert process.wait() == 143
    assert wait_until(lambda: not alive(child)), "a child was left behind"
