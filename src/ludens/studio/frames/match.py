"""Matches: what their pages are told over the socket, and how they are listed."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from ludens.studio.frames.positions import Advised, Ahead, LegalMove
from ludens.studio.frames.thinking import Thinking, Values


class SeatData(TypedDict):
    """A seat; an agent has a name and limits for a move."""

    kind: str
    agent: NotRequired[str]
    seconds: NotRequired[float | None]
    playouts: NotRequired[int | None]
    head_start: NotRequired[int]


class TurnData(TypedDict):
    """A turn: the position after it is ``ply``. What others did is None where it is hidden.

    ``moved`` and ``advice``: the moves, and the best ones by role, in words.
    """

    ply: int
    moves: list[str | None]
    text: str
    by: list[str | None]
    value: Values | None
    best: dict[str, str] | None
    lost: Values | None
    moved: list[str] | None
    advice: dict[str, str] | None


class Address(TypedDict):
    """What sets a position up again."""

    game: str
    moves: str


class State(TypedDict):
    """The frame ``state``: where a match is.

    ``result``: how it ended, in words. ``margin``: by how much somebody won, if the rules count something.
    """

    type: Literal["state"]
    match: str
    seq: int
    game: str
    title: str
    roles: list[str]
    colours: list[str]
    seats: list[SeatData]
    plies: int
    at: int
    history: list[TurnData]
    redo: int
    svg: str
    over: bool
    goals: list[float] | None
    result: str | None
    margin: Ahead | None
    turn: list[int]
    waiting: list[int]
    choices: list[int]
    legal: dict[str, list[LegalMove]]
    address: Address
    resigned: int | None
    notice: str | None
    paused: bool
    simultaneous: bool
    turn_kind: str | None
    hidden: bool
    scale: int
    analysing: bool
    connected: int


class StateAnswer(State):
    """The same as an answer; ``v`` is the version of frames."""

    v: int


class Position(TypedDict):
    """The frame ``position``: an earlier position that a page looks at.

    ``choosing``: the roles that had a choice; ``best``: what they should have played, once the game is judged;
    ``thoughts``: what the agents thought there.
    """

    type: Literal["position"]
    ply: int
    svg: str
    over: bool
    goals: list[int] | None
    value: Values | None
    choosing: list[int]
    best: list[Advised]
    thoughts: list[Thinking]


class Analysis(TypedDict):
    """The frame ``analysis``: what one turn gave away; so many of all turns are judged."""

    type: Literal["analysis"]
    seq: int
    ply: int
    value: Values | None
    best: dict[str, str] | None
    lost: Values | None
    done: int
    total: int


class Branched(TypedDict):
    """The frame ``branched``: a new match begins where the page asked for it."""

    type: Literal["branched"]
    match: str


class Seated(TypedDict):
    """The frame ``seated``: how many pages look on."""

    type: Literal["seated"]
    connected: int


class Halted(TypedDict):
    """The frame ``halted``: what an agent chose could not be stored, so agents wait."""

    type: Literal["halted"]
    message: str


class ListedMatch(TypedDict):
    """A match in a list; ``changed`` in seconds since 1970. One that is damaged can only be deleted."""

    id: str
    changed: float
    game: str
    title: str
    roles: list[str]
    seats: list[SeatData]
    plies: int
    over: bool
    damaged: bool
