"""The prisoner's dilemma against its twin."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

import ludens
from ludens.testing import check_game
from tests.games.twin import compare, play


class Twin:
    def __init__(self, rounds: int) -> None:
        self.rounds = rounds
        self.played = 0
        self.points = [0, 0]

    def fluents(self) -> Iterator[str]:
        yield f"(played {self.played})"
        yield f"(points row {self.points[0]})"
        yield f"(points column {self.points[1]})"

    def over(self) -> bool:
        return self.played == self.rounds

    def legal(self, role: int) -> list[str]:
        return ["cooperate", "defect"]

    def play(self, moves: Sequence[str]) -> None:
        self.played += 1
        defects = [move == "defect" for move in moves]
        for role in (0, 1):
            other = defects[1 - role]
            self.points[role] += (1 if other else 5) if defects[role] else (0 if other else 3)

    def goals(self) -> tuple[int, int]:
        return self.points[0] * 20 // self.rounds, self.points[1] * 20 // self.rounds


@pytest.mark.parametrize("rounds", [1, 3, 5, 10])
def test_agrees_with_twin(rounds: int) -> None:
    rng = random.Random(rounds)
    game = ludens.load(f"prisoners_dilemma(rounds={rounds})")
    for _ in range(25):
        compare(game, Twin(rounds), rng)


@pytest.mark.parametrize(
    ("moves", "goals"),
    [
        (("cooperate", "cooperate"), (60, 60)),
        (("cooperate", "defect"), (0, 100)),
        (("defect", "cooperate"), (100, 0)),
        (("defect", "defect"), (20, 20)),
    ],
)
@pytest.mark.parametrize("rounds", range(1, 11))
def test_the_same_every_round(rounds: int, moves: tuple[str, str], goals: tuple[int, int]) -> None:
    game = ludens.load(f"prisoners_dilemma(rounds={rounds})")
    assert game.goals(play(game, *[moves] * rounds)) == goals


@pytest.mark.parametrize("rounds", [3, 4])
def test_every_course_of_the_game(rounds: int) -> None:
    game = ludens.load(f"prisoners_dilemma(rounds={rounds})")
    joint_moves = list(itertools.product(("cooperate", "defect"), repeat=2))
    for course in itertools.product(joint_moves, repeat=rounds):
        twin = Twin(rounds)
        for moves in course:
            twin.play(moves)
        end = play(game, *course)
        assert game.text(end) == " ".join(sorted(twin.fluents()))
        assert game.goals(end) == twin.goals()


def test_goals_are_rounded_down() -> None:
    """8 of 15 points are 53.3 per cent."""
    game = ludens.load("prisoners_dilemma(rounds=3)")
    end = play(game, ("defect", "cooperate"), ("cooperate", "cooperate"), ("cooperate", "defect"))
    assert "(points row 8)" in game.text(end)
    assert game.goals(end) == (53, 53)


@pytest.mark.parametrize("rounds", [1, 3, 10])
def test_keeps_the_contract(rounds: int) -> None:
    check_game(ludens.load(f"prisoners_dilemma(rounds={rounds})"), games=5)
