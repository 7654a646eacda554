"""What is left of a component without the members that are cut has an order."""

from __future__ import annotations

import random

import pytest

from ludens.circuit import cycles
from ludens.circuit.cycles import feedback, inner_order
from ludens.rules.components import components


@pytest.mark.parametrize("large", [0, 3_000])
def test_nothing_goes_round_without_what_is_cut(large: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cycles, "LARGE", large)
    cut_in_all = 0
    for seed in range(100):
        chooser = random.Random(seed)
        size = chooser.randint(1, 12)
        graph = [chooser.sample(range(size), chooser.randint(0, min(3, size))) for _ in range(size)]
        for component in components(graph):
            cut = feedback(component, graph.__getitem__)
            order = inner_order(component, set(cut), graph.__getitem__)
            assert sorted([*cut, *order]) == component
            for place, member in enumerate(order):
                assert not set(graph[member]).intersection(order[place:])
            cut_in_all += len(cut)
    assert cut_in_all > 50
