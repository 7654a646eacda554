"""What random games say about a game: its balance, its length, how much there is to choose."""

from __future__ import annotations

import os
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.api.progress import waiting
from ludens.api.taking import GameLike, check_number, take_game
from ludens.engine.contract import LoadedGame
from ludens.game import GameInfo, JointMove
from ludens.games.rules_game import RulesGame
from ludens.search.playouts.statistics import Results, Value, Walks, first_moves, results, walks
from ludens.showing import Block, Shown, columns

FOLLOWED = 1024
BARS = 12
LONGEST = 10_000
"""Joint moves after which a game of unknown length counts as endless."""


@dataclass(frozen=True, slots=True, repr=False)
class Analysis(Shown):
    """What random games say about a game; looking at it shows it.

    ``info``: the game.
    ``results``: how many games there were, who won how often, and how long they took.
    ``walks``: some games followed step by step: how much there was to choose, and when they were decided.
    ``first_moves``: what each first move brought each role.
    """

    info: GameInfo
    results: Results
    walks: Walks
    first_moves: tuple[tuple[JointMove, tuple[Value, ...]], ...]

    def to_dict(self) -> dict[str, object]:
        """The analysis as plain data."""
        roles, found = self.info.roles, self.results
        length = np.arange(len(found.lengths))
        return {
            "game": self.info.name,
            "games": found.games,
            "ended": found.ended,
            "goals": {role: _pair(value) for role, value in zip(roles, found.goals, strict=True)},
            "wins": {role: _pair(value) for role, value in zip(roles, found.wins, strict=True)},
            "draws": _pair(found.draws),
            "mean_length": float(found.lengths @ length) / max(1, found.ended),
            "lengths": {int(n): int(found.lengths[n]) for n in np.flatnonzero(found.lengths)},
            "choices_by_step": [round(choices, 3) for choices in self.walks.choices],
            "decided_half_way": self.walks.decided,
            "first_moves": [
                {"moves": list(moves), "goals": {role: _pair(value) for role, value in zip(roles, values, strict=True)}}
                for moves, values in self.first_moves
            ],
        }

    def blocks(self) -> Sequence[Block]:
        found = self.results
        ended = "all ended" if found.ended == found.games else f"{found.ended:,} ended"
        balance = [
            (role, _shown(goal, 1), _shown(wins, 100) + " %")
            for role, goal, wins in zip(self.info.roles, found.goals, found.wins, strict=True)
        ]
        return [
            f"{self.info.name}: {found.games:,} random games, {ended}",
            columns(("role", "mean goal", "wins alone"), balance, [1, 2]),
            f"all the same: {_shown(found.draws, 100)} %",
            *_lengths(found.lengths),
            *_choices(self.walks.choices),
            f"decided half-way: {100 * self.walks.decided:.0f} % of games",
            *self._compared(),
        ]

    def _compared(self) -> list[Block]:
        """The best and the worst first moves for the first role that has a choice."""
        table = self.first_moves
        if len(table) < 2:
            return []
        changing = [role for role in range(len(self.info.roles)) if len({moves[role] for moves, _ in table}) > 1]
        role = next((role for role in changing if role != self.info.chance_role), self.info.players[0])
        ranked = sorted(table, key=lambda row: -row[1][role].mean)
        shown = ranked if len(ranked) <= 10 else [*ranked[:5], *ranked[-5:]]
        heading = "first moves" if len(ranked) <= 10 else f"first moves, the best and worst of {len(ranked)}"
        rows = [(" ".join(moves), _shown(values[role], 1)) for moves, values in shown]
        return [columns((heading, f"mean goal of {self.info.roles[role]}"), rows, [1])]


def analyse(
    game: GameLike, *, games: int | None = None, max_steps: int = LONGEST, seed: int = 0, threads: int | None = None
) -> Analysis:
    """Plays random games: who wins, how long it takes, how much there is to choose, which first moves are good.

    ``game``: the game, as ``load`` takes it.
    ``games``: how many games, by default a million; fewer of a game that is played by Python code.
    ``max_steps``: after how many joint moves a game counts as endless that does not say how long it can be.
    ``seed``: where random numbers begin. The same seed gives the same figures.
    ``threads``: how many threads play, by default one for each core.

    Returns the figures, with 95 % intervals.

    >>> found = ludens.analyse("tic_tac_toe", games=6400)
    >>> found.results.games, found.results.goals[0].mean > 60
    (6400, True)
    """
    loaded: LoadedGame[Any] = take_game(game)
    for name, value, least in (("games", games, 64), ("max_steps", max_steps, 1), ("threads", threads, 1)):
        if value is not None:
            check_number(name, value, least)
    with waiting(f"Compiling {loaded.info.name}"):
        engine = loaded.engine
    slow, native = not engine.batch, not isinstance(loaded, RulesGame)
    count = games or usual_games(loaded)
    limit, many = loaded.info.max_steps or max_steps, threads or os.cpu_count() or 1
    with waiting(f"Playing {count:,} random games of {loaded.info.name}"):
        found = results(engine, count, seed, max_steps=limit, threads=many)
        followed = walks(engine, 64 if slow else 256 if native else FOLLOWED, seed, max_steps=limit)
        table = [] if slow else first_moves(loaded, max(64, count // 100), seed, max_steps=limit, threads=many)
    return Analysis(loaded.info, found, followed, tuple(table))


def usual_games(game: LoadedGame[Any]) -> int:
    """How many random games are played where nobody says."""
    if not game.engine.batch:
        return 100
    return 1_000_000 if isinstance(game, RulesGame) else 100_000


def _pair(value: Value) -> dict[str, float]:
    return {"mean": value.mean, "margin": value.margin}


def _lengths(lengths: NDArray[np.int64]) -> list[str]:
    """A histogram of at most BARS bars."""
    if not lengths.sum():
        return []
    first, last = int(np.flatnonzero(lengths)[0]), len(lengths) - 1
    mean = float(lengths @ np.arange(len(lengths))) / float(lengths.sum())
    found = [f"length: {first} to {last} joint moves, {mean:.1f} on average"]
    width = max(1, -(-(last - first + 1) // BARS))
    bars = [int(lengths[start : start + width].sum()) for start in range(first, last + 1, width)]
    for number, count in enumerate(bars):
        start = first + number * width
        share = count / float(lengths.sum())
        name = str(start) if width == 1 else f"{start}–{min(last, start + width - 1)}"
        found.append(f"  {name:>9}  {'█' * round(40 * count / max(bars)):40} {100 * share:5.1f} %")
    return found


def _choices(steps: Sequence[float]) -> list[str]:
    if not steps:
        return []
    middle = steps[len(steps) // 4 : max(1, len(steps) * 3 // 4)] or steps
    return [f"choices: {steps[0]:.1f} at the first step, {np.mean(middle):.1f} in the middle of the longest games"]


def _shown(value: Value, factor: float) -> str:
    return f"{factor * value.mean:.2f} ± {factor * value.margin:.2f}"
