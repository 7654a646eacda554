"""Connect four: drop discs into columns; four in a row win (or, as suicide, lose)."""

from __future__ import annotations

from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Flag, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_list

PLAYERS = ("red", "yellow", "blue")


def rules(*, columns: int, rows: int, players: int, suicide: bool) -> str:
    roles = PLAYERS[:players]
    maker, others = (0, 100 // (players - 1)) if suicide else (100, 0)
    return f"""
{each("role", roles)}
{fact_list("turn_after", *zip(roles, roles[1:] + roles[:1], strict=True))}

{each("column", range(1, columns + 1))}
{each("row", range(1, rows + 1))}
{chain("succ", range(1, max(columns, rows) + 1))}
(<= (consecutive ?first ?second ?third ?fourth)
    (succ ?first ?second)
    (succ ?second ?third)
    (succ ?third ?fourth))

(<= (base (cell ?column ?row b)) (column ?column) (row ?row))
(<= (base (cell ?column ?row ?player)) (column ?column) (row ?row) (role ?player))
(<= (base (control ?player)) (role ?player))
(<= (input ?player (drop ?column)) (role ?player) (column ?column))
(<= (input ?player noop) (role ?player))

(<= (init (cell ?column ?row b)) (column ?column) (row ?row))
(init (control {roles[0]}))

(<= (legal ?player (drop ?column))
    (true (control ?player))
    (true (cell ?column {rows} b)))
(<= (legal ?player noop)
    (role ?player)
    (true (control ?other))
    (distinct ?player ?other))

; A disc falls to the lowest empty cell of its column.
(<= (lands ?column 1)
    (true (cell ?column 1 b)))
(<= (lands ?column ?row)
    (true (cell ?column ?row b))
    (succ ?below ?row)
    (true (cell ?column ?below ?player))
    (distinct ?player b))
(<= (filled ?column ?row)
    (does ?player (drop ?column))
    (lands ?column ?row))

(<= (next (cell ?column ?row ?player))
    (does ?player (drop ?column))
    (lands ?column ?row))
(<= (next (cell ?column ?row ?player))
    (true (cell ?column ?row ?player))
    (distinct ?player b))
(<= (next (cell ?column ?row b))
    (true (cell ?column ?row b))
    (not (filled ?column ?row)))
(<= (next (control ?following))
    (true (control ?player))
    (turn_after ?player ?following))

(<= (line ?player)
    (role ?player)
    (consecutive ?column1 ?column2 ?column3 ?column4)
    (true (cell ?column1 ?row ?player))
    (true (cell ?column2 ?row ?player))
    (true (cell ?column3 ?row ?player))
    (true (cell ?column4 ?row ?player)))
(<= (line ?player)
    (role ?player)
    (consecutive ?row1 ?row2 ?row3 ?row4)
    (true (cell ?column ?row1 ?player))
    (true (cell ?column ?row2 ?player))
    (true (cell ?column ?row3 ?player))
    (true (cell ?column ?row4 ?player)))
(<= (line ?player)
    (role ?player)
    (consecutive ?column1 ?column2 ?column3 ?column4)
    (consecutive ?row1 ?row2 ?row3 ?row4)
    (true (cell ?column1 ?row1 ?player))
    (true (cell ?column2 ?row2 ?player))
    (true (cell ?column3 ?row3 ?player))
    (true (cell ?column4 ?row4 ?player)))
(<= (line ?player)
    (role ?player)
    (consecutive ?column1 ?column2 ?column3 ?column4)
    (consecutive ?row1 ?row2 ?row3 ?row4)
    (true (cell ?column1 ?row4 ?player))
    (true (cell ?column2 ?row3 ?player))
    (true (cell ?column3 ?row2 ?player))
    (true (cell ?column4 ?row1 ?player)))
(<= decided (line ?player))
(<= open (true (cell ?column {rows} b)))

(<= terminal decided)
(<= terminal (not open))

(<= (goal ?player {maker})
    (line ?player))
(<= (goal ?player {others})
    (role ?player)
    (line ?other)
    (distinct ?player ?other))
(<= (goal ?player {100 // players})
    (role ?player)
    (not decided)
    (not open))
"""


def facts(*, columns: int, rows: int, players: int, suicide: bool) -> Facts:
    # Three players who draw get 33 each, which is not what a win adds up to.
    return Facts(Turns.SEQUENTIAL, goal_sum=100 if players == 2 else None, max_steps=columns * rows)


GAME = BuiltIn(
    name="connect_four",
    title="Connect four",
    summary="Drop discs into columns; four in a row wins.",
    rules=rules,
    facts=facts,
    parameters=(
        Whole("columns", default=7, lowest=4, highest=12),
        Whole("rows", default=6, lowest=4, highest=12),
        Whole("players", default=2, lowest=2, highest=3),
        Flag("suicide"),
    ),
)
