"""The slow, obviously right twin of the look one move ahead, one position after another."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from ludens.game import Game, JointMove, Move, S


def has_won(goals: tuple[int, ...], role: int) -> bool:
    others = [goal for other, goal in enumerate(goals) if other != role]
    return goals[role] == 100 or bool(others and goals[role] > max(others))


def has_lost(goals: tuple[int, ...], role: int) -> bool:
    others = [goal for other, goal in enumerate(goals) if other != role]
    return goals[role] < max(others) if others else goals[role] == 0


def replies(game: Game[S], state: S, role: int) -> list[tuple[Move, ...]]:
    """The joint moves of the others."""
    roles = range(len(game.info.roles))
    return list(itertools.product(*(game.legal_moves(state, other) for other in roles if other != role)))


def joined(move: Move, reply: tuple[Move, ...], role: int) -> JointMove:
    return (*reply[:role], move, *reply[role:])


def is_threatened(game: Game[S], state: S, role: int) -> bool:
    """Whether the others have a reply after which the role has lost, whatever it does."""
    for reply in replies(game, state, role):
        following = [game.next_state(state, joined(own, reply, role)) for own in game.legal_moves(state, role)]
        if all(game.is_terminal(after) and has_lost(game.goals(after), role) for after in following):
            return True
    return False


@dataclass(frozen=True)
class Seen:
    """What one move leads to: the shares of replies after which it has won, and has lost or is threatened."""

    wins: float
    losses: float


def look(game: Game[S], state: S, role: int, move: Move) -> Seen:
    after = [game.next_state(state, joined(move, reply, role)) for reply in replies(game, state, role)]
    over = [following for following in after if game.is_terminal(following)]
    wins = sum(has_won(game.goals(end), role) for end in over)
    losses = sum(has_lost(game.goals(end), role) for end in over)
    threats = sum(is_threatened(game, following, role) for following in after if not game.is_terminal(following))
    return Seen(wins / len(after), (losses + threats) / len(after))
