"""Gates that are read from a table together: in an order in which none needs another of its group."""

from __future__ import annotations

import numpy as np
import pytest

from ludens.circuit.network import Circuit
from ludens.engine.code.groups import gate_levels, rows_in_groups
from ludens.games.loading import load_rulesheet
from tests.engine.circuits import reachability, tic_tac_toe


@pytest.mark.parametrize(
    "circuit",
    [tic_tac_toe(), reachability(9), load_rulesheet("connect_four").compiled.circuit],
    ids=["tic_tac_toe", "reachability", "connect_four"],
)
@pytest.mark.parametrize("together", [1, 3, 8])
def test_groups_need_only_what_comes_before(circuit: Circuit, together: int) -> None:
    for block in circuit.blocks:
        if block.last == block.first:
            continue
        span = slice(block.first, block.last)
        nodes = np.arange(circuit.first_gate + block.first, circuit.first_gate + block.last)
        rows = np.stack([circuit.left[span] >> 1, circuit.right[span] >> 1, nodes], axis=1).astype(np.int32)
        groups = rows_in_groups(rows, gate_levels(circuit, block), together)
        assert len(groups) % together == 0
        assert sorted(groups[groups[:, 2] > 0].tolist()) == sorted(rows.tolist())
        known = set(range(circuit.first_gate + block.first))
        for group in groups.reshape(-1, together, 3):
            assert set(group[:, :2].ravel().tolist()) <= known
            known |= set(group[:, 2].tolist())


def test_what_is_missing_is_zeros() -> None:
    rows = np.array([[1, 2, 3], [4, 5, 6], [3, 6, 7]], dtype=np.int32)
    found = rows_in_groups(rows, np.array([0, 0, 1]), 2)
    assert found.tolist() == [[1, 2, 3], [4, 5, 6], [3, 6, 7], [0, 0, 0]]
    assert rows_in_groups(rows[::-1], np.array([1, 0, 0]), 3).tolist()[2:] == [
        [0, 0, 0],
        [3, 6, 7],
        [0, 0, 0],
        [0, 0, 0],
    ]
