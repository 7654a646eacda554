"""The champion and plans that go by a learnt evaluation: no choice before the game is learnt, and how that happens."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

import ludens
from ludens import Limit
from ludens.players import champion as champion_module
from ludens.players import check_agent, make_agent
from ludens.players.champion import FOR_LEARNING, ChampionAgent
from ludens.players.plans import explaining, learning
from ludens.players.plans.candidates import FAMILIES, REFERENCE, family_of, goes_by_learning
from ludens.players.plans.evidence import Evidence, MeasuredGame, Result
from ludens.players.plans.in_background import InBackground
from ludens.players.plans.learning import learning_of
from ludens.players.plans.trials import Contest
from ludens.search.evaluations.learnt import knowledge
from ludens.search.evaluations.learnt.knowledge import Knowledge, knowledge_of
from ludens.search.evaluations.learnt.schedule import Manner, Schedule
from ludens.search.evaluations.learnt.skill import Skill
from ludens.search.evaluations.learnt.stopping import Stopped, StoppedError
from ludens.search.prospects import prospects
from ludens.search.rules_digest import rules_digest
from ludens.search.tree.search import TreeSearch

NAME = "connect_four(columns=4, rows=4)"
PLAN = "uct(evaluation=learnt)"
SHORT = Schedule(256, 8, (Manner(games=32),))


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing that other programs have learnt or tried, evidence for the plan alone, and little to learn."""
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path))
    monkeypatch.setattr(knowledge, "Schedule", lambda: SHORT)
    game = ludens.load(NAME)
    rules = rules_digest(game)
    about = MeasuredGame(rules, NAME, family_of(game).name, prospects(game).features)
    table = Evidence({rules: about}, (Result(rules, 0.3, 1.0, PLAN, 100, 0.75, 0.03, 1e6, "2026-01-01", "abc"),))
    monkeypatch.setattr(champion_module, "evidence", lambda: table)
    monkeypatch.setattr(explaining, "evidence", lambda: table)


def champion(game: Any, options: str = "") -> ChampionAgent:
    agent = make_agent(f"champion{options}", game, 0, 1)
    assert isinstance(agent, ChampionAgent)
    return agent


def notes(agent: ChampionAgent) -> dict[str, Any]:
    return dict(agent.decide(agent.game.initial_state(), Limit(playouts=100)).notes)


def trials_of(patch: pytest.MonkeyPatch) -> list[set[str]]:
    """What is out of the question whenever trial games are to be played; nothing is played, and no tree is searched."""
    found: list[set[str]] = []
    patch.setattr(Contest, "play", lambda contest, *given: found.append(set(contest.unsuitable)))
    patch.setattr(TreeSearch, "think", lambda *given: None)
    return found


def test_a_game_that_is_not_learnt_is_played_by_the_next_best_plan_and_the_champion_says_so() -> None:
    agent = champion(ludens.load(NAME))
    assert agent.plan == REFERENCE
    told = notes(agent)
    assert told["plan"] == "UCT"
    assert told["could_learn"].startswith("UCT with a learnt evaluation is expected to score 7")
    assert "ludens learn GAME" in told["could_learn"]
    assert "could_learn" not in notes(champion(agent.game, "(plan=uct)"))


def test_what_has_been_learnt_is_played_at_once_by_this_and_by_later_programs() -> None:
    game = ludens.load(NAME)
    assert knowledge_of(game).learn()
    for each in (game, ludens.load(NAME)):
        agent = champion(each)
        assert agent.plan == PLAN
        told = notes(agent)
        assert told["plan"] == "UCT with a learnt evaluation"
        assert "could_learn" not in told


def test_it_learns_before_the_first_move_and_then_takes_the_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    tried = trials_of(monkeypatch)
    agent = champion(ludens.load(NAME))
    agent.prepare(agent.game.initial_state(), Limit(seconds=600))
    assert agent.plan == PLAN
    assert all(PLAN not in unsuitable for unsuitable in tried)


