"""An agent of ours as a program for others: reads the lines of ``docs/protocol.md`` and answers them."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, JointMove, LudensError, Move, Observation, UnknownNameError, View
from ludens.games import GAMES
from ludens.games.loading import load, rulesheet_game, scheme_of
from ludens.games.rules_game import RulesGame
from ludens.names import split_name
from ludens.players import make_agent
from ludens.players.agent import Agent, Closes, Prepares, Watchable, check_role, tell
from ludens.players.programs.protocol import (
    ProtocolError,
    one_line,
    read_limit,
    rules_of,
    split_line,
)
from ludens.rules.source import Source

Say = Callable[[str], None]

STOP_SECONDS = 0.05
"""After which an agent that is still at it is told again to stop."""

FACTS = ("simulations", "seconds", "depth", "nodes", "positions")
"""Search facts that are told, where an agent knows them."""


@dataclass
class _Described:
    """A game as far as it has been described."""

    name: str
    roles: list[str] = field(default_factory=list)
    chance: int | None = None
    rules: str = ""
    seat: int | None = None
    seed: int | None = None

    @cached_property
    def game(self) -> LoadedGame[Any]:
        """The game itself; raises LudensError when there is none, or one with other roles."""
        game = self._loaded()
        if self.roles and tuple(self.roles) != game.info.roles:
            raise ProtocolError(f"{self.name} has the roles {', '.join(game.info.roles)}")
        return game

    def _loaded(self) -> LoadedGame[Any]:
        named = split_name(self.name)
        built_in = named is not None and named[0] in GAMES
        if not self.rules:
            if not built_in and not scheme_of(self.name):
                raise UnknownNameError("game", self.name[:80], GAMES)
            return load(self.name)
        if built_in:
            # What is known of a built-in game, and compiled already, goes with its name; but only if it is the same.
            known = load(self.name)
            if rules_of(known) == self.rules:
                return known
        return rulesheet_game(Source(self.rules, self.name))


@dataclass
class _Told:
    """What has been said of the game in progress; ``state`` is None at its start.

    ``from_start``: the history is known to be complete. ``joint``: the moves so far of the next joint move.
    """

    from_start: bool = False
    state: Any = None
    history: list[JointMove] = field(default_factory=list)
    joint: list[Move] = field(default_factory=list)
    seen: list[Observation] = field(default_factory=list)
    legal: list[Move] = field(default_factory=list)
    position: str | None = None


class Engine:
    """Answers lines with ``say``. ``agent``: as everywhere in Ludens."""

    def __init__(self, agent: str, say: Say, seed: int | None = None) -> None:
        self._name, self._say, self._seed = agent, say, seed
        self._described: _Described | None = None
        self._agent: Agent[Any] | None = None
        self._changed = threading.Condition()
        self._asked = self._answered = self._stopped = 0
        """How many moves were asked for, have been answered, and how many of them are wanted at once."""
        self._told = _Told()

    def serve(self, lines: Iterable[str]) -> None:
        """Answers until there are no more lines, or one says ``quit``.

        Lines are read while the agent thinks, so that ``stop`` can end that.
        """
        waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        threading.Thread(target=self._read, args=(lines, waiting), daemon=True).start()
        try:
            while (line := waiting.get()) is not None:
                self.hear(line)
        finally:
            self._leave()

    def _read(self, lines: Iterable[str], waiting: queue.SimpleQueue[str | None]) -> None:
        for line in lines:
            word, _ = split_line(line)
            if word == "go":
                self._asked += 1
            if word in ("stop", "quit"):
                with self._changed:
                    self._stopped = self._asked
                    self._changed.notify_all()
            if word == "quit":
                break
            waiting.put(line)
        waiting.put(None)

    def _stop_when_told(self, number: int, agent: Watchable) -> None:
        """Stops an agent when that is wanted; again and again, since it may only be about to begin."""
        with self._changed:
            self._changed.wait_for(lambda: self._stopped >= number or self._answered >= number)
            while self._answered < number:
                agent.stop()
                self._changed.wait(STOP_SECONDS)

    def hear(self, line: str) -> None:
        """Does what a line says; one that begins with an unknown word is passed over."""
        word, rest = split_line(line)
        act = getattr(self, f"_on_{word}", None) if word.isidentifier() else None
        if act is None:
            return
        try:
            act(rest)
        except LudensError as error:
            self._say(f"{'refuse' if word == 'begin' else 'error'} {one_line(str(error))}")
        except Exception as error:
            self._say(f"error {type(error).__name__}: {one_line(str(error))}")
        finally:
            if word == "go":
                with self._changed:
                    self._answered += 1
                    self._changed.notify_all()

    def _on_ludens(self, rest: str) -> None:
        self._say(f"id Ludens, {self._name}")
        self._say("can chance hidden prepare stop")
        self._say("ready")

    def _on_game(self, rest: str) -> None:
        self._leave()
        self._described, self._told = _Described(rest), _Told()

    def _on_role(self, rest: str) -> None:
        self._game_described().roles.append(rest)

    def _on_rules(self, rest: str) -> None:
        self._game_described().rules = rest

    def _on_seat(self, rest: str) -> None:
        self._game_described().seat = _whole(rest)

    def _on_seed(self, rest: str) -> None:
        self._game_described().seed = _whole(rest)

    def _on_begin(self, rest: str) -> None:
        described = self._game_described()
        seat = described.game.info.players[0] if described.seat is None else described.seat
        check_role(described.game, seat)
        described.seat = seat
        seed = self._seed if described.seed is None else described.seed
        self._agent = make_agent(self._name, described.game, seat, seed)
        self._say("ready")

    def _on_start(self, rest: str) -> None:
        self._told = _Told(from_start=True)

    def _on_played(self, rest: str) -> None:
        role, _, move = rest.partition(" ")
        if _whole(role) != len(self._told.joint):
            raise ProtocolError(f"played {rest}: moves come role by role, from 0")
        self._told.joint.append(move)
        game = self._game_described().game
        if len(self._told.joint) == len(game.info.roles):
            joint, self._told.joint = tuple(self._told.joint), []
            self._told.state = game.next_state(self._now(), joint)
            self._told.history.append(joint)

    def _on_did(self, rest: str) -> None:
        self._told.seen.append(Observation(rest))

    def _on_saw(self, rest: str) -> None:
        if not self._told.seen:
            raise ProtocolError("saw comes after did")
        self._told.seen[-1] = Observation(self._told.seen[-1].move, (*self._told.seen[-1].percepts, rest))

    def _on_position(self, rest: str) -> None:
        self._told.position = rest

    def _on_legal(self, rest: str) -> None:
        self._told.legal.append(rest)

    def _on_prepare(self, rest: str) -> None:
        agent = self._seated()
        if isinstance(agent, Prepares):
            agent.prepare(self._known(agent), read_limit(rest))
        self._say("ready")

    def _on_go(self, rest: str) -> None:
        agent = self._seated()
        try:
            limit = read_limit(rest)
            if isinstance(agent, Watchable):
                asked = (self._answered + 1, agent)
                threading.Thread(target=self._stop_when_told, args=asked, daemon=True).start()
            decision = agent.decide(self._known(agent), limit)
        finally:
            self._told.legal, self._told.position = [], None
        for line in _decision_lines(decision):
            self._say(line)

    def _on_end(self, rest: str) -> None:
        self._leave()

    def _known(self, agent: Agent[Any]) -> Any:
        """What the agent is asked about: the position, or what its role has seen."""
        described = self._game_described()
        assert described.seat is not None
        if described.game.info.hidden:
            return View(described.seat, tuple(self._told.seen), tuple(sorted(self._told.legal)) or None)
        if self._told.from_start:
            tell(agent, self._told.history)
            return self._now()
        if self._told.position is not None:
            if not isinstance(described.game, RulesGame):
                raise ProtocolError(f"positions of {described.game.info.name} are known by 'start' and 'played' only")
            return described.game.state_from_text(self._told.position)
        return self._now()

    def _now(self) -> Any:
        if self._told.state is None:
            self._told.state = self._game_described().game.initial_state()
        return self._told.state

    def _game_described(self) -> _Described:
        if self._described is None:
            raise ProtocolError("no game yet: 'game NAME' comes first")
        return self._described

    def _seated(self) -> Agent[Any]:
        if self._agent is None:
            raise ProtocolError("the game has not begun: 'begin' comes first")
        return self._agent

    def _leave(self) -> None:
        agent, self._agent = self._agent, None
        if isinstance(agent, Closes):
            agent.close()


def _decision_lines(decision: Decision) -> Iterable[str]:
    if decision.value is not None:
        yield f"info value {decision.value:.2f}"
    for name in FACTS:
        if name in decision.notes:
            yield f"info {name} {decision.notes[name]}"
    yield f"move {decision.move}"


def _whole(text: str) -> int:
    if not text.lstrip("-").isdecimal():
        raise ProtocolError(f"'{text}' is not a whole number")
    return int(text)
