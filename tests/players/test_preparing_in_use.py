"""Where somebody is waiting, a stand-in answers first: at the terminal, in the studio, in a match over the network."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

import ludens
from ludens import Decision, Limit
from ludens.cli import app
from ludens.cli.group import command_module
from ludens.game import UnsuitableGameError
from ludens.games.loading import load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.ggp.player.seated_game import SeatedGame
from ludens.ggp.player.steps import JointStep, as_data
from ludens.ggp.player.thinker import Thinker
from ludens.players import preparing
from ludens.players.agent import Agent
from ludens.players.flat.flat_ucb import FlatUcbAgent
from ludens.players.preparing import PreparingAgent, make_agent_soon
from ludens.studio.work.thinking_work import ThinkingWork
from ludens.studio.work.watching import Watcher, decide_watched

LONG = 600.0


class Preparation:
    """Holds agents back until it is told to let them go."""

    def __init__(self) -> None:
        self.may_end = threading.Event()
        self.failure: Exception | None = None

    def held(self, make: Any) -> Any:
        def make_later(*arguments: Any) -> Agent[Any]:
            self.may_end.wait(LONG)
            if self.failure is not None:
                raise self.failure
            agent: Agent[Any] = make(*arguments)
            return agent

        return make_later


@pytest.fixture
def preparation(monkeypatch: pytest.MonkeyPatch) -> Iterator[Preparation]:
    made, before = Preparation(), set(threading.enumerate())
    monkeypatch.setattr(preparing, "make_agent", made.held(preparing.make_agent))  # type: ignore[attr-defined]
    monkeypatch.setattr("ludens.ggp.player.thinker.make_agent", made.held(ludens.players.make_agent))
    for command in ("play", "suggest"):
        monkeypatch.setattr(command_module(command), "PATIENCE", 0.0)
    yield made
    made.may_end.set()
    for thread in set(threading.enumerate()) - before:
        while thread.ident is None:  # it is being started by another one
            time.sleep(0.001)
        thread.join(LONG)


def ended_by_first_move(preparation: Preparation, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lets the agent be made once the stand-in has chosen."""

    class Choosing(FlatUcbAgent[Any]):
        def decide(self, state: Any, limit: Limit) -> Decision:
            decision = super().decide(state, limit)
            preparation.may_end.set()
            return decision

    monkeypatch.setattr(preparing, "FlatUcbAgent", Choosing)


def test_suggest_answers_before_the_agent_is_ready(preparation: Preparation, monkeypatch: pytest.MonkeyPatch) -> None:
    ended_by_first_move(preparation, monkeypatch)
    result = CliRunner().invoke(app, ["suggest", "tic_tac_toe", "--seconds", "0.001", "--json"])
    assert result.exit_code == 0, result.output
    found = json.loads(result.stdout)
    assert found["agent"] == found["notes"]["stand_in"] == "flat_ucb"
    assert found["move"].startswith("(mark")


def test_suggest_tells_why_an_agent_could_not_be_made(
    preparation: Preparation, monkeypatch: pytest.MonkeyPatch
) -> None:
    ended_by_first_move(preparation, monkeypatch)
    preparation.failure = UnsuitableGameError("uct", "tic_tac_toe", "it is a test")
    result = CliRunner().invoke(app, ["suggest", "tic_tac_toe", "--agent", "uct", "--seconds", "0.001"])
    assert result.exit_code == 2
    assert "uct cannot play tic_tac_toe: it is a test." in result.stderr


def test_a_number_of_playouts_or_a_seed_is_for_the_agent_itself(preparation: Preparation) -> None:
    for limit in (["--playouts", "100"], ["--seed", "1", "--seconds", "0.01"]):
        result = CliRunner().invoke(app, ["suggest", "tic_tac_toe", "--agent", "monte_carlo", *limit, "--json"])
        assert json.loads(result.stdout)["agent"] == "monte_carlo"


