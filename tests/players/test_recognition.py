"""Recognising kinds of players: weights follow moves, by the same sums as written out here; a new game begins anew."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from ludens.game import JointMove
from ludens.players.recognition import FIRST, OURS, RATE, SURPRISES, Chances, Recognition, chances_of

MOVES = ("left", "right", "stay", "jump")
OTHER = 1
"""The role of the player that is to be recognised."""

ANY: Chances = dict.fromkeys(MOVES, 1 / len(MOVES))


class Fixed:
    """A kind that always draws by the same chances, and counts how often it is asked."""

    def __init__(self, chances: Chances) -> None:
        self.chances, self.asked = chances, 0

    def __call__(self, state: Any) -> Chances:
        self.asked += 1
        return self.chances


LEFT, EITHER = {"left": 1.0}, {"right": 0.5, "stay": 0.5}


def recognition(**kinds: Chances) -> Recognition:
    return Recognition(OTHER, {name: Fixed(chances) for name, chances in kinds.items()})


def play(recognised: Recognition, moves: list[str]) -> Iterator[dict[str, float]]:
    """The weights after each move of the other player."""
    history: list[JointMove] = []
    recognised.hear(history)
    for move in moves:
        recognised.expected(None, len(history), len(MOVES), ANY)
        history.append(("stay", move))
        recognised.hear(history)
        yield dict(recognised.weights)


def test_weights_are_those_of_the_sums_written_out() -> None:
    random = np.random.default_rng(5)
    moves = [str(random.choice(MOVES)) for _ in range(60)]
    weights = {OURS: FIRST, "left": (1 - FIRST) / 2, "either": (1 - FIRST) / 2}
    chances = {OURS: ANY, "left": LEFT, "either": EITHER}
    for number, found in enumerate(play(recognition(left=LEFT, either=EITHER), moves)):
        rate = max(RATE, 1 / (3 + number))
        likely = {
            name: weights[name] * ((1 - SURPRISES) * chances[name].get(moves[number], 0) + SURPRISES / 4)
            for name in weights
        }
        weights = {name: (1 - rate) * weights[name] + rate * likely[name] / sum(likely.values()) for name in weights}
        assert found == pytest.approx(weights)
        assert sum(found.values()) == pytest.approx(1)


def test_a_player_of_a_kind_is_recognised_and_a_mixture_is_one() -> None:
    *_, last = play(recognition(left=LEFT, either=EITHER), ["left"] * 40)
    assert last["left"] > 0.9
    *_, last = play(recognition(left=LEFT, either=EITHER), ["left", "right", "left", "stay"] * 20)
    assert 0.3 < last["left"] < 0.7
    assert 0.3 < last["either"] < 0.7


def test_who_changes_its_ways_is_recognised_again() -> None:
    *_, last = play(recognition(left=LEFT, either=EITHER), ["left"] * 100 + ["right"] * 40)
    assert last["either"] > 0.9


def test_what_is_expected_is_a_mixture_by_weights() -> None:
    expected = recognition(left=LEFT, either=EITHER).expected(None, 0, len(MOVES), {"jump": 1.0})
    each = (1 - FIRST) / 2
    assert expected.chances == pytest.approx({"jump": FIRST, "left": each, "right": each / 2, "stay": each / 2})
    assert expected.known == pytest.approx(1 - FIRST)


@pytest.mark.parametrize("history", [[], [("stay", "left")] * 3])
def test_a_new_game_begins_anew(history: list[JointMove]) -> None:
    recognised = recognition(left=LEFT)
    *_, last = play(recognised, ["left"] * 40)
    assert last["left"] > 0.9
    recognised.hear(history)
    assert recognised.weights == pytest.approx({OURS: FIRST, "left": 1 - FIRST})


def test_nothing_is_learnt_from_turns_that_were_not_asked_about() -> None:
    recognised = recognition(left=LEFT)
    recognised.expected(None, 3, len(MOVES), ANY)
    recognised.hear([("stay", "left")] * 6)
    recognised.hear([("stay", "left")] * 7)
    assert recognised.weights == pytest.approx({OURS: FIRST, "left": 1 - FIRST})


def test_turns_that_nobody_told_of_are_noticed() -> None:
    recognised = recognition(left=LEFT)
    recognised.expected(None, 3, len(MOVES), ANY)
    recognised.expected(None, 3, len(MOVES), ANY)
    assert not recognised.deaf, "the same turn may be asked about again"
    recognised.expected(None, 4, len(MOVES), ANY)
    recognised.expected(None, 5, len(MOVES), ANY)
    assert recognised.deaf
    recognised.hear([("stay", "left")] * 6)
    recognised.expected(None, 6, len(MOVES), ANY)
    assert not recognised.deaf


def test_without_time_the_heaviest_kind_alone_is_asked_and_the_others_keep_their_weights() -> None:
    left, either, jump = Fixed(LEFT), Fixed(EITHER), Fixed({"jump": 1.0})
    recognised = Recognition(OTHER, {"left": left, "either": either, "jump": jump})
    *_, last = play(recognised, ["left"] * 10)
    asked = either.asked
    recognised.expected(None, 10, len(MOVES), ANY, until=-math.inf)
    assert (left.asked, either.asked, jump.asked) == (asked + 1, asked, asked)
    recognised.hear([("stay", "right")] * 11)
    assert {name: recognised.weights[name] for name in ("either", "jump")} == {
        name: last[name] for name in ("either", "jump")
    }
    assert sum(recognised.weights.values()) == pytest.approx(1)


def test_the_chances_of_a_move_that_comes_twice_are_added() -> None:
    assert chances_of(["a", "b", "a", "c"], [0.25, 0.5, 0.25, 0.0]) == {"a": 0.5, "b": 0.5}
