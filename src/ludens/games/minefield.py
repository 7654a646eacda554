"""Minefield: a race across a field of mines, in which one false step decides the game long before it ends."""

from __future__ import annotations

from ludens.boards.description import ROW_COLUMN, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_lines

PLIES_PER_ROW = 4


def rules(size: int) -> str:
    """Mines lie on every fourth diagonal, outside the first and last row: the field looks alike to both."""
    mines = [(row, column) for row in range(2, size) for column in range(1, size + 1) if (row - column) % 4 == 2]
    last = PLIES_PER_ROW * size
    return f"""
(role white)
(role black)
(opponent white black)
(opponent black white)
(target white {size})
(target black 1)

{each("index", range(1, size + 1))}
{chain("before", range(1, size + 1))}
{fact_lines("mine", *mines)}
{chain("successor", range(last + 1))}

(direction up)
(direction down)
(direction left)
(direction right)
(<= (beside ?row ?column up ?other ?column) (before ?other ?row) (index ?column))
(<= (beside ?row ?column down ?other ?column) (before ?row ?other) (index ?column))
(<= (beside ?row ?column left ?row ?other) (before ?other ?column) (index ?row))
(<= (beside ?row ?column right ?row ?other) (before ?column ?other) (index ?row))

(<= (base (at ?player ?row ?column)) (role ?player) (index ?row) (index ?column))
(<= (base (blown ?player)) (role ?player))
(<= (base (control ?player)) (role ?player))
{fact_lines("base", *((f"(step {number})",) for number in range(last + 1)))}
(<= (input ?player (walk ?direction)) (role ?player) (direction ?direction))
(<= (input ?player noop) (role ?player))

(init (at white 1 1))
(init (at black {size} {size}))
(init (control white))
(init (step 0))

(<= (occupied ?row ?column) (true (at ?player ?row ?column)))
(<= (reaches ?player ?direction ?new_row ?new_column)
    (true (at ?player ?row ?column))
    (beside ?row ?column ?direction ?new_row ?new_column)
    (not (occupied ?new_row ?new_column)))

(<= (legal ?player (walk ?direction))
    (true (control ?player))
    (reaches ?player ?direction ?row ?column))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (next (at ?player ?row ?column))
    (does ?player (walk ?direction))
    (reaches ?player ?direction ?row ?column))
(<= (next (at ?player ?row ?column))
    (does ?player noop)
    (true (at ?player ?row ?column)))

; the latch: once true, true for ever; the first explosion sets off all mines, so there is no second
(<= exploded (true (blown ?player)))
(<= (next (blown ?player))
    (true (blown ?player)))
(<= (next (blown ?player))
    (does ?player (walk ?direction))
    (reaches ?player ?direction ?row ?column)
    (mine ?row ?column)
    (not exploded))

(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))
(<= (next (step ?number))
    (true (step ?before))
    (successor ?before ?number))

(<= (arrived ?player)
    (target ?player ?row)
    (true (at ?player ?row ?column)))
(<= anyone_arrived (arrived ?player))

(<= terminal anyone_arrived)
(<= terminal (true (step {last})))

(<= (goal ?player 0) (true (blown ?player)))
(<= (goal ?player 100) (opponent ?player ?other) (true (blown ?other)))
(<= (goal ?player 100) (arrived ?player) (not exploded))
(<= (goal ?player 0) (opponent ?player ?other) (arrived ?other) (not exploded))
(<= (goal ?player 50) (role ?player) (not anyone_arrived) (not exploded))
"""


def facts(size: int) -> Facts:
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=PLIES_PER_ROW * size)


GAME = BuiltIn(
    name="minefield",
    title="Minefield",
    summary="Two walkers race across a field of known mines; stepping on one loses the game.",
    rules=rules,
    facts=facts,
    parameters=(Whole("size", 6, 4, 8),),
    drawing=Description(
        (
            Board(
                (
                    Layer("mine", 2, ROW_COLUMN, marker="mine", always=True),
                    Layer("at", 3, ROW_COLUMN.moved(1), blanks=frozenset()),
                )
            ),
        )
    ),
)
