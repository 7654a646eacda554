"""What a learnt evaluation is worth, beside random playouts: on games that nothing was fitted to.

Two questions, each asked of both: who won, given a position of a new game, and who wins, where both look one move
ahead. An evaluation that does worse than random playouts in both has no place in a tree that could play them.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from ludens import cache
from ludens.engine.contract import LoadedGame
from ludens.search.evaluations.learnt.games import Played, Value, play_games
from ludens.search.evaluations.learnt.judging import duel, of_engine, ranking
from ludens.search.evaluations.learnt.model import Learnt
from ludens.search.evaluations.learnt.schedule import Manner
from ludens.search.evaluations.learnt.shipped import shipped
from ludens.search.evaluations.learnt.stopping import Stopped, never
from ludens.search.evaluations.static import MonteCarlo
from ludens.search.random_games import cut_after
from ludens.search.rules_digest import rules_digest

PLAYOUTS = 16
"""Random games that stand against one look at a position."""

HELD_OUT = 1 << 40
"""Where the random numbers of new games begin: none that was learnt from has them."""

OWN = Manner(games=128, blunders=0.1)
BY_PLAYOUTS = Manner(games=64, blunders=0.1, checked=0)
DUEL = Manner(games=48, opening=4, noise=0.0, blunders=0.0, checked=0)
"""New games that each of the two plays by itself, and those between them."""

MOST = 3_000
"""Positions of new games that are looked at."""

CHANCE = 0.53
"""Whoever tells the winner no better than this tells nothing: one half is chance, and samples are small."""

CODE = ("engine/**/*.py", "search/*.py", "search/evaluations/**/*.py")
KIND = "skill"


@dataclass(frozen=True, slots=True)
class Skill:
    """``ranking``: how often a position that was won is valued above one that was lost, and ``playouts``: how often
    random playouts do so; one half is chance. ``duel``: the share of points against them, one move ahead.
    """

    ranking: float
    playouts: float
    duel: float

    @property
    def is_any(self) -> bool:
        """Whether it tells anything at all."""
        return self.ranking > CHANCE or self.duel > CHANCE

    @property
    def features(self) -> dict[str, float]:
        """The same in numbers around 0: ``tells`` the winner, and ``wins``, in log-odds, more than playouts do."""
        games = 2 * DUEL.games
        share = (games * self.duel + 1) / (games + 2)
        return {"tells": round(self.ranking - self.playouts, 3), "wins": round(math.log(share / (1 - share)), 3)}


def skill_of(game: LoadedGame[Any], learnt: Learnt, stopped: Stopped = never) -> Skill:
    """What an evaluation is worth in a game for two; found once, and kept. Raises StoppedError."""
    found = kept_skill(game, learnt)
    if found is None:
        found = measured_skill(game, of_engine(game, learnt), stopped)
        cache.keep(KIND, _made_from(game, learnt), json.dumps(asdict(found)).encode())
    return found


def kept_skill(game: LoadedGame[Any], learnt: Learnt) -> Skill | None:
    """The same if somebody has found it before, or it comes with the package."""
    entry = shipped().get(rules_digest(game))
    if entry is not None and entry.skill and entry.model == learnt.model.to_text():
        return Skill(*entry.skill)
    data = cache.fetch(KIND, _made_from(game, learnt))
    return None if data is None else Skill(**json.loads(data))


def _made_from(game: LoadedGame[Any], learnt: Learnt) -> str:
    return f"{cache.code_version(*CODE)}\n{rules_digest(game)}\n{learnt.model.to_text()}"


def measured_skill(game: LoadedGame[Any], value: Value, stopped: Stopped = never) -> Skill:
    """The same of any evaluation, not kept."""
    playouts = of_engine(game, MonteCarlo(PLAYOUTS, 0, cut_after(game.info)))
    own = play_games(game, [value, value], OWN, HELD_OUT, stopped)
    others = play_games(game, [playouts, playouts], BY_PLAYOUTS, HELD_OUT + 1, stopped)
    told = [(_ranking(value, played), _ranking(playouts, played)) for played in (own, others)]
    ours, theirs = np.mean(told, axis=0)
    return Skill(float(ours), float(theirs), duel(game, value, playouts, DUEL, HELD_OUT + 2, stopped))


def _ranking(value: Value, played: Played) -> float:
    step = max(1, len(played) // MOST)
    return ranking(value(played.rows[::step])[:, 0], played.goals[::step, 0])
