"""What plans scored against plain UCT, over many games and clocks: measured, dated, and kept with the package.

``scripts/evidence.py`` makes the table. A game is known by its rules and not by its name.
"""

from __future__ import annotations

import functools
import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

PATH = Path(__file__).parent / "data" / "evidence.json"


@dataclass(frozen=True, slots=True)
class MeasuredGame:
    """A game of the table: its name when it was measured, its family, and its features."""

    rules: str
    name: str
    family: str
    features: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Result:
    """What a plan scored against UCT with ``clock`` seconds a move, from 0 to 1, on average of some pairs of games.

    ``share``: the part of the clock in which a processor was at work, less than 1 on a busy machine. ``error``: the
    standard error of the score, from how much pairs differ. ``rate``: random games a second on that machine, on one
    core, from the first position. ``date`` and ``commit``: of the last of the games.
    """

    rules: str
    clock: float
    share: float
    plan: str
    pairs: int
    score: float
    error: float
    rate: float
    date: str
    commit: str


@dataclass(frozen=True, slots=True)
class Evidence:
    """The table: games by their rules, and results."""

    games: Mapping[str, MeasuredGame]
    results: tuple[Result, ...]

    def of_plan(self, plan: str, family: str) -> list[Result]:
        """The results of a plan in the games of a family."""
        return [row for row in self.results if row.plan == plan and self.games[row.rules].family == family]

    def without(self, name: str) -> Evidence:
        """The table as if a game, with whatever parameters, had not been measured."""
        gone = {rules for rules, game in self.games.items() if game.name.partition("(")[0] == name}
        kept = {rules: game for rules, game in self.games.items() if rules not in gone}
        return Evidence(kept, tuple(row for row in self.results if row.rules not in gone))


def pooled(earlier: Result, later: Result) -> Result:
    """Two results of the same plan in the same game at the same clock as one, told as the later one is."""
    pairs, apart = earlier.pairs + later.pairs, earlier.score - later.score
    squares = apart**2 * earlier.pairs * later.pairs / pairs
    for row in (earlier, later):
        squares += (row.pairs - 1) * row.pairs * row.error**2
    return replace(
        later,
        pairs=pairs,
        score=round((earlier.pairs * earlier.score + later.pairs * later.score) / pairs, 4),
        error=round(math.sqrt(squares / (pairs - 1) / pairs), 4),
    )


@functools.cache
def evidence() -> Evidence:
    """The table of the package, read once."""
    return from_text(PATH.read_text("utf-8")) if PATH.exists() else Evidence({}, ())


def from_text(text: str) -> Evidence:
    """The table that ``to_text`` has written."""
    data = json.loads(text)
    games = {rules: MeasuredGame(rules, **about) for rules, about in data["games"].items()}
    return Evidence(games, tuple(Result(**dict(zip(data["columns"], row, strict=True))) for row in data["results"]))


def to_text(games: Iterable[MeasuredGame], results: Iterable[Result]) -> str:
    """The table as JSON, one game and one result a line."""
    listed = sorted(games, key=lambda game: game.name)
    about = [
        f"{json.dumps(game.rules)}: {json.dumps({key: value for key, value in asdict(game).items() if key != 'rules'})}"
        for game in listed
    ]
    places = {game.rules: place for place, game in enumerate(listed)}
    rows = sorted(results, key=lambda row: (places[row.rules], row.clock, -row.score, row.plan))
    columns = list(Result.__dataclass_fields__)
    lines = [json.dumps(list(asdict(row).values())) for row in rows]
    return (
        '{"games": {\n'
        + ",\n".join(about)
        + f'\n}},\n"columns": {json.dumps(columns)},\n"results": [\n'
        + ",\n".join(lines)
        + "\n]}\n"
    )
