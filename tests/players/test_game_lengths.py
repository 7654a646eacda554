"""The time of a whole game: shared by how long games are, and never used up before one is over."""

from __future__ import annotations

import pytest

import ludens
from ludens.players.game_lengths import KEPT, MORE, SET_ASIDE, GameLengths, lengths_of

LONG = (83, 159, 172, 195, 195, 216, 265, 267)


def shares(lengths: GameLengths, whole: float, turns: int) -> list[float]:
    """Of a game in which every move takes its share."""
    left, found = whole, []
    for turn in range(turns):
        found.append(lengths.share(left, whole, turn))
        left -= found[-1]
    return found


@pytest.mark.parametrize("known", [LONG, (), (1,), (360,), (10, 350)])
def test_shares_never_use_the_time_up_and_the_last_move_has_its_part(known: tuple[int, ...]) -> None:
    found = shares(GameLengths(known, 360), 60.0, 360)
    assert sum(found) <= 60.0 * (1 + 1e-9)
    assert min(found) >= SET_ASIDE * 60 / 360 * (1 - 1e-9)


def test_late_moves_of_usual_games_get_as_much_as_early_ones() -> None:
    found = shares(GameLengths(LONG, 360), 60.0, 267)
    assert min(found[:200]) > 0.95 * found[0]
    assert min(found) > 0.5 * found[0]
    assert sum(found) > 50


def test_remaining_turns_are_those_of_games_that_were_longer() -> None:
    lengths = GameLengths([20] * 9 + [100], 360)
    assert lengths.remaining(0) == 20 + MORE
    assert lengths.remaining(15) == 5 + MORE
    assert lengths.remaining(50) == 50 + MORE
    assert lengths.remaining(200) == MORE
    assert lengths.remaining(355) == 5
    assert lengths.remaining(400) == 1


def test_games_are_learnt_from_and_old_ones_forgotten() -> None:
    lengths = GameLengths([50], 360)
    for _ in range(KEPT):
        lengths.add(400)
    assert set(lengths.known) == {360}


def test_lengths_are_kept_with_a_game() -> None:
    game = ludens.load("tic_tac_toe")
    lengths_of(game).add(7)
    assert lengths_of(game).known[-1] == 7
    assert lengths_of(game).most == 9
    assert 7 not in lengths_of(ludens.load("nim")).known


def test_no_time_is_shared_when_none_is_left() -> None:
    assert GameLengths(LONG, 360).share(-1.0, 60.0, 5) == 0.0
