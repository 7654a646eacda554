"""Positions in bytes against the rows that they were: whatever the number of bits, in kernels and in NumPy."""

from __future__ import annotations

import numpy as np
import pytest

import ludens
from ludens.engine.rows import Rows, row_words
from ludens.search.tree.arrays import NODES, ROOT, Room, Shape, Tree, new_tree
from ludens.search.tree.expand import add_node, fill_state_slots
from ludens.search.tree.positions import find_position, position_bytes, rows_of
from ludens.search.tree.reuse import copy_below

GOALS = np.zeros(2, dtype=np.int16)


def random_rows(bits: int, n: int) -> Rows:
    """Different rows that use so many bits."""
    random = np.random.default_rng(bits)
    rows = random.integers(0, 1 << 64, size=(n, row_words(bits)), dtype=np.uint64)
    if bits % 64:
        rows[:, -1] &= np.uint64((1 << bits % 64) - 1)
    return np.unique(rows, axis=0)


def tree_of(rows: Rows, bits: int) -> Tree:
    tree = new_tree(Shape(-(-bits // 8), 2, 4, shared=True), Room(len(rows), 4, 4), hashed=len(rows))
    for number, row in enumerate(rows):
        assert add_node(tree, row, False, GOALS) == number
    return tree


@pytest.mark.parametrize("bits", [1, 7, 8, 9, 28, 63, 64, 65, 127, 129, 193, 244, 256, 257])
def test_rows_come_back_as_they_were(bits: int) -> None:
    rows = random_rows(bits, 300)
    tree = tree_of(rows, bits)
    assert tree.states.nbytes == len(rows) * -(-bits // 8)
    assert (rows_of(tree, slice(len(rows))) == rows).all()
    some = np.arange(len(rows))[::-3]
    assert (rows_of(tree, some) == rows[some]).all()
    for number in some[:10].tolist():
        assert find_position(tree, rows[number : number + 1], len(rows)).tolist() == [number]
        assert find_position(tree, rows[number : number + 1], number).tolist() == []


@pytest.mark.parametrize("bits", [5, 64, 129, 193])
def test_equal_positions_are_found_in_the_hash_table_even_when_that_is_filled_anew(bits: int) -> None:
    rows = random_rows(bits, 200)
    tree = tree_of(rows, bits)
    for _ in range(2):
        assert [add_node(tree, row, False, GOALS) for row in rows] == list(range(len(rows)))
        assert tree.sizes[NODES] == len(rows)
        tree.state_slots[:] = -1
        fill_state_slots(tree)


def test_a_copy_has_the_same_positions() -> None:
    rows = random_rows(193, 5)
    old = tree_of(rows, 193)
    new = new_tree(Shape(25, 2, 4), Room(5, 4, 4))
    copy_below(old, new, 3)
    assert (rows_of(new, slice(1)) == rows[3:4]).all()


@pytest.mark.parametrize(("name", "expected"), [("tic_tac_toe", 4), ("breakthrough", 25), ("hex", 31), ("odd", 16)])
def test_no_byte_is_kept_that_says_nothing(name: str, expected: int) -> None:
    engine = ludens.load(name).engine
    assert position_bytes(engine) == expected
    tree = new_tree(Shape(expected, 2, 4), Room(1, 4, 4))
    add_node(tree, engine.initial()[0], False, GOALS)
    assert (rows_of(tree, np.array([ROOT])) == engine.initial()).all()
