"""An agent that is still being made, and who answers for it until it is ready.

On a first start rules and search have to be compiled, which takes seconds, on a busy machine many. Nobody should wait
for that: a simpler agent plays from the plain rules at once, then on the compiled ones, and then the agent that was
asked for takes over. It is told the position with every question, so it goes on as if it had been there from the start.

What is limited by a number of playouts has to come out the same on every machine: that waits for the agent itself.
"""

from __future__ import annotations

import atexit
import sys
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic, Protocol, runtime_checkable

from ludens.engine.any_game import GameWithEngine, with_engine
from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Game, Limit, S
from ludens.players import AGENTS, check_agent, check_knowledge, make_agent
from ludens.players.agent import Agent, Ponders, Prepares, Watchable
from ludens.players.flat.flat_ucb import FlatUcbAgent, FlatUcbOptions
from ludens.players.kind import AgentKind
from ludens.players.options import Options
from ludens.processes import background
from ludens.search.stopwatch import SECONDS

WORTH_IT = 0.25
"""The part of the time for a move that must be left for somebody better to take it over."""

FOR_EVERY_GAME = frozenset({
    "champion", "level", "greedy_goal", "search_light", "monte_carlo", "flat_ucb", "roulette", "zero_system", "zero",
    "zero_original", "mcts_greedy", "uct", "uct_rave", "grave", "thompson", "roulette_tree", "uct_mast", "cadia",
    "duct", "exp3", "regret_matching", "sequential_uct", "proving_tree", "ismcts",
})  # fmt: skip
"""Agents that can play any game. Of the others it is only known when they are made, and nobody answers before that."""

LIMITING = ("choice", "guide", "playout", "policy", "pruning")
"""Options with which even those may refuse a game."""

LOOK_SECONDS = 0.05
"""Between two looks whether an answer is wanted at once."""

_making_stand_ins, _making_agents = threading.Lock(), threading.Lock()
"""Agents are made one after another, for the others find what the first has compiled; no stand-in waits for that."""

Make = Callable[[], Agent[S]]
Like = Callable[[Agent[S]], Agent[S]]


@dataclass(frozen=True, slots=True)
class Progress:
    """How far the making of an agent is: ``done`` of ``total`` parts; a total of 0 is one that is not known."""

    done: int = 0
    total: int = 0

    def __str__(self) -> str:
        parts = f", {self.done} of {self.total}" if self.total else ""
        return f"first start: compiling{parts}; a simpler agent plays meanwhile"


@runtime_checkable
class Interruptible(Protocol):
    """An agent that asks, again and again while it decides, whether it has thought enough."""

    enough: Callable[[], bool]


