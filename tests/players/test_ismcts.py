"""Information set search: right in small games, legal in every case, and not told more than its role sees."""

from __future__ import annotations

import math
import random
import statistics
from typing import Any

import pytest

import ludens
from ludens.game import Limit, Observation, ParameterError, UnsuitableGameError, View, observations
from ludens.players import AGENTS, make_agent
from ludens.players.flat.random import RandomAgent
from ludens.players.ismcts import IsmctsAgent
from ludens.search.hidden.information_tree import InformationSettings, InformationTree
from ludens.search.hidden.remembered_rules import Steps
from ludens.testing import random_game
from tests.clocks import LateAtLook, Still, put_up
from tests.players import kuhn

HIDDEN = ("kuhn_poker", "liars_dice", "monty_hall")


def goat_view(seen: tuple[str, ...] = ("(goat 3)",)) -> View:
    """The candidate has chosen door 1 and is shown a goat."""
    made = (Observation("noop"), Observation("(choose 1)"), Observation("noop", seen))
    return View(0, made, ("stay", "switch"))


def test_monty_hall_switches() -> None:
    game = ludens.load("monty_hall")
    for seed in range(5):
        decision = make_agent("ismcts", game, 0, seed).decide(goat_view(), Limit(playouts=4_000))
        values = {report.move: report.value for report in decision.moves}
        assert decision.move == "switch"
        assert values["switch"] is not None
        assert abs(values["switch"] - 200 / 3) < 8
        assert decision.notes["positions"] == 2


@pytest.mark.parametrize("games", [100, pytest.param(300, marks=pytest.mark.slow)])
def test_monty_hall_is_won_two_times_out_of_three(games: int) -> None:
    game, numbers = ludens.load("monty_hall"), random.Random(4)
    agent = make_agent("ismcts", game, 0, 1)
    won = []
    for _ in range(games):
        state, history = game.initial_state(), list[tuple[str, ...]]()
        while not game.is_terminal(state):
            view = View(0, observations(game, history, 0), game.legal_moves(state, 0))
            moves = (agent.decide(view, Limit(playouts=400)).move, numbers.choice(game.legal_moves(state, 1)))
            history.append(moves)
            state = game.next_state(state, moves)
        won.append(game.goals(state)[0] == 100)
    assert abs(statistics.fmean(won) - 2 / 3) < 4 * math.sqrt(2 / 9 / len(won))


def test_the_tables_of_kuhn_poker_are_right() -> None:
    for bluff in (0.0, 1 / 6, 1 / 3):
        table = kuhn.equilibrium(bluff)
        assert math.isclose(kuhn.worth(table, table), kuhn.VALUE)
        assert math.isclose(kuhn.exploitability(table), 0.0, abs_tol=1e-12)
    always = {**dict.fromkeys(kuhn.situations(0), 1.0), **dict.fromkeys(kuhn.situations(1), 1.0)}
    assert kuhn.exploitability(always) > 0.3


def test_kuhn_poker_has_no_bad_habits() -> None:
    limit = Limit(playouts=8_000)
    first, second = (kuhn.strategy_of("ismcts", role, limit, 3) for role in (0, 1))
    for role, table in enumerate((first, second)):
        assert table[role, "k", True] > 0.9
        assert table[role, "j", True] < 0.1
    assert second[1, "k", False] > 0.6
    assert kuhn.worth(first, kuhn.equilibrium()) > kuhn.VALUE - 0.06
    assert kuhn.worth(kuhn.equilibrium(), second) < kuhn.VALUE + 0.06


@pytest.mark.slow
def test_kuhn_poker_comes_close_to_an_equilibrium() -> None:
    limit = Limit(playouts=40_000)
    mixed = {s: c for role in (0, 1) for s, c in kuhn.strategy_of("ismcts", role, limit, 6).items()}
    blind = {s: c for role in (0, 1) for s, c in kuhn.strategy_of("ismcts(outside=0)", role, limit, 6).items()}
    assert kuhn.exploitability(mixed) < 0.08
    assert kuhn.exploitability(mixed) < kuhn.exploitability(blind) / 2


