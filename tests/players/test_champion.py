"""The champion: the right plan for the kind of game, what it says of it, and the mistakes it must not make."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import ludens
from ludens import Limit
from ludens.players import champion as champion_module
from ludens.players import make_agent
from ludens.players.champion import ChampionAgent
from ludens.players.plans import explaining
from ludens.players.plans.candidates import REFERENCE, family_of
from ludens.players.plans.evidence import Evidence, MeasuredGame, Result
from ludens.players.plans.kept_trials import kept_trials
from ludens.players.plans.trials import FASTER, WORTH_PLAYING, Contest
from ludens.search.facts import facts_of
from ludens.search.prospects import prospects
from ludens.search.rules_digest import rules_digest
from ludens.search.tree.search import TreeSearch
from ludens.testing import random_game

NOTHING = Evidence({}, ())

PLANS = {
    "connect_four": "uct",
    "odd": "uct",
    "double_tic_tac_toe": "factored",
    "rock_paper_scissors": "equilibrium_first",
    "prisoners_dilemma": "duct",
    "connect_four(players=3)": "uct",
}
"""What is played where nothing was measured."""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """No trial games of other programs."""
    monkeypatch.setattr("ludens.players.plans.kept_trials.KeptTrials._fetched", lambda self: [])


def measured(patch: pytest.MonkeyPatch, table: Evidence) -> None:
    """Has the champion know this table only, and no network."""
    patch.setattr("ludens.players.plans.by_network.matches_of", lambda game: None)
    patch.setattr(champion_module, "evidence", lambda: table)
    patch.setattr(explaining, "evidence", lambda: table)


def table_of(name: str, plan: str, pairs: int, score: float) -> Evidence:
    game = ludens.load(name)
    rules = rules_digest(game)
    about = MeasuredGame(rules, name, family_of(game).name, prospects(game).features)
    return Evidence({rules: about}, (Result(rules, 0.3, 1.0, plan, pairs, score, 0.03, 1e6, "2026-01-01", "abc"),))


def champion(name: str, role: int = 0, options: str = "") -> tuple[Any, ChampionAgent]:
    game = ludens.load(name)
    agent = make_agent(f"champion{options}", game, role, 1)
    assert isinstance(agent, ChampionAgent)
    return game, agent


@pytest.mark.parametrize(("name", "plan"), PLANS.items())
def test_without_evidence_the_plan_suits_the_kind_of_game(
    name: str, plan: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured(monkeypatch, NOTHING)
    game, agent = champion(name)
    assert agent.plan == plan
    decision = agent.decide(game.initial_state(), Limit(playouts=200))
    assert "moves to choose from" in str(decision.notes["found"])
    assert decision.notes["evidence"] in {"it is exact", "nothing is known to play this game better"}


@pytest.mark.parametrize("name", ["connect_four", "odd", "breakthrough(size=5)"])
def test_without_evidence_it_plays_exactly_as_uct(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    measured(monkeypatch, NOTHING)
    game = ludens.load(name)
    state, rng = game.initial_state(), random.Random(1)
    players = [make_agent(agent, game, 0, 7) for agent in ("champion", "uct")]
    for _ in range(3):
        found = [player.decide(state, Limit(playouts=20_000)) for player in players]
        assert found[0].moves == found[1].moves
        assert found[0].move == found[1].move
        assert found[0].notes["simulations"] == found[1].notes["simulations"]
        for _ in range(2):
            state = game.next_state(state, [rng.choice(game.legal_moves(state, role)) for role in (0, 1)])


def test_evidence_of_this_very_game_chooses_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = "uct(playout=foresight)"
    measured(monkeypatch, table_of("connect_four(columns=5, rows=5)", plan, 100, 0.64))
    game, agent = champion("connect_four(columns=5, rows=5)", options="(memory=7, threads=3)")
    assert agent.plan == plan
    assert (agent.player.options.memory, agent.player.options.threads) == (7, 3)  # type: ignore[attr-defined]
    notes = agent.decide(game.initial_state(), Limit(playouts=100)).notes
    assert notes["plan"] == "UCT with playouts that win at once and prevent it"
    assert notes["evidence"] == "64 ± 6 % against plain UCT in 200 games of this very game at 0.3 s"
    assert champion("connect_four(columns=5, rows=5)", options="(plan=uct)")[1].plan == REFERENCE
    similar, far = champion("connect_four(columns=5, rows=4)")[1], champion("nim(heaps=20-20)")[1]
    place = agent._contest.belief.plans.index(plan)
    beliefs = [each._contest.belief.mean[place] for each in (agent, similar, far)]
    assert beliefs == sorted(beliefs, reverse=True)
    assert far.plan in {REFERENCE, "factored"}


def test_a_plan_that_cannot_play_the_game_is_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = "proving_tree(playout=preferred, share=0)"  # needs a rulesheet
    measured(monkeypatch, table_of("odd", plan, 1000, 0.9))
    assert champion("odd")[1].plan == REFERENCE


def test_the_survey_is_no_part_of_a_move(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is found out of the game is found before the first clock runs."""
    game, agent = champion("connect_four(columns=4, rows=4)")
    for name in ("prospects", "belief_from", "evidence", "reason", "kept_trials", "make_plan"):
        monkeypatch.setattr(champion_module, name, None)
    monkeypatch.setattr(Contest, "play", None)
    assert agent.decide(game.initial_state(), Limit(playouts=100)).move


