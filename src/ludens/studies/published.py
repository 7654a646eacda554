"""What a document states of a comparison: a score of so many games, or only who was ahead."""

from __future__ import annotations

from dataclasses import dataclass

from ludens.arena.statistics import Interval, wilson_interval


@dataclass(frozen=True, slots=True)
class Published:
    """What a document states of a comparison.

    ``words``: as it is printed. ``score``: wins and half of the draws as a part of 1, None where the document only
    says who was ahead. ``games``: how many it rests on, None where the document does not tell. ``ahead``: with no
    score, whether the first agent was ahead.
    """

    words: str
    score: float | None = None
    games: int | None = None
    ahead: bool = True

    @property
    def interval(self) -> Interval | None:
        """Wilson's 95 % interval of the published score; the score itself where nobody knows of how many games."""
        if self.score is None:
            return None
        return wilson_interval(self.score, self.games) if self.games else Interval(self.score, self.score)


def results(wins: int, draws: int, losses: int) -> Published:
    """A published count of wins, draws and losses."""
    games = wins + draws + losses
    words = f"{wins} of {games}"
    if draws:
        words = ", ".join(
            (_count(wins, "win", "wins"), _count(draws, "draw", "draws"), _count(losses, "loss", "losses"))
        )
    return Published(words, (wins + draws / 2) / games, games)


def rate(percent: float, games: int | None = None) -> Published:
    """A published percentage of wins in a game without draws."""
    return Published(f"{percent:g} %", percent / 100, games)


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {one if number == 1 else many}"
