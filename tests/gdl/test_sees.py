"""GDL-II: what roles see, and the role ``random``."""

from __future__ import annotations

import pickle
import random
from typing import Any

import pytest

import ludens
from ludens.game import IllegalMoveError, RulesError, observations
from ludens.games.rules_game import RulesGame
from ludens.gdl import Source, load_rules, read_rules
from ludens.gdl.playtest import playtest
from ludens.gdl.reasoner import Reasoner
from ludens.rules.ground_rules import Ground, ground_text
from ludens.testing import random_game
from tests.clingo_oracle import Oracle
from tests.naive import consequences

GAMES = ("kuhn_poker", "kuhn_poker(cards=5)", "liars_dice(faces=2)", "monty_hall")

COIN = """
(role caller)
(role random)
(side heads)
(side tails)
(init (stage tossing))
(<= (legal random (toss ?side)) (true (stage tossing)) (side ?side))
(<= (legal random noop) (true (stage calling)))
(<= (legal caller noop) (true (stage tossing)))
(<= (legal caller (call ?side)) (true (stage calling)) (side ?side))
(<= (next (stage calling)) (true (stage tossing)))
(<= (next (coin ?side)) (does random (toss ?side)))
(<= (next right) (does caller (call ?side)) (true (coin ?side)))
(<= (next over) (does caller (call ?side)))
(<= terminal (true over))
(<= (goal ?role 100) (role ?role) (true right))
(<= (goal ?role 0) (role ?role) (not (true right)))
"""
"""A coin that everybody sees, since nothing is said of what they see."""

UNSEEN = COIN + "(<= (sees caller tossed) (does random (toss ?side)))\n"


def loaded(name: str) -> Reasoner:
    game = ludens.load(name)
    assert isinstance(game, RulesGame)
    assert isinstance(game.single, Reasoner)
    return game.single


def does(game: Reasoner, moves: tuple[str, ...]) -> list[tuple[str, Ground]]:
    terms = {ground_text(term): term for moves in (list(game.always(("input", 2))),) for _, term in moves}
    return [(role, terms[move]) for role, move in zip(game.info.roles, moves, strict=True)]


@pytest.mark.parametrize("name", GAMES)
def test_percepts_are_those_of_the_slow_twin_and_of_clingo(name: str) -> None:
    game, rng = loaded(name), random.Random(5)
    oracle = Oracle(game.sheet.rules)
    for number in range(12):
        states, history = random_game(game, rng)
        for state, moves in zip(states, history, strict=False):
            made = does(game, moves)
            slow = consequences(
                game.sheet.rules, [*(("true", fact) for fact in state), *(("does", *it) for it in made)]
            )
            facts: set[Any] = {fact[1:] for fact in slow if fact[0] == "sees" and len(fact) == 3}
            if number < 2:
                given = [("true", (fact,)) for fact in state] + [("does", (role, move)) for role, move in made]
                assert oracle.facts(given).get(("sees", 2), set()) == facts
            for role, who in enumerate(game.info.roles):
                expected = tuple(sorted(ground_text(what) for seer, what in facts if seer == who))
                assert game.percepts(state, moves, role) == expected


def test_what_is_seen_does_not_depend_on_the_order_of_questions() -> None:
    game = loaded("kuhn_poker")
    start = game.initial_state()
    moves, others = ("noop", "noop", "(deal k j)"), ("noop", "noop", "(deal q j)")
    assert game.percepts(start, moves, 0) == ("(dealt k)",)
    assert game.percepts(start, others, 0) == ("(dealt q)",)
    assert game.percepts(start, moves, 1) == ("(dealt j)",)
    after = game.next_state(start, moves)
    assert game.percepts(after, ("bet", "noop", "noop"), 1) == ("(played first bet)",)
    assert game.percepts(start, moves, 2) == ()


def test_the_same_moves_in_another_position_are_seen_anew() -> None:
    game = loaded("liars_dice")
    claim, liar = ("(claim 1 1)", "noop", "noop"), ("noop", "liar", "noop")
    shown = []
    for roll in ("(roll 1 2)", "(roll 3 4)"):
        state = game.next_state(game.initial_state(), ("noop", "noop", roll))
        shown.append(game.percepts(game.next_state(state, claim), liar, 0))
    assert shown[0][1:] == ("(shown first 1)", "(shown second 2)")
    assert shown[1][1:] == ("(shown first 3)", "(shown second 4)")


