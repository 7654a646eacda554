"""RoPaSci 360 between Ludens and the players written for the course COMP30024.

A course player is a class: made with "upper" or "lower", asked by ``action()``, told by ``update(opponent's action,
own action)`` after every turn. Actions are tuples: ``("THROW", "r", (4, -2))``, ``("SLIDE", (4, -2), (3, -2))``,
``("SWING", (4, -2), (2, -1))``.
"""

from __future__ import annotations

import ast
import re
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, NoReturn, Protocol, TypeVar

from ludens.game import (
    Decision,
    ForfeitError,
    Game,
    IllegalMoveError,
    JointMove,
    Limit,
    Move,
    ParameterError,
    SourceError,
    UnsuitableGameError,
)
from ludens.games.ropasci.layout import ROLES
from ludens.games.ropasci.rules import Ending, Ropasci, RopasciState, ending
from ludens.players.agent import tell
from ludens.processes.asking import AskedProcess
from ludens.processes.child import Child
from ludens.processes.messages import NonsenseError
from ludens.processes.starting import Script

Action = tuple[Any, ...]
T = TypeVar("T")

COURSE_SECONDS = 60.0
COURSE_MEGABYTES = 100
WALL_FACTOR = 4
"""How much longer than its CPU time a player may take by the clock on the wall, for a busy machine."""

PATIENCE = 30.0
"""Seconds by the clock on the wall for a player's imports."""

LONGEST_ANSWER = 1 << 20
"""Bytes."""

_SCRIPT = Path(__file__).with_name("child.py")
_FORM = re.compile(r"\((throw) ([rps]) (-?\d+) (-?\d+)\)|\((slide|swing) (-?\d+) (-?\d+) (-?\d+) (-?\d+)\)")


class DecidingAgent(Protocol):
    """What an agent must do; any agent of Ludens made for this game does."""

    def decide(self, state: RopasciState, limit: Limit) -> Decision: ...


MakesAgent = Callable[[Ropasci, int], DecidingAgent]
"""Makes the agent for a role of the game."""


class CourseSeat(Protocol):
    """A course player in a game."""

    def action(self) -> Action: ...
    def update(self, opponent_action: Action, player_action: Action) -> None: ...


class CourseClass(Protocol):
    """What the course calls a Player: something that makes a seat of a side."""

    def __call__(self, player: str) -> CourseSeat: ...


def to_action(move: Move) -> Action:
    """A move of Ludens as the course writes it; raises ParameterError for what is none."""
    found = _FORM.fullmatch(move)
    if found is None:
        raise ParameterError(f"{move!r} is not a move of RoPaSci 360.")
    if found[1]:
        return "THROW", found[2], (int(found[3]), int(found[4]))
    return found[5].upper(), (int(found[6]), int(found[7])), (int(found[8]), int(found[9]))


def to_move(action: object) -> Move:
    """An action of the course as a move of Ludens; raises ParameterError for what is none, such as lists."""
    match action:
        case ("THROW", str(symbol), (int(r), int(q))) if _are_tuples(action, 2):
            return f"(throw {symbol} {r} {q})"
        case ("SLIDE" | "SWING" as name, (int(r), int(q)), (int(s), int(p))) if _are_tuples(action, 1, 2):
            return f"({name.lower()} {r} {q} {s} {p})"
    raise ParameterError(f"{action!r} is not an action of RoPaSci 360.")


def _are_tuples(action: object, *places: int) -> bool:
    return isinstance(action, tuple) and all(isinstance(action[place], tuple) for place in places)


class CoursePlayer:
    """Any agent as a player of the course: ``Player = CoursePlayer(make)`` in a package for its referee."""

    def __init__(self, make: MakesAgent, limit: Limit | None = None) -> None:
        self.make = make
        self.limit = Limit(seconds=0.15) if limit is None else limit

    def __call__(self, player: str) -> AgentSeat:
        if player not in ROLES:
            raise ParameterError(f"A side of RoPaSci 360 is upper or lower, not {player!r}.")
        return AgentSeat(self.make, self.limit, ROLES.index(player))


