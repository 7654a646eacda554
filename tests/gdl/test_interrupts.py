"""An interrupt ends the reasoner at once, wherever it is."""

from __future__ import annotations

import os
import signal
import subprocess
import sys

import pytest

LIMIT_SECONDS = 60
"""How long the test waits for what should take a moment; only a failure takes so long."""

LONG_JOIN = """
from ludens.gdl import Budget, Source, load_rules
facts = " ".join(f"(n {number})" for number in range(300))
rules = "(role a) (legal a go) (<= terminal never) (goal a 0) "
print("begun", flush=True)
join = "(<= never (n ?a) (n ?b) (n ?c) (n ?d) (distinct ?a ?a))"
load_rules(Source(rules + facts + join), budget=Budget(seconds=1e6))
"""

LARGE_TERMS = """
from ludens.gdl import Source, load_rules
game = load_rules(Source(
    "(role a) (init (count 0)) (legal a go) (<= (next (count (pair ?n ?n))) (true (count ?n)))"
    "(<= terminal (true (count end))) (goal a 0)"
))
state = game.initial_state()
for _ in range(10):
    state = game.next_state(state, ["go"])
print("begun", flush=True)
while True:
    assert game.text(game.next_state(state, ["go"]))
"""


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("program", [LONG_JOIN, LARGE_TERMS], ids=["a long join", "large terms"])
def test_an_interrupt_ends_the_reasoner(program: str) -> None:
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "begun\n"
        process.send_signal(signal.SIGINT)
        try:
            _, complaint = process.communicate(timeout=LIMIT_SECONDS)
        finally:
            process.kill()
    assert process.returncode != 0
    assert complaint.rstrip().endswith("KeyboardInterrupt")
