"""Checkers (English draughts) on a small board, drawn after a fixed number of steps."""

from __future__ import annotations

from ludens.boards.description import COLUMN_ROW, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, OneOf
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_list

STEPS = {6: 60, 8: 100}
"""For each size of the board, the number of joint moves after which the game is drawn."""


def rules(*, size: int) -> str:
    squares = [(x, y) for y in range(1, size + 1) for x in range(1, size + 1) if (x + y) % 2 == 0]
    men_rows = (size - 2) // 2
    black_men = [(x, y, "black_man") for x, y in squares if y <= men_rows]
    white_men = [(x, y, "white_man") for x, y in squares if y > size - men_rows]
    empty = [(x, y, "b") for x, y in squares if men_rows < y <= size - men_rows]
    return f"""
(role black)
(role white)
(opponent black white)
(opponent white black)

(owner black_man black)
(owner black_king black)
(owner white_man white)
(owner white_king white)
(<= (hostile ?piece ?victim)
    (owner ?piece ?player)
    (opponent ?player ?other)
    (owner ?victim ?other))

{fact_list("square", *squares)}
{each("row", range(1, size + 1))}
{chain("succ", range(1, size + 1))}
{each("direction", ("northeast", "northwest", "southeast", "southwest"))}
(<= (diagonal northeast ?x1 ?y1 ?x2 ?y2) (square ?x1 ?y1) (succ ?x1 ?x2) (succ ?y1 ?y2))
(<= (diagonal northwest ?x2 ?y1 ?x1 ?y2) (square ?x2 ?y1) (succ ?x1 ?x2) (succ ?y1 ?y2))
(<= (diagonal southeast ?x1 ?y2 ?x2 ?y1) (square ?x1 ?y2) (succ ?x1 ?x2) (succ ?y1 ?y2))
(<= (diagonal southwest ?x2 ?y2 ?x1 ?y1) (square ?x2 ?y2) (succ ?x1 ?x2) (succ ?y1 ?y2))

(heads black_man northeast)
(heads black_man northwest)
(heads white_man southeast)
(heads white_man southwest)
(<= (heads black_king ?direction) (direction ?direction))
(<= (heads white_king ?direction) (direction ?direction))
(<= (walk ?piece ?x1 ?y1 ?x2 ?y2)
    (heads ?piece ?direction)
    (diagonal ?direction ?x1 ?y1 ?x2 ?y2))
(<= (leap ?piece ?x1 ?y1 ?x2 ?y2 ?x3 ?y3)
    (heads ?piece ?direction)
    (diagonal ?direction ?x1 ?y1 ?x2 ?y2)
    (diagonal ?direction ?x2 ?y2 ?x3 ?y3))

; What a piece is once it stands in a row.
(crowned black_man {size} black_king)
(crowned white_man 1 white_king)
(<= (crowned_in ?piece ?row) (crowned ?piece ?row ?king))
(<= (becomes ?piece ?row ?king) (crowned ?piece ?row ?king))
(<= (becomes ?piece ?row ?piece)
    (owner ?piece ?player)
    (row ?row)
    (not (crowned_in ?piece ?row)))

(<= (base (cell ?x ?y b)) (square ?x ?y))
(<= (base (cell ?x ?y ?piece)) (square ?x ?y) (owner ?piece ?player))
(<= (base (control ?player)) (role ?player))
(<= (base (continues ?x ?y)) (square ?x ?y))
(base (step 0))
(<= (base (step ?following)) (step_after ?step ?following))
(<= (input ?player (move ?x1 ?y1 ?x2 ?y2)) (owner ?piece ?player) (walk ?piece ?x1 ?y1 ?x2 ?y2))
(<= (input ?player (jump ?x1 ?y1 ?x3 ?y3)) (owner ?piece ?player) (leap ?piece ?x1 ?y1 ?x2 ?y2 ?x3 ?y3))
(<= (input ?player noop) (role ?player))

{fact_list("initially", *black_men, *empty, *white_men)}
(<= (init (cell ?x ?y ?piece)) (initially ?x ?y ?piece))
(init (control black))
(init (step 0))

; Where such a piece could jump, if it stood there.
(<= (open_leap ?piece ?x1 ?y1 ?x3 ?y3)
    (leap ?piece ?x1 ?y1 ?x2 ?y2 ?x3 ?y3)
    (true (cell ?x2 ?y2 ?victim))
    (hostile ?piece ?victim)
    (true (cell ?x3 ?y3 b)))
(<= (could_jump ?piece ?x1 ?y1)
    (open_leap ?piece ?x1 ?y1 ?x2 ?y2))

(<= (can_jump ?player ?x1 ?y1 ?x2 ?y2)
    (true (control ?player))
    (owner ?piece ?player)
    (true (cell ?x1 ?y1 ?piece))
    (open_leap ?piece ?x1 ?y1 ?x2 ?y2))
(<= (can_walk ?player ?x1 ?y1 ?x2 ?y2)
    (true (control ?player))
    (owner ?piece ?player)
    (true (cell ?x1 ?y1 ?piece))
    (walk ?piece ?x1 ?y1 ?x2 ?y2)
    (true (cell ?x2 ?y2 b)))
(<= must_jump (can_jump ?player ?x1 ?y1 ?x2 ?y2))
(<= continuing (true (continues ?x ?y)))

(<= (legal ?player (jump ?x1 ?y1 ?x2 ?y2))
    (can_jump ?player ?x1 ?y1 ?x2 ?y2)
    (not continuing))
(<= (legal ?player (jump ?x1 ?y1 ?x2 ?y2))
    (can_jump ?player ?x1 ?y1 ?x2 ?y2)
    (true (continues ?x1 ?y1)))
(<= (legal ?player (move ?x1 ?y1 ?x2 ?y2))
    (can_walk ?player ?x1 ?y1 ?x2 ?y2)
    (not must_jump))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (goes ?x1 ?y1 ?x2 ?y2)
    (does ?player (move ?x1 ?y1 ?x2 ?y2)))
(<= (goes ?x1 ?y1 ?x2 ?y2)
    (does ?player (jump ?x1 ?y1 ?x2 ?y2)))
(<= (left ?x1 ?y1)
    (goes ?x1 ?y1 ?x2 ?y2))
(<= (left ?x2 ?y2)
    (does ?player (jump ?x1 ?y1 ?x3 ?y3))
    (leap black_king ?x1 ?y1 ?x2 ?y2 ?x3 ?y3))
(<= (entered ?x2 ?y2)
    (goes ?x1 ?y1 ?x2 ?y2))

(<= (next (cell ?x ?y b))
    (left ?x ?y))
(<= (next (cell ?x2 ?y2 ?new_piece))
    (goes ?x1 ?y1 ?x2 ?y2)
    (true (cell ?x1 ?y1 ?piece))
    (becomes ?piece ?y2 ?new_piece))
(<= (next (cell ?x ?y ?piece))
    (true (cell ?x ?y ?piece))
    (not (left ?x ?y))
    (not (entered ?x ?y)))

; A piece that has jumped, and was not crowned, must jump on if it can. What it has just
; jumped over is gone, but needs no thought: to jump back over it, it would land where it came from.
(<= (jumps_on ?x2 ?y2)
    (does ?player (jump ?x1 ?y1 ?x2 ?y2))
    (true (cell ?x1 ?y1 ?piece))
    (becomes ?piece ?y2 ?piece)
    (could_jump ?piece ?x2 ?y2))
(<= turn_goes_on (jumps_on ?x ?y))
(<= (next (continues ?x ?y))
    (jumps_on ?x ?y))
(<= (next (control ?player))
    (true (control ?player))
    turn_goes_on)
(<= (next (control ?other))
    (true (control ?player))
    (opponent ?player ?other)
    (not turn_goes_on))

{chain("step_after", range(STEPS[size] + 1))}
(<= (next (step ?following))
    (true (step ?step))
    (step_after ?step ?following))

(<= can_go must_jump)
(<= can_go (can_walk ?player ?x1 ?y1 ?x2 ?y2))
(<= out_of_time (true (step {STEPS[size]})))

(<= terminal (not can_go))
(<= terminal out_of_time)

(<= (goal ?player 0)
    (true (control ?player))
    (not can_go))
(<= (goal ?player 100)
    (opponent ?player ?other)
    (true (control ?other))
    (not can_go))
(<= (goal ?player 50)
    (role ?player)
    out_of_time
    can_go)
"""


def facts(*, size: int) -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=STEPS[size])


GAME = BuiltIn(
    name="checkers_small",
    title="Small checkers",
    summary="English draughts on a small board, drawn after a fixed number of steps.",
    rules=rules,
    facts=facts,
    parameters=(OneOf("size", 6, tuple(STEPS)),),
    drawing=Description((Board((Layer("cell", 3, COLUMN_ROW),), rows_up=True),)),
)
