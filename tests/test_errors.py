"""Errors go from one process to another as they are."""

from __future__ import annotations

import pickle

import pytest

from ludens.game import (
    BudgetError,
    ForfeitError,
    GoalError,
    IllegalMoveError,
    LudensError,
    RulesError,
    UnknownNameError,
    UnsuitableGameError,
)

ERRORS = [
    BudgetError("too long"),
    UnknownNameError("game", "chesss", ["chess", "go"]),
    RulesError("line 3: what?", [(3, 1)]),
    UnsuitableGameError("duct", "nim", "it is for games in which all choose at once"),
    IllegalMoveError("white", "castle", ["left", "right"]),
    ForfeitError("white", "it crashed"),
    GoalError("No goal.", "(cell 1 1 x)"),
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_is_the_same_in_another_process(error: LudensError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert type(again) is type(error)
    assert str(again) == str(error)
    assert vars(again) == vars(error)
