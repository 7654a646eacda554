"""What a page can ask for in a match. What it sends is checked here for its form; whether it can be done, later."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import MISSING, dataclass, fields
from typing import Any

from ludens.game import ParameterError


@dataclass(frozen=True, slots=True)
class OfRole:
    """What is asked for a role."""

    role: int


@dataclass(frozen=True, slots=True)
class AtPly:
    """What is asked about the position after so many joint moves."""

    ply: int


@dataclass(frozen=True, slots=True)
class Move:
    """Chooses a move for a person; refused when the match is no longer at ``ply``. What is no text is not legal."""

    role: int
    move: object
    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Undo:
    """Goes back to the last position in which a person has a choice."""


@dataclass(frozen=True, slots=True)
class Redo:
    """Goes on to the next such position of what was taken back."""


@dataclass(frozen=True, slots=True)
class Restart:
    """Goes back to the start."""


@dataclass(frozen=True, slots=True)
class Resign(OfRole):
    """Ends the match."""


@dataclass(frozen=True, slots=True)
class Seats:
    """Changes who sits where; ``seats`` is read where the roles are known."""

    seats: object


@dataclass(frozen=True, slots=True)
class Stop:
    """Has agents move now."""


@dataclass(frozen=True, slots=True)
class Pause:
    """Has agents wait."""


@dataclass(frozen=True, slots=True)
class Resume:
    """Has agents go on."""


@dataclass(frozen=True, slots=True)
class Mistakes:
    """Has a finished game judged."""


@dataclass(frozen=True, slots=True)
class Look(AtPly):
    """Asks for an earlier position."""


@dataclass(frozen=True, slots=True)
class Hint(OfRole):
    """Asks what the best agent would do, now or in an earlier position."""

    ply: int | None = None


@dataclass(frozen=True, slots=True)
class Threats(OfRole):
    """Asks what a role can win by at once, and what others threaten."""


@dataclass(frozen=True, slots=True)
class Explain(AtPly):
    """Asks what speaks for and against the moves of a turn that has been made: the one before this position."""


@dataclass(frozen=True, slots=True)
class Coach(AtPly):
    """The same, as the coach tells it: with a search, unless the game has been judged."""


@dataclass(frozen=True, slots=True)
class Branch(AtPly):
    """Begins a new match from an earlier position."""


Change = Move | Undo | Redo | Restart | Resign | Seats | Stop | Pause | Resume | Mistakes
Lesson = Threats | Explain | Coach
Command = Change | Look | Hint | Lesson | Branch

COMMANDS: dict[str, type[Command]] = {
    "move": Move, "undo": Undo, "redo": Redo, "restart": Restart, "resign": Resign, "seats": Seats, "stop": Stop,
    "pause": Pause, "resume": Resume, "mistakes": Mistakes, "look": Look, "hint": Hint, "branch": Branch,
    "threats": Threats, "explain": Explain, "coach": Coach,
}  # fmt: skip
"""The commands by the type of their frame."""


def read_command(message: Mapping[str, object]) -> Command:
    """The command in a frame; raises ParameterError when there is none."""
    kind = message.get("type")
    if not isinstance(kind, str) or kind not in COMMANDS:
        raise ParameterError(f"There is no command {str(kind)[:40]!r}.")
    given: dict[str, Any] = {
        field.name: READERS[field.name](message, field.name)
        for field in fields(COMMANDS[kind])
        if field.name in message or field.default is MISSING
    }
    return COMMANDS[kind](**given)


def _whole(message: Mapping[str, object], name: str) -> int:
    value = message.get(name)
    if not isinstance(value, int) or isinstance(value, bool):
        raise ParameterError(f"{name} must be a whole number.")
    return value


def _anything(message: Mapping[str, object], name: str) -> object:
    return message.get(name)


READERS: dict[str, Callable[[Mapping[str, object], str], object]] = {
    "role": _whole, "ply": _whole, "move": _anything, "seats": _anything,
}  # fmt: skip
"""How each field is read."""
