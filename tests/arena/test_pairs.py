"""Paired games: the same opening, every seat once, and equal agents exactly even."""

from __future__ import annotations

import random
from typing import Any

import pytest

import ludens
from ludens import Decision, Limit
from ludens.arena.match import random_opening
from ludens.arena.pairs import Conditions, Pairing, PlayedGame, PlayedPair, even_score
from ludens.arena.referee import after
from ludens.game import Game, GameInfo

FEW = Conditions(Limit(playouts=30), opening=2, seed=5)


class Scripted:
    """An agent that plays its first legal move, or its last, and writes down what it is asked."""

    def __init__(self, game: Game[Any], role: int, last: bool) -> None:
        self.game, self.role, self.last = game, role, last

    def decide(self, state: Any, limit: Limit) -> Decision:
        return Decision(self.game.legal_moves(state, self.role)[-1 if self.last else 0])


class Endless:
    """Two players count up and never end."""

    info = GameInfo("endless", ("one", "two"))

    def initial_state(self) -> int:
        return 0

    def is_terminal(self, state: int) -> bool:
        return False

    def legal_moves(self, state: int, role: int) -> tuple[str, ...]:
        return ("go",)

    def next_state(self, state: int, moves: Any) -> int:
        return state + 1

    def goals(self, state: int) -> tuple[int, ...]:
        raise AssertionError("asked for goals before the end")

    def text(self, state: int) -> str:
        return str(state)


def make_scripted(made: list[tuple[str, int, int | None]]) -> Any:
    def make(name: str, game: Game[Any], role: int, seed: int | None = None) -> Scripted:
        made.append((name, role, seed))
        return Scripted(game, role, last=name == "last")

    return make


@pytest.mark.parametrize("name", ["connect_four(columns=4, rows=4)", "tron", "bidding_tic_tac_toe"])
def test_equal_agents_are_exactly_even(name: str) -> None:
    game = ludens.load(name)
    pairing = Pairing(game, FEW)
    even = even_score(game)
    for number in range(3):
        pair = pairing.play("uct(lanes=4)", "uct(lanes=4)", number)
        assert pair.games[0].goals == pair.games[1].goals
        if even is not None:
            assert pair.score == even


def test_a_pair_is_repeatable_and_pairs_differ() -> None:
    pairing = Pairing(ludens.load("connect_four"), FEW)
    first, again = (pairing.play("uct(lanes=4)", "random", 3) for _ in range(2))
    assert (first.opening, first.games) == (again.opening, again.games)
    assert len({pairing.play("uct(lanes=4)", "random", number).opening for number in range(6)}) > 1


def test_another_seed_is_another_game() -> None:
    game = ludens.load("connect_four")
    found = {
        seed: Pairing(game, Conditions(Limit(playouts=1), 6, seed)).play("random", "random", 0).opening
        for seed in (1, 2, 3)
    }
    assert len(set(found.values())) == 3


def test_the_stronger_agent_wins() -> None:
    pairing = Pairing(ludens.load("connect_four"), Conditions(Limit(playouts=200), 2, 1))
    scores = [pairing.play("uct(lanes=8)", "random", number).score for number in range(4)]
    assert sum(scores) / 4 > 0.9
    scores = [pairing.play("random", "uct(lanes=8)", number).score for number in range(4)]
    assert sum(scores) / 4 < 0.1


def test_every_seat_once_against_copies_with_seeds_by_pair_and_role() -> None:
    made: list[tuple[str, int, int | None]] = []
    game = ludens.load("connect_four(players=3)")
    roles = len(game.info.roles)
    assert roles > 2
    pair = Pairing(game, FEW, make_scripted(made)).play("last", "first", 7)
    assert [played.seat for played in pair.games] == list(range(roles))
    for seat in range(roles):
        table = made[seat * roles : (seat + 1) * roles]
        assert [name for name, _, _ in table] == ["last" if role == seat else "first" for role in range(roles)]
        assert [role for _, role, _ in table] == list(range(roles))
    assert len({seed for _, _, seed in made}) == roles


def test_goals_are_those_of_a_game_played_by_hand() -> None:
    game = ludens.load("rock_paper_scissors")
    pair = Pairing(game, Conditions(Limit(playouts=1), 0, 0), make_scripted([])).play("last", "first", 0)
    for played in pair.games:
        state = game.initial_state()
        steps = 0
        while not game.is_terminal(state):
            legal = [game.legal_moves(state, role) for role in (0, 1)]
            state = game.next_state(
                state, [moves[-1 if role == played.seat else 0] for role, moves in enumerate(legal)]
            )
            steps += 1
        assert (played.goals, played.steps) == (game.goals(state), steps)
    assert pair.score == sum(played.goals[played.seat] for played in pair.games) / 200


def test_score_is_the_mean_goal_of_the_challenger() -> None:
    games = tuple(PlayedGame(seat, goals, 9) for seat, goals in enumerate([(100, 0, 0), (20, 50, 30), (60, 40, 0)]))
    assert PlayedPair(0, (), games, 0.0).score == pytest.approx(0.5)


def test_one_player_plays_alone() -> None:
    pair = Pairing(ludens.load("lights_on"), FEW).play("random", "random", 0)
    assert len(pair.games) == 1


def test_a_game_without_end_is_cut_and_shared() -> None:
    pair = Pairing(Endless(), FEW, make_scripted([])).play("last", "first", 0)
    assert [(game.goals, game.steps, game.cut) for game in pair.games] == [((50.0, 50.0), 1000, True)] * 2


def test_openings_leave_the_game_open() -> None:
    for name, plies in (("tic_tac_toe", 30), ("rock_paper_scissors", 50), ("tron", 8), ("nim", 4)):
        game = ludens.load(name)
        for seed in range(20):
            opening = random_opening(game, plies, random.Random(seed))
            assert len(opening) <= plies
            assert not game.is_terminal(after(game, opening))
    assert random_opening(ludens.load("tic_tac_toe"), 0, random.Random(1)) == ()
    assert {len(random_opening(ludens.load("tic_tac_toe"), 4, random.Random(seed))) for seed in range(20)} == {4}


def test_what_is_even() -> None:
    assert even_score(ludens.load("connect_four")) == 0.5
    assert even_score(ludens.load("prisoners_dilemma")) is None
    assert even_score(ludens.load("lights_on")) is None