class AgentSeat:
    """An agent at the course's referee: it follows the game by what it is told."""

    def __init__(self, make: MakesAgent, limit: Limit, role: int) -> None:
        self._limit, self._role = limit, role
        self._game = Ropasci()
        self._agent = make(self._game, role)
        self.state = self._game.initial_state()
        self._played: list[JointMove] = []

    def action(self) -> Action:
        """The agent's choice in the present position."""
        tell(self._agent, self._played)
        return to_action(self._agent.decide(self.state, self._limit).move)

    def update(self, opponent_action: Action, player_action: Action) -> None:
        """Makes the turn that has been played; raises IllegalMoveError when it cannot have been."""
        own, other = to_move(player_action), to_move(opponent_action)
        moves = (own, other) if self._role == 0 else (other, own)
        self.state = self._game.next_state(self.state, moves)
        self._played.append(moves)


def load_course_player(
    path: str | Path,
    name: str = "Player",
    *,
    seconds: float = COURSE_SECONDS,
    megabytes: int = COURSE_MEGABYTES,
    patience: float = PATIENCE,
) -> LoadedCoursePlayer:
    """Somebody's player, in a Python file or a package, with the class ``name``; each game runs in its own process.

    ``seconds`` of CPU time and ``megabytes`` beyond what it imports are what it may use in a game; by the clock on the
    wall it may take four times as long, and ``patience`` seconds for its imports. Raises SourceError when there is no
    such file; what goes wrong later is a ForfeitError.
    """
    place = Path(path).resolve()
    package = place / "__init__.py"
    if not (package.is_file() or (place.suffix == ".py" and place.is_file())):
        raise SourceError(f"{path} is neither a Python file nor a package.")
    return LoadedCoursePlayer(place, name, seconds, megabytes, patience)


@dataclass(frozen=True, slots=True)
class LoadedCoursePlayer:
    """A course player that lives in a file; called with a side it starts a process."""

    path: Path
    name: str
    seconds: float
    megabytes: int
    patience: float

    def __call__(self, player: str) -> ProcessSeat:
        return ProcessSeat(self, player)


class ProcessSeat:
    """A course player in a process of its own. Whatever it does wrong raises ForfeitError; close it after the game."""

    def __init__(self, player: LoadedCoursePlayer, side: str) -> None:
        self.side, self.seconds_used = side, 0.0
        self._allowed = player.seconds
        limits = player.seconds, player.megabytes * 1_000_000
        child = Child(
            Script(str(_SCRIPT)), str(player.path), player.name, side, limits,
            stderr=subprocess.DEVNULL, folder=player.path.parent,
        )  # fmt: skip
        self._process = AskedProcess(child, LONGEST_ANSWER)
        self._closed = False
        self._deadline = time.monotonic() + WALL_FACTOR * player.seconds + player.patience
        self._call("make")

    def action(self) -> Action:
        """What the player wants to do; not checked for being legal."""
        text = str(self._call("action")["action"])
        try:
            found = ast.literal_eval(text)
        except (ValueError, SyntaxError, MemoryError, RecursionError):
            found = None
        if not isinstance(found, tuple):
            self._forfeit(f"{text[:80]} is not an action")
        return found

    def update(self, opponent_action: Action, player_action: Action) -> None:
        """Tells the player what has been played."""
        self._call("update", opponent_action, player_action)

    def close(self) -> None:
        """Ends the process; more than once does no harm."""
        self._closed = True
        self._process.end()

    def __enter__(self) -> ProcessSeat:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def _call(self, name: str, *arguments: Action) -> dict[str, Any]:
        if self._closed:
            self._forfeit("its process has ended")
        try:
            reply = self._process.ask({"call": name, "arguments": arguments}, self._deadline - time.monotonic())
        except TimeoutError:
            self._forfeit("it did not answer in time")
        except NonsenseError as error:
            self._forfeit(str(error))
        except EOFError:
            at_limit = (self._process.status() or 0) < 0
            self._forfeit("its process was stopped at a limit" if at_limit else "its process has ended")
        if "error" in reply:
            self._forfeit(str(reply["error"]))
        found: dict[str, Any] = reply["done"]
        self.seconds_used = float(found["seconds"])
        if self.seconds_used > self._allowed:
            self._forfeit(f"it used {self.seconds_used:.2f} s of CPU time, more than {self._allowed:g} s")
        return found

    def _forfeit(self, reason: str) -> NoReturn:
        self.close()
        raise ForfeitError(self.side, reason)


@dataclass(frozen=True, slots=True)
class CourseResult:
    """A game between course players: the moves, the goals, how it ended, and who forfeited it why."""

    moves: tuple[tuple[Move, Move], ...]
    goals: tuple[int, int]
    ending: Ending
    forfeits: tuple[str | None, str | None]


