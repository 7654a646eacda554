"""The script that makes the table of evidence: what it plays next, what it goes on from, and what it makes of it."""

from __future__ import annotations

import collections
import importlib.util
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from ludens.arena.measuring.measured_pairs import MeasuredPair, PairJob
from ludens.players.plans.candidates import IN_TURNS, REFERENCE
from ludens.players.plans.evidence import MeasuredGame

PATH = Path(__file__).parents[3] / "scripts" / "evidence.py"
GAMES = [MeasuredGame(name, name, IN_TURNS.name, {"moves": 3.0, "length": 5.0}) for name in ("a", "b")]


@pytest.fixture(scope="module")
def script() -> Any:
    spec = importlib.util.spec_from_file_location("evidence_script", PATH)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules["evidence_script"] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def played(job: PairJob, score: float, refused: str = "") -> MeasuredPair:
    return MeasuredPair(job, score, 60.0 * job.clock, 0.9, 1000.0, "2026-01-01", "abc", refused)


def test_good_plans_get_most_games_and_no_pair_is_played_twice(script: Any) -> None:
    measuring = script.Measuring(GAMES, [0.1], [], seed=1)
    jobs, good = measuring.jobs(), IN_TURNS.plans[3]
    for _ in range(300):
        job = next(jobs)
        measuring.add(played(job, 0.8 if job.challenger == good else 0.3))
    done = [pair.job for pair in measuring.done]
    assert len(set(done)) == len(done)
    assert {job.opponent for job in done} == {REFERENCE}
    counts = collections.Counter(job.challenger for job in done)
    assert counts.most_common(1)[0][0] == good
    assert counts[good] > 5 * counts.total() / len(IN_TURNS.plans)
    by_game = collections.Counter(job.game for job in done)
    assert min(by_game["a"], by_game["b"]) > 50
    for name in ("a", "b"):
        assert measuring.belief(name, 0.1).ranking(REFERENCE)[0] == good
    held_out = measuring.belief("a", 0.1, measuring.table.without("a"))
    assert 0.6 < held_out.probability(good, REFERENCE) < measuring.belief("a", 0.1).probability(good, REFERENCE)


def test_it_goes_on_where_it_was_and_leaves_out_what_was_refused(script: Any) -> None:
    plan, refused = IN_TURNS.plans[:2]
    done = [played(PairJob("a", 0.1, plan, REFERENCE, number), 0.5) for number in (0, 2)]
    done += [played(PairJob("a", 0.1, refused, REFERENCE, 0), 0.0, "it cannot")]
    done += [played(PairJob("elsewhere", 0.1, plan, REFERENCE, 0), 1.0)]
    measuring = script.Measuring(GAMES[:1], [0.1], done)
    assert len(measuring.done) == 3
    measuring.only = {"": {plan, refused}}
    jobs = measuring.jobs()
    assert [next(jobs).number for _ in range(3)] == [1, 3, 4]
    [row] = measuring.table.results
    assert (row.plan, row.pairs, row.score, row.share, row.rate, row.commit) == (plan, 2, 0.5, 0.9, 1000.0, "abc")
    measuring.only = {"a": {refused}}
    assert list(measuring.jobs()) == []


def test_results_of_an_earlier_table_count_and_their_pairs_are_not_played_again(script: Any) -> None:
    plan, other = IN_TURNS.plans[:2]
    first = [played(PairJob("a", 0.1, plan, REFERENCE, number), score) for number, score in enumerate((1, 0.5, 0.5))]
    then = [played(PairJob("a", 0.1, plan, REFERENCE, number), score) for number, score in ((3, 0.0), (4, 1.0))]
    earlier = script.Measuring(GAMES, [0.1], first).table
    earlier = replace(earlier, results=(*earlier.results, replace(earlier.results[0], plan=other)))
    measuring = script.Measuring(GAMES[:1], [0.1], then, earlier=earlier)
    [row] = [row for row in measuring.table.results if row.plan == plan]
    [whole] = script.Measuring(GAMES, [0.1], first + then).table.results
    assert (row.pairs, row.score) == (5, whole.score)
    assert row.error == pytest.approx(whole.error, abs=1e-4)
    assert {row.plan for row in measuring.table.results} == {plan, other}
    measuring.only = {"": {plan}}
    assert next(measuring.jobs()).number == 5
    changed = [replace(GAMES[0], rules="other rules")]
    assert script.Measuring(changed, [0.1], [], earlier=earlier).table.results == ()


def test_the_report_tells_what_is_chosen(script: Any, capsys: pytest.CaptureFixture[str]) -> None:
    plan = IN_TURNS.plans[0]
    done = [played(PairJob("a", 0.1, plan, REFERENCE, number), 0.75) for number in range(50)]
    script.report(script.Measuring(GAMES, [0.1], done))
    shown = capsys.readouterr().out
    assert f"| a | 0.1 s | `{plan}` |" in shown
    assert "75 ± 0 % (50 pairs)" in shown
    assert "had the game, with whatever parameters, not been measured" in shown


def test_short_lists_are_for_one_game_or_for_all(script: Any) -> None:
    text = "grave; uct(tuned=true) | hex(size=6): grave(ripe=4) | odd: grave; uct_rave |"
    assert script.short_lists(text) == {
        "": {"grave", "uct(tuned=true)"},
        "hex(size=6)": {"grave(ripe=4)"},
        "odd": {"grave", "uct_rave"},
    }
    assert script.short_lists("") == {}
    measuring = script.Measuring(GAMES, [0.1], [], seed=1)
    measuring.only = script.short_lists(f"{IN_TURNS.plans[0]} | b: {IN_TURNS.plans[1]}")
    jobs = measuring.jobs()
    found = collections.defaultdict(set)
    for _ in range(40):
        job = next(jobs)
        found[job.game].add(job.challenger)
    assert found == {"a": {IN_TURNS.plans[0]}, "b": set(IN_TURNS.plans[:2])}
