"""A child: what it is given, how it is limited and ended, and that it ends with its parent."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.processes.child import Child
from ludens.processes.messages import Line
from ludens.processes.starting import Script
from tests.process_table import PATIENCE_SECONDS, alive, wait_until
from tests.processes import lives

ROOT = Path(__file__).parents[2]


def heard(child: Child) -> dict[str, object]:
    return Line(child.socket).receive(PATIENCE_SECONDS)


def closed(child: Child) -> None:
    child.end()
    child.socket.close()


def test_a_child_has_the_packages_of_its_parent_and_little_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setenv("PYTHONUNBUFFERED", "1")
    monkeypatch.setenv("OMP_NUM_THREADS", "7")
    child = Child(lives.tell, "a", 2)
    found = heard(child)
    assert found == {
        "path": [folder for folder in sys.path if isinstance(folder, str)],
        "arguments": ["a", 2],
        "threads": "1",
        "unbuffered": False,
        "leads": True,
        "interrupted": False,
        "argv": [],
        "pid": child.pid,
    }
    closed(child)
    assert os.environ["OMP_NUM_THREADS"] == "7"


def test_a_script_is_run_without_its_package(tmp_path: Path) -> None:
    package = tmp_path / "package"
    package.mkdir()
    (package / "__init__.py").write_text("raise AssertionError('nobody imports this')")
    script = package / "script.py"
    script.write_text(
        "import os, sys\n"
        "def main(line, number):\n"
        '    text = \'{"number": %d, "folder": "%s", "read": "%s"}\\n\'\n'
        "    line.sendall((text % (number, os.getcwd(), sys.stdin.read())).encode())\n"
    )
    (tmp_path / "input").write_text("something")
    with (tmp_path / "input").open("rb") as file:
        child = Child(Script(str(script)), 3, stdin=file, stderr=subprocess.DEVNULL, folder=tmp_path)
    assert heard(child) == {"number": 3, "folder": str(tmp_path), "read": "something"}
    assert child.status(PATIENCE_SECONDS) == 0
    child.socket.close()


def test_a_child_that_has_ended_keeps_its_number_until_it_is_told_how() -> None:
    child = Child(lives.leave, 7)
    assert wait_until(lambda: not child.alive)
    assert Path(f"/proc/{child.pid}").exists() or not Path("/proc").exists()
    assert child.returncode is None
    assert child.status(0.0) == 7
    assert child.returncode == 7
    closed(child)
    killed = Child(lives.sleep)
    assert killed.status(0.0) is None
    killed.kill()
    assert killed.status(PATIENCE_SECONDS) == -signal.SIGKILL
    closed(killed)


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
def test_all_that_a_child_has_started_ends_with_it() -> None:
    child = Child(lives.with_children)
    pids = heard(child)["pids"]
    assert isinstance(pids, list)
    assert all(map(alive, pids))
    closed(child)
    assert wait_until(lambda: not any(map(alive, pids)))


PARENT = """
import sys
from ludens.processes.child import Child
from ludens.processes.messages import Line
from tests.processes import lives
child = Child(lives.with_children)
print(child.pid, *Line(child.socket).receive()["pids"], flush=True)
lives.sleep(child.socket)
"""


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="needs /proc")
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=lambda number: number.name)
def test_a_child_and_all_that_it_has_started_end_with_the_parent(number: signal.Signals) -> None:
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    with subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE, text=True, env=environment) as parent:
        assert parent.stdout is not None
        pids = list(map(int, parent.stdout.readline().split()))
        assert len(pids) == 3
        assert all(map(alive, pids))
        parent.send_signal(number)
        assert parent.wait(PATIENCE_SECONDS) == -number
    assert wait_until(lambda: not any(map(alive, pids)))


def test_a_child_ends_when_the_line_to_it_is_closed() -> None:
    child = Child(lives.sleep)
    child.socket.close()
    assert child.status(PATIENCE_SECONDS) == -signal.SIGKILL
