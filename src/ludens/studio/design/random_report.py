"""What random games tell about rules, with little time: a first answer soon, then a better one."""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove
from ludens.search.playouts.statistics import Results, Value, Walks, first_moves, results, walks
from ludens.studio.design import verdicts
from ludens.studio.frames.design import Balance, Bar, Branching, FirstMove, Length, Mean, RankedMove, Speed
from ludens.studio.work.drawing import MovePlaces, label

Part = (
    tuple[Literal["balance"], Balance]
    | tuple[Literal["length"], Length]
    | tuple[Literal["branching"], Branching]
    | tuple[Literal["first_move"], FirstMove]
    | tuple[Literal["speed"], Speed]
)

BARS = 24
STEPS_SHOWN = 200
MOST_FIRST_MOVES = 400
"""Joint first moves of which each is played out; of more, none."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How many random games are played: first, at most, and in about so many seconds; ``cut`` ends each of them."""

    first: int = 512
    most: int = 1 << 17
    seconds: float = 0.15
    followed: int = 128
    each: int = 192
    cut: int = 1_000

    @staticmethod
    def for_game(game: LoadedGame[Any]) -> Effort:
        """What can be afforded: games that are not compiled are thousands of times slower."""
        return Effort() if game.engine.batch else Effort(4, 64, 1.5, 4, 0, 200)


def random_parts(game: LoadedGame[Any], effort: Effort, compiled: Speed | None = None, seed: int = 0) -> Iterator[Part]:
    """The parts of the report that random games give, the most wanted first; the same part may come again, better.

    ``compiled``: what is told of the compiled game together with the speed.
    """
    begin = time.perf_counter()
    found = results(game.engine, effort.first, seed, max_steps=effort.cut)
    seconds = max(1e-4, time.perf_counter() - begin)
    yield from _of_results(game, found, effort)
    yield "branching", branching(walks(game.engine, effort.followed, seed, max_steps=effort.cut))
    if effort.each and _few_first_moves(game):
        yield "first_move", first_move(game, first_moves(game, effort.each, seed, max_steps=effort.cut))
    begin = time.perf_counter()
    more = min(effort.most, int(effort.first * effort.seconds / seconds))
    if more > 2 * effort.first:
        found = results(game.engine, more, seed + 1, max_steps=effort.cut)
        seconds = max(1e-4, time.perf_counter() - begin)
        yield from _of_results(game, found, effort)
    speed: Speed = {**(compiled or {"compiled": True}), "games_per_second": found.games / seconds}
    yield "speed", speed


def _of_results(game: LoadedGame[Any], found: Results, effort: Effort) -> Iterator[Part]:
    yield "balance", balance(game, found)
    yield "length", length(found, effort.cut)


def balance(game: LoadedGame[Any], found: Results) -> Balance:
    """Who wins random games; chance, which plays for nothing, is left out."""
    info = game.info
    data: Balance = {
        "games": found.games,
        "ended": found.ended,
        "roles": [
            {"role": info.roles[role], "goal": pair(found.goals[role]), "wins": pair(found.wins[role])}
            for role in info.players
        ],
        "draws": pair(found.draws),
    }
    if found.ended:
        names, goals = [info.roles[role] for role in info.players], [found.goals[role].mean for role in info.players]
        data["verdict"] = verdicts.balance(names, goals, found.draws.mean).as_data()
    return data


def length(found: Results, cut: int) -> Length:
    """How long random games are, as a histogram."""
    present = np.flatnonzero(found.lengths)
    unended = 1 - found.ended / found.games
    if not len(present):
        return {
            "games": found.games, "ended": 0, "cut": cut, "bars": [],
            "verdict": verdicts.length(0, 0, 0, 1.0, cut).as_data(),
        }  # fmt: skip
    shortest, longest = int(present[0]), int(present[-1])
    mean = float(found.lengths @ np.arange(len(found.lengths))) / found.ended
    median = int(np.searchsorted(np.cumsum(found.lengths), found.ended / 2))
    return {
        "games": found.games,
        "ended": found.ended,
        "cut": cut,
        "mean": mean,
        "median": median,
        "shortest": shortest,
        "longest": longest,
        "bars": _bars(found.lengths, shortest, longest),
        "verdict": verdicts.length(mean, shortest, longest, unended, cut).as_data(),
    }


def _bars(lengths: NDArray[np.int64], shortest: int, longest: int) -> list[Bar]:
    width = max(1, -(-(longest - shortest + 1) // BARS))
    return [
        {"first": start, "last": min(longest, start + width - 1), "games": int(lengths[start : start + width].sum())}
        for start in range(shortest, longest + 1, width)
    ]


def branching(found: Walks) -> Branching:
    """How much there is to choose, step by step."""
    if not found.choices:
        return {"games": found.games, "choices": [], "verdict": verdicts.branching(0, 0, None).as_data()}
    decided = number(found.decided)
    mean, most = float(np.mean(found.choices)), max(found.choices)
    return {
        "games": found.games,
        "first": found.choices[0],
        "mean": mean,
        "most": most,
        "choices": [round(choices, 2) for choices in found.choices[:STEPS_SHOWN]],
        "decided": decided,
        "verdict": verdicts.branching(mean, most, decided).as_data(),
    }


def first_move(game: LoadedGame[Any], table: Sequence[tuple[JointMove, tuple[Value, ...]]]) -> FirstMove:
    """What the first moves of the first role that has a choice are worth to it in random play."""
    role = _first_to_choose(game, [moves for moves, _ in table])
    if role is None:
        return {"role": None, "moves": []}
    means: dict[str, list[Value]] = {}
    for joint, values in table:
        means.setdefault(joint[role], []).append(values[role])
    worth = {move: _mean(values) for move, values in means.items()}
    ranked = sorted((move for move in worth if not math.isnan(worth[move].mean)), key=lambda move: -worth[move].mean)
    places = MovePlaces(game, game.initial_state())
    moves: list[RankedMove] = [
        {"move": move, "label": label(move), "places": places.of(move), **pair(worth[move])} for move in ranked
    ]
    data: FirstMove = {"role": role, "name": game.info.roles[role], "moves": moves}
    if len(ranked) > 1:
        best, worst = ((label(ranked[place]), worth[ranked[place]].mean) for place in (0, -1))
        margin = max(value.margin for value in worth.values())
        data["verdict"] = verdicts.first_move(game.info.roles[role], best, worst, margin).as_data()
    return data


def _few_first_moves(game: LoadedGame[Any]) -> bool:
    start = game.initial_state()
    if game.is_terminal(start):
        return False
    count = math.prod(len(game.legal_moves(start, role)) for role in range(len(game.info.roles)))
    return 1 < count <= MOST_FIRST_MOVES


def _first_to_choose(game: LoadedGame[Any], joints: Sequence[JointMove]) -> int | None:
    return next((role for role in game.info.players if len({joint[role] for joint in joints}) > 1), None)


def _mean(values: Sequence[Value]) -> Value:
    """The mean over equally likely answers of the others."""
    spread = math.sqrt(sum(value.margin**2 for value in values)) / len(values)
    return Value(sum(value.mean for value in values) / len(values), spread)


def pair(value: Value) -> Mean:
    """A mean with its margin for JSON."""
    return {"mean": number(value.mean), "margin": number(value.margin)}


def number(value: float) -> float | None:
    """The number for JSON, which has none that are not numbers."""
    return float(value) if math.isfinite(value) else None
