"""Small rulesheets with a structure, and their near misses."""

from __future__ import annotations

_DIGITS = 8
_STEPS = 16

_COUNTING = "\n".join(f"(succ {number} {number + 1})" for number in range(_STEPS))

LOCK = f"""
; Whoever enters eight right digits in a row opens the lock: random games never do.
(role thief) (role guard)
{_COUNTING}
{" ".join(f"(right {number} {number * 5 % 4})" for number in range(_DIGITS))}
(digit 0) (digit 1) (digit 2) (digit 3)
(init (progress 0)) (init (step 0))
(<= (legal thief (enter ?d)) (digit ?d))
(<= (legal thief open) (true (progress {_DIGITS})))
(legal guard watch)
(<= (legal guard sleep) (true (progress {_DIGITS})))
(<= good (true (progress ?n)) (does thief (enter ?d)) (right ?n ?d))
(<= (next (progress ?m)) good (true (progress ?n)) (succ ?n ?m))
(<= (next (progress 0)) (not good))
(<= (next alarm) (not good) (not (true (progress {_DIGITS}))))
(<= (next alarm) (true alarm) (not (true (progress {_DIGITS}))))
(<= (next (light red)) (does thief (enter ?d)) (distinct ?d 3))
(<= (next (light green)) (does thief (enter 3)))
(<= (next (light ?colour)) (colour ?colour) (does thief open))
(colour red) (colour green)
(<= (next opened) (does thief open))
(<= (next opened) (true opened))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step {_STEPS})))
(<= (goal thief 100) (not (true alarm)))
(<= (goal thief 0) (true alarm) (not (true opened)))
(<= (goal thief 50) (true alarm) (true opened))
(<= (goal guard 0) (not (true alarm)))
(<= (goal guard 100) (true alarm))
"""

MODES = f"""
; The first move chooses: easily a half is won, in the hard mode only with eight right digits.
(role thief)
{_COUNTING}
{" ".join(f"(right {number} {number * 5 % 4})" for number in range(_DIGITS))}
(digit 0) (digit 1) (digit 2) (digit 3) (mode easy) (mode hard)
(init (step 0)) (init (progress 0))
(<= (legal thief (choose ?m)) (mode ?m) (true (step 0)))
(<= (legal thief (enter ?d)) (digit ?d) (not (true (step 0))))
(<= (next (in ?m)) (does thief (choose ?m)))
(<= (next (in ?m)) (true (in ?m)))
(<= good (true (progress ?n)) (does thief (enter ?d)) (right ?n ?d))
(<= (next (progress ?m)) good (true (progress ?n)) (succ ?n ?m))
(<= (next (progress 0)) (not good))
(<= (next won) (true (progress {_DIGITS})))
(<= (next won) (true (in easy)) (does thief (enter 0)))
(<= (next won) (true won))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step {_STEPS})))
(<= (goal thief 50) (true won))
(<= (goal thief 0) (not (true won)))
"""

ALARM = """
(role thief)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4)
(init (step 0))
(legal thief trip) (legal thief creep)
(<= (next alarm) (does thief trip))
(<= (next alarm) (true alarm))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step 4)))
(<= (goal thief 0) (true alarm))
(<= (goal thief 100) (not (true alarm)))
"""

RESCUE = ALARM.replace(
    "(<= (goal thief 0) (true alarm))",
    "(<= (goal thief 0) (true alarm) (not (true rescued)))\n(<= (goal thief 50) (true alarm) (true rescued))",
).replace("(succ 0 1)", "(<= (next rescued) (does thief creep) (true (step 3))) (succ 0 1)")

SCORE = """
(role player)
(succ 0 1) (succ 1 2) (succ 2 3) (succ 3 4) (succ 4 5)
(init (step 0)) (init (score 0))
(legal player win) (legal player wait)
(<= (next (score ?m)) (does player win) (true (score ?n)) (succ ?n ?m) (distinct ?n 4))
(<= (next (score 4)) (true (score 4)))
(<= (next (score ?n)) (does player wait) (true (score ?n)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step 5)))
(<= (goal player 100) (true (score 4)))
(<= (goal player 75) (true (score 3)))
(<= (goal player 50) (true (score 2)))
(<= (goal player 25) (true (score 1)))
(<= (goal player 0) (true (score 0)))
"""

