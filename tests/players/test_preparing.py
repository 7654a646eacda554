"""An agent in the making: somebody answers at once, the agent takes over, and nothing gets lost.

No test waits for a clock: agents are made when an event says so.
"""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any

import pytest

import ludens
from ludens import Decision, Limit, LudensError, UnknownNameError
from ludens.engine.any_game import GameWithEngine
from ludens.game import UnsuitableGameError
from ludens.players import make_agent, preparing
from ludens.players.agent import Agent
from ludens.players.flat.flat_ucb import FlatUcbAgent
from ludens.players.flat.monte_carlo import MonteCarloAgent
from ludens.players.flat.random import RandomAgent
from ludens.players.preparing import FOR_EVERY_GAME, PreparingAgent, Progress, make_agent_soon

LONG = 600.0
"""Seconds that no test uses up."""


class Fake:
    """An agent that notes what it is asked."""

    def __init__(self, name: str) -> None:
        self.name, self.told = name, list[tuple[str, Any]]()

    def decide(self, state: Any, limit: Limit) -> Decision:
        self.told.append(("decide", state))
        self.limit = limit
        return Decision(self.name)

    def prepare(self, state: Any, limit: Limit) -> None:
        self.told.append(("prepare", state))
        self.limit = limit

    def ponder(self, state: Any) -> None:
        self.told.append(("ponder", state))

    def rest(self) -> None:
        self.told.append(("rest", None))


