"""What safe strategies score against agents in a small game, worked out exactly, without a game being played.

    python benchmarks/exact_scores.py GAME [--agents A,B,…] [--playouts 2000] [--seed 0]

GAME is for two roles that may move at once, and its goals always add up to the same sum. Every agent is asked for its
move in every position, or for the chances of its moves if it says these. Then scores follow from the rules, as means of
both roles. The columns are an equilibrium; the equilibrium that gains most from likely mistakes, which the champion
plays (``search/matrix/mistakes.py``); and a best response, which knows the agent's chances. Nobody scores more.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from ludens.game import Limit
from ludens.games.loading import load
from ludens.players.strategies import strategist_of
from ludens.search.matrix.exploitability import Positions, Strategist
from ludens.search.matrix.game import Equilibrium, solve
from ludens.search.matrix.mistakes import gaining

AGENTS = "uct,duct,exp3,regret_matching,sequential_uct,sm_minimax,scissors,flat_ucb,grave,thompson,zero"

Matrix = NDArray[np.float64]
Safe = Callable[[Matrix, Equilibrium, float], NDArray[np.float64]]


def equilibrium(matrix: Matrix, found: Equilibrium, scale: float) -> NDArray[np.float64]:
    return found.row


class Scores:
    """Exact scores in one game."""

    def __init__(self, name: str) -> None:
        self.game = load(name)
        self.positions = Positions(self.game.engine, self.game.info.name)
        self._sum = self.positions.value_of(0) + self.positions.value_of(1)

    def of_best_response(self, agent: Strategist) -> float:
        """What somebody scores who knows the agent."""
        return 1 - sum(self.positions.exploited(agent).worst) / (2 * self._sum)

    def of_safe(self, safe: Safe, agent: Strategist) -> float:
        """What a strategy scores that is made from the values of an equilibrium."""
        return sum(self._as(role, safe, agent) for role in (0, 1)) / (2 * self._sum)

    def _as(self, role: int, safe: Safe, agent: Strategist) -> float:
        """The goal of the safe strategy in one role."""
        positions = self.positions

        def against(number: int, place: int, matrix: Matrix) -> float:
            own = self._own(role, safe, number, place)
            if matrix.shape[1 - role] == 1:
                other = np.ones(1)
            else:
                other = agent(positions.layers[number].rows[place : place + 1], 1 - role)
            return float(own @ matrix @ other if role == 0 else other @ matrix @ own)

        value = float(positions.backwards(against)[0][0])
        return value if role == 0 else self._sum - value

    def _own(self, role: int, safe: Safe, number: int, place: int) -> NDArray[np.float64]:
        step, below = self.positions.steps[number], self.positions.values[number + 1]
        at = int(np.searchsorted(step.open, place))
        matrix = below[step.children[step.firsts[at] : step.firsts[at + 1]]].reshape(tuple(step.counts[at]))
        if role == 1:
            matrix = -matrix.T
        return safe(matrix, solve(matrix), float(self.positions.range))


def remembered(strategist: Strategist) -> Strategist:
    """The same, asked once about each position."""
    known: dict[tuple[bytes, int], NDArray[np.float64]] = {}

    def strategy(row: NDArray[np.uint64], role: int) -> NDArray[np.float64]:
        key = row.tobytes(), role
        if key not in known:
            known[key] = strategist(row, role)
        return known[key]

    return strategy


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--agents", default=AGENTS)
    parser.add_argument("--playouts", type=int, default=2_000, help="that agents may make in a position")
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    scores = Scores(given.game)
    print(f"{scores.positions.count:,} positions\n")
    print("| opponent | equilibrium | the one that gains most | best response |\n|---|---|---|---|")
    for name in given.agents.split(","):
        agent = remembered(strategist_of(name, scores.game, Limit(playouts=given.playouts), given.seed))
        found = [scores.of_safe(equilibrium, agent), scores.of_safe(gaining, agent), scores.of_best_response(agent)]
        print(f"| `{name}` | " + " | ".join(f"{100 * score:.1f}" for score in found) + " |", flush=True)


if __name__ == "__main__":
    main()
