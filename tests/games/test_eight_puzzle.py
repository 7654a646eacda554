"""The eight puzzle against its twin."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence

import pytest

import ludens
from ludens.games.eight_puzzle import SOLVED, scrambled
from ludens.testing import check_game
from tests.games.twin import compare, position, sequences

Tray = tuple[int, ...]

NEIGHBOURS = {
    0: (1, 3),
    1: (0, 2, 4),
    2: (1, 5),
    3: (0, 4, 6),
    4: (1, 3, 5, 7),
    5: (2, 4, 8),
    6: (3, 7),
    7: (4, 6, 8),
    8: (5, 7),
}
"""The places beside each place, counted row by row from 0."""


class Twin:
    def __init__(self, tray: Tray) -> None:
        self.tray = list(tray)
        self.steps = 0

    def fluents(self) -> Iterator[str]:
        yield f"(step {self.steps})"
        for place, tile in enumerate(self.tray):
            yield f"(cell {place // 3 + 1} {place % 3 + 1} {tile or 'b'})"

    def over(self) -> bool:
        return tuple(self.tray) == SOLVED or self.steps == 60

    def legal(self, role: int) -> list[str]:
        return [f"(slide {self.tray[place]})" for place in NEIGHBOURS[self.tray.index(0)]]

    def play(self, moves: Sequence[str]) -> None:
        tile = int(moves[0].strip("()").split()[1])
        gap, place = self.tray.index(0), self.tray.index(tile)
        self.tray[gap], self.tray[place] = tile, 0
        self.steps += 1

    def goals(self) -> tuple[int]:
        at_home = sum(self.tray[tile - 1] == tile for tile in range(1, 9))
        return (100 if at_home == 8 else 10 * at_home,)


def text(tray: Tray, step: int) -> str:
    twin = Twin(tray)
    twin.steps = step
    return " ".join(twin.fluents())


def slid(tray: Tray) -> Iterator[Tray]:
    """The trays one move away."""
    gap = tray.index(0)
    for place in NEIGHBOURS[gap]:
        low, high = sorted((gap, place))
        yield (*tray[:low], tray[high], *tray[low + 1 : high], tray[low], *tray[high + 1 :])


def distances() -> dict[Tray, int]:
    """The least number of moves from the solved tray to every other."""
    found: dict[Tray, int] = {}
    level: set[Tray] = {SOLVED}
    for distance in itertools.count():
        if not level:
            break
        found |= dict.fromkeys(level, distance)
        level = {new for tray in level for new in slid(tray)} - found.keys()
    return found


@pytest.mark.parametrize("scramble", [1, 4, 20, 40])
def test_agrees_with_twin(scramble: int) -> None:
    rng = random.Random(scramble)
    game = ludens.load(f"eight_puzzle(scramble={scramble})")
    for _ in range(5):
        compare(game, Twin(scrambled(scramble)), rng)


def test_random_play_can_solve_an_easy_tray() -> None:
    rng = random.Random(0)
    game = ludens.load("eight_puzzle(scramble=2)")
    ends = {game.goals(compare(game, Twin(scrambled(2)), rng)) for _ in range(20)}
    assert (100,) in ends
    assert len(ends) > 1


@pytest.mark.parametrize(("scramble", "depth", "expected"), [(1, 4, 44), (20, 6, 384)])
def test_counts_of_twin(scramble: int, depth: int, expected: int) -> None:
    assert sequences(Twin(scrambled(scramble)), 1, depth) == expected


def test_scrambles_never_undo_a_move_and_never_repeat() -> None:
    trays = [scrambled(moves) for moves in range(41)]
    assert trays[0] == SOLVED
    assert len(set(trays)) == 41
    for before, after in itertools.pairwise(trays):
        assert after in slid(before)


def test_distances_of_scrambles() -> None:
    distance = distances()
    assert len(distance) == 181_440
    assert max(distance.values()) == 31
    far = [24, 23, 22, 21, 22, 23, 24, 23, 24, 25, 26, 27, 26, 25, 24]
    assert [distance[scrambled(moves)] for moves in range(41)] == [*range(26), *far]


def test_first_scrambles_by_hand() -> None:
    """Move 1: of 6 and 8 the one at place 0. Move 2: of 3 and 5, place 0. Move 3: of 2 alone, place 1 = 0."""
    assert scrambled(1) == (1, 2, 3, 4, 5, 0, 7, 8, 6)
    assert scrambled(2) == (1, 2, 0, 4, 5, 3, 7, 8, 6)
    assert scrambled(3) == (1, 0, 2, 4, 5, 3, 7, 8, 6)


def test_solving_with_the_last_move_counts() -> None:
    game = ludens.load("eight_puzzle")
    state = position(game, text((1, 2, 3, 4, 5, 6, 7, 0, 8), 59))
    assert game.goals(game.next_state(state, ["(slide 8)"])) == (100,)
    end = game.next_state(state, ["(slide 7)"])
    assert game.is_terminal(end)
    assert game.goals(end) == (60,)


@pytest.mark.parametrize("at_home", range(8))
def test_every_tile_at_its_place_is_worth_ten(at_home: int) -> None:
    game = ludens.load("eight_puzzle")
    tray = (*SOLVED[:at_home], *SOLVED[at_home + 1 :], SOLVED[at_home])
    state = position(game, text(tray, 60))
    assert game.is_terminal(state)
    assert game.goals(state) == (10 * at_home,)


def test_tiles_anywhere_count_alike() -> None:
    game = ludens.load("eight_puzzle")
    rng = random.Random(5)
    for _ in range(100):
        tray = tuple(rng.sample(SOLVED, 9))
        assert game.goals(position(game, text(tray, 60))) == Twin(tray).goals()


def test_solved_before_the_limit_ends() -> None:
    game = ludens.load("eight_puzzle(scramble=1)")
    end = game.next_state(game.initial_state(), ["(slide 6)"])
    assert game.is_terminal(end)
    assert game.goals(end) == (100,)


@pytest.mark.parametrize("scramble", [1, 2, 31])
def test_keeps_the_contract(scramble: int) -> None:
    check_game(ludens.load(f"eight_puzzle(scramble={scramble})"), games=5)
