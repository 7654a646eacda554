"""Weighted sums in machine code, compared with the plain ones; the program of adders, with arithmetic."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ludens
from ludens.circuit.network import Circuit
from ludens.engine.code.adders import signed_digits
from ludens.engine.rows import Rows, pack_rows
from ludens.engine.sums import Sums, Terms, plain_sums
from ludens.engine.target import Target
from ludens.search.evaluations.sample import random_positions


def circuit_of(name: str) -> tuple[Circuit, Rows]:
    game = ludens.load(name)
    circuit = game.engine.circuit
    assert circuit is not None
    return circuit, random_positions(game, 700, 1).rows


def random_terms(circuit: Circuit, seed: int, largest: int) -> list[Terms]:
    """Two sums of fluents, gates of the position and inverted ones."""
    random = np.random.default_rng(seed)
    last = circuit.first_gate + circuit.blocks[circuit.state_blocks - 1].last
    nodes = [*range(1, circuit.first_move), *range(circuit.first_gate, last)]
    found: list[Terms] = []
    for size in (len(nodes), 7):
        chosen = random.choice(nodes, size)
        weights = random.integers(-largest, largest + 1, size)
        found.append([(2 * int(n) + int(random.integers(2)), int(w)) for n, w in zip(chosen, weights, strict=True)])
    return found


@given(st.integers(1, 1 << 20))
def test_signed_digits_add_up_and_never_stand_side_by_side(number: int) -> None:
    digits = signed_digits(number)
    assert sum(sign << shift for shift, sign in digits) == number
    places = [shift for shift, _ in digits]
    assert all(later - earlier > 1 for earlier, later in pairwise(places))


@pytest.mark.parametrize("target", [Target(8), Target(4)], ids=lambda target: target.name)
@pytest.mark.parametrize("largest", [1, 9, 127])
def test_machine_code_adds_up_as_numpy_does(target: Target, largest: int) -> None:
    circuit, rows = circuit_of("connect_four")
    terms = random_terms(circuit, largest, largest)
    np.testing.assert_array_equal(Sums(circuit, terms, target)(rows), plain_sums(circuit, terms, rows))


@settings(max_examples=6, deadline=None)
@given(st.lists(st.integers(-40, 40), min_size=27, max_size=27))
def test_any_weights_of_fluents(weights: list[int]) -> None:
    game = ludens.load("tic_tac_toe")
    circuit = game.engine.circuit
    assert circuit is not None
    states = np.random.default_rng(3).integers(0, 2, (100, len(circuit.fluents))).astype(np.bool_)
    used = weights[: len(circuit.fluents)]
    found = Sums(circuit, [[(2 * (number + 1), weight) for number, weight in enumerate(used)]])(pack_rows(states))
    np.testing.assert_array_equal(found[:, 0], states[:, : len(used)] @ np.array(used))


def test_more_sums_than_fit_into_a_word() -> None:
    circuit, rows = circuit_of("tic_tac_toe")
    terms = [[(2 * (1 + n % (circuit.first_move - 1)), 1 << (8 + n))] for n in range(12)]
    np.testing.assert_array_equal(Sums(circuit, terms)(rows), plain_sums(circuit, terms, rows))


def test_nothing_to_add_up() -> None:
    circuit, rows = circuit_of("tic_tac_toe")
    assert not Sums(circuit, [[], [(2, 0)]])(rows).any()


def test_a_sum_cannot_rest_on_moves() -> None:
    circuit, _ = circuit_of("tic_tac_toe")
    with pytest.raises(ValueError, match="rest on the position"):
        Sums(circuit, [[(2 * circuit.first_move, 1)]])
