"""Counting sequences of joint moves: the classic test of a game's rules ("performance test", perft).

Equal positions are expanded once, with the number of ways that lead to them.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from ludens.game import Game, JointMove, S


@dataclass(frozen=True, slots=True)
class Ply:
    """What there is after exactly ``depth`` joint moves.

    ``sequences`` counts the ways to get there, ``finished`` those that end the game there, ``states`` the distinct
    positions.
    """

    depth: int
    sequences: int
    states: int
    finished: int


def perft(game: Game[S], start: S, depth: int) -> Iterator[Ply]:
    """The counts for 1, 2, … ``depth`` joint moves from ``start``; stops early when every game is over."""
    level = Counter({start: 1})
    for number in range(1, depth + 1):
        level = _following(game, level)
        if not level:
            return
        finished = sum(ways for state, ways in level.items() if game.is_terminal(state))
        yield Ply(number, level.total(), len(level), finished)


def counts(game: Game[S], start: S, depth: int) -> Iterator[int]:
    """The number of sequences of 1, 2, … ``depth`` joint moves; the last joint move is counted, not made."""
    level = Counter({start: 1})
    for number in range(1, depth + 1):
        yield sum(ways * _choices(game, state) for state, ways in level.items())
        if number < depth:
            level = _following(game, level)


def count(game: Game[S], start: S, depth: int) -> int:
    """The number of sequences of exactly ``depth`` joint moves."""
    return list(counts(game, start, depth))[-1] if depth else 1


def split(game: Game[S], start: S, depth: int) -> Iterator[tuple[JointMove, int]]:
    """For each first joint move, the number of sequences of ``depth`` joint moves that begin with it."""
    for moves in joint_moves(game, start):
        yield moves, count(game, game.next_state(start, moves), depth - 1)


def joint_moves(game: Game[S], state: S) -> Iterator[JointMove]:
    """Every combination of legal moves; none when the game is over."""
    if game.is_terminal(state):
        return iter(())
    return itertools.product(*(game.legal_moves(state, role) for role in range(len(game.info.roles))))


def _following(game: Game[S], level: Counter[S]) -> Counter[S]:
    following: Counter[S] = Counter()
    for state, ways in level.items():
        for moves in joint_moves(game, state):
            following[game.next_state(state, moves)] += ways
    return following


def _choices(game: Game[S], state: S) -> int:
    if game.is_terminal(state):
        return 0
    return math.prod(len(game.legal_moves(state, role)) for role in range(len(game.info.roles)))
