"""UCT with guided playouts: by averages of moves, or by other knowledge that needs no rules of thumb.

On engines that can prefer moves the playouts are machine code; on others they are played step by step.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from ludens.boards.cells import Cells, HasCells
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.game import UnsuitableGameError
from ludens.players.kind import AgentKind
from ludens.players.options import option
from ludens.players.tree_agent import TreeAgent, TreeOptions, TreePlan
from ludens.search.playouts.foresight import EnginePlayouts, engine_with_foresight
from ludens.search.playouts.guided import Guide, GuidedPlayouts
from ludens.search.playouts.guides import Decisive, History, Mast, Ngrams, Proximity, Softmax, Uniform
from ludens.search.playouts.on_lanes import LanePlayouts
from ludens.search.playouts.preferences import mast, ngrams, proximity
from ludens.search.playouts.preferences.guide import LaneGuide
from ludens.search.random_games import cut_after, longest
from ludens.search.tree.evaluate import Evaluation, RandomPlayouts
from ludens.search.tree.policy import UCB1, Policy

GUIDES = ("mast", "softmax", "ngrams", "history", "proximity", "uniform")
G = TypeVar("G")


@dataclass(frozen=True)
class GuidedOptions(TreeOptions):
    """Options of UCT with guided playouts."""

    exploration: float = option(0.4, "the constant c of the exploration term", lowest=0, highest=100)
    guide: str = option("mast", "what makes moves more likely in playouts", choices=GUIDES)
    epsilon: float = option(0.4, "how often mast and ngrams play a random move", lowest=0, highest=1)
    distance: int = option(1, "how near to the last move a move of proximity is", lowest=1, highest=100)
    decisive: int = option(0, "1: takes immediate wins; 2: also avoids moves that allow one", lowest=0, highest=2)
    length: int = option(0, "joint moves after which a playout is cut; 0: never", lowest=0, highest=100_000)
    playouts: int = option(8, "playouts from each leaf", lowest=1, highest=4096)


def make_uct_mast(
    game: LoadedGame[Any], role: int, options: GuidedOptions, seed: int | None = None
) -> TreeAgent[Any, GuidedOptions]:
    """An agent that searches by UCT with playouts in which some moves are likelier than others."""
    return TreeAgent(game, role, options, guided_plan("uct_mast", game, options), seed)


def guided_plan(agent: str, game: LoadedGame[Any], options: GuidedOptions) -> TreePlan:
    """UCT with guided playouts; raises UnsuitableGameError, naming the agent, where the guide cannot be had."""
    policy = Policy(UCB1, exploration=options.exploration)
    fast = _on_lanes(agent, game, options)
    return TreePlan(policy, fast if fast is not None else _step_by_step(agent, game, options))


def _on_lanes(agent: str, game: LoadedGame[Any], options: GuidedOptions) -> Evaluation | None:
    """Playouts in machine code; ``None`` where the engine has none of that kind."""
    engine: BatchEngine | None = game.engine
    if options.decisive:
        engine = engine_with_foresight(game, blocks=options.decisive > 1)
    if engine is None or engine.preferring is None or (options.guide == "ngrams" and engine.telling is None):
        return None
    most = options.length or cut_after(game.info)
    if options.guide == "uniform":
        return RandomPlayouts(most) if not options.decisive else EnginePlayouts(engine, most)
    moves = [len(engine.moves(role)) for role in range(len(engine.roles))]
    return LanePlayouts(engine, lane_guide(agent, game, moves, options), most)


def lane_guide(agent: str, game: LoadedGame[Any], moves: list[int], options: GuidedOptions) -> LaneGuide:
    """The guide that the options ask for, of playouts in machine code."""
    if options.guide == "mast":
        return mast.Mast(moves, options.epsilon)
    if options.guide == "softmax":
        return mast.Softmax(moves)
    if options.guide == "ngrams":
        return ngrams.Ngrams(moves, options.epsilon)
    if options.guide == "history":
        return mast.History(moves)
    return _proximity(agent, game, lambda cells: proximity.Proximity(game.engine, options.distance, cells))


def _step_by_step(agent: str, game: LoadedGame[Any], options: GuidedOptions) -> Evaluation:
    guide = _guide(agent, game, options)
    if options.decisive:
        guide = Decisive(guide, options.decisive)
    return GuidedPlayouts(guide, options.length or longest(game.info))


def _guide(agent: str, game: LoadedGame[Any], options: GuidedOptions) -> Guide:
    roles = len(game.info.roles)
    if options.guide == "mast":
        return Mast(roles, options.epsilon)
    if options.guide == "softmax":
        return Softmax(roles)
    if options.guide == "ngrams":
        return Ngrams(roles, options.epsilon)
    if options.guide == "history":
        return History(roles)
    if options.guide == "proximity":
        return _proximity(agent, game, lambda cells: Proximity(game.engine, options.distance, cells))
    return Uniform()


def _proximity(agent: str, game: LoadedGame[Any], make: Callable[[Cells], G]) -> G:
    """The guide for the kind of cells that the game has; raises UnsuitableGameError where moves name no place."""
    try:
        return make(game.cells if isinstance(game, HasCells) else Cells.SQUARES)
    except ValueError as error:
        raise UnsuitableGameError(agent, game.info.name, str(error)) from None


AGENT = AgentKind(
    name="uct_mast",
    summary="UCT whose playouts prefer moves that have been good on average",
    source="Finnsson and Björnsson 2008; proximity and history from El Bouhali 2013",
    agent=make_uct_mast,
    options=GuidedOptions,
    chance=True,
)
