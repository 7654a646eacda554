"""Reversi, with the start and the rules of Othello: enclose discs to turn them over; most discs win."""

from __future__ import annotations

from ludens.boards.description import COLUMN_ROW, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, OneOf
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_list


def rules(*, size: int) -> str:
    low, high = size // 2, size // 2 + 1
    sums = [(rest, discs, *reversed(divmod(rest + discs, size))) for rest in range(size) for discs in range(size + 1)]
    return f"""
(role black)
(role white)
(opponent black white)
(opponent white black)

{each("index", range(1, size + 1))}
{chain("succ", range(size + 1))}
(<= (step east ?x1 ?y ?x2 ?y) (index ?x1) (succ ?x1 ?x2) (index ?y))
(<= (step north ?x ?y1 ?x ?y2) (index ?x) (index ?y1) (succ ?y1 ?y2))
(<= (step northeast ?x1 ?y1 ?x2 ?y2) (index ?x1) (succ ?x1 ?x2) (index ?y1) (succ ?y1 ?y2))
(<= (step southeast ?x1 ?y2 ?x2 ?y1) (index ?x1) (succ ?x1 ?x2) (index ?y1) (succ ?y1 ?y2))
(<= (step ?back ?x2 ?y2 ?x1 ?y1) (opposite ?direction ?back) (step ?direction ?x1 ?y1 ?x2 ?y2))
(opposite east west)
(opposite north south)
(opposite northeast southwest)
(opposite southeast northwest)

(initially {low} {low} white)
(initially {high} {high} white)
(initially {low} {high} black)
(initially {high} {low} black)
(<= (occupied_at_first ?x ?y) (initially ?x ?y ?player))

(<= (base (cell ?x ?y b)) (index ?x) (index ?y))
(<= (base (cell ?x ?y ?player)) (index ?x) (index ?y) (role ?player))
(<= (base (control ?player)) (role ?player))
(<= (input ?player (place ?x ?y)) (role ?player) (index ?x) (index ?y) (not (occupied_at_first ?x ?y)))
(<= (input ?player pass) (role ?player))
(<= (input ?player noop) (role ?player))

(<= (init (cell ?x ?y ?player)) (initially ?x ?y ?player))
(<= (init (cell ?x ?y b)) (index ?x) (index ?y) (not (occupied_at_first ?x ?y)))
(init (control black))

; From this disc of the opponent on, in this direction, there are only such discs up to one of the player's.
(<= (enclosed ?player ?direction ?x1 ?y1)
    (opponent ?player ?other)
    (true (cell ?x1 ?y1 ?other))
    (step ?direction ?x1 ?y1 ?x2 ?y2)
    (true (cell ?x2 ?y2 ?player)))
(<= (enclosed ?player ?direction ?x1 ?y1)
    (opponent ?player ?other)
    (true (cell ?x1 ?y1 ?other))
    (step ?direction ?x1 ?y1 ?x2 ?y2)
    (enclosed ?player ?direction ?x2 ?y2))
(<= (can_place ?player ?x1 ?y1)
    (true (cell ?x1 ?y1 b))
    (step ?direction ?x1 ?y1 ?x2 ?y2)
    (enclosed ?player ?direction ?x2 ?y2))
(<= (can_move ?player)
    (can_place ?player ?x ?y))

(<= (legal ?player (place ?x ?y))
    (true (control ?player))
    (can_place ?player ?x ?y))
(<= (legal ?player pass)
    (true (control ?player))
    (not (can_move ?player)))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (turned ?player ?direction ?x2 ?y2)
    (does ?player (place ?x1 ?y1))
    (step ?direction ?x1 ?y1 ?x2 ?y2)
    (enclosed ?player ?direction ?x2 ?y2))
(<= (turned ?player ?direction ?x2 ?y2)
    (turned ?player ?direction ?x1 ?y1)
    (step ?direction ?x1 ?y1 ?x2 ?y2)
    (enclosed ?player ?direction ?x2 ?y2))

(<= (next (cell ?x ?y ?player))
    (does ?player (place ?x ?y)))
(<= (next (cell ?x ?y ?player))
    (turned ?player ?direction ?x ?y))
(<= (next (cell ?x ?y ?occupant))
    (true (cell ?x ?y ?occupant))
    (not (changed ?x ?y)))
(<= (changed ?x ?y)
    (does ?player (place ?x ?y)))
(<= (changed ?x ?y)
    (turned ?player ?direction ?x ?y))
(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))

(<= over
    (not (can_move black))
    (not (can_move white)))
(<= terminal over)

; How many discs of the row are in its first columns.
(<= (discs_in_row ?player ?y 0 0)
    (role ?player)
    (index ?y))
(<= (discs_in_row ?player ?y ?x2 ?more)
    (succ ?x1 ?x2)
    (discs_in_row ?player ?y ?x1 ?discs)
    (true (cell ?x2 ?y ?player))
    (succ ?discs ?more))
(<= (discs_in_row ?player ?y ?x2 ?discs)
    (succ ?x1 ?x2)
    (discs_in_row ?player ?y ?x1 ?discs)
    (true (cell ?x2 ?y ?occupant))
    (distinct ?occupant ?player))

; The discs in the first rows would fill so many rows (full) and leave so many discs over (rest).
; (sum REST DISCS NEW_REST FILLED): together they fill FILLED rows more.
{fact_list("sum", *sums)}
(<= (rest ?player 0 0) (role ?player))
(<= (rest ?player ?y2 ?new_rest)
    (succ ?y1 ?y2)
    (rest ?player ?y1 ?rest)
    (discs_in_row ?player ?y2 {size} ?discs)
    (sum ?rest ?discs ?new_rest ?filled))
(<= (filled ?player ?y2 ?filled)
    (succ ?y1 ?y2)
    (rest ?player ?y1 ?rest)
    (discs_in_row ?player ?y2 {size} ?discs)
    (sum ?rest ?discs ?new_rest ?filled))
(<= (full ?player 0 0) (role ?player))
(<= (full ?player ?y2 ?rows)
    (succ ?y1 ?y2)
    (full ?player ?y1 ?rows)
    (filled ?player ?y2 0))
(<= (full ?player ?y2 ?more)
    (succ ?y1 ?y2)
    (full ?player ?y1 ?rows)
    (filled ?player ?y2 1)
    (succ ?rows ?more))

{fact_list("smaller", *((less, more) for more in range(size + 1) for less in range(more)))}
(<= (has_most ?player)
    (opponent ?player ?other)
    (full ?player {size} ?rows)
    (full ?other {size} ?other_rows)
    (smaller ?other_rows ?rows))
(<= (has_most ?player)
    (opponent ?player ?other)
    (full ?player {size} ?rows)
    (full ?other {size} ?rows)
    (rest ?player {size} ?rest)
    (rest ?other {size} ?other_rest)
    (smaller ?other_rest ?rest))

(<= (goal ?player 100) over (has_most ?player))
(<= (goal ?player 0) over (opponent ?player ?other) (has_most ?other))
(<= (goal ?player 50) over (role ?player) (not (has_most black)) (not (has_most white)))
"""


def facts(*, size: int) -> Facts:
    # Black does not begin with a pass, and no two passes come together.
    placed = size * size - 4
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=2 * placed - 1)


GAME = BuiltIn(
    name="reversi",
    title="Reversi",
    summary="Enclose the other's discs to turn them over; whoever has most discs wins.",
    rules=rules,
    facts=facts,
    parameters=(OneOf("size", 8, (4, 6, 8)),),
    drawing=Description((Board((Layer("cell", 3, COLUMN_ROW),), rows_up=True),)),
)
