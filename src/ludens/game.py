"""The contract every game keeps: joint moves over immutable states, and the errors that break it.

One loop plays every game, sequential or simultaneous, for one role or many::

    state = game.initial_state()
    while not game.is_terminal(state):
        moves = tuple(choose(game.legal_moves(state, role)) for role in range(len(game.info.roles)))
        state = game.next_state(state, moves)
    print(game.goals(state))

Roles are numbered in the order of ``game.info.roles``. A move is its own stable text; for a game given
by a rulesheet that text is the GDL term, such as ``(mark 2 2)`` or ``noop``.
"""

from __future__ import annotations

import difflib
import random
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Protocol, TypeVar, runtime_checkable

S = TypeVar("S", bound=Hashable)

Role = str
Move = str
JointMove = tuple[Move, ...]
Percept = str

HIGHEST_GOAL = 100
"""Goals are whole numbers from 0 to this."""

LONGEST_GAME = 1_000
"""Joint moves after which a game is cut that does not say how long it can be."""


FEW_NAMES, MANY_NAMES = 8, 80
"""An error about an unknown name lists all names if there are few, or if there are not too many and none is similar."""


class Turns(Enum):
    """Who has a choice in a position, on which search algorithms depend.

    ``SINGLE``: there is one role.
    ``SEQUENTIAL``: several roles, but never more than one of them has a choice.
    ``SIMULTANEOUS``: several roles may have a choice at the same time.
    """

    SINGLE = "one player"
    SEQUENTIAL = "one at a time"
    SIMULTANEOUS = "all at once"


@dataclass(frozen=True, slots=True)
class GameInfo:
    """What is known about a game before it is played; ``None`` means that it is not known.

    ``name``: of the game, with its parameters.
    ``roles``: the names of the roles, in order.
    ``moves``: every move each role can ever have, role by role.
    ``turns``: at most one role ever has a choice (SEQUENTIAL), or several may (SIMULTANEOUS).
    ``goal_sum``: what the goals of all roles add up to at every end of the game.
    ``max_steps``: no game takes more joint moves than this.
    ``chance_role``: the role whose moves are drawn, all legal ones equally likely: ``random`` of GDL-II.
    ``hidden``: a role learns what it sees (HidesInformation), not what was played.
    """

    name: str
    roles: tuple[Role, ...]
    moves: tuple[tuple[Move, ...], ...] | None = None
    turns: Turns | None = None
    goal_sum: int | None = None
    max_steps: int | None = None
    chance_role: int | None = None
    hidden: bool = False

    @property
    def players(self) -> tuple[int, ...]:
        """The roles that somebody plays: all except chance."""
        return tuple(role for role in range(len(self.roles)) if role != self.chance_role)


@runtime_checkable
class Game(Protocol[S]):
    """Rules as pure functions of immutable, hashable states. Any class with these methods is a game."""

    @property
    def info(self) -> GameInfo:
        """Name, roles and declared facts."""

    def initial_state(self) -> S:
        """The position before the first move."""

    def is_terminal(self, state: S) -> bool:
        """Whether the game is over."""

    def legal_moves(self, state: S, role: int) -> tuple[Move, ...]:
        """The role's legal moves in ascending order; ``()`` when the game is over, never before."""

    def next_state(self, state: S, moves: Sequence[Move]) -> S:
        """The position after one legal move of every role; raises IllegalMoveError otherwise."""

    def goals(self, state: S) -> tuple[int, ...]:
        """Each role's goal, 0 to 100, at the end of the game. Before it, some games raise GoalError."""

    def text(self, state: S) -> str:
        """The same text for the same position, and for no other."""


def random_joint_move(game: Game[S], state: S, numbers: random.Random) -> JointMove:
    """A legal move for each role, drawn at random."""
    return tuple(numbers.choice(game.legal_moves(state, role)) for role in range(len(game.info.roles)))


@runtime_checkable
class HidesInformation(Game[S], Protocol[S]):
    """A game that also says what a role sees of a joint move. It matters where ``info.hidden``."""

    def percepts(self, state: S, moves: Sequence[Move], role: int) -> tuple[Percept, ...]:
        """What the role sees when these moves are made in this position, ascending; () when it sees nothing."""


@dataclass(frozen=True, slots=True)
class Observation:
    """One joint move as a role knows it.

    ``move``: its own move.
    ``percepts``: what it saw.
    """

    move: Move
    percepts: tuple[Percept, ...] = ()


@dataclass(frozen=True, slots=True)
class View:
    """Everything that a role knows in a game with hidden information; agents receive it instead of a state.

    ``role``: its number.
    ``observations``: one for each joint move since the start.
    ``legal``: the role's legal moves, if somebody who knows the position gives them; with ``None``, they have to be
    worked out from the observations.
    """

    role: int
    observations: tuple[Observation, ...] = ()
    legal: tuple[Move, ...] | None = None


@dataclass(frozen=True, slots=True)
class Limit:
    """How much an agent may think about one move. ``None`` means no limit.

    ``seconds``: of the clock.
    ``playouts``: random games, or positions that a search without them looks at.
    ``depth``: moves ahead, for searches that have a depth.
    """

    seconds: float | None = None
    playouts: int | None = None
    depth: int | None = None