_FALL = """
(<= (next (score 4)) (true (score 4)) (does player win))
(<= (next (score 1)) (true (score 4)) (does player wait))
"""
FALLING_SCORE = SCORE.replace("(<= (next (score 4)) (true (score 4)))", _FALL).replace(
    "(<= (next (score ?n)) (does player wait) (true (score ?n)))",
    "(<= (next (score ?n)) (does player wait) (true (score ?n)) (distinct ?n 4))",
)


def walks(
    end: str = "(<= terminal (true (at left 4)) (true (at right 4)))",
    legal: str = "",
    more: str = "",
    goals: str = """
    (<= (goal walker 100) (true (at left 4)) (true (at right 4)))
    (<= (goal walker 50) (true (at left 4)) (not (true (at right 4))))
    (<= (goal walker 50) (true (at right 4)) (not (true (at left 4))))
    (<= (goal walker 0) (not (true (at right 4))) (not (true (at left 4))))
    """,
) -> str:
    """Two walkers who go up and down a way of four places, one of them at a time."""
    return f"""
    (role walker)
    (succ 1 2) (succ 2 3) (succ 3 4)
    (side left) (side right)
    (init (at left 1)) (init (at right 1))
    {legal or "(<= (legal walker (go ?s ?n ?m)) (way ?n ?m) (true (at ?s ?n)))"}
    (<= (way ?n ?m) (succ ?n ?m))
    (<= (way ?m ?n) (succ ?n ?m))
    (<= (next (at ?s ?m)) (does walker (go ?s ?n ?m)))
    (<= (moved ?s) (does walker (go ?s ?n ?m)))
    (<= (next (at ?s ?n)) (true (at ?s ?n)) (not (moved ?s)))
    {more}
    {end}
    {goals}
    """


RIGHT_STARTS_LATE = """
    (init early)
    (<= (next late) (true early))
    (<= (next late) (true late))
    (<= (legal walker (go left ?n ?m)) (way ?n ?m) (true (at left ?n)) (not (true (at left 4))))
    (<= (legal walker (go right ?n ?m)) (way ?n ?m) (true (at right ?n)) (true late))
"""
TURN_BY_TURN = """
    (init (turn left))
    (<= (next (turn right)) (true (turn left)))
    (<= (next (turn left)) (true (turn right)))
    (<= (legal walker (go ?s ?n ?m)) (way ?n ?m) (true (at ?s ?n)) (true (turn ?s)))
"""
OR_END = "(<= terminal (true (at left 4))) (<= terminal (true (at right 4)))"
ONE_AFTER_THE_OTHER = """
    (<= (legal walker (go left ?n ?m)) (way ?n ?m) (true (at left ?n)) (not (true (at left 4))))
    (<= (legal walker (go right ?n ?m)) (way ?n ?m) (true (at right ?n)) (true (at left 4)))
"""
BACK_AND_FORTH = """
    (<= (legal walker (go left ?n ?m)) (way ?n ?m) (true (at left ?n)))
    (<= (legal walker (go right ?n ?m)) (way ?n ?m) (true (at right ?n)) (true (at left 4)))
"""
WAITS_FOR_LEFT = """
    (<= (legal walker (go left ?n ?m)) (way ?n ?m) (true (at left ?n)))
    (<= (legal walker (go right ?n ?m)) (way ?n ?m) (true (at right ?n)) (not (true (at left 3))))
"""
SAME_PLACE_GOALS = """
    (<= same (true (at left ?n)) (true (at right ?n)))
    (<= (goal walker 100) same)
    (<= (goal walker 0) (not same))
"""


