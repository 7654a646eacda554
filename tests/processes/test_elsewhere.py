"""Processes on systems that have less than Linux: what they lack is taken away here."""

from __future__ import annotations

import errno
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
import types
from pathlib import Path

import pytest
from click.testing import CliRunner

from ludens.arena.outside import one_match_at_a_time
from ludens.cli import app
from ludens.processes import child, connecting, descendants, limits, locks, watching
from ludens.processes.child import Child
from ludens.processes.messages import Line
from tests.process_table import alive, wait_until
from tests.processes.lives import leave, sleep, tell, with_children

POOR = Path(__file__).parent / "elsewhere"
LUDENS = [sys.executable, "-c", "from ludens.cli import main; main()"]


@pytest.fixture
def no_inheritance(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "INHERITS", False)
    monkeypatch.setattr(child, "KEEPS_NUMBERS", False)


@pytest.mark.usefixtures("no_inheritance")
def test_a_child_connects_where_it_cannot_inherit() -> None:
    here = Child(tell, 1, "two")
    try:
        found = Line(here.socket).receive(60)
        assert found["arguments"] == [1, "two"]
        assert found["pid"] == here.pid
        assert found["argv"] == []
        assert here.socket.family == socket.AF_INET
    finally:
        here.end()
        here.socket.close()


@pytest.mark.usefixtures("no_inheritance")
def test_how_such_a_child_ended() -> None:
    here = Child(leave, 3)
    assert here.wait() == 3
    assert not here.alive
    here.socket.close()
    other = Child(sleep)
    assert other.alive
    assert other.status(0.05) is None
    other.kill()
    assert other.status(60) == -signal.SIGKILL
    other.end()
    other.socket.close()


@pytest.mark.usefixtures("no_inheritance")
def test_what_such_a_child_has_started_ends_with_it() -> None:
    here = Child(with_children)
    pids = Line(here.socket).receive(60)["pids"]
    here.end()
    here.socket.close()
    assert wait_until(lambda: not any(map(alive, pids)))


@pytest.mark.usefixtures("no_inheritance")
def test_a_child_that_never_begins_leaves_a_closed_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(child, "BEGIN", "raise SystemExit(5)")
    here = Child(sleep)
    assert here.socket.recv(1) == b""
    assert here.status(60) == 5
    here.socket.close()


def test_whoever_does_not_know_the_word_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connecting, "INHERITS", False)
    offered = connecting.offer()
    port, _, word = offered.where.partition(":")
    wrong = bytes(connecting.WORD_BYTES)
    assert wrong.hex() != word

    def connect() -> None:
        with socket.create_connection((connecting.HOST, int(port))) as stranger:
            stranger.sendall(wrong)
            with connecting.take(offered.where) as line:
                line.sendall(b"right")

    thread = threading.Thread(target=connect)
    thread.start()
    with offered.taken(lambda: True) as line:
        assert line.recv(5) == b"right"
    thread.join()


def looking(line: socket.socket, note: str) -> None:
    """Ends when the other end is gone, which it looks for; in the meantime something unread has come."""
    watching.TELLS_ENDS, watching.LOOK_SECONDS = False, 0.05
    watching.end_with(line)
    with watching.ending_with(line):
        assert line.recv(4) == b"read"
    line.sendall(b"ready")
    time.sleep(600)


def test_a_child_that_looks_sees_that_its_parent_is_gone(tmp_path: Path) -> None:
    here = Child(looking, str(tmp_path), forks=True)  # Ludens itself watches nothing then
    here.socket.sendall(b"read")
    assert here.socket.recv(5) == b"ready"
    time.sleep(0.2)
    assert here.alive
    here.socket.close()
    assert here.status(60) == -signal.SIGKILL
    here.end()


