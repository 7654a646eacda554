"""Small puzzles of the kinds that planners meet, each solvable with 100."""

from __future__ import annotations

from itertools import pairwise, product

STEPS = "(<= (next (step ?n)) (true (step ?m)) (succ ?m ?n)) (init (step 0))"


def counting(last: int) -> str:
    """A step counter from 0, and the numbers that it goes through."""
    return STEPS + " ".join(f"(succ {a} {b})" for a, b in pairwise(range(last + 1)))


LATIN_SQUARE = """
(role solver)
(<= (legal solver (write ?r ?c ?v)) (free ?r ?c ?v))
(<= (free ?r ?c ?v) (index ?r) (index ?c) (index ?v) (not (filled ?r ?c)) (not (row ?r ?v)) (not (column ?c ?v)))
(<= (filled ?r ?c) (true (cell ?r ?c ?v)))
(<= (row ?r ?v) (true (cell ?r ?c ?v)))
(<= (column ?c ?v) (true (cell ?r ?c ?v)))
(<= (next (cell ?r ?c ?v)) (true (cell ?r ?c ?v)))
(<= (next (cell ?r ?c ?v)) (does solver (write ?r ?c ?v)))
(<= going (free ?r ?c ?v))
(<= terminal (not going))
(<= blank (index ?r) (index ?c) (not (filled ?r ?c)))
(<= (goal solver 100) (not blank))
(<= (goal solver 0) blank)
(init (cell 1 1 1)) (init (cell 2 2 1)) (init (cell 3 4 1)) (init (cell 1 3 4)) (init (cell 5 5 2)) (init (cell 4 1 3))
""" + " ".join(f"(index {n})" for n in range(1, 6))
"""Fill in the rest of a square of five so that no number is twice in a row or column; stuck is lost."""


def queens(size: int) -> str:
    """A queen in each row, from the first row to the last; only at the end it is told whether two attack each other."""
    squares = list(product(range(size), repeat=2))
    attacks = [
        f"(attack {r} {c} {s} {d})" for r, c in squares for s, d in squares if r < s and (c == d or abs(c - d) == s - r)
    ]
    return f"""
(role player) {counting(size)}
(<= (legal player (place ?c)) (column ?c))
(<= (next (queen ?r ?c)) (true (step ?r)) (does player (place ?c)))
(<= (next (queen ?r ?c)) (true (queen ?r ?c)))
(<= terminal (true (step {size})))
(<= attacked (true (queen ?r ?c)) (true (queen ?s ?d)) (attack ?r ?c ?s ?d))
(<= (goal player 100) (true (step {size})) (not attacked))
(<= (goal player 0) attacked)
(<= (goal player 0) (not (true (step {size}))) (not attacked))
{" ".join(f"(column {c})" for c in range(size))} {" ".join(attacks)}
"""


RIVER = f"""
(role ferryman) {counting(10)}
(thing wolf) (thing goat) (thing cabbage) (eats wolf goat) (eats goat cabbage)
(other left right) (other right left)
(init (at boat left)) (init (at wolf left)) (init (at goat left)) (init (at cabbage left))
(<= (legal ferryman (take ?x)) (thing ?x) (true (at boat ?s)) (true (at ?x ?s)))
(legal ferryman cross)
(<= (next (at boat ?t)) (true (at boat ?s)) (other ?s ?t))
(<= (next (at ?x ?t)) (does ferryman (take ?x)) (true (at ?x ?s)) (other ?s ?t))
(<= (next (at ?x ?s)) (thing ?x) (true (at ?x ?s)) (not (does ferryman (take ?x))))
(<= eaten (eats ?x ?y) (true (at ?x ?s)) (true (at ?y ?s)) (not (true (at boat ?s))))
(<= waiting (thing ?x) (true (at ?x left)))
(<= terminal eaten) (<= terminal (not waiting)) (<= terminal (true (step 10)))
(<= (goal ferryman 100) (not waiting) (not eaten))
(<= (goal ferryman 0) waiting) (<= (goal ferryman 0) eaten (not waiting))
"""
"""Wolf, goat and cabbage, within ten crossings."""


