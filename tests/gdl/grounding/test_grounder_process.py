"""The process that grounds: it sees the packages of its parent, and ends with it however that ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from ludens.gdl.grounding import clingo_process
from ludens.gdl.grounding.grounder import run_clingo
from ludens.rules.ground_rules import GroundingBudget
from tests.process_table import PATIENCE_SECONDS, alive, wait_until

GROUNDS_FOR_EVER = """
import sys
from ludens.gdl.grounding import grounder

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


def test_the_child_sees_the_packages_that_its_parent_sees(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "clingo"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "application.py").write_text(
        "class Application: pass\ndef clingo_main(application, arguments):\n    print('from here')\n    return 0\n"
    )
    monkeypatch.syspath_prepend(str(tmp_path))
    assert run_clingo("p.", GroundingBudget()).strip() == b"from here"


@pytest.mark.skipif(clingo_process.clingo_library() is None, reason="this clingo can be called by its package alone")
@pytest.mark.parametrize("program", ["p(1..3). {q(X)} :- p(X). r(X) :- q(X), not q(X-1).", "p(X) :- q(Y)."])
def test_the_library_grounds_as_the_package_does(program: str) -> None:
    calls = ("main_of_library(c.clingo_library())", "main_of_package()")
    codes = [f"import sys; from ludens.gdl.grounding import clingo_process as c; sys.exit(c.{call})" for call in calls]
    one, other = (
        subprocess.run([sys.executable, "-c", code], input=program, capture_output=True, text=True, check=False)
        for code in codes
    )
    assert (one.returncode, one.stdout, one.stderr) == (other.returncode, other.stdout, other.stderr)
    assert "asp 1 0 0" in one.stdout


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
        assert alive(child)
        parent.send_signal(number)
        assert parent.wait(PATIENCE_SECONDS) == (130 if number is signal.SIGINT else -number)
    assert wait_until(lambda: not alive(child)), "clingo still runs"