def test_play_says_that_a_simpler_agent_plays_meanwhile(
    preparation: Preparation, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    arguments = ["play", "tic_tac_toe", "--against", "uct", "--seconds", "0.001"]
    result = CliRunner().invoke(app, arguments, input="1 1\nquit\n", env={"COLUMNS": "120"})
    assert result.exit_code == 0, result.output
    assert "(first start: compiling" in result.stdout
    assert "The game is saved" in result.stdout


class Asking:
    """A request to the studio's thinking process."""

    def __init__(self) -> None:
        self.news, self.stopped = list[dict[str, Any]](), False

    def tell(self, news: dict[str, Any]) -> None:
        self.news.append(news)


def ask(work: ThinkingWork, what: str, **more: Any) -> tuple[Any, Asking]:
    call: Any = Asking()
    request = {
        "do": what, "game": {"name": "tic_tac_toe"}, "seat": "s", "role": 0, "agent": "uct", "seed": 1, "moves": [],
        "seconds": None, "playouts": None, **more,
    }  # fmt: skip
    return work.do(what, request, call), call


def test_the_studio_thinks_before_the_agent_is_ready_but_judges_by_the_agent(preparation: Preparation) -> None:
    work = ThinkingWork()
    ask(work, "prepare")
    told, _ = ask(work, "think", seconds=0.01)
    assert told["notes"]["stand_in"] == "flat_ucb"
    found: list[Any] = []
    judging = threading.Thread(target=lambda: found.append(ask(work, "judge", playouts=50)[1].news))
    judging.start()
    preparation.may_end.set()
    judging.join(LONG)
    assert [news["ply"] for news in found[0]] == [0]
    assert not any(isinstance(agent, PreparingAgent) for agent in work._agents.values())
    told, _ = ask(work, "think", seconds=0.01)
    assert "stand_in" not in told["notes"]


def test_the_studio_tells_of_an_agent_that_cannot_be_made_and_tries_again(preparation: Preparation) -> None:
    work = ThinkingWork()
    preparation.failure = UnsuitableGameError("uct", "tic_tac_toe", "it is a test")
    ask(work, "prepare")
    preparation.may_end.set()
    with pytest.raises(UnsuitableGameError):
        ask(work, "judge", playouts=50)
    preparation.failure = None
    assert ask(work, "think", playouts=50)[0]["move"].startswith("(mark")


def test_a_stand_in_that_is_watched_stops_when_it_is_told_to(preparation: Preparation) -> None:
    game = ludens.load("tic_tac_toe")
    agent = make_agent_soon("uct", game, 0, 1)
    decision = decide_watched(agent, game.initial_state(), Limit(LONG), Watcher(lambda seen: None, lambda: True))
    assert decision.notes["stand_in"] == "flat_ucb"
    assert decision.move in game.legal_moves(game.initial_state(), 0)


def test_the_agent_that_takes_over_is_watched_and_stops_too(preparation: Preparation) -> None:
    game = ludens.load("connect_four")
    agent, seen = make_agent_soon("uct", game, 0, 1), list[Decision]()
    preparation.may_end.set()
    decision = decide_watched(agent, game.initial_state(), Limit(LONG), Watcher(seen.append, lambda: len(seen) > 2))
    assert "stand_in" not in decision.notes
    assert len(seen) > 2


def test_a_match_over_the_network_begins_with_a_stand_in(preparation: Preparation) -> None:
    thinker = Thinker(SeatedGame(load_rulesheet("tic_tac_toe").sheet.source.text, "xplayer", RulesGame))
    begin = {"kind": "begin", "steps": [], "agent": "uct", "compiled": True, "memory_mib": 0, "seed": 1}
    reply = thinker.answer({**begin, "patience": 0.0})
    assert (reply["agent"], reply["prepares"]) == ("uct", True)
    decide: dict[str, Any] = {"kind": "decide", "steps": [], "until": 0.0}
    assert thinker.answer(decide)["notes"]["stand_in"] == "flat_ucb"
    assert thinker.answer({"kind": "ponder", "steps": []}) == {}
    preparation.may_end.set()
    assert isinstance(thinker._agent, PreparingAgent)
    thinker._agent.wait()
    steps = [as_data(JointStep(("(mark 2 2)", "noop"))), as_data(JointStep(("noop", "(mark 1 1)")))]
    reply = thinker.answer({**decide, "steps": steps})
    assert "stand_in" not in reply["notes"]
    thinker.answer({"kind": "rest", "steps": []})


def test_a_match_begins_with_the_agent_itself_where_it_is_ready_in_time(preparation: Preparation) -> None:
    preparation.may_end.set()
    rules = load_rulesheet("connect_four(players=3)").sheet.source.text
    thinker = Thinker(SeatedGame(rules, load_rulesheet("connect_four(players=3)").info.roles[1], RulesGame))
    begin = {"kind": "begin", "steps": [], "agent": "negamax", "compiled": True, "memory_mib": 0, "seed": 1}
    assert thinker.answer({**begin, "patience": LONG})["agent"] == "champion"
    assert not isinstance(thinker._agent, PreparingAgent)
