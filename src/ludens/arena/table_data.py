"""Standings as plain data, for JSON."""

from __future__ import annotations

from typing import TypedDict


class StandingData(TypedDict):
    """One line of the table as plain data; None if a value is not known."""

    agent: str
    games: int
    wins: int
    draws: int
    losses: int
    score: float | None
    interval: list[float] | None
    elo: float | None
    elo_interval: list[float | None] | None
    superiority: float | None
    forfeits: dict[str, int]


class DifferenceData(TypedDict):
    """How much stronger the first of two agents is; None if it is infinite."""

    elo: float | None
    interval: list[float | None]
    superiority: float


class TableData(TypedDict):
    """The standings as plain data."""

    games: int
    standings: list[StandingData]
    ratio: float | None
    verdict: str | None
    difference: DifferenceData | None
    winner: str | None
