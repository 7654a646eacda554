"""OpenSpiel's games of chance and of hidden information, compared with OpenSpiel itself on random games."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import ludens
from ludens import Limit, View
from ludens.arena.clock import Terms
from ludens.arena.match import MatchConditions, Matches, MatchJob
from ludens.engine.any_game import AnyGameEngine
from ludens.game import observation, observations
from ludens.players import make_agent
from ludens.testing import check_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

from ludens.adapters.open_spiel_games import OpenSpielGame, SpielState, equal_copies, open_spiel_game  # noqa: E402

CHANCE = [
    "pig(winscore=12)", "backgammon", "goofspiel(num_cards=4)", "catch", "2048", "einstein_wurfelt_nicht",
    "markov_soccer",
]  # fmt: skip
HIDDEN = [
    "kuhn_poker", "leduc_poker", "kuhn_poker(players=3)", "liars_dice", "blackjack", "phantom_ttt", "battleship",
    "bargaining",
    "goofspiel(points_order=descending,imp_info=True,num_cards=4)", "dark_hex(board_size=3)", "gin_rummy", "hearts",
    "tiny_hanabi", "sheriff", "coop_box_pushing",
]  # fmt: skip


@pytest.mark.parametrize("name", ["pig(winscore=12)", "goofspiel(num_cards=4)", "catch", "kuhn_poker", "leduc_poker",
                                  "liars_dice", "blackjack", "phantom_ttt", "tiny_hanabi"])  # fmt: skip
def test_the_contract_is_kept(name: str) -> None:
    check_game(ludens.load(f"open_spiel:{name}"), games=2)


def walk(game: OpenSpielGame, numbers: random.Random, most: int = 200) -> Any:
    """A random game of OpenSpiel, and ours beside it: each position of both, and the joint move that comes next."""
    theirs, ours = game.spiel.new_initial_state(), game.initial_state()
    players = range(game.spiel.num_players())
    for _ in range(most):
        if theirs.is_terminal():
            break
        joint = ["noop"] * len(game.info.roles)
        before = theirs.clone()
        if theirs.is_chance_node():
            actions, chances = zip(*theirs.chance_outcomes(), strict=True)
            action = numbers.choices(actions, chances)[0]
            drawn = ours.moves(len(joint) - 1)
            joint[-1] = numbers.choice([move for move, meant in drawn.items() if meant == action])
            theirs.apply_action(action)
        elif theirs.is_simultaneous_node():
            chosen = [numbers.choice(theirs.legal_actions(player) or [-1]) for player in players]
            for player in players:
                joint[player] = next(move for move, meant in ours.moves(player).items()
                                     if meant == (None if chosen[player] == -1 else chosen[player]))  # fmt: skip
            theirs.apply_actions(chosen)
        else:
            player, action = theirs.current_player(), numbers.choice(theirs.legal_actions())
            joint[player] = next(move for move, meant in ours.moves(player).items() if meant == action)
            theirs.apply_action(action)
        yield before, ours, tuple(joint)
        ours = game.next_state(ours, joint)
    yield theirs, ours, None


@pytest.mark.parametrize("name", CHANCE + HIDDEN)
def test_random_games_are_those_of_open_spiel(name: str) -> None:
    game, numbers = open_spiel_game(name), random.Random(3)
    players = range(game.spiel.num_players())
    steps = 0
    for theirs, ours, joint in walk(game, numbers):
        assert str(ours.spiel) == str(theirs)
        assert game.is_terminal(ours) == theirs.is_terminal()
        assert ours == game.state_of(theirs)
        if joint is None:
            continue
        steps += 1
        for player in players:
            waits = theirs.is_chance_node() or (not theirs.is_simultaneous_node() and theirs.current_player() != player)
            legal = [] if waits else theirs.legal_actions(player)
            assert sorted(a for a in ours.moves(player).values() if a is not None) == sorted(legal)
        if game.info.chance_role is not None:
            drawn = Counter(ours.moves(game.info.chance_role).values())
            expected = dict(theirs.chance_outcomes()) if theirs.is_chance_node() else {None: 1.0}
            assert set(drawn) == {action for action, chance in expected.items() if chance > 0}
            for action, count in drawn.items():
                assert count / drawn.total() == pytest.approx(expected[action], abs=1e-7)
    if theirs.is_terminal():
        goals = game.goals(ours)[: len(players)]
        for one, other in itertools.combinations(players, 2):
            if goals[one] > goals[other]:
                assert theirs.returns()[one] > theirs.returns()[other]
    if game.info.max_steps is not None:
        assert steps <= game.info.max_steps
    assert game.history_of(theirs) is not None
    last = game.initial_state()
    for joint in game.history_of(theirs):
        last = game.next_state(last, joint)
    assert last == game.state_of(theirs)


@pytest.mark.parametrize("name", HIDDEN)
def test_a_role_sees_what_open_spiel_says_it_knows(name: str) -> None:
    game, numbers = open_spiel_game(name), random.Random(5)
    assert game.info.hidden
    whole = game.spiel.get_type().provides_information_state_string
    for player in range(game.spiel.num_players()):
        known = None
        for theirs, ours, joint in walk(game, numbers, 60):
            text = theirs.information_state_string(player) if whole else theirs.observation_string(player)
            flat = " / ".join(text.split("\n")).strip()
            assert known in (None, flat)
            known = flat
            if joint is not None:
                seen = game.percepts(ours, joint, player)
                assert len(seen) <= 1
                known = seen[0] if seen else known
                if game.info.chance_role is not None:
                    assert game.percepts(ours, joint, game.info.chance_role) == ()


def histories(game: OpenSpielGame, state: SpielState, seen: tuple[Any, ...], role: int) -> Any:
    """All positions of a small game with what a role has seen."""
    yield state, seen
    if not game.is_terminal(state):
        for joint in itertools.product(*(game.legal_moves(state, each) for each in range(len(game.info.roles)))):
            noted = (*seen, observation(game, state, joint, role))
            yield from histories(game, game.next_state(state, joint), noted, role)


@pytest.mark.parametrize("role", [0, 1])
def test_views_tell_apart_exactly_what_information_states_do(role: int) -> None:
    game = open_spiel_game("kuhn_poker")
    by_view: dict[Any, set[str]] = {}
    by_text: dict[str, set[Any]] = {}
    for state, seen in histories(game, game.initial_state(), (), role):
        if state.spiel.current_player() == role:
            text = state.spiel.information_state_string(role)
            by_view.setdefault(seen, set()).add(text)
            by_text.setdefault(text, set()).add(seen)
    assert len(by_view) == len(by_text) == 6  # three cards, each with two situations in which the role decides
    assert all(len(found) == 1 for found in (*by_view.values(), *by_text.values()))


def test_equally_likely_moves_have_the_chances_of_the_outcomes() -> None:
    assert equal_copies([0.5, 0.5]) == [1, 1]
    assert equal_copies([1 / 36, 2 / 36, 33 / 36]) == [1, 2, 33]
    assert equal_copies([0.9 / 7] * 7 + [0.1 / 7] * 7) == [9] * 7 + [1] * 7
    assert equal_copies([2**-0.5, 1 - 2**-0.5]) is None
    assert equal_copies([1e-9, 1 - 1e-9]) is None
    tiles = open_spiel_game("2048")  # a 2 with nine chances of ten, or a 4, on one of sixteen cells
    drawn = tiles.legal_moves(tiles.initial_state(), 1)
    assert len(drawn) == 160
    assert Counter(Counter(tiles.initial_state().moves(1).values()).values()) == {9: 16, 1: 16}
    assert sum(move.endswith("(9 of 9)") for move in drawn) == 16


@pytest.mark.parametrize("name", ["pig(winscore=3)", "kuhn_poker", "goofspiel(num_cards=3)"])
def test_quick_playouts_are_those_of_the_slow_engine(name: str) -> None:
    game = open_spiel_game(name)
    slow = AnyGameEngine(game)
    quick, slowly = game.engine.playouts(game.engine.initial(), 1_500, 1), slow.playouts(slow.initial(), 1_500, 2)
    assert quick.finished.tolist() == slowly.finished.tolist() == [1_500]
    for role in game.info.players:
        ours, others = (dict(zip(found.values[role], found.reached[role][0].tolist(), strict=True))
                        for found in (quick, slowly))  # fmt: skip
        for value in {*ours, *others}:
            assert abs(ours.get(value, 0) - others.get(value, 0)) < 140  # more than five standard deviations
    assert abs(int(quick.steps[0]) - int(slowly.steps[0])) < 0.1 * int(slowly.steps[0])


def test_random_play_is_worth_what_open_spiel_says() -> None:
    game = open_spiel_game("kuhn_poker")
    found = game.engine.playouts(game.engine.initial(), 6_000, 7)
    exact = _value(game.spiel.new_initial_state())  # in chips, from -2 to 2
    assert abs(found.goals[0][0] / 6_000 - (50 + 25 * float(exact))) < 2.5


def _value(state: Any) -> Fraction:
    """The first player's return when everybody plays at random."""
    if state.is_terminal():
        return Fraction(state.returns()[0])
    if state.is_chance_node():
        return sum((Fraction(chance).limit_denominator(100) * _value(state.child(action))
                    for action, chance in state.chance_outcomes()), Fraction(0))  # fmt: skip
    legal = state.legal_actions()
    return sum((_value(state.child(action)) for action in legal), Fraction(0)) / len(legal)