def sliding(tiles: str) -> str:
    """Tiles on two rows of three, ``_`` the hole, to be put in the order 1 to 5 within 24 moves."""
    cells = list(product(range(2), range(3)))
    near = [f"(near {r} {c} {s} {d})" for r, c in cells for s, d in cells if abs(r - s) + abs(c - d) == 1]
    start = [f"(init (cell {r} {c} {tile}))" for (r, c), tile in zip(cells, tiles, strict=True)]
    wanted = " ".join(f"(true (cell {r} {c} {tile}))" for (r, c), tile in zip(cells, "12345_", strict=True))
    return f"""
(role player) {counting(24)}
(<= (legal player (slide ?r ?c)) (true (cell ?s ?d _)) (near ?r ?c ?s ?d))
(<= (next (cell ?r ?c _)) (does player (slide ?r ?c)))
(<= (next (cell ?s ?d ?t)) (does player (slide ?r ?c)) (true (cell ?r ?c ?t)) (true (cell ?s ?d _)))
(<= (next (cell ?s ?d ?t)) (true (cell ?s ?d ?t)) (distinct ?t _) (not (does player (slide ?s ?d))))
(<= solved {wanted})
(<= terminal solved) (<= terminal (true (step 24)))
(<= (goal player 100) solved) (<= (goal player 0) (not solved))
{" ".join(near)} {" ".join(start)}
"""


BRIDGE = (
    f"""
(role builder) {counting(4)}
(<= (legal builder (lay ?x ?y)) (index ?x) (index ?y) (not (true (stone ?x ?y))) (not (rock ?x ?y)))
(<= (next (stone ?x ?y)) (true (stone ?x ?y)))
(<= (next (stone ?x ?y)) (does builder (lay ?x ?y)))
(<= (reached 1 ?y) (true (stone 1 ?y)))
(<= (reached ?x ?y) (reached ?u ?v) (near ?u ?v ?x ?y) (true (stone ?x ?y)))
(<= across (reached 3 ?y))
(<= terminal (true (step 4)))
(<= (goal builder 100) across) (<= (goal builder 30) (not across))
(rock 2 1) (rock 2 2)
"""
    + " ".join(f"(index {n})" for n in range(1, 4))
    + " ".join(
        f"(near {x} {y} {u} {v})" for x, y, u, v in product(range(1, 4), repeat=4) if abs(x - u) + abs(y - v) == 1
    )
)
"""Four stones, of which three must join the left side with the right one, past two rocks: rules that recur."""


def lock(steps: int) -> str:
    """A number of wheels, each with six positions, of which one is right; every right one is worth the same."""
    each = 100 // steps
    return f"""
(role thief) {counting(steps)}
(<= (legal thief (turn ?n)) (digit ?n))
(<= (next (right ?s)) (true (right ?s)))
(<= (next (right ?s)) (true (step ?s)) (code ?s ?n) (does thief (turn ?n)))
(<= terminal (true (step {steps})))
(<= (count 0 0) terminal)
(<= (count ?t ?n) (count ?s ?m) (succ ?s ?t) (true (right ?s)) (succ ?m ?n))
(<= (count ?t ?m) (count ?s ?m) (succ ?s ?t) (not (true (right ?s))))
{" ".join(f"(<= (goal thief {each * n}) (count {steps} {n}))" for n in range(steps + 1))}
{" ".join(f"(digit {n})" for n in range(6))} {" ".join(f"(code {s} {5 * s % 6})" for s in range(steps))}
"""


PUZZLES = {
    "latin square": LATIN_SQUARE,
    "queens": queens(6),
    "river": RIVER,
    "sliding": sliding("4_1532"),
    "bridge": BRIDGE,
}
