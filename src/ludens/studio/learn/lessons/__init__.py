"""Algorithms to be watched, each on small games: the table of lessons."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from ludens.game import Game
from ludens.players.options import Options
from ludens.studio.frames.learn import Step
from ludens.studio.learn.lessons import alphabeta
from ludens.studio.learn.lessons.growing import Growing
from ludens.studio.learn.lessons.lesson import Example, Lesson, Record
from ludens.studio.learn.lessons.selection import RaveKnobs, Select, UctKnobs, by_bounds, by_rave, by_roulette

ENDGAME = Example("Tic-tac-toe: x to move can win", "tic_tac_toe", "2 2; 1 2; 1 1; 3 3")
DEFENCE = Example("Tic-tac-toe: o must stop a row", "tic_tac_toe", "2 2; 1 1; 1 2")
HEAPS = Example("Nim with heaps of 1, 2 and 2", "nim(heaps=1-2-2)")
FOUR = Example("Connect four on 4 × 4", "connect_four(columns=4, rows=4)")
TURNS = (ENDGAME, DEFENCE, HEAPS, FOUR)


def growing(select: Select) -> Record:
    """What records the growth of a tree whose moves are selected so."""

    def record(game: Game[Any], state: Any, knobs: Options, rounds: int, random: Random) -> Iterator[Step]:
        return Growing(game, state, select, knobs, random).steps(rounds)

    return record


LESSONS = {
    lesson.name: lesson
    for lesson in (
        Lesson(
            "uct",
            "UCT",
            "Which move deserves the next look: the one that seems best, or the one we know least?",
            (
                "UCT grows a tree where it matters. Each simulation walks down from the root, adds one position, plays "
                "a random game from there, and writes the result along the way.",
                "On the way down it adds to the mean of each move a bonus that is large for moves rarely tried, and "
                "takes the highest sum. The exploration knob sets how large: at 0 the search believes what it saw "
                "first; at high values it tries everything equally often.",
            ),
            "Kocsis and Szepesvári 2006",
            TURNS,
            UctKnobs,
            "Simulations",
            40,
            growing(by_bounds),
        ),
        Lesson(
            "rave",
            "RAVE",
            "Can a move be judged before it has been tried?",
            (
                "A random game contains many moves. RAVE counts each of them, for the positions above, as if it had "
                "been made first. So after a few games there is an estimate for every move.",
                "That estimate is quick and rough. It is blended with the move's own mean and loses weight as the "
                "visits grow: the equivalence knob sets how slowly.",
            ),
            "Gelly and Silver 2007",
            TURNS,
            RaveKnobs,
            "Simulations",
            40,
            growing(by_rave),
        ),
        Lesson(
            "roulette",
            "Roulette wheel",
            "What if the better moves are only more likely?",
            (
                "Here each position has a wheel with a slice for each move, as wide as its mean is high. Good moves "
                "are tried more often, and no move is ever given up.",
                "Compare how its visits spread with those of UCT: the wheel keeps spending on moves that it knows to "
                "be bad.",
            ),
            "Tong 2013",
            TURNS,
            Options,
            "Simulations",
            40,
            growing(by_roulette),
        ),
        Lesson(
            "alpha_beta",
            "Alpha-beta",
            "Which positions need not be looked at, because nothing in them can change the result?",
            (
                "Two players want opposite things. Alpha is what one of them is already sure of; beta is the most "
                "that the other will allow. When they meet, the rest of a position's moves cannot matter: they are "
                "cut off.",
                "How much is cut depends on the order: put the best moves first and watch the tree shrink; put the "
                "worst first and nothing is saved.",
            ),
            "Knuth and Moore 1975",
            (ENDGAME, DEFENCE, Example("Nim with heaps of 1, 2 and 1", "nim(heaps=1-2-1)"), FOUR),
            alphabeta.AlphaBetaKnobs,
            "Searches",
            1,
            alphabeta.record,
        ),
        Lesson(
            "decoupled_uct",
            "Decoupled UCT",
            "What is a good move when both choose at the same time?",
            (
                "Each player keeps its own statistics and chooses by them, without knowing what the other chooses. One "
                "joint move leads to the next position.",
                "If a mixture is right, as in rock, paper, scissors, watch the visits chase each other: the shares "
                "matter, not the current favourite.",
            ),
            "Finnsson and Björnsson 2008; Tak, Lanctot and Winands 2014",
            (
                Example("Rock, paper, scissors, one round", "rock_paper_scissors(rounds=1)"),
                Example("Goofspiel with three cards", "goofspiel(cards=3)"),
                Example("The prisoner's dilemma", "prisoners_dilemma"),
            ),
            UctKnobs,
            "Simulations",
            60,
            growing(by_bounds),
        ),
    )
}
"""By name, in the order in which they are best read."""
