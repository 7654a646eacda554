"""Mistakes: what a turn gave away, from what positions are worth."""

from __future__ import annotations

from ludens.studio import Caps
from ludens.studio.frames.thinking import Worth
from ludens.studio.match.judging import Judging
from ludens.studio.match.match import Match, Turn
from ludens.studio.match.seats import Seat

MOVES = (("a", "noop"), ("noop", "x"), ("b", "noop"))
DECIDERS = [[0], [1], [0]]


def judged(*worth: dict[str, Worth]) -> list[Turn]:
    """The turns of a game whose positions, from the first to the last, are worth this."""
    turns = tuple(Turn(moves, (None, None)) for moves in MOVES)
    people = (Seat("person"), Seat("person"))
    match = Match("id", "game", "Game", {"name": "game"}, ("one", "two"), people, turns)
    judging = Judging(match, DECIDERS, 100, Caps())
    for ply in reversed(range(len(worth))):
        after = judging.hear({"ply": ply, "roles": worth[ply]})
        if after is not None:
            match = match.judged(after, judging.turn(match.turns[after - 1], after))
    assert judging.done == judging.total
    return list(match.turns)


END: dict[str, Worth] = {"0": {"value": 100.0}, "1": {"value": 0.0}}


def test_what_is_lost_is_the_difference_to_the_best() -> None:
    first, second, third = judged(
        {"0": {"value": 60.0, "move": "c"}},
        {"1": {"value": 55.0, "move": "y"}},
        {"0": {"value": 90.0, "move": "b"}},
        END,
    )
    assert first.lost == {"0": 15.0}
    assert first.best == {"0": "c"}
    assert second.lost == {"1": 45.0}
    assert second.value == {"0": 90.0, "1": 10.0}
    assert third.lost == {"0": 0.0}


def test_a_forced_answer_is_worth_what_came_of_it() -> None:
    first, second, _ = judged(
        {"0": {"value": 70.0, "move": "a"}},
        {"1": {"value": None, "move": "x"}},
        {"0": {"value": 90.0, "move": "b"}},
        END,
    )
    assert first.value == {"0": 90.0, "1": 10.0}
    assert second.lost == {"1": 0.0}


def test_an_answer_that_was_missed_has_no_value() -> None:
    first, second, _ = judged(
        {"0": {"value": 70.0, "move": "c"}},
        {"1": {"value": None, "move": "y"}},
        {"0": {"value": 90.0, "move": "b"}},
        END,
    )
    assert first.value is None
    assert second.lost is None
