"""Tic-tac-toe: three in a row on a board of three by three."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts
from ludens.games.writing import each

RULES = f"""
(role xplayer)
(role oplayer)

{each("index", range(1, 4))}
(mark_of xplayer x)
(mark_of oplayer o)
(opponent xplayer oplayer)
(opponent oplayer xplayer)

(<= (base (cell ?row ?column b)) (index ?row) (index ?column))
(<= (base (cell ?row ?column ?mark)) (index ?row) (index ?column) (mark_of ?player ?mark))
(<= (base (control ?player)) (role ?player))
(<= (input ?player (mark ?row ?column)) (role ?player) (index ?row) (index ?column))
(<= (input ?player noop) (role ?player))

(<= (init (cell ?row ?column b)) (index ?row) (index ?column))
(init (control xplayer))

(<= (legal ?player (mark ?row ?column))
    (true (control ?player))
    (true (cell ?row ?column b)))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (next (cell ?row ?column ?mark))
    (does ?player (mark ?row ?column))
    (mark_of ?player ?mark))
(<= (next (cell ?row ?column ?mark))
    (true (cell ?row ?column ?mark))
    (distinct ?mark b))
(<= (next (cell ?row ?column b))
    (true (cell ?row ?column b))
    (not (marked ?row ?column)))
(<= (marked ?row ?column)
    (does ?player (mark ?row ?column)))
(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))

(<= (wins ?player)
    (mark_of ?player ?mark)
    (true (cell ?row 1 ?mark))
    (true (cell ?row 2 ?mark))
    (true (cell ?row 3 ?mark)))
(<= (wins ?player)
    (mark_of ?player ?mark)
    (true (cell 1 ?column ?mark))
    (true (cell 2 ?column ?mark))
    (true (cell 3 ?column ?mark)))
(<= (wins ?player)
    (mark_of ?player ?mark)
    (true (cell 1 1 ?mark))
    (true (cell 2 2 ?mark))
    (true (cell 3 3 ?mark)))
(<= (wins ?player)
    (mark_of ?player ?mark)
    (true (cell 1 3 ?mark))
    (true (cell 2 2 ?mark))
    (true (cell 3 1 ?mark)))
(<= won (wins ?player))
(<= open (true (cell ?row ?column b)))

(<= terminal won)
(<= terminal (not open))

(<= (goal ?player 100) (wins ?player))
(<= (goal ?player 0) (opponent ?player ?other) (wins ?other))
(<= (goal ?player 50) (role ?player) (not won) (not open))
"""


def rules() -> str:
    return RULES


def facts() -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=9)


GAME = BuiltIn(
    name="tic_tac_toe",
    title="Tic-tac-toe",
    summary="Three in a row on a board of three by three.",
    rules=rules,
    facts=facts,
)
