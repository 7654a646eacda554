"""Ground rules: what they list, and what happens when they are too many."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ludens import cache
from ludens.game import BudgetError
from ludens.games.loading import built_in_source
from ludens.gdl import Source, read_rules, right_rules
from ludens.gdl.grounding.grounder import ground_rules, run_clingo
from ludens.gdl.grounding.splitting import split_rules
from ludens.rules.ground_rules import FACT, GroundingBudget, GroundRules

ODD_NAMES = """
(role |x|) (role 2nd)
(init (at 1)) (next-to 1 2) (next-to 2 3)
(<= (legal ?r (go! ?y)) (role ?r) (true (at ?x)) (next-to ?x ?y))
(<= (legal ?r stay) (role ?r))
(<= (next (at ?y)) (does 2nd (go! ?y)))
(<= (next (at ?x)) (true (at ?x)) (does 2nd stay))
(<= terminal (true (at 3)))
(<= (goal ?r 100) (role ?r) (true (at 3)) (distinct ?r 2nd))
(<= (base (at ?x)) (next-to ?x ?y))
"""


def grounded(text: str, budget: GroundingBudget | None = None) -> GroundRules:
    return ground_rules(read_rules(Source(text))[0].rules, budget)


def test_only_what_can_happen_is_listed() -> None:
    rules = grounded(ODD_NAMES)
    assert rules.roles == ("|x|", "2nd")
    assert rules.initial == {("at", "1")}
    assert set(rules.true) == {("at", "1"), ("at", "2"), ("at", "3")}
    assert ("2nd", ("go!", "2")) in rules.does
    assert ("2nd", ("go!", "1")) not in rules.does
    assert rules.legal["|x|", "stay"] == FACT
    assert set(rules.goal) == {("|x|", "100")}
    assert rules.terminal not in (None, FACT)


def test_heads_and_bodies_go_together() -> None:
    rules = grounded(ODD_NAMES)
    assert len(rules.heads) == len(rules.bodies)
    given = {*rules.true.values(), *rules.does.values()}
    assert given.isdisjoint(rules.heads)


def test_endless_rules_run_out_of_time() -> None:
    endless = ODD_NAMES + "(<= (count (s ?x)) (count ?x)) (count z) (<= (goal ?r 0) (role ?r) (count ?x) (true ?x))"
    with pytest.raises(BudgetError, match=r"more than|memory"):
        grounded(endless, GroundingBudget(seconds=2, memory_bytes=1 << 30))


def test_too_long_an_answer_is_refused() -> None:
    with pytest.raises(BudgetError, match="more than 0 MiB"):
        grounded(ODD_NAMES, GroundingBudget(output_bytes=10))


def test_grounding_works_in_threads() -> None:
    found: list[int] = []
    sheet = read_rules(built_in_source("tic_tac_toe", {}))[0]
    threads = [threading.Thread(target=lambda: found.append(len(ground_rules(sheet.rules).heads))) for _ in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3
    assert len(set(found)) == 1


def test_too_little_memory_is_said_so() -> None:
    with pytest.raises(BudgetError, match="more than 100 MiB of memory"):
        run_clingo("p(1..4000). {q(X,Y)} :- p(X), p(Y).", GroundingBudget(memory_bytes=100 << 20))


def test_variables_that_the_head_lacks_are_projected_out() -> None:
    text = "(<= (p ?x) (q ?x ?y) (r ?y ?z) (s ?z ?w) (distinct ?z ?w) (not (t ?w)))"
    rules = read_rules(Source(text))[0].rules
    assert sorted(map(str, split_rules(rules))) == [
        "(<= (p ?x) (q ?x ?y) (part 1 ?y))",
        "(<= (part 0 ?z) (s ?z ?w) (distinct ?z ?w) (not (t ?w)))",
        "(<= (part 1 ?y) (r ?y ?z) (part 0 ?z))",
    ]


def test_other_code_that_grounds_is_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "gdl" / "grounding").mkdir(parents=True)
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "cache.py"))
    sheet = right_rules(Source("(role you)\n(legal you wait)\n(<= terminal (true over))\n(goal you 1)"))
    versions = []
    for text in ("first", "second"):
        (tmp_path / "gdl" / "grounding" / "grounder.py").write_text(text)
        cache.code_version.cache_clear()
        versions.append(sheet.version)
    cache.code_version.cache_clear()
    assert versions[0] != versions[1]
