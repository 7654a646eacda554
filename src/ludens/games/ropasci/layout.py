"""RoPaSci 360 in numbers: its moves, and how a position lies in a row of words.

A token is 1 + 3 * cell + symbol, one byte; 0 is none. A row is

| words | hold |
|---|---|
| 0, 1 | Upper's tokens, at most nine, ascending |
| 2, 3 | Lower's |
| 4 | throws made by Upper and by Lower, the turn, the length of the log, how the game ended |
| 5 to 124 | the log: the moves of both sides since the last throw or battle |

A throw raises the number of throws and a battle lowers that of tokens, for good: only what came since can be repeated,
and the moves since then say what it was. They are numbered without the throws, ten bits each, three turns a word.
"""

from __future__ import annotations

from ludens.games.hexagon.cells import CELLS, PLACES, distance

ROLES = ("upper", "lower")
SYMBOLS = "rps"
"""Each symbol is beaten by the next, and the last by the first."""

THROWS = 9
TURNS = 360
OCCURRENCES = 3
"""A configuration that occurs this often is a draw."""

ZONES = (5, 11, 18, 26, 35, 43, 50, 56, 61)
"""How many cells, counted from its own edge, a side's first, second, … ninth throw may use."""

FIRST_WALK = len(SYMBOLS) * CELLS
"""Moves below are throws, symbol by symbol and cell by cell; then come slides, then swings."""

WALKS: tuple[tuple[int, int], ...] = tuple(
    (source, target)
    for length in (1, 2)
    for source in range(CELLS)
    for target in range(CELLS)
    if distance(source, target) == length
)
"""Source and target of each slide and, from SLIDES on, of each swing."""

SLIDES = sum(distance(*walk) == 1 for walk in WALKS)
MOVES = FIRST_WALK + len(WALKS)

LOG_BITS = 10
TURNS_PER_WORD = 3
LOG, UPPER, LOWER, NUMBERS = 5, 0, 2, 4
LOG_WORDS = TURNS // TURNS_PER_WORD
WORDS = LOG + LOG_WORDS

UPPER_THROWS, LOWER_THROWS, TURN, LOGGED, ENDING = 0, 8, 16, 32, 48
"""Where in word NUMBERS these begin."""

GOING_ON, UPPER_WINS, LOWER_WINS, NOTHING_LEFT, BOTH_INVINCIBLE, REPEATED, TOO_LONG = range(7)
"""How a game ended; from NOTHING_LEFT on, drawn."""


def move_text(number: int) -> str:
    """A move in the form ``(throw r 4 -2)``, ``(slide 4 -2 3 -1)`` or ``(swing 4 -2 2 -1)``."""
    if number < FIRST_WALK:
        symbol, cell = divmod(number, CELLS)
        return f"(throw {SYMBOLS[symbol]} {PLACES[cell][0]} {PLACES[cell][1]})"
    source, target = WALKS[number - FIRST_WALK]
    name = "slide" if number - FIRST_WALK < SLIDES else "swing"
    return f"({name} {PLACES[source][0]} {PLACES[source][1]} {PLACES[target][0]} {PLACES[target][1]})"


MOVE_TEXTS: tuple[str, ...] = tuple(map(move_text, range(MOVES)))