def test_ismcts_knows_a_good_card_from_a_bad_one() -> None:
    game = open_spiel_game("kuhn_poker")
    moves = {}
    for card in ("0", "2"):
        deal = [("noop", "noop", _dealt(game, card)), ("noop", "noop", "")]
        state = game.next_state(game.initial_state(), deal[0])
        other = game.legal_moves(state, 2)[0]
        state = game.next_state(state, ("noop", "noop", other))
        state = game.next_state(state, ("Pass", "noop", "noop"))
        history = [deal[0], ("noop", "noop", other), ("Pass", "noop", "noop"), ("noop", "Bet", "noop")]
        state = game.next_state(state, ("noop", "Bet", "noop"))
        view = View(0, observations(game, history, 0), game.legal_moves(state, 0))
        agent: Any = make_agent("ismcts", game, 0, seed=1)
        decision = agent.decide(view, Limit(playouts=1_500))
        assert decision.notes["positions"] == 2
        moves[card] = decision.move
    assert moves == {"0": "Pass", "2": "Bet"}


def _dealt(game: OpenSpielGame, card: str) -> str:
    return next(move for move, action in game.initial_state().moves(2).items() if str(action) == card)


@pytest.mark.parametrize(
    ("name", "agents"),
    [("pig(winscore=5)", ("uct", "monte_carlo")), ("kuhn_poker", ("ismcts", "champion")),
     ("phantom_ttt", ("ismcts", "random")), ("catch", ("flat_ucb",)), ("blackjack", ("ismcts",))],
)  # fmt: skip
def test_agents_play_matches_that_can_be_repeated(name: str, agents: tuple[str, ...]) -> None:
    with Matches(MatchConditions(Terms(limit=Limit(playouts=20)))) as matches:
        job = MatchJob("m", f"open_spiel:{name}", agents, 1)
        record = matches.play(job)
        assert not record.forfeits
        assert matches.play(job).moves == record.moves


def test_goals_of_chance_are_nothing_and_those_of_players_as_before() -> None:
    assert open_spiel_game("kuhn_poker").goals_of([-2, 2]) == (0, 100, 0)
    assert open_spiel_game("kuhn_poker").info.goal_sum == 100
    assert open_spiel_game("blackjack").info.roles == ("player_0", "chance")
    assert np.sum(open_spiel_game("leduc_poker").goals_of([1, -1])) == 100
