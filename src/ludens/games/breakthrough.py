"""Breakthrough: be the first to bring a pawn to the far row (Dan Troyka, 2000)."""

from __future__ import annotations

from ludens.boards.description import COLUMN_ROW, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_list


def rules(*, size: int) -> str:
    return f"""
(role white)
(role black)
(opponent white black)
(opponent black white)

{each("index", range(1, size + 1))}
{chain("succ", range(1, size + 1))}
(<= (forward white ?row ?following) (succ ?row ?following))
(<= (forward black ?row ?following) (succ ?following ?row))
(<= (beside ?column ?other) (succ ?column ?other))
(<= (beside ?column ?other) (succ ?other ?column))
{fact_list("home", ("white", 1), ("white", 2), ("black", size - 1), ("black", size))}
{fact_list("far", ("white", size), ("black", 1))}

(<= (base (cell ?x ?y b)) (index ?x) (index ?y))
(<= (base (cell ?x ?y ?player)) (index ?x) (index ?y) (role ?player))
(<= (base (control ?player)) (role ?player))
(<= (input ?player (move ?x ?y1 ?x ?y2)) (index ?x) (forward ?player ?y1 ?y2))
(<= (input ?player (move ?x1 ?y1 ?x2 ?y2)) (beside ?x1 ?x2) (forward ?player ?y1 ?y2))
(<= (input ?player noop) (role ?player))

(<= (init (cell ?x ?y ?player)) (index ?x) (home ?player ?y))
(<= (init (cell ?x ?y b)) (index ?x) (index ?y) (not (occupied_at_first ?y)))
(<= (occupied_at_first ?y) (home ?player ?y))
(init (control white))

(<= (legal ?player (move ?x ?y1 ?x ?y2))
    (true (control ?player))
    (true (cell ?x ?y1 ?player))
    (forward ?player ?y1 ?y2)
    (true (cell ?x ?y2 b)))
(<= (legal ?player (move ?x1 ?y1 ?x2 ?y2))
    (true (control ?player))
    (true (cell ?x1 ?y1 ?player))
    (forward ?player ?y1 ?y2)
    (beside ?x1 ?x2)
    (true (cell ?x2 ?y2 ?occupant))
    (distinct ?occupant ?player))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (next (cell ?x1 ?y1 b))
    (does ?player (move ?x1 ?y1 ?x2 ?y2)))
(<= (next (cell ?x2 ?y2 ?player))
    (does ?player (move ?x1 ?y1 ?x2 ?y2)))
(<= (next (cell ?x ?y ?occupant))
    (true (cell ?x ?y ?occupant))
    (not (changed ?x ?y)))
(<= (changed ?x1 ?y1)
    (does ?player (move ?x1 ?y1 ?x2 ?y2)))
(<= (changed ?x2 ?y2)
    (does ?player (move ?x1 ?y1 ?x2 ?y2)))
(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))

(<= (wins ?player)
    (far ?player ?y)
    (true (cell ?x ?y ?player)))
(<= (wins ?player)
    (opponent ?player ?other)
    (not (has_pawns ?other)))
(<= (has_pawns ?player)
    (role ?player)
    (true (cell ?x ?y ?player)))

(<= terminal (wins ?player))

(<= (goal ?player 100) (wins ?player))
(<= (goal ?player 0) (opponent ?player ?other) (wins ?other))
"""


def facts(*, size: int) -> Facts:
    # Every move takes a pawn one row on, and only the last move takes one to the far row.
    steps_to_the_last_row_but_one = size * (size - 2) + size * (size - 3)
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=2 * steps_to_the_last_row_but_one + 1)


GAME = BuiltIn(
    name="breakthrough",
    title="Breakthrough",
    summary="Two rows of pawns each; the first to bring one to the far row wins.",
    rules=rules,
    facts=facts,
    parameters=(Whole("size", default=8, lowest=4, highest=10),),
    drawing=Description((Board((Layer("cell", 3, COLUMN_ROW),), rows_up=True),)),
)