@pytest.mark.parametrize("name", HIDDEN)
def test_moves_are_legal_without_being_told_which_are(name: str) -> None:
    game, rng = ludens.load(name), random.Random(6)
    for number in range(12):
        states, history = random_game(game, rng)
        for role in game.info.players:
            agent = make_agent("ismcts", game, role, number)
            for steps, state in enumerate(states[:-1]):
                view = View(role, observations(game, history[:steps], role))
                decision = agent.decide(view, Limit(playouts=40))
                assert decision.move in game.legal_moves(state, role)
                assert {report.move for report in decision.moves} <= set(game.legal_moves(state, role))


@pytest.mark.parametrize("agent", ["random", "legal"])
def test_simple_agents_find_legal_moves_by_themselves(agent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    put_up(Still(), monkeypatch)
    game, rng = ludens.load("liars_dice"), random.Random(7)
    for _ in range(8):
        states, history = random_game(game, rng)
        for role in game.info.players:
            player = make_agent(agent, game, role, 1)
            for steps, state in enumerate(states[:-1]):
                view = View(role, observations(game, history[:steps], role))
                assert player.decide(view, Limit(seconds=1.0)).move in game.legal_moves(state, role)


@pytest.mark.parametrize("agent", ["ismcts", "random", "legal"])
def test_contradictory_percepts_still_get_a_legal_answer(agent: str) -> None:
    game = ludens.load("monty_hall")
    told = make_agent(agent, game, 0, 1).decide(goat_view(("(goat 1)",)), Limit(seconds=0.05))
    assert told.move in ("stay", "switch")
    untold = View(0, goat_view(("(goat 1)",)).observations)
    assert make_agent(agent, game, 0, 1).decide(untold, Limit(seconds=0.05)).move in ("stay", "switch")


def test_the_same_seed_gives_the_same_move() -> None:
    situation = kuhn.view((1, "q", True))
    for seed in range(3):
        one, two = (make_agent("ismcts", kuhn.game(), 1, seed).decide(situation, Limit(playouts=500)) for _ in range(2))
        assert one.moves == two.moves
        assert one.move == two.move


@pytest.mark.parametrize("look", [0, 3, 10, 40])
def test_time_for_a_move_is_kept_in_hidden_games(look: int, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = make_agent("ismcts", ludens.load("liars_dice"), 0, 1)
    seen, clock = (Observation("noop", ("(rolled 2)",)),), LateAtLook(look)
    put_up(clock, monkeypatch)
    assert agent.decide(View(0, seen), Limit(seconds=1.0)).move
    assert clock.looks <= look + 24


def test_roles_that_see_the_same_have_the_same_node() -> None:
    game = ludens.load("kuhn_poker")
    steps = Steps(game)
    tree: InformationTree[Any] = InformationTree(game, 0, InformationSettings(), random.Random(1))
    start = tree.start()[0]

    def known(*history: tuple[str, ...]) -> tuple[int, ...]:
        state, found = start.state, start.known
        for joint in history:
            state, seen = steps.after(state, joint)
            found = tree.sets.after(found, joint, seen, state)
        return found

    one, two = known(("noop", "noop", "(deal k j)")), known(("noop", "noop", "(deal k q)"))
    assert one[0] == two[0]
    assert one[1] != two[1]
    bet = ("bet", "noop", "noop")
    assert known(("noop", "noop", "(deal q k)"), bet)[1] == known(("noop", "noop", "(deal j k)"), bet)[1]


def test_visits_and_sums_add_up() -> None:
    game = ludens.load("kuhn_poker")
    tree: InformationTree[Any] = InformationTree(game, 0, InformationSettings(), random.Random(1))
    played = sum(tree.simulate(tree.start(), 16, 4, open_start=True) for _ in range(50))
    assert played == 50 * 16 * 4
    first = [tree.node(tree.sets.after(tree.start()[0].known, ("noop", "noop", "deal"), ((f"(dealt {card})",), (), ()),
                                       None)[0]) for card in kuhn.CARDS]  # fmt: skip
    assert sum(sum(node.visits) for node in first) == 50 * 16
    for node in first:
        assert node.available == [sum(node.visits)] * 2
        assert all(0 <= total <= count for total, count in zip(node.sums, node.visits, strict=True))


DICE = """
(role player) (role random)
(init (stage choosing))
(<= (legal player sure) (true (stage choosing)))
(<= (legal player gamble) (true (stage choosing)))
(<= (legal player noop) (true (stage rolling)))
(<= (legal random noop) (true (stage choosing)))
(<= (legal random (roll ?n)) (true (stage rolling)) (face ?n))
(face 1) (face 2) (face 3) (face 4) (face 5) (face 6)
(<= (next (stage rolling)) (true (stage choosing)))
(<= (next (chosen ?what)) (does player ?what) (true (stage choosing)))
(<= (next (chosen ?what)) (true (chosen ?what)))
(<= (next (rolled ?n)) (does random (roll ?n)))
(<= rolled (true (rolled ?n)))
(<= terminal rolled)
(<= lucky (true (rolled ?n)) (good ?n))
(<= (goal player 60) (true (chosen sure)))
(<= (goal player 100) (true (chosen gamble)) lucky)
(<= (goal player 0) (true (chosen gamble)) (not lucky))
"""


@pytest.mark.parametrize("agent", sorted(name for name, kind in AGENTS.items() if kind.chance))
@pytest.mark.parametrize(("good", "best"), [((4, 5, 6), "sure"), ((2, 3, 4, 5, 6), "gamble")])
def test_agents_for_chance_weigh_it(agent: str, good: tuple[int, ...], best: str) -> None:
    if agent in ("random", "legal", "level"):
        pytest.skip("it does not weigh anything, or errs on purpose")
    game = ludens.load(DICE + "".join(f"(good {face})" for face in good))
    assert game.info.chance_role == 1
    decision = make_agent(agent, game, 0, 3).decide(game.initial_state(), Limit(playouts=3_000))
    assert decision.move == best
    expected = {"sure": 60.0, "gamble": 100 * len(good) / 6}
    for report in decision.moves:
        assert report.value is not None
        assert not report.proven
        if report.visits > 500:
            assert abs(report.value - expected[report.move]) < 8


@pytest.mark.parametrize("agent", sorted(name for name, kind in AGENTS.items() if not kind.hidden))
def test_agents_that_must_know_the_position_say_so(agent: str) -> None:
    with pytest.raises(UnsuitableGameError, match=r"hides some of it; .*ismcts.* can play it\."):
        make_agent(agent, kuhn.game(), 0)


@pytest.mark.parametrize("agent", sorted(name for name, kind in AGENTS.items() if not kind.chance))
def test_agents_without_a_place_for_chance_say_so(agent: str) -> None:
    with pytest.raises(UnsuitableGameError, match=r"cannot play games of chance; .*ismcts.* can\."):
        make_agent(agent, ludens.load(DICE + "(good 6)"), 0)


def test_the_champion_hands_over() -> None:
    assert isinstance(make_agent("champion", kuhn.game(), 0, 1), IsmctsAgent)
    assert AGENTS["champion"].chance


def test_chance_is_always_drawn() -> None:
    game = kuhn.game()
    agent = make_agent("ismcts", game, 2, 5)
    assert isinstance(agent, RandomAgent)
    moves = [agent.decide(game.initial_state(), Limit()).move for _ in range(600)]
    assert len(set(moves)) == 6
    assert all(abs(moves.count(move) - 100) < 45 for move in set(moves))


def test_bad_options_and_roles_are_refused() -> None:
    with pytest.raises(ParameterError, match="outside cannot be"):
        make_agent("ismcts(outside=1)", kuhn.game(), 0)
    with pytest.raises(ParameterError, match="no role number 7"):
        make_agent("ismcts", kuhn.game(), 7)


def test_a_game_that_is_over_has_nothing_to_decide() -> None:
    game = ludens.load("tic_tac_toe")
    end = random_game(game, random.Random(1))[0][-1]
    with pytest.raises(ValueError, match="nothing to decide"):
        make_agent("ismcts", game, 0).decide(end, Limit(playouts=10))


def test_open_games_are_played_too() -> None:
    game = ludens.load("tic_tac_toe")
    state = game.initial_state()
    for moves in (("(mark 1 1)", "noop"), ("noop", "(mark 2 1)"), ("(mark 1 2)", "noop"), ("noop", "(mark 2 2)")):
        state = game.next_state(state, moves)
    assert make_agent("ismcts", game, 0, 1).decide(state, Limit(playouts=2_000)).move == "(mark 1 3)"
