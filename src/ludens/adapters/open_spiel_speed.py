"""OpenSpiel on the same games, for comparison: its states driven from Python, and its own C++ playouts."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Any

from ludens.game import LudensError

OPEN_SPIEL = {
    "tic_tac_toe": "tic_tac_toe",
    "connect_four": "connect_four",
    "breakthrough": "breakthrough",
    "reversi": "othello",
    "pentago": "pentago",
    "hex": "hex(board_size=9)",
}
"""Built-in games, at their default sizes, and what OpenSpiel calls them. Its pentago makes one move of two of ours."""


@dataclass(frozen=True, slots=True)
class PeerSpeed:
    """Whole random games per second of the processor."""

    from_python: float
    in_cpp: float


def measure_open_spiel(name: str, seconds: float) -> PeerSpeed:
    """OpenSpiel's speed on one of OPEN_SPIEL; raises LudensError when it is not installed."""
    try:
        import pyspiel  # noqa: PLC0415 (an extra)
    except ImportError:
        raise LudensError("OpenSpiel is not installed: pip install 'ludens[peers]'.") from None
    game = pyspiel.load_game(OPEN_SPIEL[name])
    return PeerSpeed(_from_python(game, seconds), _in_cpp(pyspiel, game, seconds))


def _from_python(game: Any, seconds: float) -> float:
    rng, games, begin = random.Random(1), 0, time.thread_time()
    while time.thread_time() - begin < seconds:
        state = game.new_initial_state()
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
        games += 1
    return games / (time.thread_time() - begin)


def _in_cpp(pyspiel: Any, game: Any, seconds: float) -> float:
    """One simulation of OpenSpiel's MCTS bot with many rollouts: its fastest random playouts."""
    rollouts = 64
    while True:
        evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
        bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 1, False, 1, False)
        state = game.new_initial_state()
        begin = time.thread_time()
        bot.step(state)
        elapsed = time.thread_time() - begin
        if elapsed >= seconds / 2:
            return rollouts / elapsed
        rollouts *= 2 if elapsed > seconds / 16 else 8
