"""What is told of how far a search is: it never goes back, and nothing is claimed that cannot be known."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.search.minimax.depth_first import search as searching
from ludens.search.minimax.depth_first.memory import PLY
from ludens.search.minimax.depth_first.progress import FEWEST, Progress, part_done, path_of
from ludens.search.minimax.depth_first.search import Patience
from ludens.search.minimax.depth_first.splitting import Part, Splitting
from tests.search.minimax.depth_first.test_depth_first import search_of


def test_progress_is_a_part_whatever_is_read_of_a_path_that_changes() -> None:
    game: Any = ludens.load("connect_four(columns=4, rows=4)")
    memory, rng = search_of(game).memories[0], np.random.default_rng(1)
    for _ in range(200):
        memory.marks[:] = rng.integers(0, 8, memory.marks.shape)
        memory.counters[PLY] = rng.integers(0, len(memory.marks))
        assert 0 <= part_done(path_of(memory), 0) <= 1


def test_the_parts_of_a_path_multiply() -> None:
    path = [Part(0, 4, 0), Part(1, 2, 1), Part(0, 3, 0), Part(1, 5, 1)]
    assert part_done(path, 1) == pytest.approx(0.6)
    assert part_done(path, 0) == 0.0


def paths(share: float) -> list[list[Part]]:
    """A path on which this part of one position's hundred children has been searched."""
    return [[Part(0, 3, 0), Part(1, 100, round(100 * share)), Part(0, 4, 0), Part(1, 7, 0)]]


def test_a_steady_search_is_told_how_long_it_takes() -> None:
    progress = Progress()
    for second in range(1, 50):
        progress.look(1, paths(second / 100), float(second))
        left = progress.left()
        if second <= FEWEST:
            assert left is None
            assert "too early to say" in progress.words()
        else:
            assert left is not None
            assert 0.7 * (100 - second) < left[0] <= left[1] < 1.4 * (100 - second)


def test_what_is_done_never_shrinks_within_a_question() -> None:
    progress, rng, seen = Progress(), np.random.default_rng(3), [0.0]
    for second in range(60):
        progress.look(1, paths(float(np.clip(second / 100 + rng.normal(0, 0.2), 0, 1))), float(second))
        assert progress.part >= seen[-1]
        seen.append(progress.part)
    progress.look(2, paths(0.01), 61.0)
    assert progress.part == pytest.approx(0.01)
    assert progress.left() is None


def test_a_search_that_stands_still_promises_nothing() -> None:
    progress = Progress()
    for second in range(1, 100):
        progress.look(1, paths(min(second, 10) / 100), float(second))
    assert progress.left() is None


def test_a_search_is_told_steadily(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "SLICE", 50)
    search = search_of(ludens.load("connect_four(columns=4, rows=5)"))
    asking, progress, moment = Splitting(search, trial=500), Progress(), [0.0]
    told: list[tuple[int, int, float]] = []

    def tell() -> None:
        moment[0] += 1.0
        progress.look(asking.questions, [path_of(memory, asking.path) for memory in search.memories], moment[0])
        told.append((progress.question, progress.failing, progress.part))

    asking.value(search.engine.initial(), Patience(tell=tell))
    assert len(told) > 30
    for before, after in itertools.pairwise(told):
        assert before[:2] != after[:2] or before[2] <= after[2]
    turned = sum(before[1] != after[1] for before, after in itertools.pairwise(told))
    assert turned < len(told) / 10
