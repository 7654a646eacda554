"""Monty Hall against its twin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import ludens
from ludens.game import observations
from ludens.testing import random_game
from tests.games.twin import compare

STAGES = ("hiding", "choosing", "opening", "deciding", "showing")


class Twin:
    def __init__(self) -> None:
        self.stage = self.car = self.chosen = self.opened = 0

    def fluents(self) -> Iterator[str]:
        yield f"(stage {STAGES[self.stage]})"
        for name in ("car", "chosen", "opened"):
            if getattr(self, name):
                yield f"({name} {getattr(self, name)})"

    def over(self) -> bool:
        return self.stage == 4

    def legal(self, role: int) -> list[str]:
        if role == 0:
            return [["noop"], [f"(choose {door})" for door in (1, 2, 3)], ["noop"], ["stay", "switch"]][self.stage]
        hiding = [f"(hide {door})" for door in (1, 2, 3)]
        opening = [f"(open {door})" for door in (1, 2, 3) if door not in (self.car, self.chosen)]
        return [hiding, ["noop"], opening, ["noop"]][self.stage]

    def play(self, moves: Sequence[str]) -> None:
        if self.stage == 0:
            self.car = int(moves[1][6])
        elif self.stage == 1:
            self.chosen = int(moves[0][8])
        elif self.stage == 2:
            self.opened = int(moves[1][6])
        elif moves[0] == "switch":
            self.chosen = 6 - self.chosen - self.opened
        self.stage += 1

    def goals(self) -> tuple[int, int]:
        return (100 if self.car == self.chosen else 0), 0


def test_agrees_with_twin() -> None:
    game, rng = ludens.load("monty_hall"), random.Random(1)
    ends = {game.goals(compare(game, Twin(), rng)) for _ in range(80)}
    assert ends == {(100, 0), (0, 0)}


def test_the_candidate_sees_a_goat_and_in_the_end_the_car() -> None:
    game, rng = ludens.load("monty_hall"), random.Random(2)
    for _ in range(30):
        _, history = random_game(game, rng)
        car, goat = history[0][1][6], history[2][1][6]
        seen = [each.percepts for each in observations(game, history, 0)]
        assert seen == [(), (), (f"(goat {goat})",), (f"(car {car})",)]
