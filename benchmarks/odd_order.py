"""The order of players on Odd that El Bouhali 2013 found: each against the next better one, at equal time.

    python benchmarks/odd_order.py [--pairs 30] [--seconds 0.05]

Each agent is given as many playouts, or positions where it makes none, as it makes in the time from the first position,
measured in time of the processor. Two games with sides swapped are the unit of the interval.
"""

from __future__ import annotations

import argparse
import itertools
import time

import numpy as np

from ludens.game import Limit
from ludens.games.odd import Odd, OddState
from ludens.players import make_agent

ORDER = ["random", "negamax", "negascout", "mtdf", "mcts_greedy", "uct", "uct_rave"]


def budget(game: Odd, agent: str, seconds: float) -> int:
    """The playouts or positions that the agent makes in the time."""
    for _ in range(2):
        player, begin = make_agent(agent, game, 0, 1), time.process_time()
        found = player.decide(game.initial_state(), Limit(seconds=0.5))
    took = time.process_time() - begin
    made = found.notes.get("simulations") or found.notes.get("positions", 1)
    return max(1, int(float(made) / took * seconds))


def one_game(game: Odd, agents: list[str], budgets: dict[str, int], seed: int) -> float:
    """What the first role gets, from 0 to 1."""
    players = [make_agent(agent, game, role, seed + role) for role, agent in enumerate(agents)]
    state: OddState = game.initial_state()
    while not game.is_terminal(state):
        legal = [game.legal_moves(state, role) for role in (0, 1)]
        moves = [
            own[0] if len(own) == 1 else player.decide(state, Limit(playouts=budgets[agent])).move
            for own, player, agent in zip(legal, players, agents, strict=True)
        ]
        state = game.next_state(state, moves)
    return game.goals(state)[0] / 100


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=0.05)
    arguments = parser.parse_args()
    game = Odd()
    budgets = {agent: budget(game, agent, arguments.seconds) for agent in ORDER}
    print(", ".join(f"{agent} {count:,}" for agent, count in budgets.items()), "playouts or positions", flush=True)
    for worse, better in itertools.pairwise(ORDER):
        scores = [
            (
                one_game(game, [better, worse], budgets, 4 * pair)
                + 1
                - one_game(game, [worse, better], budgets, 4 * pair + 2)
            )
            / 2
            for pair in range(arguments.pairs)
        ]
        mean, margin = np.mean(scores), 1.96 * np.std(scores, ddof=1) / np.sqrt(len(scores))
        print(
            f"{better} against {worse}: {100 * mean:.1f} ± {100 * margin:.1f} % in {2 * len(scores)} games", flush=True
        )


if __name__ == "__main__":
    main()