class PreparingAgent(Generic[S]):
    """Answers by the last of several agents that is ready; the first is there from the start.

    ``makers`` make the others, each better than the one before, the last of them the agent that is asked for. What goes
    wrong in that is raised by the next call, whatever it is.
    """

    def __init__(self, first: Agent[S], makers: Sequence[Make[S]]) -> None:
        self._best: Agent[S] = first
        self._left = len(makers)
        self._failure: BaseException | None = None
        self._changed = threading.Condition()
        self._stopped = self._closed = False
        self._pondered: list[S] = []
        self._thread = threading.Thread(target=self._make, args=(makers,), name="ludens-agent", daemon=True)
        atexit.register(self._let_finish)
        self._thread.start()

    @property
    def agent(self) -> Agent[S] | None:
        """The agent that was asked for, once it is ready."""
        with self._changed:
            return None if self._left or self._failure is not None else self._best

    @property
    def preparing(self) -> Progress | None:
        """How far it is; None when nothing is being made any more."""
        with self._changed:
            if not self._left or self._failure is not None:
                return None
        return Progress(*(_kernel_progress() or ()))

    def wait(self, seconds: float | None = None) -> Agent[S] | None:
        """The agent that was asked for, when it is ready; None if it is not within these seconds."""
        return self._wait(0, seconds)

    def wait_for_rules(self) -> None:
        """Returns when somebody plays by the compiled rules, if only in the agent's stead."""
        self._wait(1, None)

    def _wait(self, left: int, seconds: float | None) -> Agent[S] | None:
        """Waits until only so many agents are left to be made; raises what went wrong in that."""
        with self._changed:
            self._changed.wait_for(lambda: self._left <= left or self._failure is not None, seconds)
            if self._failure is not None:
                raise self._failure
            return None if self._left else self._best

    def decide(self, state: S, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal."""
        self._stopped = False
        with self._changed:
            self._pondered = []
        asked = self.wait(0)
        if asked is not None:
            return asked.decide(state, limit)
        if limit.seconds is None and (limit.playouts is not None or limit.depth is not None):
            return self._decide_after_waiting(state, limit)
        seconds = SECONDS if limit.seconds is None else limit.seconds
        begin = time.perf_counter()
        while True:
            with self._changed:
                who, left = self._best, self._left
            rest = replace(limit, seconds=max(0.0, seconds - (time.perf_counter() - begin)))
            if not left:
                return who.decide(state, rest)
            until = begin + (1 - WORTH_IT) * seconds

            def relieved(since: int = left, until: float = until) -> bool:
                return self._left < since and time.perf_counter() < until

            decision = self._by_stand_in(who, state, rest, relieved)
            if not relieved() or self._stopped:
                return decision

    def prepare(self, state: S, limit: Limit) -> None:
        """Waits for the agent within the limit, and lets it use what is left of that, if it can."""
        begin = time.perf_counter()
        asked = self.wait(limit.seconds)
        if isinstance(asked, Prepares):
            left = None if limit.seconds is None else limit.seconds - (time.perf_counter() - begin)
            if left is None or left > 0:
                asked.prepare(state, replace(limit, seconds=left))

    def ponder(self, state: S) -> None:
        """Has the agent think while others are to move: now, or from when it is ready."""
        with self._changed:
            self._pondered = [state] if self._left else []
        asked = self.wait(0)
        if isinstance(asked, Ponders) and not self._pondered:
            asked.ponder(state)

    def rest(self) -> None:
        """Ends that."""
        with self._changed:
            self._pondered = []
            asked = None if self._left else self._best
        if isinstance(asked, Ponders):
            asked.rest()

    def decision_so_far(self) -> Decision | None:
        """What the agent itself thinks now, if it shows that; nothing is seen of whoever stands in."""
        ready = self.agent
        return ready.decision_so_far() if isinstance(ready, Watchable) else None

    def stop(self) -> None:
        """Has whoever decides answer soon, from another thread."""
        self._stopped = True
        ready = self.agent
        if isinstance(ready, Watchable):
            ready.stop()

    def close(self) -> None:
        """Ends thinking for good. What is being compiled is compiled to its end, in the background."""
        self._closed = self._stopped = True
        self.rest()

    def _decide_after_waiting(self, state: S, limit: Limit) -> Decision:
        """By the agent itself; by whoever is there if an answer is wanted before."""
        while not self._stopped:
            asked = self.wait(LOOK_SECONDS)
            if asked is not None:
                return asked.decide(state, limit)
        with self._changed:
            who = self._best
        return self._by_stand_in(who, state, Limit(seconds=0.0), lambda: True)

    def _by_stand_in(self, who: Agent[S], state: S, limit: Limit, relieved: Callable[[], bool]) -> Decision:
        if isinstance(who, Interruptible):
            who.enough = lambda: self._stopped or relieved()
        decision = who.decide(state, limit)
        return replace(decision, notes={**decision.notes, "stand_in": _name(who)})

    def _make(self, makers: Sequence[Make[S]]) -> None:
        failure: BaseException | None
        try:
            for make in makers:
                with _making_agents if make is makers[-1] else _making_stand_ins:
                    if not self._closed:
                        self._take_over(make())
            failure = RuntimeError("the agent was closed before it was ready") if self._left else None
        except BaseException as error:
            failure = error
        with self._changed:
            self._failure = failure
            self._changed.notify_all()
        atexit.unregister(self._let_finish)

    def _take_over(self, agent: Agent[S]) -> None:
        with self._changed:
            self._best = agent
            self._left -= 1
            if not self._left and self._pondered and isinstance(agent, Ponders) and not self._closed:
                agent.ponder(self._pondered.pop())
            self._changed.notify_all()

    def _let_finish(self) -> None:
        """Waits for the thread: Python must not end while one is in compiled code."""
        self._closed = True
        background.join(self._thread)


def make_agent_soon(text: str, game: Game[S], role: int, seed: int | None = None, *, patience: float = 0.0) -> Agent[S]:
    """Like ``make_agent``, for somebody who is waiting: it takes hardly longer than the seconds of ``patience``.

    An agent that is not ready by then comes as a PreparingAgent. An agent that may turn out to be unable to play the
    game is waited for all the same.
    """
    kind, options = check_agent(text)
    if kind.instant or role == game.info.chance_role or not _for_every_game(kind, options):
        return make_agent(text, game, role, seed)
    check_knowledge(kind, game)
    loaded = with_engine(game)
    like = kind.like
    weakened: Like[S] = (lambda other: other) if like is None else (lambda other: like(other, options, seed))
    agent = in_the_making(loaded, role, seed, lambda: make_agent(text, loaded, role, seed), weakened)
    return agent.wait(patience) or agent


def _for_every_game(kind: AgentKind, options: Options) -> bool:
    usual = kind.options()
    return kind.name in FOR_EVERY_GAME and all(
        getattr(options, name, None) == getattr(usual, name, None) for name in LIMITING
    )


def in_the_making(
    game: LoadedGame[S], role: int, seed: int | None, make: Make[S], like: Like[S] = lambda other: other
) -> PreparingAgent[S]:
    """The agent that a function makes, with others who play the game until it has; ``like`` makes them play as it."""
    makers = [make]
    if not game.info.hidden:
        makers.insert(0, lambda: like(FlatUcbAgent(game, role, FlatUcbOptions(), seed)))
    return PreparingAgent(like(_on_plain_rules(game, role, seed)), makers)


def _on_plain_rules(game: LoadedGame[S], role: int, seed: int | None) -> Agent[S]:
    """Who plays before anything is compiled."""
    plain: GameWithEngine[S] = GameWithEngine(game)
    if game.info.hidden:
        kind = AGENTS["ismcts"]
        return kind.agent(plain, role, kind.options(), seed)
    return FlatUcbAgent(plain, role, FlatUcbOptions(), seed)


def _name(agent: Agent[Any]) -> str:
    agent = getattr(agent, "base", agent)
    if isinstance(agent, FlatUcbAgent):
        return "flat_ucb"
    kind = type(agent).__name__
    return "ismcts" if kind == "IsmctsAgent" else kind  # by name: few games need its file


def _kernel_progress() -> tuple[int, int] | None:
    """How many kernels are compiled, of how many; None where nothing is known. Asking must not load the compiler."""
    module = sys.modules.get("ludens.engine.kernels.compiling")
    progress: Callable[[], tuple[int, int] | None] | None = getattr(module, "progress", None)
    return None if progress is None else progress()