@dataclass(frozen=True, slots=True)
class MoveReport:
    """What an agent thinks of one legal move.

    ``visits``: how many playouts began with it.
    ``value``: the goal expected for the agent's role, 0 to 100, with a 95 % interval of ± ``margin``.
    ``amaf``: the mean goal of playouts in which it was made at any later time.
    ``proven``: whether the value is certain.
    ``chance``: the probability with which the agent makes the move, if it draws it.

    Fields that the agent does not know are ``None``.
    """

    move: Move
    visits: int = 0
    value: float | None = None
    margin: float | None = None
    amaf: float | None = None
    proven: bool = False
    chance: float | None = None


@dataclass(frozen=True, slots=True)
class Decision:
    """A chosen move, with what the agent thinks of it. Only the move is needed: ``ludens.Decision("noop")``.

    ``move``: the chosen move.
    ``value``: the goal the agent expects for its role, 0 to 100, or ``None``.
    ``moves``: what it thinks of each move it looked at, best first.
    ``line``: how it expects the game to continue, the chosen move first.
    ``notes``: facts worth showing, such as simulations made, nodes, depth, seconds.
    """

    move: Move
    value: float | None = None
    moves: tuple[MoveReport, ...] = ()
    line: tuple[JointMove, ...] = ()
    notes: dict[str, float | int | str] = field(default_factory=dict)


def observation(game: Game[S], state: S, moves: Sequence[Move], role: int) -> Observation:
    """What a role knows of a joint move made in a position; no percepts where the game has none."""
    seen = game.percepts(state, moves, role) if isinstance(game, HidesInformation) else ()
    return Observation(moves[role], seen)


def observations(game: Game[S], history: Iterable[JointMove], role: int) -> tuple[Observation, ...]:
    """What a role knows of the joint moves of a game from its start."""
    state, found = game.initial_state(), []
    for moves in history:
        found.append(observation(game, state, moves, role))
        state = game.next_state(state, moves)
    return tuple(found)


class LudensError(Exception):
    """The root of every error that a caller's input can cause. Its text is meant for people."""

    def __reduce__(self) -> tuple[Any, ...]:
        """As other processes get it: with its text, not made anew from it."""
        return _unpickled, (type(self), self.args, vars(self))


def _unpickled(kind: type[LudensError], arguments: tuple[Any, ...], attributes: dict[str, Any]) -> LudensError:
    error = kind.__new__(kind)
    error.args = arguments
    vars(error).update(attributes)
    return error


class UnknownNameError(LudensError):
    """A game, agent or parameter that does not exist; the text names the nearest ones that do, or all."""

    def __init__(self, kind: str, name: str, known: Iterable[str]) -> None:
        self.name, listed = name, sorted(known)
        self.near = tuple(difflib.get_close_matches(name.lower(), listed, n=3, cutoff=0.5))
        choice = _one_of(self.near)
        hint = f" Did you mean {choice}?" if choice else ""
        if len(self.near) < len(listed) <= (FEW_NAMES if self.near else MANY_NAMES):
            hint += f" It may be {_one_of(listed)}."
        super().__init__(f"There is no {kind} called {name!r}.{hint}")


def _one_of(names: Sequence[str]) -> str:
    return " or ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


class ParameterError(LudensError):
    """A parameter of a game or agent that is misspelt, unknown, or out of its range."""


class SourceError(LudensError):
    """A rulesheet that cannot be read: missing, a directory, not text, too long."""


class RulesError(LudensError):
    """A rulesheet with mistakes. The text lists each with its place; ``places`` are (line, column) pairs."""

    def __init__(self, report: str, places: Sequence[tuple[int, int]]) -> None:
        self.places = tuple(places)
        super().__init__(report)


class BudgetError(LudensError):
    """Rules that need more time or more facts than they were given."""


class UnsuitableGameError(LudensError):
    """A game that an agent cannot play; the text says why."""

    def __init__(self, agent: str, game: str, reason: str) -> None:
        self.reason = reason
        super().__init__(f"{agent} cannot play {game}: {reason}.")


class IllegalMoveError(LudensError):
    """A joint move that the position does not allow."""

    def __init__(self, role: Role, move: Move, legal: Sequence[Move]) -> None:
        self.role, self.move, self.legal = role, move, tuple(legal)
        shown = ", ".join(self.legal[:8]) + (", …" if len(self.legal) > 8 else "")
        super().__init__(f"{move!r} is not a legal move of {role} here. Legal: {shown or 'none'}.")


class ForfeitError(LudensError):
    """A player has lost by breaking off: it ran out of time or memory, crashed, or gave no legal move."""

    def __init__(self, role: Role, reason: str) -> None:
        self.role, self.reason = role, reason
        super().__init__(f"{role} forfeits the game: {reason}.")


class IllFormedGameError(LudensError):
    """A position that violates GDL: no legal move before the end, or no goal at the end.

    ``state`` is the text of the position.
    """

    def __init__(self, message: str, state: str) -> None:
        self.state = state
        super().__init__(f"{message} Position: {state}")


class NoLegalMoveError(IllFormedGameError):
    """A role without a legal move although the game is not over."""


class GoalError(IllFormedGameError):
    """A role with no goal, several goals, or one outside 0 to 100, in a position asked for its goals."""
