"""A program in any language as an agent: ``program:./my_engine --fast`` wherever an agent is named."""

from __future__ import annotations

import contextlib
import math
import time
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, Generic

from ludens.engine.contract import LoadedGame
from ludens.game import Decision, JointMove, Limit, S, SourceError, UnsuitableGameError, View
from ludens.own.references import PROGRAM, allowed_references
from ludens.players.agent import check_role
from ludens.players.kind import AgentKind
from ludens.players.options import Options
from ludens.players.programs.program import Program, ProgramError
from ludens.players.programs.protocol import (
    GREETING,
    VERSION,
    game_lines,
    limit_words,
    one_line,
    played_lines,
    seen_lines,
    split_line,
)

STARTING_SECONDS = 60.0
"""For a program to say that it is ready, and again for each game: a virtual machine may have to start."""

PARTING_SECONDS = 2.0
"""For a program to end after it was told to."""

LATE_SECONDS = 5.0
"""How long after its time a move is waited for. The arena counts by its own clock whether it came too late."""

UNTIMED_SECONDS = 3_600.0
"""How long a move is waited for where no clock runs."""

MOST_NOTES = 50
"""Notes that are kept of a decision."""


class ProgramAgent(Generic[S]):
    """Asks a program for its moves. ``close`` ends it."""

    def __init__(
        self, game: LoadedGame[S], role: int, options: Options, seed: int | None = None, *, command: str
    ) -> None:
        check_role(game, role)
        self.game, self.role = game, role
        self._heard: tuple[JointMove, ...] | None = None
        self._told: tuple[Any, ...] | None = None
        self._can: set[str] = set()
        self._program = Program(command)
        try:
            self._greet(seed)
        except BaseException:
            self.close()
            raise

    def hear(self, history: Sequence[JointMove]) -> None:
        """Takes note of the joint moves since the start, for the next question."""
        self._heard = tuple(history)

    def prepare(self, state: S | View, limit: Limit) -> None:
        """Lets a program think before the first move, if it says that it can."""
        if "prepare" in self._can:
            self._program.send([*self._position(state), f"prepare {limit_words(limit)}"], STARTING_SECONDS)
            self._wait_until_ready(_patience(limit))

    def decide(self, state: S | View, limit: Limit) -> Decision:
        """The program's move, as it gives it: whether it is legal is for the rules to say.

        Raises ProgramError when it ends or is silent, and is of no use after that.
        """
        self._program.send([*self._position(state), *self._legal(state), f"go {limit_words(limit)}"], STARTING_SECONDS)
        until, notes = time.monotonic() + _patience(limit), dict[str, float | int | str]()
        while True:
            word, rest = split_line(self._program.receive(until))
            if word == "move":
                value = notes.pop("value", None)
                return Decision(rest, value if isinstance(value, int | float) else None, notes=notes)
            if word == "info" and len(notes) < MOST_NOTES:
                key, text = split_line(rest)
                notes[key] = _number(text)
            self._check_goes_on(word, rest)

    def conclude(self, history: Sequence[JointMove]) -> None:
        """Tells the program how the game ended, as far as it may know; never fails."""
        goals: tuple[int, ...] = ()
        lines: list[str] = []
        if not self.game.info.hidden:
            self.hear(history)
            state = self.game.initial_state()
            for joint in history:
                state = self.game.next_state(state, joint)
            lines, goals = list(self._position(state)), self.game.goals(state)
        self._part([*lines, " ".join(["end", *map(str, goals)])])

    def close(self) -> None:
        """Ends the program; more than once does no harm."""
        self._part(["quit"])
        self._program.let_end(PARTING_SECONDS)

    def _greet(self, seed: int | None) -> None:
        self._program.send([f"{GREETING} {VERSION}"], STARTING_SECONDS)
        self._wait_until_ready(STARTING_SECONDS)
        if self.game.info.hidden and "hidden" not in self._can:
            reason = "much is hidden here, and it does not say 'can hidden'"
            raise UnsuitableGameError(self._program.command, self.game.info.name, reason)
        self._program.send(game_lines(self.game, self.role, seed), STARTING_SECONDS)
        self._wait_until_ready(STARTING_SECONDS)

    def _wait_until_ready(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while True:
            word, rest = split_line(self._program.receive(until))
            if word == "ready":
                return
            if word == "can":
                self._can.update(rest.lower().split())
            elif word == "refuse":
                raise UnsuitableGameError(self._program.command, self.game.info.name, rest or "it gives no reason")
            self._check_goes_on(word, rest)

    def _check_goes_on(self, word: str, rest: str) -> None:
        if word == "error":
            self._program.end()
            raise ProgramError(f"{self._program.command} gave up: {rest}")

    def _position(self, state: S | View) -> Sequence[str]:
        """The position: what has happened since the program was last told, and in open games what is true."""
        if isinstance(state, View):
            return self._news(state.observations, seen_lines)
        heard, self._heard = self._heard, None
        lines = [] if heard is None else self._news(heard, played_lines)
        return [*lines, f"position {one_line(self.game.text(state))}"]

    def _news(self, history: tuple[Any, ...], lines: Callable[[Sequence[Any]], Iterable[str]]) -> list[str]:
        """What a program has not been told yet; all, from the start, when it was told something else."""
        told: tuple[Any, ...] | None = self._told
        self._told = history
        known = 0 if told is None else len(told)
        if told is not None and history[:known] == told:
            return [*lines(history[known:])]
        return ["start", *lines(history)]

    def _legal(self, state: S | View) -> Sequence[str]:
        legal = state.legal if isinstance(state, View) else self.game.legal_moves(state, self.role)
        return [f"legal {move}" for move in legal or ()]

    def _part(self, lines: Sequence[str]) -> None:
        with contextlib.suppress(ProgramError):
            self._program.send(lines, 1.0)


def program_kind(text: str) -> AgentKind:
    """The kind of agent that ``program:COMMAND`` names; raises SourceError where strangers name agents."""
    allowed = allowed_references()
    if allowed is not None and text not in allowed:
        raise SourceError(f"{text} is a program of somebody's own, which is not allowed here.")
    return AgentKind(
        name=text,
        summary="a program that is asked over its standard input and output",
        source="your own",
        agent=partial(ProgramAgent, command=text.removeprefix(PROGRAM).strip()),
        chance=True,
        hidden=True,
    )


def _patience(limit: Limit) -> float:
    return UNTIMED_SECONDS if limit.seconds is None else limit.seconds + LATE_SECONDS


def _number(text: str) -> float | int | str:
    for kind in (int, float):
        try:
            value: float = kind(text)
        except ValueError:
            continue
        return value if math.isfinite(value) else text
    return text