def test_percepts_of_illegal_moves_are_refused() -> None:
    game = loaded("kuhn_poker")
    with pytest.raises(IllegalMoveError):
        game.percepts(game.initial_state(), ("bet", "noop", "(deal k j)"), 0)


def test_facts_of_games() -> None:
    kuhn, open_game = ludens.load("kuhn_poker").info, ludens.load("tic_tac_toe").info
    assert (kuhn.chance_role, kuhn.hidden, kuhn.players) == (2, True, (0, 1))
    assert (open_game.chance_role, open_game.hidden, open_game.players) == (None, False, (0, 1))
    coin = load_rules(Source(COIN)).info
    assert (coin.chance_role, coin.hidden, coin.players) == (1, False, (0,))


def test_without_sees_nothing_is_hidden() -> None:
    game = load_rules(Source(COIN))
    assert game.percepts(game.initial_state(), ("noop", "(toss heads)"), 0) == ()
    seen = observations(load_rules(Source(UNSEEN)), [("noop", "(toss heads)"), ("(call tails)", "noop")], 0)
    assert [(each.move, each.percepts) for each in seen] == [("noop", ("tossed",)), ("(call tails)", ())]


def test_random_needs_no_goal_and_gets_0() -> None:
    game = load_rules(Source(COIN))
    states, _ = random_game(game, random.Random(1))
    assert game.goals(states[-1])[1] == 0
    ends = {game.goals(random_game(game, random.Random(seed))[0][-1]) for seed in range(20)}
    assert ends == {(100, 0), (0, 0)}


def test_a_goal_that_is_given_to_random_by_name_stays() -> None:
    game = load_rules(Source(COIN.replace("(<= (goal ?role", "(<= (goal caller") + "(goal random 70)\n"))
    assert {game.goals(random_game(game, random.Random(seed))[0][-1])[1] for seed in range(4)} == {70}


def test_a_sheet_without_goals_is_still_refused() -> None:
    text = "\n".join(line for line in COIN.splitlines() if "(goal" not in line)
    with pytest.raises(RulesError, match="no-goal"):
        load_rules(Source(text))


def test_pickled_games_see_the_same() -> None:
    game = loaded("liars_dice")
    copy = pickle.loads(pickle.dumps(game))
    _, history = random_game(game, random.Random(2))
    assert copy.info == game.info
    assert observations(copy, history, 0) == observations(game, history, 0)


@pytest.mark.parametrize("name", GAMES)
def test_roles_know_what_they_may_do(name: str) -> None:
    assert playtest(loaded(name), games=60, seed=1, max_steps=50).flaws == ()


def test_what_a_role_cannot_know_is_found_in_play() -> None:
    cheating = UNSEEN.replace("(side ?side))\n(<= (next (stage", "(true (coin ?side)))\n(<= (next (stage")
    flaws = playtest(load_rules(Source(cheating)), games=30, seed=1, max_steps=50).flaws
    assert [flaw.message for flaw in flaws] == ["caller cannot tell from what it sees which moves it has."]
    endless = UNSEEN.replace(
        "(<= terminal (true over))", "(<= terminal (true (coin heads)))\n(<= terminal (true over))"
    )
    flaws = playtest(load_rules(Source(endless)), games=30, seed=1, max_steps=50).flaws
    assert [flaw.message for flaw in flaws] == ["caller cannot tell from what it sees whether the game is over."]


def test_blind_roles_are_warned_of_and_sheets_of_chance_alone_refused() -> None:
    blind = UNSEEN.replace("(sees caller tossed)", "(sees random tossed)")
    assert [p.code for p in read_rules(Source(blind))[1]] == ["blind-role"]
    everybody = COIN + "(<= (sees ?role tossed) (role ?role) (does random (toss ?side)))\n"
    assert read_rules(Source(everybody))[1] == []
    alone = COIN.replace("(role caller)", "").replace("caller", "random")
    assert "only-random" in [p.code for p in read_rules(Source(alone))[1]]
