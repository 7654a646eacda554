"""Nim against plain Python, and its values against the theory (Bouton 1901)."""

from __future__ import annotations

import math
import random
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest

import ludens
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.rules.ground_rules import State
from ludens.testing import check_game

NAMES = "abcdef"
NIM1, NIM2, NIM3, NIM4 = (1, 5, 4, 2), (2, 2, 10, 10), (11, 12, 15, 25), (12, 12, 20, 20)


def load(heaps: tuple[int, ...], misere: bool = False) -> RulesGame[Any]:
    return load_rulesheet(f"nim(heaps={'-'.join(map(str, heaps))}, misere={str(misere).lower()})")


def text(heaps: tuple[int, ...], turn: int) -> str:
    fluents = [f"(heap {name} {size})" for name, size in zip(NAMES, heaps, strict=False)]
    return " ".join(sorted([*fluents, f"(control player{turn + 1})"]))


def choices(heaps: tuple[int, ...]) -> dict[str, tuple[int, ...]]:
    """Every move with the heaps it leaves."""
    return {
        f"(reduce {NAMES[number]} {left})": (*heaps[:number], left, *heaps[number + 1 :])
        for number, size in enumerate(heaps)
        for left in range(size)
    }


def mover_wins(heaps: tuple[int, ...], misere: bool) -> bool:
    """Bouton's theorem; the misère game is decided by its single objects once no larger heap is left."""
    if misere and max(heaps) <= 1:
        return sum(heaps) % 2 == 0
    return reduce(xor, heaps) != 0


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("heaps", [NIM1, NIM2, (7,), (3, 0, 2, 1, 1, 2)])
def test_random_games_follow_plain_python(heaps: tuple[int, ...], misere: bool) -> None:
    game, rng = load(heaps, misere), random.Random(1)
    for _ in range(10):
        state, left, turn = game.initial_state(), heaps, 0
        while any(left):
            assert not game.is_terminal(state)
            assert game.text(state) == text(left, turn)
            assert set(game.legal_moves(state, turn)) == choices(left).keys()
            assert game.legal_moves(state, 1 - turn) == ("noop",)
            move = rng.choice(sorted(choices(left)))
            state = game.next_state(state, (move, "noop") if turn == 0 else ("noop", move))
            left, turn = choices(left)[move], 1 - turn
        assert game.is_terminal(state)
        assert game.text(state) == text(left, turn)
        winner = turn if misere else 1 - turn
        assert game.goals(state) == ((100, 0) if winner == 0 else (0, 100))


@pytest.mark.parametrize("misere", [False, True])
def test_every_position_has_the_value_that_theory_gives(misere: bool) -> None:
    game = load(NIM1, misere)

    @cache
    def goal_of_player1(state: State) -> int:
        if game.is_terminal(state):
            return game.goals(state)[0]
        pairs = [(mine, other) for mine in game.legal_moves(state, 0) for other in game.legal_moves(state, 1)]
        values = [goal_of_player1(game.next_state(state, pair)) for pair in pairs]
        return max(values) if game.legal_moves(state, 1) == ("noop",) else min(values)

    def all_heaps(most: tuple[int, ...]) -> list[tuple[int, ...]]:
        return [()] if not most else [(*rest, n) for rest in all_heaps(most[:-1]) for n in range(most[-1] + 1)]

    for heaps in all_heaps(NIM1):
        for turn in (0, 1):
            value = goal_of_player1(game.state_from_text(text(heaps, turn)))
            assert value == (100 if mover_wins(heaps, misere) == (turn == 0) else 0), (heaps, turn)


@pytest.mark.parametrize(
    ("heaps", "misere", "positions", "lost_for_mover", "winning"),
    [
        (NIM1, False, 180, 28, ["(reduce d 0)"]),
        (NIM2, False, 1_089, 93, []),
        (NIM3, False, 64_896, 2_496, ["(reduce d 8)"]),
        (NIM4, True, 74_529, 2_993, []),
    ],
)
def test_facts_of_the_public_rulesheets(
    heaps: tuple[int, ...], misere: bool, positions: int, lost_for_mover: int, winning: list[str]
) -> None:
    """Facts of nim1 to nim4 of the GGP repository."""
    game = load(heaps, misere)
    moves = game.legal_moves(game.initial_state(), 0)
    assert len(moves) == sum(heaps) == game.info.max_steps
    assert [move for move in moves if not mover_wins(choices(heaps)[move], misere)] == winning
    assert math.prod(size + 1 for size in heaps) == positions
    a, b, c, d = (range(size + 1) for size in heaps)
    everything = ((i, j, k, m) for i in a for j in b for k in c for m in d)
    assert sum(not mover_wins(left, misere) for left in everything) == lost_for_mover


@pytest.mark.parametrize("heaps", ["0", "0-0-0"])
def test_some_heap_must_have_an_object(heaps: str) -> None:
    with pytest.raises(ludens.ParameterError, match="at least one heap"):
        load_rulesheet(f"nim(heaps={heaps})")


@pytest.mark.parametrize("heaps", ["31", "1-2-3-4-5-6-7", "1--2", "-1", "x"])
def test_other_heaps_are_refused(heaps: str) -> None:
    with pytest.raises(ludens.ParameterError, match="up to 6 numbers of at most 30"):
        load_rulesheet(f"nim(heaps={heaps})")


@pytest.mark.parametrize("name", ["nim", "nim(misere=true)", "nim(heaps=30)", "nim(heaps=30-30-30-30-30-30)"])
def test_the_contract_is_kept(name: str) -> None:
    check_game(load_rulesheet(name), games=5)
