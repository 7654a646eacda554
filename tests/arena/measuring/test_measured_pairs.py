"""Pairs for measurements: a file to go on from, a time limit, and scores in which 0.5 is even."""

from __future__ import annotations

import json
import time
from dataclasses import replace
from pathlib import Path

import pytest

import ludens
from ludens import Limit
from ludens.arena.measuring.measured_pairs import (
    MeasuredPair,
    PairJob,
    games_in_words,
    play_pairs,
    read_pairs,
    relative_score,
    score_in_words,
    scores_of,
    wanted_pairs,
    while_time,
)
from ludens.arena.pairs import PlayedGame, PlayedPair

JOBS = [PairJob("nim(heaps=2-1)", 0.001, "legal", "random", number) for number in range(3)]


def test_pairs_are_written_as_they_are_played_and_read_again(tmp_path: Path) -> None:
    store = tmp_path / "pairs.jsonl"
    first = list(play_pairs(JOBS[:1], store, commit="abc"))
    with store.open("a") as file:
        file.write('{"game": "nim", "clo')  # the machine was taken away
    rest = list(play_pairs(JOBS[1:], store))
    assert read_pairs(store) == first + rest
    assert [pair.job for pair in first + rest] == JOBS
    assert first[0].commit == "abc"
    assert first[0].rate > 0
    assert 0 < first[0].share <= 1
    assert read_pairs(tmp_path / "none") == []


def test_a_limit_in_playouts_is_a_job_of_its_own_and_makes_the_same_games_again() -> None:
    jobs = [PairJob("connect_four(players=3, columns=4, rows=4)", 0.0, "uct", "random", 0, playouts=64)] * 2
    one, two = play_pairs(jobs)
    assert one.goals == two.goals
    assert [len(goals) for goals in one.goals] == [3, 3, 3]
    assert jobs[0].limit == Limit(playouts=64)
    assert jobs[0] not in {PairJob("connect_four(players=3, columns=4, rows=4)", 0.0, "uct", "random", 0)}


def test_a_win_is_shared_by_those_who_have_most() -> None:
    goals = ((30.0, 30.0, 20.0), (50.0, 40.0, 10.0), (10.0, 10.0, 60.0), (20.0, 20.0, 20.0, 20.0))
    pair = MeasuredPair(JOBS[0], 0.5, 1.0, 1.0, 1.0, "2026-01-01", goals=goals)
    assert pair.won == pytest.approx((1 / 2 + 0 + 1 + 1 / 4) / 4)
    assert pair.goal == (30 + 40 + 60 + 20) / 4


def test_lines_of_older_files_are_read_without_goals(tmp_path: Path) -> None:
    store = tmp_path / "pairs.jsonl"
    [pair] = play_pairs(JOBS[:1], store)
    data = json.loads(store.read_text())
    assert len(data.pop("goals")) == 2
    del data["playouts"]
    store.write_text(json.dumps(data) + "\n")
    assert read_pairs(store) == [replace(pair, goals=())]


def test_a_plan_that_cannot_play_is_told_and_not_an_error(tmp_path: Path) -> None:
    [pair] = play_pairs([PairJob("eight_puzzle", 0.001, "negamax", "random", 0)], tmp_path / "pairs.jsonl")
    assert "two roles" in pair.refused
    assert read_pairs(tmp_path / "pairs.jsonl") == [pair]


def test_nothing_is_begun_that_would_take_too_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "monotonic", lambda: 0.0)
    long = MeasuredPair(PairJob("hex", 1.0, "a", "b", 0), 0.5, 100.0, 1.0, 1.0, "2026-01-01")
    jobs = [PairJob("hex", 1.0, "a", "b", 1), PairJob("hex", 0.1, "a", "b", 1), PairJob("odd", 1.0, "a", "b", 1)]
    assert list(while_time(jobs, [long], 50.0)) == jobs[1:]
    assert list(while_time(jobs, [long], 150.0)) == jobs
    endless = (PairJob("hex", 1.0, "a", "b", number) for number in iter(int, 1))
    assert list(while_time(endless, [long], 50.0)) == []


def test_half_is_even_whatever_goals_add_up_to() -> None:
    three = ludens.load("connect_four(players=3)")
    wins = tuple(PlayedGame(seat, tuple(100 if role == 0 else 0 for role in range(3)), 9) for seat in range(3))
    assert relative_score(three, PlayedPair(0, (), wins, 1.0)) == pytest.approx(0.5)
    two = ludens.load("tic_tac_toe")
    pair = PlayedPair(0, (), (PlayedGame(0, (100, 0), 5), PlayedGame(1, (50, 50), 9)), 1.0)
    assert relative_score(two, pair) == 0.75
    nothing = PlayedPair(0, (), (PlayedGame(0, (0, 0), 5),), 1.0)
    assert relative_score(two, nothing) == 0.5


def test_scores_are_those_of_the_agents_that_were_asked_about() -> None:
    jobs = list(wanted_pairs(["hex", "odd"], [0.5], ("a", "b"), range(2)))
    assert [(job.game, job.number) for job in jobs] == [("hex", 0), ("odd", 0), ("hex", 1), ("odd", 1)]
    others = [PairJob("hex", 0.5, "b", "a", 0), PairJob("hex", 0.5, "a", "b", 0, seed=2)]
    found = [MeasuredPair(job, 1.0, 1.0, 1.0, 1.0, "2026-01-01") for job in (*jobs[:3], *others)]
    found.append(MeasuredPair(jobs[3], 0.0, 0.0, 1.0, 1.0, "2026-01-01", refused="it cannot"))
    assert scores_of(found, ("a", "b")) == {("hex", 0.5): [1.0, 1.0], ("odd", 0.5): [1.0]}


def test_scores_in_words() -> None:
    assert score_in_words([]) == "–"
    assert score_in_words([1.0, 0.5, 0.75]) == "75 (13 to 100), 3 pairs"
    assert games_in_words([[1.0, 0.5], [], [0.25]]) == "50.0, lowest 25"
    assert games_in_words([]) == "–"
