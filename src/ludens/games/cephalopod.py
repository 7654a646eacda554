"""Cephalopod: dice that swallow their neighbours (Mark Steere 2006)."""

from __future__ import annotations

from itertools import combinations, pairwise

from ludens.boards.description import ROW_COLUMN, Board, Description, Layer
from ludens.game import Turns
from ludens.games.catalogue import BuiltIn, Facts, Whole
from ludens.games.writing import chain, each
from ludens.games.writing import facts as fact_lines

DIRECTIONS = ("north", "east", "south", "west")
SETS = [chosen for size in (2, 3, 4) for chosen in combinations(DIRECTIONS, size)]
MOST_PIPS = 6


def rules(size: int) -> str:
    """Directions form sets, such as ``north_west``; a capture names the set of its victims."""
    squares = [(row, column) for row in range(1, size + 1) for column in range(1, size + 1)]
    verdicts = [(white, _goal(2 * white, size), _goal(2 * (size * size - white), size)) for white in range(size**2 + 1)]
    return f"""
(role white)
(role black)
(opponent white black)
(opponent black white)

{each("index", range(1, size + 1))}
{chain("before", range(1, size + 1))}
{chain("successor", range(size * size + 1))}
{each("pip_number", range(1, MOST_PIPS + 1))}
{fact_lines("plus", *((a, b, a + b) for a in range(1, MOST_PIPS) for b in range(1, MOST_PIPS + 1 - a)))}

; (extended set direction larger_set)
{fact_lines("extended", *(("_".join(chosen[:-1]), chosen[-1], "_".join(chosen)) for chosen in SETS))}
{each("capture_set", map("_".join, SETS))}
{fact_lines("member", *((direction, "_".join(chosen)) for chosen in SETS for direction in chosen))}

(<= (beside ?row ?column north ?other ?column) (before ?other ?row) (index ?column))
(<= (beside ?row ?column south ?other ?column) (before ?row ?other) (index ?column))
(<= (beside ?row ?column west ?row ?other) (before ?other ?column) (index ?row))
(<= (beside ?row ?column east ?row ?other) (before ?column ?other) (index ?row))

(<= (base (cell ?row ?column b)) (index ?row) (index ?column))
(<= (base (cell ?row ?column ?player)) (index ?row) (index ?column) (role ?player))
(<= (base (pips ?row ?column ?number)) (index ?row) (index ?column) (pip_number ?number))
(<= (base (control ?player)) (role ?player))
(<= (input ?player (place ?row ?column)) (role ?player) (index ?row) (index ?column))
(<= (input ?player (capture ?row ?column ?set))
    (role ?player)
    (index ?row)
    (index ?column)
    (capture_set ?set)
    (not (leaves_board ?row ?column ?set)))
(<= (input ?player noop) (role ?player))

(<= (leaves_board ?row ?column ?set)
    (index ?row)
    (index ?column)
    (member ?direction ?set)
    (not (has_neighbour ?row ?column ?direction)))
(<= (has_neighbour ?row ?column ?direction)
    (beside ?row ?column ?direction ?other_row ?other_column))

(<= (init (cell ?row ?column b)) (index ?row) (index ?column))
(init (control white))

; the pips of the dice around an empty square, added up where they come to six or less
(<= (total ?row ?column ?direction ?number)
    (true (cell ?row ?column b))
    (beside ?row ?column ?direction ?other_row ?other_column)
    (true (pips ?other_row ?other_column ?number)))
(<= (total ?row ?column ?set ?sum)
    (total ?row ?column ?smaller ?part)
    (extended ?smaller ?direction ?set)
    (total ?row ?column ?direction ?number)
    (plus ?part ?number ?sum))
(<= (must_capture ?row ?column)
    (total ?row ?column ?set ?sum)
    (capture_set ?set))

(<= (legal ?player (place ?row ?column))
    (true (control ?player))
    (true (cell ?row ?column b))
    (not (must_capture ?row ?column)))
(<= (legal ?player (capture ?row ?column ?set))
    (true (control ?player))
    (total ?row ?column ?set ?sum)
    (capture_set ?set))
(<= (legal ?player noop)
    (opponent ?player ?other)
    (true (control ?other)))

(<= (filled ?row ?column ?player)
    (does ?player (place ?row ?column)))
(<= (filled ?row ?column ?player)
    (does ?player (capture ?row ?column ?set)))
(<= (captured ?other_row ?other_column)
    (does ?player (capture ?row ?column ?set))
    (member ?direction ?set)
    (beside ?row ?column ?direction ?other_row ?other_column))
(<= (changed ?row ?column)
    (filled ?row ?column ?player))
(<= (changed ?row ?column)
    (captured ?row ?column))

(<= (next (cell ?row ?column ?player))
    (filled ?row ?column ?player))
(<= (next (cell ?row ?column b))
    (captured ?row ?column))
(<= (next (cell ?row ?column ?content))
    (true (cell ?row ?column ?content))
    (not (changed ?row ?column)))
(<= (next (pips ?row ?column 1))
    (does ?player (place ?row ?column)))
(<= (next (pips ?row ?column ?sum))
    (does ?player (capture ?row ?column ?set))
    (total ?row ?column ?set ?sum))
(<= (next (pips ?row ?column ?number))
    (true (pips ?row ?column ?number))
    (not (captured ?row ?column)))
(<= (next (control ?player))
    (opponent ?player ?other)
    (true (control ?other)))

(<= open (true (cell ?row ?column b)))
(<= terminal (not open))

; white's dice, counted square by square from 1 1 on
{fact_lines("following", *((*here, *there) for here, there in pairwise(squares)))}
(<= (white_dice 1 1 1) (true (cell 1 1 white)))
(<= (white_dice 1 1 0) (true (cell 1 1 black)))
(<= (white_dice ?row ?column ?more)
    (following ?last_row ?last_column ?row ?column)
    (white_dice ?last_row ?last_column ?count)
    (true (cell ?row ?column white))
    (successor ?count ?more))
(<= (white_dice ?row ?column ?count)
    (following ?last_row ?last_column ?row ?column)
    (white_dice ?last_row ?last_column ?count)
    (true (cell ?row ?column black)))

; (verdict number_of_white_dice white_goal black_goal)
{fact_lines("verdict", *verdicts)}
(<= (goal white ?value)
    (white_dice {size} {size} ?count)
    (verdict ?count ?value ?other))
(<= (goal black ?value)
    (white_dice {size} {size} ?count)
    (verdict ?count ?other ?value))
"""


def facts(size: int) -> Facts:
    """A game has S placements without capture and C captures.

    The pips on the board add up to S, since captures keep them: S is at most six for each square. A capture
    takes at least two dice for the one it adds, so at most S - C dice are left: C is at most S - squares.
    """
    squares = size * size
    return Facts(Turns.SEQUENTIAL, goal_sum=100, max_steps=(2 * MOST_PIPS - 1) * squares)


def _goal(twice_own: int, size: int) -> int:
    squares = size * size
    return 50 if twice_own == squares else 100 if twice_own > squares else 0


GAME = BuiltIn(
    name="cephalopod",
    title="Cephalopod",
    summary="Dice capture neighbours worth up to six pips; whoever has most dice on the full board wins.",
    rules=rules,
    facts=facts,
    parameters=(Whole("size", 3, 3, 5),),
    drawing=Description((Board((Layer("cell", 3, ROW_COLUMN), Layer("pips", 3, ROW_COLUMN, blanks=frozenset()))),)),
)
