"""What a machine gives is what a plan's agent takes."""

from __future__ import annotations

import pytest

import ludens
from ludens.players.plans.making import Resources, make_plan


@pytest.mark.parametrize(
    ("plan", "options"),
    {
        "uct": {"memory": 40, "threads": 2},
        "proving_tree(share=0.05)": {"memory": 40, "threads": 2, "table": 40},
        "negascout": {"memory": 40},
    }.items(),
)
def test_no_plan_takes_more_than_there_is(plan: str, options: dict[str, int]) -> None:
    agent = make_plan(plan, ludens.load("tic_tac_toe"), 0, 1, Resources(threads=2, memory=40))
    assert {name: getattr(agent.options, name) for name in options} == options  # type: ignore[attr-defined]


def test_a_table_does_not_grow_because_there_is_room_for_a_larger_tree() -> None:
    agent = make_plan("proving_tree(share=0.05)", ludens.load("tic_tac_toe"), 0, 1, Resources(memory=4096))
    assert agent.options.memory == 4096  # type: ignore[attr-defined]
    assert agent.options.table == 128  # type: ignore[attr-defined]