def play_course_game(upper: CourseClass, lower: CourseClass) -> CourseResult:
    """One game as the course's referee plays it; who breaks a rule or a limit loses, both together draw."""
    table = _Table()
    try:
        table.sit_down(upper, lower)
        while not any(table.forfeits) and not table.game.is_terminal(table.state):
            table.play_turn()
    finally:
        for seat in table.seats:
            if isinstance(seat, ProcessSeat):
                seat.close()
    goals = _forfeited(table.forfeits) if any(table.forfeits) else table.game.goals(table.state)
    forfeits = (table.forfeits[0], table.forfeits[1])
    return CourseResult(tuple(table.moves), (goals[0], goals[1]), ending(table.state), forfeits)


class _Table:
    """A game between two seats, with what went wrong."""

    def __init__(self) -> None:
        self.game = Ropasci()
        self.state = self.game.initial_state()
        self.seats: list[CourseSeat] = []
        self.moves: list[tuple[Move, Move]] = []
        self.forfeits: list[str | None] = [None, None]

    def sit_down(self, *players: CourseClass) -> None:
        for role, player in enumerate(players):
            seat = self._guarded(role, partial(player, ROLES[role]))
            if seat is not None:
                self.seats.append(seat)

    def play_turn(self) -> None:
        actions = [self._guarded(role, partial(self._action, role)) for role in (0, 1)]
        if actions[0] is None or actions[1] is None:
            return
        upper, lower = actions[0], actions[1]
        both = to_move(upper), to_move(lower)
        self.state = self.game.next_state(self.state, both)
        self.moves.append(both)
        self._guarded(0, partial(self.seats[0].update, lower, upper))
        self._guarded(1, partial(self.seats[1].update, upper, lower))

    def _action(self, role: int) -> Action:
        """A seat's action, known to be legal."""
        action = self.seats[role].action()
        move, legal = to_move(action), self.game.legal_moves(self.state, role)
        if move not in legal:
            raise IllegalMoveError(ROLES[role], move, legal)
        return action

    def _guarded(self, role: int, act: Callable[[], T]) -> T | None:
        """What the player does; what it does wrong is written down."""
        try:
            return act()
        except ForfeitError as error:
            self.forfeits[role] = error.reason
        except (IllegalMoveError, ParameterError) as error:
            self.forfeits[role] = str(error)
        return None


def _forfeited(forfeits: list[str | None]) -> tuple[int, int]:
    if all(forfeits):
        return 50, 50
    return (0, 100) if forfeits[0] else (100, 0)


class CourseAgent:
    """A course player as an agent of Ludens. It must be asked in every position of a game, from the first on.

    What the other side did is worked out from the position; of several actions that lead there, such as throws that
    die at once, the first is told. Raises ForfeitError when the player breaks off.
    """

    def __init__(self, player: CourseClass, game: Game[Any], role: int) -> None:
        if not isinstance(game, Ropasci):
            raise UnsuitableGameError("A player of the RoPaSci course", game.info.name, "it knows no other game")
        self._player, self._game, self._role = player, game, role
        self._seat: CourseSeat | None = None
        self._last: tuple[RopasciState, Move] | None = None

    def decide(self, state: RopasciState, limit: Limit) -> Decision:
        """The player's move; its limits are those it was loaded with."""
        side = ROLES[self._role]
        if state.turn == 0:
            self.close()
            self._seat = self._player(side)
        else:
            self._tell(state)
        assert self._seat is not None
        try:
            move = to_move(self._seat.action())
        except ParameterError as error:
            raise ForfeitError(side, str(error)) from None
        if move not in self._game.legal_moves(state, self._role):
            raise ForfeitError(side, f"{move} is not legal")
        self._last = state, move
        return Decision(move)

    def close(self) -> None:
        """Ends the player's process, if it has one."""
        if isinstance(self._seat, ProcessSeat):
            self._seat.close()
        self._seat = self._last = None

    def _tell(self, state: RopasciState) -> None:
        game, role = self._game, self._role
        before, own = self._last or (state, "")
        for other in game.legal_moves(before, 1 - role) if own else ():
            if game.next_state(before, (own, other) if role == 0 else (other, own)) == state:
                assert self._seat is not None
                self._seat.update(to_action(other), to_action(own))
                return
        raise ParameterError("A player of the RoPaSci course must see every turn of a game.")
