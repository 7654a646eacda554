"""Numbers of moves in 16 bits, and in as many again where there are more moves."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.engine.rows import pack_rows
from ludens.search.tree.arrays import EDGES, MOST_SHORT_MOVES, NODES, ROOT, Room, Shape, Tree, moves_of_edges, new_tree
from ludens.search.tree.expand import add_node, expand
from ludens.search.tree.reuse import copy_below, enlarged

ROOM = Room(4, 4_000, 4)


def tree_with(moves: int, most: int) -> tuple[Tree, np.ndarray[tuple[int], np.dtype[np.int64]]]:
    """A tree whose root has some of so many moves of two roles, made for numbers below ``most``, and these numbers."""
    random = np.random.default_rng(moves)
    legal = random.random((1, 2 * moves)) < 200 / moves
    legal[0, [0, moves - 1, moves, 2 * moves - 1]] = True
    tree = new_tree(Shape(1, 2, most), ROOM)
    add_node(tree, np.zeros(1, dtype=np.uint64), False, np.zeros(2, dtype=np.int16))
    spans = np.array([[0, moves], [moves, moves]], dtype=np.int64)
    expand(tree, np.array([ROOT]), pack_rows(legal), spans, 1, True)
    numbers = [np.flatnonzero(legal[0, moves * role : moves * (role + 1)]) * 2 + role for role in range(2)]
    return tree, np.concatenate(numbers)


@pytest.mark.parametrize("moves", [500, 32_768, 32_769, 300_000])
def test_every_move_has_its_number(moves: int) -> None:
    tree, expected = tree_with(moves, 2 * moves)
    assert len(tree.high_moves) == (len(tree.edges) if 2 * moves > MOST_SHORT_MOVES else 0)
    assert moves_of_edges(tree, np.arange(tree.sizes[EDGES])).tolist() == expected.tolist()
    new = new_tree(Shape(1, 2, 2 * moves), ROOM)
    copy_below(tree, new, ROOT)
    assert new.sizes[NODES] == 1
    assert moves_of_edges(new, np.arange(new.sizes[EDGES])).tolist() == expected.tolist()


def test_more_moves_may_become_known_than_there_was_room_for() -> None:
    tree, expected = tree_with(500, 1_000)
    assert not len(tree.high_moves)
    larger = enlarged(tree, Shape(1, 2, MOST_SHORT_MOVES + 1), ROOM)
    assert len(larger.high_moves)
    assert moves_of_edges(larger, np.arange(larger.sizes[EDGES])).tolist() == expected.tolist()
