"""Playouts by name, as agents offer them: a guide, foresight, or both, as in ``mast+foresight``."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludens.boards.cells import Cells, HasCells
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.game import UnsuitableGameError
from ludens.search.playouts import guides
from ludens.search.playouts.captures import engine_with_captures
from ludens.search.playouts.foresight import EnginePlayouts, engine_looking
from ludens.search.playouts.guided import GuidedPlayouts
from ludens.search.playouts.on_lanes import LanePlayouts
from ludens.search.playouts.policy_learning import learnt_policy
from ludens.search.playouts.preferences.captures import CaptureFirst
from ludens.search.playouts.preferences.guide import LaneGuide
from ludens.search.playouts.preferences.mast import BestQuarter, History, Mast, Softmax
from ludens.search.playouts.preferences.ngrams import Ngrams
from ludens.search.playouts.preferences.proximity import Proximity
from ludens.search.playouts.rated import RatedPlayouts
from ludens.search.random_games import cut_after, longest
from ludens.search.tree.evaluate import Evaluation, RandomPlayouts

MakeGuide = Callable[[LoadedGame[Any], BatchEngine], LaneGuide]


def _moves(engine: BatchEngine) -> list[int]:
    return [len(engine.moves(role)) for role in range(len(engine.roles))]


def _proximity(game: LoadedGame[Any], engine: BatchEngine) -> LaneGuide:
    return Proximity(engine, cells=game.cells if isinstance(game, HasCells) else Cells.SQUARES)


def _captures(game: LoadedGame[Any], engine: BatchEngine) -> LaneGuide:
    assert engine.circuit is not None
    return CaptureFirst(engine.circuit)


GUIDES: dict[str, MakeGuide] = {
    "preferred": lambda game, engine: BestQuarter(_moves(engine)),
    "mast": lambda game, engine: Mast(_moves(engine)),
    "softmax": lambda game, engine: Softmax(_moves(engine)),
    "ngrams": lambda game, engine: Ngrams(_moves(engine)),
    "history": lambda game, engine: History(_moves(engine)),
    "proximity": _proximity,
    "captures": _captures,
    "policy": lambda game, engine: learnt_policy(game)[1],
}
"""What may make moves likelier. A new guide is a file in ``preferences/`` and a line here."""

MARKED = ("captures", "policy")
"""Guides that look at marked moves."""

RATED = ("mast", "history")
"""Guides that games without a circuit may have in their own way."""

FORESIGHT = ("decisive", "foresight", "careful")

PLAYOUTS = (
    "random",
    *FORESIGHT,
    *GUIDES,
    *(f"{guide}+{look}" for guide in GUIDES if guide not in MARKED for look in FORESIGHT),
)
"""All names."""

MEANING = (
    "playouts: random; winning at once if possible (decisive), also not letting the next player do so (foresight), or "
    "not ending the game without a win (careful); or preferring moves: the best quarter by average (preferred), the "
    "best by average (mast), in proportion to averages (softmax), by the moves before (ngrams), frequent in won games "
    "(history), near the last (proximity), captures, or what searches chose (policy)"
)


def playouts_by_name(game: LoadedGame[Any], name: str, engine: BatchEngine | None = None) -> Evaluation:
    """What a leaf is worth by playouts of that name; raises UnsuitableGameError where they cannot be had.

    ``engine``: what guided ones are played on where there is no foresight, by default the game's own.
    """
    most = cut_after(game.info)
    guide, _, look = name.partition("+")
    if guide == "random":
        return RandomPlayouts(most)
    if guide in FORESIGHT:
        return EnginePlayouts(engine_looking(game, guide), most)
    if name in RATED and game.engine.rated is not None:
        return RatedPlayouts(game.engine, game.engine.rated, most, frequent=name == "history")
    if name == "proximity" and game.engine.preferring is None:
        return GuidedPlayouts(_step_by_step(game), longest(game.info))
    base = _marked(game, guide) if guide in MARKED else engine_looking(game, look) if look else engine or game.engine
    return LanePlayouts(base, _guide(game, guide, base), most)


def _step_by_step(game: LoadedGame[Any]) -> guides.Proximity:
    """Proximity on engines that cannot prefer moves: hundreds of times as slow, for comparisons of equal numbers."""
    try:
        return guides.Proximity(game.engine, cells=game.cells if isinstance(game, HasCells) else Cells.SQUARES)
    except ValueError as error:
        raise UnsuitableGameError("playout=proximity", game.info.name, str(error)) from None


def _marked(game: LoadedGame[Any], guide: str) -> BatchEngine:
    found = engine_with_captures(game)
    if found is None and guide == "policy":
        return game.engine  # it looks at marks only where there are some
    if found is None:
        raise UnsuitableGameError(f"playout={guide}", game.info.name, "its rules show no captures")
    return found


def _guide(game: LoadedGame[Any], name: str, engine: BatchEngine) -> LaneGuide:
    if engine.preferring is None:
        raise UnsuitableGameError(f"playout={name}", game.info.name, "its engine cannot prefer moves")
    try:
        return GUIDES[name](game, engine)
    except ValueError as error:
        raise UnsuitableGameError(f"playout={name}", game.info.name, str(error)) from None
