"""Pentago: five in a row on a board whose quadrants turn; a turn is two joint moves, placing and rotating.

The texts in capitals serve every game of the Pentago family.
"""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts
from ludens.games.writing import each
from ludens.games.writing import facts as fact_lines

CORNERS = {"tl": (0, 0), "tr": (0, 3), "bl": (3, 0), "br": (3, 3)}
"""Each quadrant's first row and column."""

SQUARES = [
    (name, x, y, row + x, column + y) for name, (row, column) in CORNERS.items() for x in range(3) for y in range(3)
]
RUNS = [range(5), range(1, 6)]

BOARD = f"""
(role white)
(role black)
(opponent white black)
(opponent black white)

{each("index", range(6))}
{each("quadrant", CORNERS)}

; (square quadrant x y row column): place x y of the quadrant is row, column of the board
{fact_lines("square", *SQUARES)}

(<= (base (cell ?row ?column b)) (index ?row) (index ?column))
(<= (base (cell ?row ?column ?player)) (index ?row) (index ?column) (role ?player))
(<= (base (control ?player)) (role ?player))

(<= (init (cell ?row ?column b)) (index ?row) (index ?column))
(init (control white))
"""

FIVE_IN_A_ROW = f"""
{fact_lines("run", *RUNS)}
{fact_lines("backwards", *(reversed(run) for run in RUNS))}

(<= (five ?player)
    (role ?player)
    (run ?a ?b ?c ?d ?e)
    (true (cell ?row ?a ?player))
    (true (cell ?row ?b ?player))
    (true (cell ?row ?c ?player))
    (true (cell ?row ?d ?player))
    (true (cell ?row ?e ?player)))
(<= (five ?player)
    (role ?player)
    (run ?a ?b ?c ?d ?e)
    (true (cell ?a ?column ?player))
    (true (cell ?b ?column ?player))
    (true (cell ?c ?column ?player))
    (true (cell ?d ?column ?player))
    (true (cell ?e ?column ?player)))
(<= (five ?player)
    (role ?player)
    (diagonal ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j)
    (true (cell ?a ?f ?player))
    (true (cell ?b ?g ?player))
    (true (cell ?c ?h ?player))
    (true (cell ?d ?i ?player))
    (true (cell ?e ?j ?player)))
(<= (diagonal ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j)
    (run ?a ?b ?c ?d ?e)
    (run ?f ?g ?h ?i ?j))
(<= (diagonal ?a ?b ?c ?d ?e ?f ?g ?h ?i ?j)
    (run ?a ?b ?c ?d ?e)
    (backwards ?f ?g ?h ?i ?j))

(<= decided (five ?player))
(<= open (true (cell ?row ?column b)))
"""

GOALS = """
(<= (wins ?player)
    (five ?player)
    (opponent ?player ?other)
    (not (five ?other)))
(<= won (wins ?player))
(<= (goal ?player 100) (wins ?player))
(<= (goal ?player 0) (opponent ?player ?other) (wins ?other))
(<= (goal ?player 50) (role ?player) (not won))
"""

TURNED = [(x, y, y, 2 - x) for x in range(3) for y in range(3)]

RULES = f"""
{BOARD}
(base (phase place))
(base (phase rotate))
(init (phase place))

; (turned direction x y new_x new_y): where a place of a quadrant goes
{fact_lines("turned clockwise", *TURNED)}
(<= (turned counterclockwise ?new_x ?new_y ?x ?y) (turned clockwise ?x ?y ?new_x ?new_y))
(direction clockwise)
(direction counterclockwise)

(<= (input ?player (place ?row ?column)) (role ?player) (index ?row) (index ?column))
(<= (input ?player (rotate ?quadrant ?direction)) (role ?player) (quadrant ?quadrant) (direction ?direction))
(<= (input ?player noop) (role ?player))

(<= (legal ?player (place ?row ?column))
    (true (control ?player))
    (true (phase place))
    (true (cell ?row ?column b)))
(<= (legal ?player (rotate ?quadrant ?direction))
    (true (control ?player))
    (true (phase rotate))
    (quadrant ?quadrant)
    (direction ?direction))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (next (cell ?row ?column ?player))
    (does ?player (place ?row ?column)))
(<= (next (cell ?row ?column ?content))
    (does ?player (rotate ?quadrant ?direction))
    (square ?quadrant ?x ?y ?old_row ?old_column)
    (turned ?direction ?x ?y ?new_x ?new_y)
    (square ?quadrant ?new_x ?new_y ?row ?column)
    (true (cell ?old_row ?old_column ?content)))
(<= (next (cell ?row ?column ?content))
    (true (cell ?row ?column ?content))
    (not (touched ?row ?column)))
(<= (touched ?row ?column)
    (does ?player (place ?row ?column)))
(<= (touched ?row ?column)
    (does ?player (rotate ?quadrant ?direction))
    (square ?quadrant ?x ?y ?row ?column))

(<= (next (phase rotate)) (true (phase place)))
(<= (next (phase place)) (true (phase rotate)))
(<= (next (control ?player)) (true (phase place)) (true (control ?player)))
(<= (next (control ?player)) (true (phase rotate)) (opponent ?player ?other) (true (control ?other)))

{FIVE_IN_A_ROW}
(<= terminal decided)
(<= terminal (true (phase place)) (not open))
{GOALS}
"""


def rules() -> str:
    return RULES


def facts() -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=72)


GAME = BuiltIn(
    name="pentago",
    title="Pentago",
    summary="Five in a row on a board of four quadrants, one of which is turned after every placement.",
    rules=rules,
    facts=facts,
)