def pair_of_walks(forbidden: str = "") -> str:
    """Two walkers who go up or down or stay, at the same time: every move says what each does."""
    return f"""
    (role walker)
    (succ 1 2) (succ 2 3) (succ 3 4)
    (init (at left 1)) (init (at right 1))
    (act stay) (act up) (act down)
    (<= (legal walker (both ?l ?r)) (act ?l) (act ?r) {forbidden})
    (<= (does_on left ?l) (does walker (both ?l ?r)))
    (<= (does_on right ?r) (does walker (both ?l ?r)))
    (<= (next (at ?s ?m)) (does_on ?s up) (true (at ?s ?n)) (succ ?n ?m))
    (<= (next (at ?s ?n)) (does_on ?s down) (true (at ?s ?m)) (succ ?n ?m))
    (<= (next (at ?s 4)) (does_on ?s up) (true (at ?s 4)))
    (<= (next (at ?s 1)) (does_on ?s down) (true (at ?s 1)))
    (<= (next (at ?s ?n)) (does_on ?s stay) (true (at ?s ?n)))
    (<= terminal (true (at left 4)) (true (at right 4)))
    (<= (goal walker 100) (true (at left 4)))
    (<= (goal walker 0) (not (true (at left 4))))
    """


def pair_of_jumps() -> str:
    """Two pieces that go where they like at the same time: their places do not rest on each other."""
    return """
    (role jumper)
    (place 1) (place 2) (place 3)
    (init (at left 1)) (init (at right 1))
    (<= (legal jumper (both ?l ?r)) (place ?l) (place ?r))
    (<= (next (at left ?l)) (does jumper (both ?l ?r)))
    (<= (next (at right ?r)) (does jumper (both ?l ?r)))
    (<= terminal (true (at left 3)) (true (at right 3)))
    (<= (goal jumper 100) (true (at left 3)))
    (<= (goal jumper 0) (not (true (at left 3))))
    """


def three_switches(pairs: str) -> str:
    """Three switches; a move throws some of them: pairs of them can be thrown in all ways, or all three."""
    return f"""
    (role player)
    (act keep) (act throw)
    (other keep throw) (other throw keep)
    (init (off a)) (init (off b)) (init (off c))
    (<= (legal player (set ?x ?y ?z)) (act ?x) (act ?y) (act ?z) {pairs})
    (<= (even keep keep keep) (act keep)) (<= (even keep throw throw) (act keep))
    (<= (even throw keep throw) (act keep)) (<= (even throw throw keep) (act keep))
    (<= (done a ?x) (does player (set ?x ?y ?z)))
    (<= (done b ?y) (does player (set ?x ?y ?z)))
    (<= (done c ?z) (does player (set ?x ?y ?z)))
    (<= (next (off ?s)) (true (off ?s)) (done ?s keep))
    (<= (next (off ?s)) (done ?s throw) (switch ?s) (not (true (off ?s))))
    (switch a) (switch b) (switch c)
    (<= terminal (not (true (off a))) (not (true (off b))) (not (true (off c))))
    (goal player 100)
    """


TWO_LOCKS = f"""
; Two locks, alike but for what happens when the right one is opened.
(role thief)
{_COUNTING}
{" ".join(f"(right {number} {number * 5 % 4})" for number in range(_DIGITS))}
(digit 0) (digit 1) (digit 2) (digit 3)
(lock east) (lock west)
(init (progress east 0)) (init (progress west 0)) (init (step 0))
(<= (legal thief (enter ?l ?d)) (lock ?l) (digit ?d))
(<= (good ?l) (true (progress ?l ?n)) (does thief (enter ?l ?d)) (right ?n ?d))
(<= (bad ?l) (does thief (enter ?l ?d)) (not (good ?l)))
(<= (next (progress ?l ?m)) (good ?l) (true (progress ?l ?n)) (succ ?n ?m))
(<= (next (progress ?l 0)) (bad ?l))
(<= (next (progress ?l ?n)) (true (progress ?l ?n)) (not (good ?l)) (not (bad ?l)))
(<= (next (step ?m)) (true (step ?n)) (succ ?n ?m))
(<= terminal (true (step {_STEPS})))
(<= (goal thief 100) (true (progress west {_DIGITS})))
(<= (goal thief 0) (not (true (progress west {_DIGITS}))))
"""
