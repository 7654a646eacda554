"""RoPaSci 360: kernels of greedy moves and figures against plain Python, and the views of an engine made of them."""

from __future__ import annotations

import functools

import numpy as np
import pytest

from ludens.engine.rows import Rows
from ludens.game import UnknownNameError
from ludens.games.odd import Odd
from ludens.games.ropasci import Ropasci, RopasciState, layout, position
from ludens.games.ropasci.features import (
    FIGURES,
    MOST_EVALUATED,
    evaluated_rows,
    figure_rows,
    value_after_moves,
    value_rows,
)
from ludens.games.ropasci.heuristics import GREEDY, MOST_GREEDY, MOST_WIDE, WIDE
from ludens.games.ropasci.weights import WEIGHTS
from tests.games.ropasci.heuristics_twin import after_one_side, figures_of, looked_at, value_of

GAME = Ropasci()
ENGINE = GAME.engine
STYLES = {"": 30, "greedy": 30, "wide": 40}
"""Games of each way to play that positions are taken from."""


@functools.cache
def positions() -> tuple[Rows, tuple[RopasciState, ...]]:
    """Thousands of positions from games of several kinds, none of them over."""
    rng, met = np.random.default_rng(1), []
    for style, games in STYLES.items():
        view, rows = ENGINE.guided(moves=style), ENGINE.initial(games)
        for _ in range(layout.TURNS):
            rows = rows[~ENGINE.outcome(rows)[0]]
            if not len(rows):
                break
            met.append(rows)
            drawn = [(table * rng.random(table.shape)).argmax(axis=1) for table in view.legal(rows)]
            rows = ENGINE.step(rows, np.stack(drawn, axis=1))
    found = np.concatenate(met)
    found = found[rng.permutation(len(found))[:3_000]]
    return found, tuple(GAME.unpack(found))


@pytest.mark.parametrize(("name", "wide", "most"), [("greedy", False, MOST_GREEDY), ("wide", True, MOST_WIDE)])
@pytest.mark.parametrize("count", [1_000, pytest.param(3_000, marks=pytest.mark.slow)])
def test_sets_of_moves_agree_with_the_twin(name: str, wide: bool, most: int, count: int) -> None:
    rows, states = positions()
    tables, full = ENGINE.guided(moves=name).legal(rows), 0
    assert len(states) == 3_000
    for number, state in enumerate(states[:count]):
        for role in (0, 1):
            marked = {layout.MOVE_TEXTS[move] for move in np.flatnonzero(tables[role][number])}
            assert marked == looked_at(state, role, wide, most), GAME.text(state)
            full += len(marked) == most
    assert full > count // 30  # the bound matters in some


@pytest.mark.parametrize("name", ["greedy", "wide", "evaluation"])
def test_views_mark_only_legal_moves(name: str) -> None:
    rows = positions()[0][:500]
    for some, every in zip(ENGINE.guided(moves=name).legal(rows), ENGINE.legal(rows), strict=True):
        assert some.any(axis=1).all()
        assert not (some & ~every).any()
    over = rows[:1].copy()
    over[:, layout.NUMBERS] |= np.uint64(layout.UPPER_WINS << layout.ENDING)
    assert not any(table.any() for table in ENGINE.guided(moves=name).legal(over))


def test_captures_come_first() -> None:
    state = position("r 0 0, p 4 -4", "s 0 1, r -4 0")
    (table, _) = ENGINE.guided(moves="greedy").legal(GAME.pack([state]))
    marked = {layout.MOVE_TEXTS[move] for move in np.flatnonzero(table[0])}
    assert "(slide 0 0 0 1)" in marked
    assert all(move.startswith("(slide 4 -4") for move in marked - {"(slide 0 0 0 1)"})


@pytest.mark.parametrize("name", ["greedy", "wide"])
def test_playouts_are_games_of_the_set(name: str) -> None:
    view, rows = ENGINE.guided(moves=name, playouts=name), positions()[0][:40]
    found = view.playouts(rows, 25, 3, max_steps=1, amaf=True)
    assert found.played is not None
    for table, (made, _) in zip(view.legal(rows), found.played, strict=True):
        assert (made.sum(axis=1) == 25).all()
        assert not made[~table].any()
    many = view.playouts(rows[:1], 60_000, 3, max_steps=1, amaf=True)
    assert many.played is not None
    for table, (made, _) in zip(view.legal(rows[:1]), many.played, strict=True):
        expected = 60_000 / table.sum()
        assert np.abs(made[table] - expected).max() < 5 * np.sqrt(expected)  # five standard deviations


