"""The record of a match: everything that was played and by whom, as one line of JSON. ``records`` has other forms."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ludens.arena.clock import Terms
from ludens.game import Game, JointMove, LudensError, S, SourceError

FORMAT = 1
"""Of the lines; one with another number is refused."""

CHANCE = "chance"
"""Who sits in the role whose moves are drawn."""

Notes = Mapping[str, float | int | str]


class Cause(Enum):
    """Why an agent forfeits a game."""

    CRASH = "crash"
    STALL = "stall"
    ILLEGAL = "illegal move"
    OVERRUN = "over-run"
    MEMORY = "memory"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """Who broke off, why, and before which joint move, counted from 0 with those of the opening."""

    role: int
    cause: Cause
    detail: str
    step: int


class FaultKind(Enum):
    """What a player did wrong whose move was made for it; the letters are those of ggp.org's archives."""

    TIMEOUT = "TO"
    ILLEGAL = "IL"
    CONNECTION = "CE"


AT_START = -1
"""The step of a fault before the first joint move."""


@dataclass(frozen=True, slots=True)
class Fault:
    """A move that was made for a player, by chance, and why; the game went on.

    ``step``: which joint move it belongs to, counted from 0, or AT_START.
    """

    role: int
    kind: FaultKind
    detail: str
    step: int


@dataclass(frozen=True, slots=True)
class Thought:
    """What is kept of an agent's decision: the seconds it took, the goal it expected, and its search facts."""

    seconds: float
    value: float | None = None
    notes: Notes | None = None


@dataclass(frozen=True, slots=True)
class AgentCard:
    """An agent as it was named, with all of its options and the version of Ludens."""

    name: str
    options: Mapping[str, float | int | str | bool]
    version: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchRecord:
    """One match, replayable.

    ``rules``: the digest of the rulesheet, None for a native game. ``number``: of the opening and the random numbers,
    which with ``seed`` are all the chance there is. ``opening``: how many of ``moves`` were made by nobody.
    ``thoughts``: for each later joint move, those of all seats. ``goals``: with a forfeit, 0 for whoever broke off and
    equal shares for the others; in a game that was ``cut``, equal shares for all. ``faults``: moves that were made for
    players, where that is no forfeit. ``begun``: seconds since 1970.
    """

    id: str
    game: str
    rules: str | None
    roles: tuple[str, ...]
    agents: tuple[AgentCard, ...]
    terms: Terms
    seed: int
    number: int
    opening: int
    moves: tuple[JointMove, ...]
    thoughts: tuple[tuple[Thought, ...], ...]
    goals: tuple[float, ...]
    forfeits: tuple[Forfeit, ...] = ()
    faults: tuple[Fault, ...] = ()
    cut: bool = False
    begun: float = 0.0
    seconds: float = 0.0

    def to_json(self) -> str:
        """The record as one line of JSON, from which ``from_json`` makes an equal one."""
        data = {
            "ludens_match": FORMAT,
            "id": self.id,
            "game": self.game,
            "rules": self.rules,
            "roles": self.roles,
            "agents": [
                {"name": card.name, "options": dict(card.options), "version": card.version} for card in self.agents
            ],
            "terms": self.terms.as_data(),
            "seed": self.seed,
            "number": self.number,
            "opening": self.opening,
            "moves": self.moves,
            "seconds_of_moves": [[thought.seconds for thought in turn] for turn in self.thoughts],
            "values": [[thought.value for thought in turn] for turn in self.thoughts],
            "notes": [[thought.notes for thought in turn] for turn in self.thoughts],
            "goals": self.goals,
            "forfeits": [
                {"role": each.role, "cause": each.cause.value, "detail": each.detail, "step": each.step}
                for each in self.forfeits
            ],
            "cut": self.cut,
            "begun": self.begun,
            "seconds": self.seconds,
        }
        if self.faults:
            data["faults"] = [
                {"role": each.role, "kind": each.kind.value, "detail": each.detail, "step": each.step}
                for each in self.faults
            ]
        return json.dumps(data, ensure_ascii=False, separators=(",", ":"))

    @staticmethod
    def from_json(line: str) -> MatchRecord:
        """The record in a line; raises SourceError if it cannot be read."""
        try:
            data = json.loads(line)
            if data["ludens_match"] != FORMAT:
                raise SourceError(f"A record of format {data['ludens_match']}; this version reads {FORMAT}.")
            return _from_data(data)
        except (ValueError, KeyError, TypeError, AttributeError, OverflowError, IndexError, RecursionError):
            raise SourceError("This is not the record of a match.") from None


