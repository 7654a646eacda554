"""A small game of three roles who all move at once."""

from __future__ import annotations

import itertools
import random


def table_game(seed: int) -> str:
    """Three roles choose once at the same time, among different numbers of moves, for goals from a random table."""
    rng = random.Random(seed)
    facts = " ".join(
        f"(payoff {x} {y} {z} {rng.randrange(101)} {rng.randrange(101)} {rng.randrange(101)})"
        for x, y, z in itertools.product(range(2), range(4), range(3))
    )
    moves = " ".join(f"(move {role} {n})" for role, size in zip("abc", (2, 4, 3), strict=True) for n in range(size))
    return f"""
        (role a) (role b) (role c) {moves} {facts} (init open)
        (<= (legal ?r (take ?n)) (true open) (move ?r ?n))
        (<= (next (got ?p ?q ?r)) (does a (take ?x)) (does b (take ?y)) (does c (take ?z)) (payoff ?x ?y ?z ?p ?q ?r))
        (<= terminal (true (got ?p ?q ?r)))
        (<= (goal a ?p) (true (got ?p ?q ?r))) (<= (goal b ?q) (true (got ?p ?q ?r)))
        (<= (goal c ?r) (true (got ?p ?q ?r)))
    """
