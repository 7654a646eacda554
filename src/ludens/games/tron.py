"""Tron: two riders leave walls behind them; whoever runs into one, or off the board, crashes."""

from __future__ import annotations

from ludens.boards.description import COLUMN_ROW, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_list


def rules(*, size: int) -> str:
    middle = (size + 1) // 2
    return f"""
(role red)
(role blue)
(opponent red blue)
(opponent blue red)
{fact_list("initially", ("red", 2, middle), ("blue", size - 1, size + 1 - middle))}

{each("index", range(1, size + 1))}
{chain("succ", range(1, size + 1))}
{each("direction", ("north", "south", "east", "west"))}
(<= (step north ?x ?y1 ?x ?y2) (index ?x) (succ ?y1 ?y2))
(<= (step south ?x ?y2 ?x ?y1) (index ?x) (succ ?y1 ?y2))
(<= (step east ?x1 ?y ?x2 ?y) (succ ?x1 ?x2) (index ?y))
(<= (step west ?x2 ?y ?x1 ?y) (succ ?x1 ?x2) (index ?y))

(<= (base (wall ?x ?y)) (index ?x) (index ?y))
(<= (base (rider ?player ?x ?y)) (role ?player) (index ?x) (index ?y))
(<= (base (crashed ?player)) (role ?player))
(<= (input ?player ?direction) (role ?player) (direction ?direction))

(<= (init (wall ?x ?y)) (initially ?player ?x ?y))
(<= (init (rider ?player ?x ?y)) (initially ?player ?x ?y))

(<= (legal ?player ?direction) (role ?player) (direction ?direction))

(<= (heads_for ?player ?x2 ?y2)
    (does ?player ?direction)
    (true (rider ?player ?x1 ?y1))
    (step ?direction ?x1 ?y1 ?x2 ?y2))
(<= collision
    (heads_for red ?x ?y)
    (heads_for blue ?x ?y))
(<= (arrives ?player ?x ?y)
    (heads_for ?player ?x ?y)
    (not (true (wall ?x ?y)))
    (not collision))
(<= (survives ?player)
    (arrives ?player ?x ?y))

(<= (next (wall ?x ?y))
    (true (wall ?x ?y)))
(<= (next (wall ?x ?y))
    (arrives ?player ?x ?y))
(<= (next (rider ?player ?x ?y))
    (arrives ?player ?x ?y))
(<= (next (rider ?player ?x ?y))
    (true (rider ?player ?x ?y))
    (not (survives ?player)))
(<= (next (crashed ?player))
    (role ?player)
    (not (survives ?player)))

(<= terminal (true (crashed ?player)))

(<= (goal ?player 100)
    (opponent ?player ?other)
    (true (crashed ?other))
    (not (true (crashed ?player))))
(<= (goal ?player 50)
    (opponent ?player ?other)
    (true (crashed ?player))
    (true (crashed ?other)))
(<= (goal ?player 0)
    (opponent ?player ?other)
    (true (crashed ?player))
    (not (true (crashed ?other))))
"""


def facts(*, size: int) -> Facts:
    # Two walls at first, and two more after each joint move but the last.
    return Facts(Turns.SIMULTANEOUS, goal_sum=100, max_steps=(size * size - 2) // 2 + 1)


GAME = BuiltIn(
    name="tron",
    title="Tron",
    summary="Two riders leave walls behind them; the last one not to crash wins.",
    rules=rules,
    facts=facts,
    parameters=(Whole("size", default=10, lowest=4, highest=20),),
    drawing=Description(
        (
            Board(
                (
                    Layer("wall", 2, COLUMN_ROW, marker="wall"),
                    Layer("rider", 3, COLUMN_ROW.moved(1), blanks=frozenset()),
                ),
                rows_up=True,
            ),
        )
    ),
)
