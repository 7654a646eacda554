"""Trials of a turn on cephalopod 5 × 5, where Cheng, Krauthamer, Ofir and Siddiqui lost the final of their class.

    python benchmarks/cephalopod.py [--seconds 7] [--positions 3] [AGENT …]

Their player made 40 to 50 trials in the 7 seconds that it had for UCT, and its opponent about 300 in a turn. An agent
that splits its clock is given as much more as it takes for UCT to have these seconds. One thread; positions come from
one random game, the first of them its start. On a busy machine an agent gets only a part of a processor: the second
figure is what it would make in as many seconds of processor time.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import Any

import ludens
from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.players import check_agent, make_agent
from ludens.players.agent import Agent
from ludens.players.tree_agent import TreeAgent
from ludens.testing import random_game

GAME = "cephalopod(size=5)"
TRIALS = 400_000


def rate(player: Agent[Any], game: LoadedGame[Any], state: Any) -> float:
    """Trials of UCT in a second of processor time, from an empty tree."""
    assert isinstance(player, TreeAgent)
    player.search.start(game.pack([state]))
    begin = time.process_time()
    player.search.think(Limit(playouts=TRIALS))
    return player.search.simulations / (time.process_time() - begin)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("agents", nargs="*", default=["uct", "scissors"], metavar="AGENT")
    parser.add_argument("--seconds", type=float, default=7.0)
    parser.add_argument("--positions", type=int, default=3)
    arguments = parser.parse_args()
    game = ludens.load(GAME)
    getattr(game.engine, "wait", lambda: None)()
    states = [state for state in random_game(game, random.Random(1))[0] if not game.is_terminal(state)]
    chosen = states[:: max(1, len(states) // arguments.positions)][: arguments.positions]
    for agent in arguments.agents:
        split = float(getattr(check_agent(agent)[1], "split", 1.0)) or 1.0
        for state in chosen:
            role = max(range(len(game.info.roles)), key=lambda seat: len(game.legal_moves(state, seat)))
            player = make_agent(agent, game, role, 1)
            notes = player.decide(state, Limit(seconds=arguments.seconds / split)).notes
            pace = rate(make_agent(agent, game, role, 2), game, state)
            seconds = float(notes.get("uct_seconds", notes["seconds"]))
            print(
                f"{agent:10} after {states.index(state):3} moves: {int(notes['simulations']):>10,} trials in"
                f" {seconds:.2f} s of UCT; {arguments.seconds * pace:>10,.0f}"
                f" in {arguments.seconds:g} s of processor",
                flush=True,
            )


if __name__ == "__main__":
    main()
