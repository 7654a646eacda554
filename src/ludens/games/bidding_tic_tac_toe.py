"""Bidding tic-tac-toe: both players bid coins for the right to mark a cell."""

from __future__ import annotations

from ludens.boards.description import ROW_COLUMN, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import each
from ludens.games.writing import facts as table


def rules(coins: int) -> str:
    amounts = range(2 * coins + 1)
    return f"""
(role xplayer)
(role oplayer)

{each("index", range(1, 4))}
(mark_of xplayer x)
(mark_of oplayer o)
(opponent xplayer oplayer)
(opponent oplayer xplayer)

{each("amount", amounts)}
{table("less", *((small, large) for large in amounts for small in range(large)))}
{table("sum", *((total - part, part, total) for total in amounts for part in range(total + 1)))}

(<= (base (cell ?row ?column b)) (index ?row) (index ?column))
(<= (base (cell ?row ?column ?mark)) (index ?row) (index ?column) (mark_of ?player ?mark))
(<= (base (coins ?player ?amount)) (role ?player) (amount ?amount))
(<= (base (tie_breaker ?player)) (role ?player))
(<= (base (control ?player)) (role ?player))
(base bidding)
(<= (input ?player (bid ?amount)) (role ?player) (amount ?amount))
(<= (input ?player (mark ?row ?column)) (role ?player) (index ?row) (index ?column))
(<= (input ?player noop) (role ?player))

(<= (init (cell ?row ?column b)) (index ?row) (index ?column))
(<= (init (coins ?player {coins})) (role ?player))
(init (tie_breaker xplayer))
(init bidding)

(<= (legal ?player (bid ?amount))
    (true bidding)
    (true (coins ?player ?held))
    (less ?amount ?held))
(<= (legal ?player (bid ?held))
    (true bidding)
    (true (coins ?player ?held)))
(<= (legal ?player (mark ?row ?column))
    (true (control ?player))
    (true (cell ?row ?column b)))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (buys ?player ?bid)
    (opponent ?player ?other)
    (does ?player (bid ?bid))
    (does ?other (bid ?lower))
    (less ?lower ?bid))
(<= (buys ?player ?bid)
    (true (tie_breaker ?player))
    (does ?player (bid ?bid))
    tie)
(<= tie
    (does xplayer (bid ?bid))
    (does oplayer (bid ?bid)))

(<= (next (control ?player))
    (buys ?player ?bid))
(<= (next bidding)
    (true (control ?player)))

(<= (next (coins ?player ?rest))
    (buys ?player ?bid)
    (true (coins ?player ?held))
    (sum ?rest ?bid ?held))
(<= (next (coins ?player ?total))
    (opponent ?player ?other)
    (buys ?other ?bid)
    (true (coins ?player ?held))
    (sum ?held ?bid ?total))
(<= (next (coins ?player ?held))
    (true (control ?anyone))
    (true (coins ?player ?held)))

(<= (next (tie_breaker ?player))
    (opponent ?player ?other)
    (true (tie_breaker ?other))
    tie)
(<= (next (tie_breaker ?player))
    (true (tie_breaker ?player))
    (not tie))

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


def facts(coins: int) -> Facts:
    return Facts(Turns.SIMULTANEOUS, goal_sum=100, max_steps=18)


GAME = BuiltIn(
    name="bidding_tic_tac_toe",
    title="Bidding tic-tac-toe",
    summary="Three in a row, where each move goes to the higher of two secret bids.",
    rules=rules,
    facts=facts,
    parameters=(Whole("coins", default=3, lowest=1, highest=10),),
    drawing=Description((Board((Layer("cell", 3, ROW_COLUMN),)),)),
)
