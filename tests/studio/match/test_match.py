"""Matches as values: choosing, making moves, taking them back, and writing them down."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from ludens.game import LudensError
from ludens.studio.match.match import Match, Turn, deciding_ply, match_from
from ludens.studio.match.seats import AGENT, CHANCE, PERSON, USUAL, Seat, seats_for
from ludens.studio.match.state_frame import goals

ROLES = ("white", "black")


def match(*moves: str) -> Match:
    turns = tuple(Turn((move, "noop"), ("person", None)) for move in moves)
    return Match("id", "game", "Game", {"name": "game"}, ROLES, (Seat(), USUAL), turns, seed=3)


def test_a_joint_move_says_who_chose_and_what_is_expected() -> None:
    one = match().chosen(0, "a").chosen(1, "b", {"1": 60.0, "0": 40.0}).played(("a", "b"))
    assert one.turns == (Turn(("a", "b"), ("person", "champion"), {"1": 60.0, "0": 40.0}),)
    assert not one.choices
    assert one.played(("c", "noop")).turns[1] == Turn(("c", "noop"), (None, None))


def test_what_is_taken_back_can_be_made_again_until_something_else_is_played() -> None:
    three = match("a", "b", "c")
    back = three.back_to(1)
    assert back.moves == [("a", "noop")]
    assert back.forward_to(3).turns == three.turns
    assert back.forward_to(2).back_to(0).forward_to(3).turns == three.turns
    same = back.played(("b", "noop"))
    assert [turn.moves[0] for turn in same.redo] == ["c"]
    assert back.played(("x", "noop")).redo == ()


def test_a_match_is_the_same_after_it_was_written_down() -> None:
    turn = Turn(("a", "noop"), ("person", None), {"0": 1.5}, {"0": "b"}, {"0": 2.5})
    full = replace(
        match("a", "b").back_to(1).judged(1, turn),
        choices={1: "z"},
        expected={"1": 3.0},
        resigned=1,
        paused=True,
        notice="so",
        sequence=7,
    )
    assert match_from(json.loads(json.dumps(full.as_data()))) == full


def test_positions_in_which_somebody_has_a_choice() -> None:
    deciders = [[0], [1], [], [0, 1], [1]]
    assert deciding_ply(deciders, [0], range(4, -1, -1)) == 3
    assert deciding_ply(deciders, [0], range(2, -1, -1)) == 0
    assert deciding_ply(deciders, [1], range(2, 5)) == 3
    assert deciding_ply(deciders, [2], range(5)) is None


def test_who_resigns_gets_nothing_and_the_others_share() -> None:
    assert goals(replace(match(), resigned=0), None) == [0, 100]
    three = replace(match(), roles=("a", "b", "c"), seats=(Seat(), Seat(), USUAL), resigned=1)
    assert goals(three, None) == [50, 0, 50]
    assert goals(match(), [30, 70]) == [30, 70]


def test_seats_are_filled_up_and_chance_has_its_own() -> None:
    assert [seat.kind for seat in seats_for(None, ROLES, 60)] == [PERSON, AGENT]
    assert seats_for([], ROLES, 60) == (USUAL, USUAL)
    assert [seat.kind for seat in seats_for(None, ("random", *ROLES), 60, 0)] == [CHANCE, PERSON, AGENT]
    assert seats_for([{"kind": "agent", "agent": "uct", "playouts": 5}], ("one",), 60) == (Seat(AGENT, "uct", 60.0, 5),)


@pytest.mark.parametrize(
    "given",
    [
        "person",
        [{}],
        [None],
        [{"kind": "agent", "agent": 3}],
        [{"kind": "agent", "agent": "x" * 1000}],
        [{"kind": "agent", "seconds": "1"}],
        [{"kind": "agent", "seconds": True}],
        [{"kind": "agent", "seconds": float("nan")}],
        [{"kind": "agent", "playouts": 1.5}],
        [{"kind": "person"}] * 3,
    ],
)
def test_seats_that_are_none_are_refused(given: object) -> None:
    with pytest.raises(LudensError):
        seats_for(given, ROLES, 60)
