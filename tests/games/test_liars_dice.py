"""Liar's dice against its twin."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

import pytest

import ludens
from ludens.game import observations
from ludens.testing import random_game
from tests.games.twin import compare

NAMES = ("first", "second")


class Twin:
    def __init__(self, faces: int) -> None:
        self.faces = faces
        self.dice: list[int] = []
        self.claims: list[tuple[int, int]] = []
        self.caller = -1

    def turn(self) -> int:
        return 2 if not self.dice else len(self.claims) % 2

    def fluents(self) -> Iterator[str]:
        yield from (f"(die {name} {face})" for name, face in zip(NAMES, self.dice, strict=False))
        quantity, face = self.claims[-1] if self.claims else (1, 0)
        yield f"(last {(quantity - 1) * self.faces + face})"
        yield f"(called {NAMES[self.caller]})" if self.over() else f"(to_act {(*NAMES, 'random')[self.turn()]})"

    def over(self) -> bool:
        return self.caller >= 0

    def legal(self, role: int) -> list[str]:
        values = range(1, self.faces + 1)
        if role != self.turn():
            return ["noop"]
        if role == 2:
            return [f"(roll {one} {two})" for one in values for two in values]
        last = self.claims[-1] if self.claims else (0, 0)
        higher = [
            f"(claim {claim[0]} {claim[1]})" for claim in ((q, f) for q in (1, 2) for f in values) if claim > last
        ]
        return [*higher, *(["liar"] if self.claims else [])]

    def play(self, moves: Sequence[str]) -> None:
        move = moves[self.turn()]
        words = move.strip("()").split()
        if words[0] == "roll":
            self.dice = [int(words[1]), int(words[2])]
        elif words[0] == "claim":
            self.claims.append((int(words[1]), int(words[2])))
        else:
            self.caller = self.turn()

    def goals(self) -> tuple[int, int, int]:
        quantity, face = self.claims[-1]
        winner = 1 - self.caller if self.dice.count(face) >= quantity else self.caller
        return (100, 0, 0) if winner == 0 else (0, 100, 0)


@pytest.mark.parametrize("faces", [2, 4, 6])
def test_agrees_with_twin(faces: int) -> None:
    rng = random.Random(faces)
    game = ludens.load(f"liars_dice(faces={faces})")
    ends = {game.goals(compare(game, Twin(faces), rng)) for _ in range(60)}
    assert ends == {(100, 0, 0), (0, 100, 0)}


def test_players_see_their_die_all_claims_and_in_the_end_both_dice() -> None:
    game, rng = ludens.load("liars_dice"), random.Random(3)
    for _ in range(30):
        _, history = random_game(game, rng)
        dice = history[0][2][6:-1].split()
        for role in (0, 1):
            seen = [each.percepts for each in observations(game, history, role)]
            assert seen[0] == (f"(rolled {dice[role]})",)
            for joint, percepts in zip(history[1:], seen[1:], strict=True):
                who = 0 if joint[0] != "noop" else 1
                shown = [f"(shown {NAMES[each]} {dice[each]})" for each in (0, 1)] if joint[who] == "liar" else []
                assert percepts == (f"(played {NAMES[who]} {joint[who]})", *shown)