def test_there_is_a_part_of_the_time_for_learning(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float] = []
    tried, at_an_end = trials_of(monkeypatch), threading.Event()

    def learn(self: Knowledge, stopped: Stopped) -> bool:
        at_an_end.wait()  # it does not stop, however often it is told to
        return False

    monkeypatch.setattr(Knowledge, "learn", learn)
    monkeypatch.setattr(InBackground, "wait", lambda self, seconds: asked.append(seconds))
    agent = champion(ludens.load(NAME))
    agent.prepare(agent.game.initial_state(), Limit(seconds=600))
    at_an_end.set()
    assert asked == [FOR_LEARNING * 600]
    assert agent.plan == REFERENCE
    # Trial games are not for plans that would have to learn first.
    assert tried
    assert all(PLAN in unsuitable for unsuitable in tried)
    assert make_agent("champion", agent.game, 0, 1).plan == REFERENCE  # type: ignore[attr-defined]


def test_an_evaluation_that_tells_nothing_is_not_used(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the table says: these new games are about the weights that were learnt here."""
    guessing = Skill(ranking=0.51, playouts=0.6, duel=0.2)
    monkeypatch.setattr(learning, "skill_of", lambda *given: guessing)
    tried = trials_of(monkeypatch)
    agent = champion(ludens.load(NAME))
    agent.prepare(agent.game.initial_state(), Limit(seconds=600))
    assert knowledge_of(agent.game).known is not None
    assert agent.plan == REFERENCE
    assert all(PLAN in unsuitable for unsuitable in tried)
    assert "could_learn" not in notes(agent)


def test_learning_is_not_over_before_somebody_has_seen_how_good_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    def stopped(*given: object) -> Skill:
        raise StoppedError

    monkeypatch.setattr(learning, "skill_of", stopped)
    found = learning_of(ludens.load(NAME))
    assert found is not None
    assert not found.learn(lambda: False)
    assert found.is_learnt
    assert found.skill is None


def test_a_game_without_anything_to_gain_is_not_learnt(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(champion_module, "evidence", lambda: Evidence({}, ()))
    monkeypatch.setattr(Knowledge, "learn", lambda *given: pytest.fail("there is no evidence that it helps"))
    monkeypatch.setattr(Contest, "play", lambda *given: None)
    agent = champion(ludens.load(NAME))
    agent.prepare(agent.game.initial_state(), Limit(seconds=0.01))
    agent.ponder(agent.game.initial_state())
    agent.rest()
    assert "could_learn" not in notes(agent)


def test_it_learns_while_others_think() -> None:
    agent = champion(ludens.load(NAME))
    state = agent.game.initial_state()
    agent.ponder(state)
    thread = agent._aside._thread
    assert thread is not None
    thread.join()
    assert agent.plan == REFERENCE  # nothing changes behind anybody's back
    agent.rest()
    assert agent.plan == PLAN
    assert knowledge_of(ludens.load(NAME)).known is not None


def test_nobody_waits_for_learning_to_end(monkeypatch: pytest.MonkeyPatch) -> None:
    told, ended = threading.Event(), threading.Event()

    def learn(self: Knowledge, stopped: Stopped) -> bool:
        while not stopped():
            told.wait(0.001)
        told.wait()
        ended.set()
        return False

    monkeypatch.setattr(Knowledge, "learn", learn)
    agent = champion(ludens.load(NAME))
    state = agent.game.initial_state()
    agent.ponder(state)
    assert agent.decide(state, Limit(playouts=100)).move
    assert not ended.is_set()
    agent.ponder(state)  # as UCT does, while the other thread has not come to its end
    agent.rest()
    told.set()
    assert ended.wait(60)
    assert agent.plan == REFERENCE


def test_all_candidates_are_agents_with_their_options() -> None:
    for family in FAMILIES.values():
        for plan in family.all:
            check_agent(plan)
    plans = [plan for plan in FAMILIES["two in turns"].plans if goes_by_learning(plan)]
    assert len(plans) >= 8
    assert not any(map(goes_by_learning, ("uct", "grave", "uct(exploration=0.7)", "uct(playout=policy)")))
