"""How often agents hand the next player a win at once in connect four for three.

    python benchmarks/three_player_blunder.py [--positions 500] [--seconds 0.1 | --playouts N] [--agents scissors uct …]

``studies/traps.py`` tells what a trap is. ``handed`` counts the decisions that let the next player win at once,
``hopeless`` those of them in which the agent thought its own move worth at most 5 of 100. What a random player does is
the mean over all legal moves.
"""

from __future__ import annotations

import argparse
from typing import Any

import ludens
from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.players import make_agent
from ludens.search.views.judging import judged_for
from ludens.studies.documents.traps import GAME, handed, handed_by_chance, traps


def wait(game: LoadedGame[Any]) -> None:
    """Returns when machine code is ready, of the game and of its views by role."""
    views = [judged_for(game, role, latches=True, coerce=True) for role in range(len(game.info.roles))]
    for engine in (game.engine, *(view.engine for view in views)):
        getattr(engine, "wait", lambda: None)()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--agents", nargs="+", default=["scissors", "uct", "maxn", "paranoid"], metavar="AGENT")
    parser.add_argument("--positions", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=0.1)
    parser.add_argument("--playouts", type=int)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    game = ludens.load(GAME)
    wait(game)
    found = traps(game, arguments.positions, arguments.seed)
    limit = Limit(playouts=arguments.playouts) if arguments.playouts else Limit(seconds=arguments.seconds)
    print(f"{len(found)} positions, {limit}\n{'agent':30} {'handed':>7} {'hopeless':>9}", flush=True)
    print(f"{'any legal move':30} {handed_by_chance(found):7.1f}", flush=True)
    for agent in arguments.agents:
        players = [make_agent(agent, game, role, arguments.seed) for role in range(len(game.info.roles))]
        told = handed(players, found, limit)
        print(f"{agent:30} {told.handed:7} {told.hopeless:9}", flush=True)


if __name__ == "__main__":
    main()