def test_heavy_playouts_have_fewer_draws_and_end_sooner() -> None:
    light, heavy = (ENGINE.guided(playouts=name).games(ENGINE.initial(), 2_000, 1) for name in ("", "greedy"))
    assert (heavy.goals[0, :, 0] == 50).mean() < (light.goals[0, :, 0] == 50).mean() - 0.1
    assert heavy.lengths.mean() < light.lengths.mean() - 5


def test_views_make_every_legal_move() -> None:
    state = position("r 0 0, p 4 -4", "s 0 1, r -4 0")
    away = [layout.MOVE_TEXTS.index(move) for move in ("(slide 0 0 1 0)", "(slide 0 1 0 2)")]
    row = GAME.pack([state])
    assert not ENGINE.guided(moves="greedy").legal(row)[0][0, away[0]]
    assert (ENGINE.guided(moves="greedy").step(row, np.array([away])) == ENGINE.step(row, np.array([away]))).all()


def test_policies_that_do_not_exist() -> None:
    assert set(ENGINE.policies) == {"greedy", "wide", "evaluation"}
    with pytest.raises(UnknownNameError, match=r"no policy of the game called 'greed'\. Did you mean greedy"):
        ENGINE.guided(moves="greed")
    with pytest.raises(UnknownNameError, match="evaluation"):
        ENGINE.guided(playouts="evaluation")
    with pytest.raises(UnknownNameError, match="greedy"):
        Odd().engine.guided(playouts="greedy")


def test_figures_and_values_agree_with_the_twin() -> None:
    rows, states = positions()
    figures, values = np.zeros((len(rows), FIGURES)), np.zeros(len(rows))
    figure_rows(rows, figures)
    value_rows(rows, np.array(WEIGHTS), values)
    for number, state in enumerate(states):
        assert figures[number].tolist() == pytest.approx(figures_of(state))
        assert values[number] == pytest.approx(value_of(state, WEIGHTS))


def test_the_best_moves_by_the_evaluation_agree_with_the_twin() -> None:
    rows, states = positions()
    rows, states = rows[:60], states[:60]
    table = np.zeros((len(rows), 2 * layout.MOVES), dtype=np.bool_)
    evaluated_rows(rows, table)
    for number, state in enumerate(states):
        for role, marked in enumerate((table[number, : layout.MOVES], table[number, layout.MOVES :])):
            worth = {
                move: (1 - 2 * role) * value_of(after_one_side(state, role, move), WEIGHTS)
                for move in GAME.legal_moves(state, role)
            }
            kept = {layout.MOVE_TEXTS[move] for move in np.flatnonzero(marked)}
            assert len(kept) == min(MOST_EVALUATED, len(worth))
            assert (
                min(worth[move] for move in kept)
                >= max((worth[move] for move in set(worth) - kept), default=-2) - 1e-12
            )


@pytest.mark.parametrize(("chosen", "most", "name"), [(GREEDY, MOST_GREEDY, "greedy"), (WIDE, MOST_WIDE, "wide")])
def test_games_that_are_cut_are_worth_what_the_figures_say(chosen: int, most: int, name: str) -> None:
    rows, states = positions()
    rows, weights = rows[:50], np.array(WEIGHTS)
    sums = np.zeros((50, 2))
    value_after_moves(rows, 1, np.uint64(3), 0, chosen, most, weights, sums)
    assert sums[:, 0].tolist() == pytest.approx([value_of(state, WEIGHTS) for state in states[:50]])
    assert sums[:, 1] == pytest.approx(sums[:, 0] ** 2)
    whole = np.zeros((50, 2))
    value_after_moves(rows, 30, np.uint64(3), layout.TURNS, chosen, most, weights, whole)
    assert whole[:, 0] * 100 == pytest.approx(ENGINE.guided(playouts=name).playouts(rows, 30, 3).goals[:, 0])