def test_moves_of_another_length_make_it_choose_anew_while_nobody_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is best in a hundredth of a second need not be in a whole one."""
    name, plan = "connect_four(columns=4, rows=4)", "uct(exploration=0.7)"
    table = table_of(name, plan, 1000, 0.62)
    [slow] = table.results
    quick = replace(slow, clock=0.01, score=0.38)
    measured(monkeypatch, Evidence(table.games, (slow, quick)))
    game, agent = champion(name)
    assert agent.plan == plan
    agent.decide(game.initial_state(), Limit(seconds=0.4))
    assert agent._aside._thread is None  # much as was expected
    agent.decide(game.initial_state(), Limit(seconds=0.01))
    agent._aside.wait(60)
    assert agent.plan == plan
    agent.rest()
    assert (agent.plan, agent.clock) == (REFERENCE, 0.01)
    fixed = champion(name, options="(clock=0.5)")[1]
    fixed.decide(game.initial_state(), Limit(seconds=0.01))
    assert fixed._aside._thread is None
    agent.decide(game.initial_state(), Limit(playouts=100))
    assert agent.clock == 0.01


def test_there_is_time_for_trials_where_a_few_pairs_can_be_played() -> None:
    game = ludens.load("tic_tac_toe")
    contest = champion("tic_tac_toe")[1]._contest
    length = facts_of(game).random_games.length
    pair = 2 * length * 0.3 / FASTER
    assert contest.has_time(WORTH_PLAYING * pair + 0.01, 0.3)
    assert not contest.has_time(WORTH_PLAYING * pair - 0.01, 0.3)
    assert contest.has_time(WORTH_PLAYING * pair / 2 + 0.01, 0.3, processes=2)


def test_trial_games_are_played_before_the_first_move(monkeypatch: pytest.MonkeyPatch) -> None:
    measured(monkeypatch, NOTHING)
    game, agent = champion("connect_four(columns=4, rows=4)")
    asked = []

    def play(contest: Contest, seconds: float, clock: float, seed: int, processes: int = 1) -> None:
        asked.append((seconds, clock, processes))
        for _ in range(60):
            contest.kept.add("grave", REFERENCE, clock, 0.75)

    monkeypatch.setattr(Contest, "play", play)
    agent.prepare(game.initial_state(), Limit(seconds=0.1))
    assert not asked  # not even a few pairs could be played in that time
    with monkeypatch.context() as patch:
        patch.setattr(TreeSearch, "think", lambda *given: None)
        agent.prepare(game.initial_state(), Limit(seconds=600))
    [(seconds, clock, processes)] = asked
    assert seconds == pytest.approx(480, rel=0.01)
    assert (clock, processes) == (0.5, 1)
    assert agent.plan == "grave"
    notes = agent.decide(game.initial_state(), Limit(playouts=500)).notes
    assert notes["plan"] == "GRAVE"
    assert notes["evidence"] == "75 ± 2 % against plain UCT in 120 trial games at 0.5 s"
    assert make_agent("champion", game, 1, 1).plan == "grave"  # type: ignore[attr-defined]
    quiet = make_agent("champion(trials=false)", ludens.load("tic_tac_toe"), 0, 1)
    quiet.prepare(ludens.load("tic_tac_toe").initial_state(), Limit(seconds=0.01))  # type: ignore[attr-defined]
    assert len(asked) == 1
    assert kept_trials(game).all[0].pairs == 60


def test_the_next_player_is_not_handed_a_win() -> None:
    """Three players: the mover can block, or let the next one win (Cheng et al. report that blunder)."""
    game = ludens.load("connect_four(players=3)")
    rng, met = random.Random(5), 0
    while met < 12:
        for state in random_game(game, rng)[0][6:]:
            if game.is_terminal(state) or met >= 12:
                break
            mover = max(range(3), key=lambda role: len(game.legal_moves(state, role)))
            gifts = [move for move in game.legal_moves(state, mover) if gives(game, state, mover, move)]
            if not 0 < len(gifts) < len(game.legal_moves(state, mover)) or wins(game, state, mover):
                continue
            met += 1
            decision = make_agent("champion", game, mover, met).decide(state, Limit(playouts=20_000))
            assert decision.move not in gifts


def moved(game: Any, state: Any, mover: int, move: str) -> Any:
    joint = [move if role == mover else game.legal_moves(state, role)[0] for role in range(3)]
    return game.next_state(state, joint)


def wins(game: Any, state: Any, mover: int) -> bool:
    following = [moved(game, state, mover, move) for move in game.legal_moves(state, mover)]
    return any(game.is_terminal(after) and game.goals(after)[mover] == 100 for after in following)


def gives(game: Any, state: Any, mover: int, move: str) -> bool:
    """Whether the next player can win at once after the move."""
    following = moved(game, state, mover, move)
    return not game.is_terminal(following) and wins(game, following, (mover + 1) % 3)


def test_proofs_are_looked_for_where_they_are_asked_for() -> None:
    game, agent = champion("tic_tac_toe", role=1, options="(plan=proofs)")
    state = game.initial_state()
    for joint in [("(mark 2 2)", "noop"), ("noop", "(mark 1 1)"), ("(mark 1 2)", "noop")]:
        state = game.next_state(state, joint)
    decision = agent.decide(state, Limit(playouts=20_000))
    assert decision.notes["evidence"] == "proofs were asked for"
    assert (decision.move, decision.moves[0].value) == ("(mark 3 2)", 50)
    assert all(report.proven for report in decision.moves)
    at_once = champion("rock_paper_scissors", options="(plan=proofs)")[1]
    assert at_once.plan == champion("rock_paper_scissors")[1].plan
