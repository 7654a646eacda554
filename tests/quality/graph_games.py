"""Random small games for two who move in turn on a graph without cycles; what one gains the other loses."""

from __future__ import annotations

import random


def graph_game(seed: int) -> str:
    """A rulesheet: a token goes from place to place along arrows until there is none to follow."""
    rng = random.Random(seed)
    size = rng.randint(4, 14)
    arrows = {
        place: rng.sample(
            range(place + 1, size),
            min(size - place - 1, rng.choice((0, 1, 2, 2, 3, 4)) if place else rng.randint(1, 5)),
        )
        for place in range(size)
    }
    values = rng.choice(((0, 100), (0, 50, 100), (0, 50, 100), (10, 40, 60, 90), (50,)))
    order = ("a", "b") if rng.random() < 0.7 else ("b", "a")
    lines = [
        "(role a) (role b)",
        f"(init (at p0)) (init (control {order[0]}))",
        "(other a b) (other b a)",
        "(<= (legal ?r (go ?y)) (true (control ?r)) (true (at ?x)) (arrow ?x ?y))",
        "(<= (legal ?r wait) (true (control ?o)) (other ?r ?o))",
        "(<= (next (at ?y)) (does ?r (go ?y)))",
        "(<= (next (control ?o)) (true (control ?r)) (other ?r ?o))",
        "(<= (inner ?x) (arrow ?x ?y))",
        "(<= terminal (true (at ?x)) (not (inner ?x)))",
        "(<= (goal a ?v) (true (at ?x)) (worth ?x ?v ?w))",
        "(<= (goal b ?w) (true (at ?x)) (worth ?x ?v ?w))",
    ]
    lines += [f"(arrow p{place} p{after})" for place, afters in arrows.items() for after in afters]
    for place in range(size):
        value = rng.choice(values)
        lines.append(f"(worth p{place} {value} {100 - value})")
    return "\n".join(lines)
