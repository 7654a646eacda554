"""Rulesheets for an examination: an odd spelling, and rules that are wrong, each in its own way."""

from __future__ import annotations

MIXED_CASE = """
(role Left) (role rIGHT)
(base (Step 1)) (base (Step 2)) (base (Step 3))
(input Left (Take One_Stone)) (input Left (Take TWO-stones))
(input rIGHT Wait) (input rIGHT (Nod (Twice Slowly)))
(init (Step 1))
(<= (legal Left (Take One_Stone)) (true (Step ?N)))
(<= (legal Left (Take TWO-stones)) (true (Step 1)))
(legal rIGHT Wait) (legal rIGHT (Nod (Twice Slowly)))
(Succ 1 2) (Succ 2 3)
(<= (next (Step ?m)) (true (Step ?N)) (Succ ?N ?m))
(<= terminal (true (Step 3)))
(goal Left 100) (goal rIGHT 0)
"""
"""Names in mixed case: where case counts, a move must be answered as the sheet writes it."""

WALK = """
(role walker) (role bystander)
(init (at 1))
(child 1 2) (child 1 3) (child 2 4) (child 2 5) (child 3 6) (child 3 7)
(child 4 8) (child 4 9) (child 5 10) (child 5 11) (child 6 12) (child 6 13) (child 7 14) (child 7 15)
(<= (base (at ?to)) (child ?from ?to))
(base (at 1))
(<= (input walker (go ?from ?to)) (child ?from ?to))
(input bystander noop)
(<= (legal walker (go ?from ?to)) (true (at ?from)) (child ?from ?to))
(legal bystander noop)
(<= (next (at ?to)) (does walker (go ?from ?to)))
(<= (inside ?n) (child ?n ?m))
(<= terminal (true (at ?n)) (not (inside ?n)))
(goal walker 100) (goal bystander 0)
"""
"""A walk in which no move is legal in two positions: whoever is wrong about the last move is wrong about the next."""

WRONG = {
    "no rules": "",
    "no roles": "(init a) (<= terminal (true a))",
    "an unknown relation": "(role x) (<= (legal x a) (nowhere ?y)) (goal x 0) terminal",
    "negation through a cycle": "(role x) (<= p (not q)) (<= q (not p)) (legal x a) (goal x 0) (<= terminal p)",
    "an unsafe variable": "(role x) (<= (legal x ?m) (not (true ?m))) (goal x 0) (<= terminal (true a))",
    "no legal moves": "(role x) (init a) (goal x 0) (<= terminal (true b))",
    "endless terms": "(role x) (init (s 0)) (<= (next (s (s ?x))) (true (s ?x))) (legal x a) (goal x 0) "
    "(<= terminal (true b)) (<= (p (f ?x)) (p ?x)) (p a)",
}
"""Rules that are no game."""


def huge_rules(rules: str, characters: int) -> str:
    """The rules with facts that matter to nobody, of about so many characters."""
    fact = "(padding {:07d} of_no_use_to_anybody)"
    count = characters // len(fact.format(0))
    return " ".join([rules, *(fact.format(number) for number in range(count))])