class Thoughtful(Fake):
    """One that thinks until it is told that it is enough."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.enough: Callable[[], bool] = lambda: False
        self.thinking = threading.Event()

    def decide(self, state: Any, limit: Limit) -> Decision:
        decision, waiting = super().decide(state, limit), threading.Event()
        self.thinking.set()
        while not self.enough():
            waiting.wait(0.001)
        return decision


class Workshop:
    """Makes agents, each when it is released."""

    def __init__(self) -> None:
        self.first, self.better, self.asked = Fake("first"), Fake("better"), Fake("asked")
        self.releases = [threading.Event(), threading.Event()]
        self.failure: BaseException | None = None
        self.made: list[PreparingAgent[Any]] = []

    def agent(self, first: Agent[Any] | None = None) -> PreparingAgent[Any]:
        found: PreparingAgent[Any] = PreparingAgent(first or self.first, [self._better, self._asked])
        self.made.append(found)
        return found

    def _better(self) -> Agent[Any]:
        self.releases[0].wait(LONG)
        return self.better

    def _asked(self) -> Agent[Any]:
        self.releases[1].wait(LONG)
        if self.failure is not None:
            raise self.failure
        return self.asked

    def finish(self) -> None:
        for release in self.releases:
            release.set()
        for agent in self.made:
            agent._thread.join(LONG)


@pytest.fixture
def workshop() -> Iterator[Workshop]:
    made = Workshop()
    yield made
    made.finish()


def until(condition: Callable[[], bool]) -> None:
    waiting = threading.Event()
    while not condition():
        waiting.wait(0.001)


def test_a_simpler_agent_answers_until_the_one_that_was_asked_for_is_ready(workshop: Workshop) -> None:
    agent = workshop.agent()
    decision = agent.decide("start", Limit(seconds=1))
    assert (decision.move, decision.notes["stand_in"]) == ("first", "Fake")
    workshop.releases[0].set()
    until(lambda: agent._left == 1)
    assert agent.decide("second", Limit(seconds=1)).move == "better"
    assert agent.agent is None
    workshop.releases[1].set()
    assert agent.wait() is workshop.asked
    decision = agent.decide("third", Limit(seconds=1))
    assert (decision.move, decision.notes) == ("asked", {})
    assert workshop.asked.told == [("decide", "third")]
    assert agent.preparing is None


def test_a_number_of_playouts_waits_for_the_agent_itself(workshop: Workshop) -> None:
    agent, found = workshop.agent(), list[Decision]()
    limits = Limit(playouts=100), Limit(depth=3)
    threads = [threading.Thread(target=lambda at=at: found.append(agent.decide("p", at))) for at in limits]
    for thread in threads:
        thread.start()
    workshop.finish()
    for thread in threads:
        thread.join(LONG)
    assert [decision.move for decision in found] == ["asked", "asked"]
    assert workshop.first.told == workshop.better.told == []


def test_the_agent_takes_over_in_the_middle_of_a_move(workshop: Workshop) -> None:
    slow, found = Thoughtful("slow"), list[Decision]()
    agent = workshop.agent(slow)
    thread = threading.Thread(target=lambda: found.append(agent.decide("start", Limit(LONG))))
    thread.start()
    slow.thinking.wait(LONG)
    workshop.finish()
    thread.join(LONG)
    assert found == [Decision("asked")]
    assert workshop.asked.told == [("decide", "start")]
    assert workshop.asked.limit.seconds is not None
    assert 0 < workshop.asked.limit.seconds <= LONG


def test_nobody_takes_over_when_there_is_little_time_left(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(preparing, "time", SimpleNamespace(perf_counter=lambda: now))
    agent = workshop.agent()

    class Late(Fake):
        def decide(self, state: Any, limit: Limit) -> Decision:
            nonlocal now
            now = 0.8
            workshop.finish()
            return super().decide(state, limit)

    agent._best = Late("late")
    assert agent.decide("start", Limit(seconds=1)).move == "late"
    assert workshop.asked.told == []
    assert agent.decide("next", Limit(seconds=1)).move == "asked"


@pytest.mark.parametrize("failure", [UnsuitableGameError("x", "y", "it is not"), MemoryError(), SystemExit(3)])
def test_what_goes_wrong_is_raised_by_the_next_call(workshop: Workshop, failure: BaseException) -> None:
    agent = workshop.agent()
    workshop.failure = failure
    assert agent.decide("start", Limit(seconds=1)).move == "first"
    workshop.finish()
    calls: list[Callable[[], object]] = [
        lambda: agent.decide("next", Limit(seconds=1)),
        lambda: agent.decide("next", Limit(playouts=1)),
        lambda: agent.prepare("next", Limit(seconds=1)),
        lambda: agent.ponder("next"),
        agent.wait,
    ]
    for call in calls:
        with pytest.raises(type(failure)) as caught:
            call()
        assert caught.value is failure
    assert agent.preparing is None
    agent.rest()
    agent.close()


def test_it_goes_on_with_what_it_was_asked_to_ponder(workshop: Workshop) -> None:
    agent = workshop.agent()
    agent.ponder("old")
    agent.ponder("new")
    workshop.finish()
    assert workshop.asked.told == [("ponder", "new")]
    agent.ponder("newer")
    agent.rest()
    assert workshop.asked.told[1:] == [("ponder", "newer"), ("rest", None)]


@pytest.mark.parametrize("how", ["rest", "decide"])
def test_what_is_no_longer_to_be_pondered_is_not(workshop: Workshop, how: str) -> None:
    agent = workshop.agent()
    agent.ponder("old")
    agent.rest() if how == "rest" else agent.decide("new", Limit(seconds=0.001))
    workshop.finish()
    assert workshop.asked.told == []


def test_time_before_the_game_is_waited_for_the_agent_which_gets_the_rest(workshop: Workshop) -> None:
    agent = workshop.agent()
    agent.prepare("start", Limit(seconds=0.001))
    assert workshop.asked.told == []
    workshop.finish()
    agent.prepare("start", Limit(seconds=LONG))
    assert workshop.asked.told == [("prepare", "start")]
    assert workshop.asked.limit.seconds is not None
    assert 0 < workshop.asked.limit.seconds <= LONG


@pytest.mark.parametrize("limit", [Limit(LONG), Limit(playouts=10)])
def test_thinking_stops_when_it_is_told_to(workshop: Workshop, limit: Limit) -> None:
    slow, found = Thoughtful("slow"), list[Decision]()
    agent = workshop.agent(slow)
    thread = threading.Thread(target=lambda: found.append(agent.decide("start", limit)))
    thread.start()
    while thread.is_alive():
        agent.stop()
        thread.join(0.01)
    assert [decision.move for decision in found] == ["slow"]


@pytest.mark.parametrize("stage", [0, 1, 2])
def test_it_can_be_closed_at_any_moment(workshop: Workshop, stage: int) -> None:
    agent = workshop.agent()
    agent.ponder("start")
    for release in workshop.releases[:stage]:
        release.set()
    until(lambda: agent._left == 2 - stage)
    agent.close()
    agent.close()
    workshop.finish()
    assert ("ponder", "start") not in workshop.asked.told or stage == 2
    if stage == 0:
        with pytest.raises(RuntimeError, match="closed"):
            agent.wait()


def test_progress_is_told(workshop: Workshop, monkeypatch: pytest.MonkeyPatch) -> None:
    name = "ludens.engine.kernels.compiling"
    monkeypatch.setitem(sys.modules, name, SimpleNamespace())
    agent = workshop.agent()
    assert agent.preparing == Progress()
    assert str(agent.preparing) == "first start: compiling; a simpler agent plays meanwhile"
    monkeypatch.setitem(sys.modules, name, SimpleNamespace(progress=lambda: (3, 9)))
    assert agent.preparing == Progress(3, 9)
    assert str(agent.preparing) == "first start: compiling, 3 of 9; a simpler agent plays meanwhile"
    workshop.finish()
    assert agent.preparing is None


def test_a_stand_in_does_not_wait_for_another_agent(workshop: Workshop) -> None:
    one, other = workshop.agent(), workshop.agent()
    workshop.releases[0].set()
    until(lambda: one._left == 1 and other._left == 1)
    workshop.releases[1].set()
    assert one.wait() is other.wait() is workshop.asked


@pytest.fixture
def never(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """No agent gets ready while a test lasts; nor are rules compiled."""
    released = threading.Event()
    before = set(threading.enumerate())

    class Held(FlatUcbAgent[Any]):
        def __init__(self, game: Any, *rest: Any) -> None:
            if not isinstance(game, GameWithEngine):
                released.wait(LONG)
            super().__init__(game, *rest)

    def held(*arguments: Any) -> Agent[Any]:
        released.wait(LONG)
        raise LudensError("never")

    monkeypatch.setattr(preparing, "FlatUcbAgent", Held)
    monkeypatch.setattr(preparing, "make_agent", held)
    yield
    released.set()
    for thread in set(threading.enumerate()) - before:
        thread.join(LONG)


@pytest.mark.usefixtures("never")
@pytest.mark.parametrize(
    "name", ["connect_four", "eight_puzzle", "free_for_all", "odd", "ropasci", "tron", "monty_hall", "kuhn_poker"]
)
def test_any_game_is_played_before_anything_is_compiled(name: str) -> None:
    game = ludens.load(name)
    state = game.initial_state()
    choosing = [role for role in game.info.players if len(game.legal_moves(state, role)) > 1]
    role = choosing[0] if choosing else game.info.players[0]
    agent = make_agent_soon("champion", game, role, 1)
    assert isinstance(agent, PreparingAgent)
    told: Any = ludens.View(role, (), game.legal_moves(state, role)) if game.info.hidden else state
    assert agent.decide(told, Limit(seconds=0.02)).move in game.legal_moves(state, role)
    agent.close()


def test_who_is_ready_in_time_comes_without_a_wrapper() -> None:
    game = ludens.load("tic_tac_toe")
    assert type(make_agent_soon("monte_carlo", game, 0, 1, patience=LONG)) is MonteCarloAgent
    assert type(make_agent_soon("random", game, 0, 1)) is RandomAgent
    chance = ludens.load("monty_hall")
    assert chance.info.chance_role is not None
    assert type(make_agent_soon("champion", chance, chance.info.chance_role, 1)) is RandomAgent


def test_what_is_wrong_at_first_sight_is_refused_at_once() -> None:
    game = ludens.load("tic_tac_toe")
    with pytest.raises(UnknownNameError):
        make_agent_soon("champian", game, 0)
    with pytest.raises(ludens.ParameterError):
        make_agent_soon("uct(lanes=0)", game, 0)
    with pytest.raises(ludens.ParameterError, match="no role number"):
        make_agent_soon("uct", game, 7)
    with pytest.raises(UnsuitableGameError, match="hides some of it"):
        make_agent_soon("uct", ludens.load("kuhn_poker"), 0)
    with pytest.raises(UnsuitableGameError):
        make_agent_soon("negamax", ludens.load("connect_four(players=3)"), 0)
    with pytest.raises(UnsuitableGameError):
        make_agent_soon("uct(choice=equilibrium)", ludens.load("connect_four(players=3)"), 0)


@pytest.mark.parametrize("agent", sorted(FOR_EVERY_GAME))
def test_whoever_has_a_stand_in_can_play_any_game(agent: str) -> None:
    for name in ("connect_four(players=3)", "eight_puzzle", "prisoners_dilemma"):
        assert make_agent(agent, ludens.load(name), 0, 1)


def test_python_ends_when_an_agent_is_still_being_made() -> None:
    program = (
        "import threading, time\n"
        "from ludens import Decision, Limit\n"
        "from ludens.players.preparing import PreparingAgent\n"
        "class First:\n"
        "    def decide(self, state, limit): return Decision('first')\n"
        "begun = threading.Event()\n"
        "def make():\n"
        "    begun.set()\n"
        "    time.sleep(0.2)\n"
        "    print('made', flush=True)\n"
        "    return First()\n"
        "agent = PreparingAgent(First(), [make, make])\n"
        "begun.wait()\n"
        "print(agent.decide('start', Limit(seconds=1)).move, flush=True)\n"
    )
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=LONG, check=False)
    assert (found.returncode, found.stderr) == (0, "")
    assert sorted(found.stdout.split()) == ["first", "made"]