def writable(text: str) -> str:
    """The text as it can be written to a file: halves of characters, which no encoding has, are replaced."""
    return text.encode("utf-8", "replace").decode("utf-8")


def finite(notes: Notes) -> Notes | None:
    """Search facts that JSON can hold, as JSON gives them back; None when there are none."""
    kept: dict[str, float | int | str] = {}
    for name, value in notes.items():
        if isinstance(value, str):
            kept[name] = writable(value)
        elif math.isfinite(value):
            kept[name] = int(value) if int(value) == value and not isinstance(value, float) else float(value)
    return kept or None


def replay(record: MatchRecord, game: Game[S]) -> list[S]:
    """All positions of a match; raises SourceError where moves or goals are not those of the game."""
    states = [game.initial_state()]
    for number, joint in enumerate(record.moves, start=1):
        try:
            states.append(game.next_state(states[-1], joint))
        except (LudensError, ValueError) as error:
            raise SourceError(f"Move {number} of match {record.id} does not fit the game: {error}") from None
    if not record.forfeits and not record.cut:
        if not game.is_terminal(states[-1]):
            raise SourceError(f"Match {record.id} ends before the game is over.")
        if tuple(game.goals(states[-1])) != record.goals:
            raise SourceError(f"Match {record.id} says {record.goals}, but the rules say {game.goals(states[-1])}.")
    return states


def _from_data(data: dict[str, Any]) -> MatchRecord:
    cards = tuple(AgentCard(str(card["name"]), dict(card["options"]), str(card["version"])) for card in data["agents"])
    columns = zip(data["seconds_of_moves"], data["values"], data["notes"], strict=True)
    thoughts = tuple(tuple(map(_thought, seconds, values, notes)) for seconds, values, notes in columns)
    forfeits = tuple(
        Forfeit(int(each["role"]), Cause(each["cause"]), str(each["detail"]), int(each["step"]))
        for each in data["forfeits"]
    )
    faults = tuple(
        Fault(int(each["role"]), FaultKind(each["kind"]), str(each["detail"]), int(each["step"]))
        for each in data.get("faults", ())
    )
    record = MatchRecord(
        id=str(data["id"]),
        game=str(data["game"]),
        rules=None if data["rules"] is None else str(data["rules"]),
        roles=_texts(data["roles"]),
        agents=cards,
        terms=Terms.from_data(data["terms"]),
        seed=int(data["seed"]),
        number=int(data["number"]),
        opening=int(data["opening"]),
        moves=tuple(map(_texts, data["moves"])),
        thoughts=thoughts,
        goals=tuple(map(_number, data["goals"])),
        forfeits=forfeits,
        faults=faults,
        cut=bool(data["cut"]),
        begun=_number(data["begun"]),
        seconds=_number(data["seconds"]),
    )
    _check_sizes(record)
    return record


def _check_sizes(record: MatchRecord) -> None:
    """Raises ValueError where the parts of a record do not fit together."""
    seats, steps = len(record.roles), len(record.moves)
    each_seat = (record.agents, record.goals, *record.moves, *record.thoughts)
    if any(len(part) != seats for part in each_seat) or steps - record.opening != len(record.thoughts):
        raise ValueError("seats")
    wrong = [(each.role, each.step) for each in record.forfeits] + [(each.role, each.step) for each in record.faults]
    for role, step in wrong:
        if not 0 <= role < seats or not AT_START <= step <= steps:
            raise ValueError("roles")


def _thought(seconds: object, value: object, notes: object) -> Thought:
    if notes is not None and not isinstance(notes, dict):
        raise TypeError("notes")
    return Thought(_number(seconds), None if value is None else _number(value), notes)


def _number(value: object) -> float:
    if not isinstance(value, int | float) or not math.isfinite(value):
        raise TypeError("number")
    return value


def _texts(given: Sequence[object]) -> tuple[str, ...]:
    return tuple(map(str, given))
