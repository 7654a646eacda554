"""Tournaments of the store, and games to look through again."""

from __future__ import annotations

from typing import Any, Literal, TypedDict

from ludens.arena.table_data import TableData
from ludens.studio.frames.design import Share
from ludens.studio.frames.thinking import Values


class StoredTournament(TypedDict):
    """A tournament of the store in a list.

    ``size``: how many games it needs, as far as known; None where the rules can no longer be read. ``latest``: the game
    that ended last, with the agents in their seats.
    """

    id: str
    kind: str
    games: list[str]
    titles: list[str]
    agents: list[str]
    played: int
    size: int | None
    latest: str | None


class ListedTournament(StoredTournament):
    """The same; ``running``: this studio plays it just now."""

    running: bool


class Forfeit(TypedDict):
    role: int
    cause: str


class ListedGame(TypedDict):
    """A game of a tournament in a list."""

    id: str
    game: str
    agents: list[str]
    goals: list[float]
    forfeits: list[Forfeit]
    seconds: float


class StoredTable(TableData):
    """A tournament of the store: the standings, who scored what against whom, and the latest games."""

    id: str
    definition: dict[str, Any]
    titles: dict[str, str]
    size: int
    roles: dict[str, list[str]]
    cross: list[list[Share | None]]
    listed: list[ListedGame]


class TableAnswer(StoredTable):
    """The same with how it goes on: whether this studio plays it, and why it could not."""

    running: bool
    failure: str | None


class TableFrame(TableAnswer):
    """The frame ``table``: a tournament that has gone on."""

    type: Literal["table"]


class ReplayMove(TypedDict):
    text: str
    value: Values | None
    note: str


class Replay(TypedDict):
    """A game, position by position; ``positions`` are pictures, one more than there are moves."""

    id: str
    title: str
    roles: list[str]
    colours: list[str]
    players: list[str]
    result: str
    positions: list[str]
    moves: list[ReplayMove]


class Stopped(TypedDict):
    stopped: bool
