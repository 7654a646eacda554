"""Games as beginners play them: sometimes the move that does best in a few random games, sometimes any move."""

from __future__ import annotations

import random
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.game import JointMove, Move, random_joint_move

PLAYOUTS = 16
THOUGHTFUL = 0.6
"""How often a move is thought about."""

LONGEST = 300
CUT = 400
"""Joint moves after which games, and the random games of a thought, are cut."""


def sensible_game(game: LoadedGame[Any], numbers: random.Random) -> list[JointMove]:
    """The joint moves of one game."""
    state, found = game.initial_state(), list[JointMove]()
    while not game.is_terminal(state) and len(found) < LONGEST:
        joint = random_joint_move(game, state, numbers)
        for role in game.info.players:
            if numbers.random() < THOUGHTFUL and game.engine.batch:
                joint = _better(game, state, role, joint, numbers)
        found.append(joint)
        state = game.next_state(state, joint)
    return found


def _better(game: LoadedGame[Any], state: Any, role: int, joint: JointMove, numbers: random.Random) -> JointMove:
    """The joint move with a better move of a role."""
    legal: tuple[Move, ...] = game.legal_moves(state, role)
    if len(legal) < 2:
        return joint
    tried = [(*joint[:role], move, *joint[role + 1 :]) for move in legal]
    rows = game.pack([game.next_state(state, one) for one in tried])
    played = game.engine.playouts(rows, PLAYOUTS, numbers.getrandbits(62), max_steps=CUT)
    worth = played.goals[:, role] / np.maximum(1, played.finished)
    return tried[int(worth.argmax())]
