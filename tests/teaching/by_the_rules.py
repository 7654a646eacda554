"""Claims about moves, worked out from the plain rules, one joint move after another: slow and obviously right."""

from __future__ import annotations

import itertools
from typing import Any

from ludens.game import Game, JointMove, Move

State = Any


class ByTheRules:
    """Every notion of teaching, as its definition says."""

    def __init__(self, game: Game[Any]) -> None:
        self.game = game
        self.roles = range(len(game.info.roles))

    def legal(self, state: State, role: int) -> tuple[Move, ...]:
        return self.game.legal_moves(state, role)

    def choosing(self, state: State) -> list[int]:
        return [role for role in self.roles if len(self.legal(state, role)) > 1]

    def joints(self, state: State, **made: Move) -> list[JointMove]:
        """All joint moves in which roles make these moves: ``r0="noop"``."""
        legal = [(made[f"r{role}"],) if f"r{role}" in made else self.legal(state, role) for role in self.roles]
        return list(itertools.product(*legal))

    def after(self, state: State, **made: Move) -> list[State]:
        return [self.game.next_state(state, joint) for joint in self.joints(state, **made)]

    def has_won(self, state: State, role: int) -> bool:
        if not self.game.is_terminal(state):
            return False
        goals, others = self.game.goals(state), [other for other in self.game.info.players if other != role]
        return all(goals[role] > goals[other] for other in others) if others else goals[role] == 100

    def has_lost(self, state: State, role: int) -> bool:
        if not self.game.is_terminal(state):
            return False
        goals, others = self.game.goals(state), [other for other in self.game.info.players if other != role]
        return any(goals[role] < goals[other] for other in others) if others else goals[role] == 0

    def wins_at_once(self, state: State, role: int, move: Move) -> bool:
        if self.game.is_terminal(state) or move not in self.legal(state, role):
            return False
        return all(self.has_won(after, role) for after in self.after(state, **{f"r{role}": move}))

    def next_state(self, state: State, role: int, move: Move) -> State:
        """The position after a move of the only role that has a choice."""
        (after,) = self.after(state, **{f"r{role}": move})
        return after

    def going_on(self, state: State, role: int) -> list[Move]:
        return [
            move for move in self.legal(state, role) if not self.game.is_terminal(self.next_state(state, role, move))
        ]

    def is_threat(self, state: State, role: int, other: int, move: Move) -> bool:
        """Whether a move of another player threatens a role, which alone has a choice."""
        going_on = self.going_on(state, role)
        won = [
            mine
            for mine in going_on
            if other in self.choosing(after := self.next_state(state, role, mine))
            and self.wins_at_once(after, other, move)
        ]
        return len(won) > len(going_on) / 2

    def stops(self, state: State, role: int, other: int, move: Move) -> set[Move]:
        found = set()
        for mine in self.legal(state, role):
            after = self.next_state(state, role, mine)
            over = self.game.is_terminal(after)
            if (over and not self.has_lost(after, role)) or (not over and not self.wins_at_once(after, other, move)):
                found.add(mine)
        return found

    def threats(self, state: State, role: int) -> dict[tuple[int, Move], set[Move]]:
        """All threats to the only role that has a choice, with what stops them."""
        found = {}
        for other in self.game.info.players:
            if other != role:
                moves = {
                    one
                    for mine in self.going_on(state, role)
                    for one in self.legal(self.next_state(state, role, mine), other)
                }
                for move in moves:
                    if self.is_threat(state, role, other, move):
                        found[other, move] = self.stops(state, role, other, move)
        return found

    def threats_now(self, state: State, role: int) -> dict[tuple[int, Move], set[Move]]:
        """The same where others choose in the same turn."""
        found = {}
        for other in self.game.info.players:
            if other != role and other in self.choosing(state):
                for move in self.legal(state, other):
                    beaten = {
                        mine
                        for mine in self.legal(state, role)
                        if all(
                            self.has_won(after, other)
                            for after in self.after(state, **{f"r{role}": mine, f"r{other}": move})
                        )
                    }
                    if len(beaten) > len(self.legal(state, role)) / 2:
                        found[other, move] = set(self.legal(state, role)) - beaten
        return found

    def winning_replies(self, state: State, role: int, move: Move) -> dict[int, set[Move]]:
        """What others that have a choice then win by at once after a move."""
        after = self.next_state(state, role, move)
        found = {}
        for other in self.game.info.players:
            if other != role and not self.game.is_terminal(after) and other in self.choosing(after):
                wins = {one for one in self.legal(after, other) if self.wins_at_once(after, other, one)}
                if wins:
                    found[other] = wins
        return found

    def wins_next(self, state: State, role: int) -> bool:
        """Whether, whatever is played here, the role has won then or has a move that wins at once."""
        for after in self.after(state):
            if self.game.is_terminal(after):
                if not self.has_won(after, role):
                    return False
            elif not any(self.wins_at_once(after, role, move) for move in self.legal(after, role)):
                return False
        return True
