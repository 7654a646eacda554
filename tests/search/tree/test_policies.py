"""Selection policies: the table, parameters, and what it takes to add one."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludens
from ludens.engine.kernels.compiling import bare_part
from ludens.engine.kernels.dispatch import one_of
from ludens.search.tree import policies
from ludens.search.tree.policies.selection import Selection
from ludens.search.tree.policies.ucb1 import score
from ludens.search.tree.policy import EXP3, GRAVE, REGRET_MATCHING, SELECTIONS, UCB1, Policy

PACKAGE = Path(ludens.__file__).parent

PAGE = Path(__file__).parents[3] / "docs" / "search.md"

SEARCH = """
import numpy as np
import ludens
from ludens.game import Limit
from ludens.search.tree.policy import EVEN_HANDED, Policy
from ludens.search.tree.report import edges_of
from ludens.search.tree.search import SearchSettings, TreeSearch

engine = ludens.load("tic_tac_toe").engine
search = TreeSearch(engine, SearchSettings(Policy(EVEN_HANDED, penalty=10.0), lanes=1, playouts=1))
search.start(engine.initial())
search.think(Limit(playouts=92))
print(sorted(search.tree.edges["visits"][edges_of(search.tree, 0, 0)].tolist()))
"""


def test_a_policy_is_one_file_and_one_line(tmp_path: Path) -> None:
    """The example of the documentation, added to a copy of the program: all nine moves are visited alike."""
    policy, entry = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)[:2]
    copy = tmp_path / "ludens"
    shutil.copytree(PACKAGE, copy, ignore=shutil.ignore_patterns("__pycache__", "bitcode", "static"))
    (copy / "search/tree/policies/even_handed.py").write_text(policy, encoding="utf-8")
    table = copy / "search/tree/policy.py"
    first, line, rest = table.read_text("utf-8").partition("from ludens.search.tree.policies.exp3")
    table.write_text(first + entry + line + rest, encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": str(tmp_path), "NUMBA_DISABLE_JIT": "1"}
    command = [sys.executable, "-W", "ignore", "-c", SEARCH]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert done.stdout == f"{[10] * 7 + [11] * 2}\n", done.stderr


def test_every_policy_is_in_the_table() -> None:
    files = {path.stem for path in Path(policies.__path__[0]).glob("*.py")} - {"__init__", "selection"}
    assert {selection.name for selection in SELECTIONS} == files


def test_what_policies_need() -> None:
    assert {selection.name for selection in SELECTIONS if selection.amaf} == {"rave", "grave", "progressive_history"}
    assert {selection.name for selection in SELECTIONS if selection.mixed} == {"exp3", "regret_matching"}
    assert [selection.name for selection in SELECTIONS if selection.variance] == ["ucb1_tuned"]
    assert [selection.name for selection in SELECTIONS if selection.joint_sums] == ["regret_matching"]


def test_parameters_have_names_and_usual_values() -> None:
    assert Policy(GRAVE, exploration=0.1).parameters == (0.1, 50_000.0)
    assert Policy(GRAVE, equivalence=7).for_kernels().parameters.tolist() == [0.4, 7.0, 0.0, 0.0]
    assert Policy(REGRET_MATCHING, floor=True).parameters == (0.4, 0.1, 1.0)
    assert Policy(GRAVE)._replace(certain=False) == Policy(GRAVE, certain=False)
    with pytest.raises(TypeError, match="ucb1 has no parameter equivalence"):
        Policy(UCB1, equivalence=7.0)


def test_a_policy_that_cannot_work_is_refused_at_once() -> None:
    with pytest.raises(AssertionError, match="more than 4 parameters"):
        Selection("greedy_for_parameters", score, dict.fromkeys("abcde", 0.0))
    with pytest.raises(AssertionError, match="must begin with"):
        Selection("unsaid", score, mixed=EXP3.mixed)
    with pytest.raises(AssertionError, match="no line in the table"):
        Policy(Selection("forgotten", score)).for_kernels()


def test_functions_are_chosen_by_number() -> None:
    @bare_part
    def plus(x: float, y: float) -> float:
        return x + y

    @bare_part
    def minus(x: float, y: float) -> float:
        return x - y

    @bare_part
    def times(x: float, y: float) -> float:
        return x * y

    chosen = one_of([plus, minus, times])
    assert [chosen(number, 5.0, 3.0) for number in range(3)] == [8.0, 2.0, 15.0]
    assert one_of([minus])(0, 5.0, 3.0) == 2.0
