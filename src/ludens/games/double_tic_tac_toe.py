"""Double tic-tac-toe: two boards that have nothing in common but whose turn it is."""

from __future__ import annotations

from ludens.boards.description import Board, Description, Layer, Spot
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts
from ludens.games.writing import each
from ludens.games.writing import facts as table

RULES = f"""
(role xplayer)
(role oplayer)

(board left)
(board right)
{each("index", range(1, 4))}
(mark_of xplayer x)
(mark_of oplayer o)
(opponent xplayer oplayer)
(opponent oplayer xplayer)

(<= (base (cell ?board ?row ?column b)) (board ?board) (index ?row) (index ?column))
(<= (base (cell ?board ?row ?column ?mark))
    (board ?board)
    (index ?row)
    (index ?column)
    (mark_of ?player ?mark))
(<= (base (control ?player)) (role ?player))
(<= (input ?player (mark ?board ?row ?column))
    (role ?player)
    (board ?board)
    (index ?row)
    (index ?column))
(<= (input ?player noop) (role ?player))

(<= (init (cell ?board ?row ?column b)) (board ?board) (index ?row) (index ?column))
(init (control xplayer))

(<= (legal ?player (mark ?board ?row ?column))
    (true (control ?player))
    (true (cell ?board ?row ?column b))
    (not (won ?board)))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (next (cell ?board ?row ?column ?mark))
    (does ?player (mark ?board ?row ?column))
    (mark_of ?player ?mark))
(<= (next (cell ?board ?row ?column ?mark))
    (true (cell ?board ?row ?column ?mark))
    (distinct ?mark b))
(<= (next (cell ?board ?row ?column b))
    (true (cell ?board ?row ?column b))
    (not (marked ?board ?row ?column)))
(<= (marked ?board ?row ?column)
    (does ?player (mark ?board ?row ?column)))
(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))

(<= (wins ?board ?player)
    (mark_of ?player ?mark)
    (true (cell ?board ?row 1 ?mark))
    (true (cell ?board ?row 2 ?mark))
    (true (cell ?board ?row 3 ?mark)))
(<= (wins ?board ?player)
    (mark_of ?player ?mark)
    (true (cell ?board 1 ?column ?mark))
    (true (cell ?board 2 ?column ?mark))
    (true (cell ?board 3 ?column ?mark)))
(<= (wins ?board ?player)
    (mark_of ?player ?mark)
    (true (cell ?board 1 1 ?mark))
    (true (cell ?board 2 2 ?mark))
    (true (cell ?board 3 3 ?mark)))
(<= (wins ?board ?player)
    (mark_of ?player ?mark)
    (true (cell ?board 1 3 ?mark))
    (true (cell ?board 2 2 ?mark))
    (true (cell ?board 3 1 ?mark)))
(<= (won ?board) (wins ?board ?player))
(<= (open ?board) (true (cell ?board ?row ?column b)))
(<= (unfinished ?board) (open ?board) (not (won ?board)))
(<= playing (unfinished ?board))

(<= terminal (not playing))

(<= (points ?board ?player 50) (wins ?board ?player))
(<= (points ?board ?player 0) (opponent ?player ?other) (wins ?board ?other))
(<= (points ?board ?player 25) (board ?board) (role ?player) (not (won ?board)) (not (open ?board)))
{table("sum", *((left, right, left + right) for left in (0, 25, 50) for right in (0, 25, 50)))}
(<= (goal ?player ?goal)
    (points left ?player ?left)
    (points right ?player ?right)
    (sum ?left ?right ?goal))
"""


def rules() -> str:
    return RULES


def facts() -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=18)


GAME = BuiltIn(
    name="double_tic_tac_toe",
    title="Double tic-tac-toe",
    summary="Two boards of tic-tac-toe at once, half the points on each.",
    rules=rules,
    facts=facts,
    drawing=Description((Board((Layer("cell", 4, Spot(column=(2,), row=(1,), group=(0,))),)),)),
)
