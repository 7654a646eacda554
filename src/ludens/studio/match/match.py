"""A match of the studio as a value: what was played, by whom, what is undone, and what is chosen but not yet made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NotRequired, TypedDict

from ludens.game import JointMove, Move
from ludens.studio.frames.games import GameSpec
from ludens.studio.frames.match import SeatData
from ludens.studio.frames.thinking import Thinking, Values
from ludens.studio.match.seats import Seat
from ludens.studio.store.store import DAMAGED, DamagedError


class KeptTurn(TypedDict):
    """What is kept of a turn beside its moves."""

    by: list[str | None]
    value: Values | None
    best: dict[str, Move] | None
    lost: Values | None
    thoughts: NotRequired[list[Thinking]]


class KeptMatch(TypedDict):
    """A match as it is kept in the store."""

    id: str
    game: str
    title: str
    spec: GameSpec
    roles: list[str]
    seats: list[SeatData]
    moves: list[list[Move]]
    about: list[KeptTurn]
    redo: list[list[Move]]
    redo_about: list[KeptTurn]
    thoughts: list[Thinking]
    choices: dict[str, Move]
    expected: Values | None
    resigned: int | None
    paused: bool
    notice: str | None
    seed: int
    sequence: int


@dataclass(frozen=True, slots=True)
class Turn:
    """One joint move: who chose each role's move (None: there was no choice), and what is thought of it.

    ``value``: what the roles can expect after it, by the role's number as text. ``best`` and ``lost``: for the roles
    that had a choice, the best move and how much was given away, once the game has been judged. ``thoughts``: what the
    agents thought that chose.
    """

    moves: JointMove
    by: tuple[str | None, ...]
    value: Values | None = None
    best: dict[str, Move] | None = None
    lost: Values | None = None
    thoughts: tuple[Thinking, ...] = ()


@dataclass(frozen=True, slots=True)
class Match:
    """A match in progress. ``sequence`` counts what pages have been told of it."""

    id: str
    game: str
    title: str
    spec: GameSpec
    roles: tuple[str, ...]
    seats: tuple[Seat, ...]
    turns: tuple[Turn, ...] = ()
    redo: tuple[Turn, ...] = ()
    choices: Mapping[int, Move] = field(default_factory=dict)
    expected: Values | None = None
    thoughts: tuple[Thinking, ...] = ()
    resigned: int | None = None
    paused: bool = False
    notice: str | None = None
    seed: int = 0
    sequence: int = 0

    @property
    def moves(self) -> list[JointMove]:
        return [turn.moves for turn in self.turns]

    @property
    def move_lists(self) -> list[list[Move]]:
        """The same for JSON."""
        return [list(turn.moves) for turn in self.turns]

    @property
    def characters(self) -> int:
        """Of all moves together."""
        return sum(len(move) for turn in self.turns for move in turn.moves)

    @property
    def people(self) -> list[int]:
        """The roles that are held by persons."""
        return [role for role, seat in enumerate(self.seats) if seat.kind == "person"]

    @property
    def undoing(self) -> list[int]:
        """The roles whose choices are taken back: those of persons, or of anybody but chance where there is none."""
        return self.people or [role for role, seat in enumerate(self.seats) if seat.kind != "chance"]

    def chosen(self, role: int, move: Move, expected: Values | None = None) -> Match:
        """With the choice of a role, which nobody sees until all have chosen."""
        return replace(
            self, choices={**self.choices, role: move}, expected={**(self.expected or {}), **(expected or {})} or None
        )

    def thought(self, thinking: Thinking) -> Match:
        """With what an agent thought when it chose, which is kept with the turn."""
        return replace(self, thoughts=(*self.thoughts, thinking))

    def played(self, moves: JointMove) -> Match:
        """With a joint move made; what had been undone is forgotten unless it is the same."""
        again = self.redo[1:] if self.redo and self.redo[0].moves == moves else ()
        by = tuple(self._by(role) if role in self.choices else None for role in range(len(self.roles)))
        turn = Turn(moves, by, self.expected, thoughts=self.thoughts)
        return replace(self, turns=(*self.turns, turn), redo=again, choices={}, expected=None, thoughts=(), notice=None)

    def _by(self, role: int) -> str:
        seat = self.seats[role]
        return seat.agent if seat.kind == "agent" else seat.kind

    def back_to(self, ply: int) -> Match:
        """At an earlier position; what is taken back can be redone."""
        return replace(
            self,
            turns=self.turns[:ply],
            redo=(*self.turns[ply:], *self.redo),
            choices={},
            expected=None,
            thoughts=(),
            resigned=None,
            notice=None,
        )

    def forward_to(self, ply: int) -> Match:
        """At a later position that was taken back before."""
        more = ply - len(self.turns)
        return replace(
            self,
            turns=(*self.turns, *self.redo[:more]),
            redo=self.redo[more:],
            choices={},
            expected=None,
            thoughts=(),
            notice=None,
        )

    def judged(self, ply: int, turn: Turn) -> Match:
        """With another opinion of the turn before a position."""
        turns = list(self.turns)
        turns[ply - 1] = turn
        return replace(self, turns=tuple(turns))

    def as_data(self) -> KeptMatch:
        """The match as plain data, from which ``match_from`` makes an equal one."""
        return {
            "id": self.id,
            "game": self.game,
            "title": self.title,
            "spec": self.spec,
            "roles": list(self.roles),
            "seats": [seat.as_data() for seat in self.seats],
            "moves": self.move_lists,
            "about": [_about(turn) for turn in self.turns],
            "redo": [list(turn.moves) for turn in self.redo],
            "redo_about": [_about(turn) for turn in self.redo],
            "thoughts": list(self.thoughts),
            "choices": {str(role): move for role, move in self.choices.items()},
            "expected": self.expected,
            "resigned": self.resigned,
            "paused": self.paused,
            "notice": self.notice,
            "seed": self.seed,
            "sequence": self.sequence,
        }


def _about(turn: Turn) -> KeptTurn:
    kept: KeptTurn = {"by": list(turn.by), "value": turn.value, "best": turn.best, "lost": turn.lost}
    return {**kept, "thoughts": list(turn.thoughts)} if turn.thoughts else kept


def _turns(moves: Sequence[Any], about: Sequence[Any]) -> tuple[Turn, ...]:
    return tuple(
        Turn(
            tuple(joint), tuple(each["by"]), each["value"], each["best"], each["lost"], tuple(each.get("thoughts", ()))
        )
        for joint, each in zip(moves, about, strict=True)
    )


def match_from(data: dict[str, Any]) -> Match:
    """The match in some data that ``as_data`` made; raises DamagedError when it is no longer what it was."""
    try:
        match = _match_from(data)
    except (KeyError, TypeError, ValueError, AttributeError):
        raise DamagedError(DAMAGED) from None
    if not _is_sound(match):
        raise DamagedError(DAMAGED)
    return match


def _is_sound(match: Match) -> bool:
    texts = (match.id, match.game, match.title, *match.roles, *match.spec.values(), *match.choices.values())
    turns = (*match.turns, *match.redo)
    return (
        all(isinstance(text, str) for text in (*texts, *(move for turn in turns for move in turn.moves)))
        and len(match.roles) == len(match.seats) > 0
        and all(len(turn.moves) == len(turn.by) == len(match.roles) for turn in turns)
        and all(0 <= role < len(match.roles) for role in match.choices)
        and isinstance(match.sequence, int)
        and isinstance(match.seed, int)
    )


def _spec(data: dict[str, str]) -> GameSpec:
    return {"title": data["title"], "rules": data["rules"]} if "rules" in data else {"name": data["name"]}


def _match_from(data: dict[str, Any]) -> Match:
    return Match(
        id=data["id"],
        game=data["game"],
        title=data["title"],
        spec=_spec(data["spec"]),
        roles=tuple(data["roles"]),
        seats=tuple(Seat(**seat) for seat in data["seats"]),
        turns=_turns(data["moves"], data["about"]),
        redo=_turns(data["redo"], data["redo_about"]),
        choices={int(role): move for role, move in data["choices"].items()},
        expected=data["expected"],
        thoughts=tuple(data.get("thoughts", ())),
        resigned=data["resigned"],
        paused=data["paused"],
        notice=data["notice"],
        seed=data["seed"],
        sequence=data["sequence"],
    )


def deciding_ply(deciders: Sequence[Sequence[int]], roles: Sequence[int], plies: Sequence[int]) -> int | None:
    """The first of these positions in which one of the roles has a choice."""
    return next((ply for ply in plies if any(role in roles for role in deciders[ply])), None)
