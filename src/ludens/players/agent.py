"""What every agent does, and what one is told when it is made."""

from __future__ import annotations

import time
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.rows import Rows
from ludens.game import Decision, JointMove, Limit, Move, ParameterError, S
from ludens.players.options import Options
from ludens.search.random_games import longest
from ludens.search.reports import reports
from ludens.search.stopwatch import Stopwatch
from ludens.search.tally import Figures
from ludens.search.warm import warm_up

S_contra = TypeVar("S_contra", contravariant=True)
O = TypeVar("O", bound=Options)  # noqa: E741 - options, as S are states


Seed = int | np.random.Generator | None
"""Where an agent's random numbers begin, or the numbers themselves."""


class Agent(Protocol[S_contra]):
    """Something that chooses moves for one role of one game. Any class with this method is an agent."""

    def decide(self, state: S_contra, limit: Limit) -> Decision:
        """Decides on a legal move of its role, in a position that is not terminal, within the limit."""


@runtime_checkable
class Prepares(Protocol[S_contra]):
    """An agent that can use time before the first move; not every agent does."""

    def prepare(self, state: S_contra, limit: Limit) -> None:
        """Thinks about the position in which the game begins, within the limit."""


@runtime_checkable
class Ponders(Protocol[S_contra]):
    """An agent that can think while others are to move."""

    def ponder(self, state: S_contra) -> None:
        """Begins to think about a position, in the background."""

    def rest(self) -> None:
        """Ends that."""


@runtime_checkable
class HearsMoves(Protocol):
    """An agent that wants to know what was played, not only where that has led; where it is known it is told."""

    def hear(self, history: Sequence[JointMove]) -> None:
        """Takes note of all joint moves since the start, before it is asked about the position after them."""

    def conclude(self, history: Sequence[JointMove]) -> None:
        """Takes note of the end of the game; never fails."""


@runtime_checkable
class Closes(Protocol):
    """An agent that holds something which ends with its game, such as a process."""

    def close(self) -> None:
        """Ends that; more than once does no harm."""


def tell(agent: object, history: Sequence[JointMove]) -> None:
    """Tells an agent that wants to know it what was played."""
    if isinstance(agent, HearsMoves):
        agent.hear(history)


@runtime_checkable
class Watchable(Protocol):
    """An agent that another thread can watch, and hurry, while it decides; not every agent shows something."""

    def decision_so_far(self) -> Decision | None:
        """What it would decide now in the position that it thinks about; None while there is nothing to be seen."""

    def stop(self) -> None:
        """Makes ``decide`` answer soon; not if it begins only after this."""


def random_numbers(seed: Seed) -> np.random.Generator:
    """The random numbers of an agent with this seed; any without one."""
    return seed if isinstance(seed, np.random.Generator) else np.random.default_rng(None if seed is None else abs(seed))


def check_role(game: LoadedGame[Any], role: int) -> None:
    """Raises ParameterError for a role that the game does not have."""
    if not 0 <= role < len(game.info.roles):
        raise ParameterError(f"{game.info.name} has no role number {role}; its roles are {game.info.roles}.")


class SeatedAgent(ABC, Generic[S, O]):
    """An agent with its seat: the game, its engine, the role, options, and random numbers from the seed.

    It makes the only legal move without thought; a subclass chooses among several in ``_choose``.
    """

    def __init__(self, game: LoadedGame[S], role: int, options: O, seed: Seed = None) -> None:
        check_role(game, role)
        self.game, self.role, self.options = game, role, options
        self.engine: BatchEngine = game.engine
        self.random = random_numbers(seed)
        warm_up(self.engine)
        self.max_steps = longest(game.info)

    def decide(self, state: S, limit: Limit) -> Decision:
        """A legal move in a position that is not terminal; raises ValueError in one that is."""
        begin = time.perf_counter()
        moves = self.game.legal_moves(state, self.role)
        if not moves:
            raise ValueError(f"there is nothing to decide: the game of {self.game.info.name} is over")
        if len(moves) == 1:
            return Decision(moves[0], notes={"simulations": 0, "seconds": time.perf_counter() - begin})
        return self._choose(self.game.pack([state]), limit)

    @abstractmethod
    def _choose(self, position: Rows, limit: Limit) -> Decision:
        """One of several legal moves in the position, which is one row."""

    def _any(self, places: NDArray[np.integer] | list[int]) -> int:
        """One of these, each as likely as the others."""
        return int(places[int(self.random.integers(len(places)))])

    def _any_move(self, position: Rows) -> Move:
        """Any legal move: where there was no time even to look at them."""
        return self.engine.moves(self.role)[self._any(np.flatnonzero(self.engine.legal(position)[self.role][0]))]

    def _decision(
        self,
        moves: NDArray[np.int64],
        place: int,
        watch: Stopwatch,
        *,
        figures: Figures | None = None,
        proven: Mapping[int, float] | None = None,
        notes: Mapping[str, float | int | str] | None = None,
    ) -> Decision:
        """The move at this place of the moves, given by number, with reports of all."""
        texts = self.engine.moves(self.role)
        names = [texts[number] for number in moves]
        listed = reports(names, figures, proven or {})
        value = next(report.value for report in listed if report.move == names[place])
        facts = {"simulations": watch.played, "seconds": watch.seconds, **(notes or {})}
        return Decision(names[place], value, listed, notes=facts)
