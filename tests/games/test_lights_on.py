"""Lights on against a plain model of it; a solution of every board, and the number of short ones."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

import pytest

import ludens
from ludens.games.rules_game import RulesGame
from ludens.search.perft import perft
from ludens.testing import check_game


def load(lamps: int, spare: int = 0, boards: int = 1) -> RulesGame[Any]:
    game = ludens.load(f"lights_on(lamps={lamps}, spare={spare}, boards={boards})")
    assert isinstance(game, RulesGame)
    return game


@dataclass(frozen=True)
class Model:
    """``pushed[board][lamp]``: the step after whose push the lamp was last lit, or None."""

    pushed: tuple[tuple[int | None, ...], ...]
    spare: int
    step: int = 0

    def left(self, board: int, lamp: int) -> int:
        """Lamps count from 0 here, so that lamp 0 is the one that burns for 1 + spare steps."""
        when = self.pushed[board][lamp]
        return 0 if when is None else max(0, lamp + 1 + self.spare - (self.step - when))

    def after(self, board: int, lamp: int) -> Model:
        rows = [list(row) for row in self.pushed]
        rows[board][lamp] = self.step + 1
        return Model(tuple(map(tuple, rows)), self.spare, self.step + 1)

    @property
    def is_solved(self) -> bool:
        lamps = range(len(self.pushed[0]))
        return any(all(self.left(board, lamp) for lamp in lamps) for board in range(len(self.pushed)))

    @property
    def is_over(self) -> bool:
        return self.is_solved or self.step == 3 * len(self.pushed[0])

    @property
    def text(self) -> str:
        places = [(board, lamp) for board, row in enumerate(self.pushed) for lamp in range(len(row))]
        lamps = [f"(lamp {board + 1} {lamp + 1} {self.left(board, lamp)})" for board, lamp in places]
        return " ".join(sorted([*lamps, f"(step {self.step})"]))


@pytest.mark.parametrize(
    ("lamps", "spare", "boards"), [(4, 0, 1), (2, 0, 1), (2, 4, 2), (3, 1, 2), (5, 2, 1), (8, 0, 2), (3, 0, 6)]
)
def test_agrees_with_the_model_on_random_games(lamps: int, spare: int, boards: int) -> None:
    game, rng = load(lamps, spare, boards), random.Random(lamps)
    places = [(board, lamp) for board in range(boards) for lamp in range(lamps)]
    every_push = tuple(sorted(f"(push {board + 1} {lamp + 1})" for board, lamp in places))
    for _ in range(20):
        state, model = game.initial_state(), Model(((None,) * lamps,) * boards, spare)
        while not model.is_over:
            assert game.text(state) == model.text
            assert not game.is_terminal(state)
            assert game.legal_moves(state, 0) == every_push
            board, lamp = rng.choice(places)
            state, model = (
                game.next_state(state, [f"(push {board + 1} {lamp + 1})"]),
                model.after(board, lamp),
            )
        assert game.text(state) == model.text
        assert game.is_terminal(state)
        assert game.goals(state) == (100 if model.is_solved else 0,)


@pytest.mark.parametrize("lamps", range(2, 9))
@pytest.mark.parametrize("spare", [0, 4])
@pytest.mark.parametrize("boards", [1, 2, 6])
def test_from_the_last_lamp_to_the_first_solves_every_board(lamps: int, spare: int, boards: int) -> None:
    game = load(lamps, spare, boards)
    state = game.initial_state()
    for lamp in range(lamps, 0, -1):
        assert not game.is_terminal(state)
        state = game.next_state(state, [f"(push {boards} {lamp})"])
    assert game.goals(state) == (100,)


@pytest.mark.parametrize(("lamps", "boards"), [(2, 1), (3, 1), (4, 1), (2, 2), (3, 2)])
def test_without_spare_steps_the_shortest_solution_of_a_board_is_unique(lamps: int, boards: int) -> None:
    game = load(lamps, boards=boards)
    plies = list(perft(game, game.initial_state(), lamps))
    assert [ply.finished for ply in plies] == [0] * (lamps - 1) + [boards]


def test_spare_steps_allow_more_orders() -> None:
    """Three lamps, one spare step: lamp 1 among the last two pushes, lamps 2 and 3 among the last three."""
    game = load(3, spare=1)
    assert [ply.finished for ply in perft(game, game.initial_state(), 3)] == [0, 0, 4]


def test_late_is_too_late() -> None:
    game = load(2)
    state = game.state_from_text("(lamp 1 1 0) (lamp 1 2 0) (step 5)")
    state = game.next_state(state, ["(push 1 2)"])
    assert game.is_terminal(state)
    assert game.goals(state) == (0,)


def test_contract() -> None:
    for game in (load(4), load(2, 1), load(3, 0, 2)):
        check_game(game, games=5)
