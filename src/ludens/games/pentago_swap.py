"""Pentago-Swap: a move places a stone and exchanges two quadrants (McGill COMP 424, 2019)."""

from __future__ import annotations

from itertools import combinations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts
from ludens.games.pentago import BOARD, CORNERS, FIVE_IN_A_ROW, GOALS
from ludens.games.writing import facts as fact_lines

RULES = f"""
{BOARD}
{fact_lines("pair", *combinations(CORNERS, 2))}

(<= (input ?player (play ?row ?column ?first ?second))
    (role ?player)
    (index ?row)
    (index ?column)
    (pair ?first ?second))
(<= (input ?player noop) (role ?player))

(<= (legal ?player (play ?row ?column ?first ?second))
    (true (control ?player))
    (true (cell ?row ?column b))
    (pair ?first ?second))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

; the board between the placement and the swap
(<= (placed ?row ?column ?player)
    (does ?player (play ?row ?column ?first ?second)))
(<= (taken ?row ?column)
    (placed ?row ?column ?player))
(<= (holds ?row ?column ?player)
    (placed ?row ?column ?player))
(<= (holds ?row ?column ?content)
    (true (cell ?row ?column ?content))
    (not (taken ?row ?column)))

; which quadrant's contents each quadrant has after the swap
(<= (swapped ?first ?second)
    (does ?player (play ?row ?column ?first ?second)))
(<= (swapped ?second ?first)
    (does ?player (play ?row ?column ?first ?second)))
(<= (moved ?quadrant)
    (swapped ?quadrant ?other))
(<= (contents_from ?quadrant ?other)
    (swapped ?quadrant ?other))
(<= (contents_from ?quadrant ?quadrant)
    (quadrant ?quadrant)
    (not (moved ?quadrant)))

(<= (next (cell ?row ?column ?content))
    (contents_from ?quadrant ?origin)
    (square ?quadrant ?x ?y ?row ?column)
    (square ?origin ?x ?y ?old_row ?old_column)
    (holds ?old_row ?old_column ?content))
(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))

{FIVE_IN_A_ROW}
(<= terminal decided)
(<= terminal (not open))
{GOALS}
"""


def rules() -> str:
    return RULES


def facts() -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=36)


GAME = BuiltIn(
    name="pentago_swap",
    title="Pentago-Swap",
    summary="Five in a row on a board of four quadrants, two of which change places after every placement.",
    rules=rules,
    facts=facts,
)
