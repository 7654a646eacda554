"""Results in words."""

from __future__ import annotations

import pytest

from ludens.games.endings.margin import Margin
from ludens.games.endings.words import Ending, result_text

TWO, THREE = ("red", "blue"), ("red", "blue", "green")


@pytest.mark.parametrize(
    ("ending", "text"),
    [
        (Ending(TWO, (0, 1), (100, 0), 0), "You won"),
        (Ending(TWO, (0, 1), (100, 0), 1), "You lost"),
        (Ending(TWO, (0, 1), (50, 50), 1), "A draw"),
        (Ending(TWO, (0, 1), (0, 100)), "blue won"),
        (Ending(TWO, (0, 1), (0, 100), 0, Margin(4, "discs")), "You lost by 4 discs"),
        (Ending(TWO, (0, 1), (0, 100), 1, Margin(1, "discs")), "You won by 1 disc"),
        (Ending(TWO, (0, 1), (60, 40), 1), "You lost, 40 to 60 points"),
        (Ending(TWO, (0, 1), (60, 60), 1), "A draw, 60 points each"),
        (Ending(TWO, (0, 1), (100, 0), 1, resigned=1), "You resigned"),
        (Ending(TWO, (0, 1), (100, 0), 0, resigned=1), "blue resigned: you won"),
        (Ending(THREE, (0, 1, 2), (33, 33, 33), 0), "A draw"),
        (Ending(THREE, (0, 1, 2), (0, 100, 0), 0), "You lost: blue won"),
        (Ending(THREE, (0, 1, 2), (50, 50, 0), 0), "You share the win with blue"),
        (Ending(THREE, (0, 1, 2), (50, 50, 0)), "red and blue won"),
        (Ending(("player",), (0,), (100,), 0), "You solved it"),
        (Ending(("player",), (0,), (0,), 0), "Not solved"),
        (Ending(("player",), (0,), (30,), 0), "You got 30 of 100 points"),
    ],
)
def test_results(ending: Ending, text: str) -> None:
    assert result_text(ending) == text


def test_chance_is_never_a_player() -> None:
    lost = Ending(("candidate", "random"), (0,), (0, 0), 0)
    assert result_text(lost) == "You lost"
    assert result_text(Ending(("candidate", "random"), (0,), (100, 0), 0)) == "You won"
    poker = Ending(("first", "second", "random"), (0, 1), (75, 25, 0), 0)
    assert result_text(poker) == "You won, 75 to 25 points"
