"""The process that grounds: it sees the packages of its parent, and ends with it however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ludens.gdl.grounder import GroundingBudget, run_clingo

LIMIT_SECONDS = 60
"""How long a test waits for what should take a moment; only a failure takes so long."""

GROUNDS_FOR_EVER = """
import sys
from ludens.gdl import grounder

class Told(grounder.Child):
    def __init__(self, *args, **options):
        super().__init__(*args, **options)
        print(self.pid, flush=True)

grounder.Child = Told
try:
    grounder.run_clingo("p(0). p(X + 1) :- p(X), X < 2000000000.", grounder.GroundingBudget(seconds=600))
except KeyboardInterrupt:
    sys.exit(130)
"""

needs_posix = pytest.mark.skipif(os.name != "posix", reason="signals and processes of POSIX")


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except ProcessLookupError:
        return False
    except FileNotFoundError:
        return not Path("/proc/self").exists()


def test_the_child_sees_the_packages_that_its_parent_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "clingo"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "application.py").write_text(
        "class Application: pass\ndef clingo_main(application, arguments):\n    print('from here')\n    return 0\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run_clingo("p.", GroundingBudget()).strip() == "from here"


def test_a_package_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "path", [folder for folder in sys.path if "site-packages" not in folder])
    with pytest.raises(Exception, match="clingo is not installed"):
        run_clingo("p.", GroundingBudget())


@needs_posix
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM, signal.SIGINT], ids=lambda number: number.name)
def test_no_child_outlives_a_parent_that_is_ended_while_it_grounds(number: signal.Signals) -> None:
    command = [sys.executable, "-c", GROUNDS_FOR_EVER]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        child = int(parent.stdout.readline())
        assert is_running(child)
        parent.send_signal(number)
        assert parent.wait(LIMIT_SECONDS) == (130 if number is signal.SIGINT else -number)
    end = time.monotonic() + LIMIT_SECONDS
    while is_running(child):
        assert time.monotonic() < end, "clingo still runs"
        time.sleep(0.05)
