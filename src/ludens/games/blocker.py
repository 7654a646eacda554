"""Blocker: one role builds a path across a grid while the other, at the same time, gets in its way."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each


def rules(size: int) -> str:
    return f"""
(role crosser)
(role blocker)

{each("index", range(1, size + 1))}
{chain("successor", range(1, size + 1))}
(<= (near ?number ?number) (index ?number))
(<= (near ?number ?other) (successor ?number ?other))
(<= (near ?number ?other) (successor ?other ?number))

(<= (base (cell ?row ?column b)) (index ?row) (index ?column))
(<= (base (cell ?row ?column ?player)) (index ?row) (index ?column) (role ?player))
(<= (input ?player (mark ?row ?column)) (role ?player) (index ?row) (index ?column))

(<= (init (cell ?row ?column b)) (index ?row) (index ?column))

(<= (legal ?player (mark ?row ?column))
    (role ?player)
    (true (cell ?row ?column b)))

(<= (next (cell ?row ?column blocker))
    (does blocker (mark ?row ?column)))
(<= (next (cell ?row ?column crosser))
    (does crosser (mark ?row ?column))
    (not (does blocker (mark ?row ?column))))
(<= (next (cell ?row ?column ?content))
    (true (cell ?row ?column ?content))
    (not (chosen ?row ?column)))
(<= (chosen ?row ?column)
    (does ?player (mark ?row ?column)))

; the crosser's cells that are joined to the left side
(<= (joined ?row 1)
    (true (cell ?row 1 crosser)))
(<= (joined ?row ?column)
    (joined ?other_row ?other_column)
    (near ?other_row ?row)
    (near ?other_column ?column)
    (true (cell ?row ?column crosser)))
(<= crossed (joined ?row {size}))
(<= open (true (cell ?row ?column b)))

(<= terminal crossed)
(<= terminal (not open))

(<= (goal crosser 100) crossed)
(<= (goal crosser 0) (not crossed))
(<= (goal blocker 0) crossed)
(<= (goal blocker 100) (not crossed))
"""


def facts(size: int) -> Facts:
    return Facts(Turns.SIMULTANEOUS, goal_sum=100, max_steps=size * size)


GAME = BuiltIn(
    name="blocker",
    title="Blocker",
    summary="The crosser marks a path from left to right; the blocker marks cells to stop it.",
    rules=rules,
    facts=facts,
    parameters=(Whole("size", 4, 3, 6),),
)
