"""An account of a game made from its rules."""

from __future__ import annotations

from ludens.games.how_to_play import how_to_play
from ludens.games.loading import load

STONES = """
(role left) (role right)
(init (heap 3)) (init (control left))
(take 1) (take 2)
(minus 3 1 2) (minus 3 2 1) (minus 2 1 1) (minus 2 2 0) (minus 1 1 0)
(<= (legal ?p (remove ?n)) (true (control ?p)) (take ?n) (can_take ?n))
(<= (legal ?p noop) (role ?p) (not (true (control ?p))))
(<= (can_take ?n) (true (heap ?h)) (minus ?h ?n ?left))
(<= (next (heap ?left)) (does ?p (remove ?n)) (true (heap ?h)) (minus ?h ?n ?left))
(<= (next (control left)) (true (control right)))
(<= (next (control right)) (true (control left)))
(<= terminal (true (heap 0)))
(<= (goal ?p 0) (true (control ?p)))
(<= (goal ?p 100) (role ?p) (not (true (control ?p))))
"""


def test_roles_moves_end_and_points_are_told() -> None:
    told = how_to_play(load(STONES), "Stones")
    assert told.title == "Stones"
    assert told.goal == "left wants: not control left; right wants: not control right."
    assert told.turn[0] == "remove N (N one of 1, 2), when it is your turn and take N and can take N."
    assert told.end == ("The game is over when heap 0.",)
    assert told.roles["left"] == "You get 100 points when not control left. You get 0 points otherwise."
    assert told.words == ("can take N: heap H and minus H N LEFT.",)


def test_waiting_is_no_move_to_tell() -> None:
    assert not [line for line in how_to_play(load(STONES)).turn if "noop" in line]


def test_a_goal_that_is_too_long_for_a_sentence_is_told_below() -> None:
    long = STONES.replace(
        "(role ?p) (not (true (control ?p))))\n", "".join(f"(fact_{n} ?p) " for n in range(9)) + ")\n", 2
    )
    long += "".join(f"(fact_{n} left) (fact_{n} right)" for n in range(9))
    told = how_to_play(load(long.replace("(<= (legal ?p noop)", "(<= (legal ?p noop) (not (true (control ?p)))")))
    assert told.goal.startswith("Get as many points as you can")