def test_ps_tells_what_proc_tells(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], start_new_session=True)
    try:
        before = descendants._table()[sleeper.pid]
        monkeypatch.setattr(descendants, "PROCESSES", tmp_path)
        assert descendants._table()[sleeper.pid] == before
        assert descendants._program(sleeper.pid)
        descendants.kill_session(sleeper.pid)
        assert sleeper.wait(60) == -signal.SIGKILL
    finally:
        sleeper.kill()
        sleeper.wait()


def test_without_groups_a_process_is_killed_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "killpg")
    sleeper = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
    descendants.kill_group(sleeper.pid)
    assert sleeper.wait(60) == -signal.SIGKILL


def test_limits_that_a_system_does_not_have_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    monkeypatch.delattr(os, "nice")
    limits.limit_memory(1)
    limits.limit_own_memory(1)
    limits.lift_memory_limit()
    limits.limit_cpu_time(0)
    limits.set_niceness(19)
    with limits.memory_limited(1):
        assert bytearray(1 << 20)


def test_a_limit_that_cannot_hold_is_refused_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    assert limits.can_limit_memory()
    monkeypatch.setitem(sys.modules, "resource", None)
    assert not limits.can_limit_memory()
    result = CliRunner().invoke(app, ["match", "nim", "random", "--own-process", "--memory", "100"])
    assert result.exit_code == 2
    assert limits.UNLIMITED in " ".join(result.output.split())


def locked_bytes(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Puts a stand-in in the place of Windows' own module; the list has the places that are locked."""
    held: list[int] = []

    def locking(file: int, mode: int, count: int) -> None:
        place = os.lseek(file, 0, os.SEEK_CUR)
        assert count == 1
        if place in held:
            raise PermissionError(errno.EACCES, "locked")
        held.append(place)

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(locking=locking, LK_NBLCK=2))
    monkeypatch.setattr(locks, "LOOK_SECONDS", 0.01)
    return held


def test_bytes_are_locked_where_files_cannot_be(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    held = locked_bytes(monkeypatch)
    with (tmp_path / "x").open("w+b") as file:
        file.write(b"content")
        file.flush()
        locks.lock(file.fileno())
        assert held == [locks.PLACE]
        assert file.tell() == 7
        with pytest.raises(BlockingIOError):
            locks.lock(file.fileno())
        threading.Timer(0.1, held.clear).start()
        locks.lock(file.fileno(), wait=True)
        assert held == [locks.PLACE]
    assert (tmp_path / "x").stat().st_size == 7


def test_players_of_the_network_are_locked_by_bytes_too(monkeypatch: pytest.MonkeyPatch) -> None:
    held = locked_bytes(monkeypatch)
    monkeypatch.delattr(os, "getuid")
    with one_match_at_a_time(["http://127.0.0.1:1"]):
        assert held


def poor(*arguments: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command in a Python, and children of it, that have nothing of Unix."""
    environment = {**os.environ, "PYTHONPATH": str(POOR)}
    return subprocess.run(
        [*LUDENS, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False
    )


@pytest.mark.slow
def test_commands_work_without_anything_of_unix(tmp_path: Path) -> None:
    games = ["--games", "tic_tac_toe", "--agents", "flat_ucb,random", "--pairs", "1", "--playouts", "20"]
    done = poor("tournament", *games, "--workers", "2", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    done = poor("match", "tic_tac_toe", "random", "--own-process", "--json", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["forfeits"] == []


@pytest.mark.slow
def test_the_player_of_the_network_works_without_anything_of_unix(tmp_path: Path) -> None:
    done = poor("player", "--selftest", "--agent", "flat_ucb", folder=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_an_interrupt_ends_a_command_without_anything_of_unix(tmp_path: Path) -> None:
    environment = {**os.environ, "PYTHONPATH": str(POOR)}
    command = [*LUDENS, "player", "--port", "0", "--agent", "random", "--journal", str(tmp_path)]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert "plays as random" in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(60) == 130
        assert process.stderr is not None
        assert process.stderr.read().strip().endswith("Interrupted.")
