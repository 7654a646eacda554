"""The study of players for Odd: El Bouhali 2013, every win rate, the ranking, the tuned constants, the playouts."""

from __future__ import annotations

import itertools
from dataclasses import replace

from ludens.studies.best_values import best_value
from ludens.studies.published import Published, rate
from ludens.studies.ranking import ranking
from ludens.studies.study import Axis, ByMode, Comparison, Experiment, Study, clock

CLOCK = clock(0.015, 0.1)
CONDITIONS = "1,000 games for each figure; the clock of these games is not stated, that of the course was 5 s a move"
DOCUMENT_GAMES = 1000

RANKED = ("uct_rave", "uct", "mcts_greedy", "mtdf", "negascout", "negamax")
"""Table 1, the best first."""

AGAINST_RANDOM = {
    "negamax": 60,
    "negascout": 75,
    "mtdf": 85,
    "mtdf(evaluation=monte_carlo)": 100,
    "mcts_greedy": 100,
    "uct": 100,
    "uct_rave": 100,
}
"""Percentages of wins against the random player."""

CHAIN = {("mcts_greedy", "mtdf"): 80, ("uct", "mcts_greedy"): 70, ("uct_rave", "uct"): 68}
"""Percentages of wins of each player against the one before it."""

HEURISTICS = {
    "uct_mast(guide=proximity)": "proximity: near the last move",
    "uct_mast(guide=history)": "first-order history",
    "uct_rave(initial=grandfather)": "grandfather values",
    "uct_rave(initial=even)": "even-game values",
}
"""Agents with each heuristic of the document, and what it is."""

CONTROLS = {
    "uct_mast(guide=mast)": "averages of moves",
    "uct_mast(guide=uniform)": "random moves, made as slowly as guided ones",
}
"""What the document does not have: another guide, and none at its price."""


def _meeting(
    agent: str, opponent: str, games: ByMode[int], *, published: Published | None = None, what: str = ""
) -> Comparison:
    return Comparison(
        what=what or f"{agent} v {opponent}",
        game="odd",
        agent=agent,
        opponent=opponent,
        games=games,
        terms=CLOCK,
        published=published,
    )


CHAIN_MEETINGS = {
    pair: _meeting(*pair, ByMode(36, DOCUMENT_GAMES), published=rate(percent, DOCUMENT_GAMES))
    for pair, percent in CHAIN.items()
}


def _rates() -> tuple[Experiment, Experiment]:
    """What the document states of its players against random play, and of each against the one before."""
    games = ByMode(20, DOCUMENT_GAMES)
    against_random = Experiment(
        name="against_random",
        title="Against random play",
        about="The alpha-beta players value only the end of the game; one more values positions by random games.",
        conditions=CONDITIONS,
        comparisons=tuple(
            _meeting(agent, "random", games, published=rate(percent, DOCUMENT_GAMES))
            for agent, percent in AGAINST_RANDOM.items()
        ),
    )
    chain = Experiment(
        name="each_against_the_last",
        title="Each Monte Carlo player against the one before it",
        about="Greedy tree search against MTD(f), UCT against greedy tree search, UCT-RAVE against UCT.",
        conditions=CONDITIONS,
        comparisons=tuple(CHAIN_MEETINGS.values()),
    )
    return against_random, chain


def _ranking() -> Experiment:
    """Everybody against everybody; games that belong to the chain are the same ones."""
    meetings = []
    for better, worse in itertools.combinations(RANKED, 2):
        known = CHAIN_MEETINGS.get((better, worse))
        meetings.append(replace(known, published=None) if known else _meeting(better, worse, ByMode(4, 200)))
    return Experiment(
        name="ranking",
        title="Table 1: the ranking",
        about=(
            "Ratings from a round robin of the six players. A rank agrees when the games leave no other one open; of "
            "two players the order is open unless one is stronger with a likelihood of more than 97.5 %."
        ),
        conditions="a ranking without figures",
        comparisons=tuple(meetings),
        conclude=ranking("ranking", RANKED),
    )


def _tuning() -> tuple[Experiment, Experiment]:
    games = ByMode(8, 400)
    exploration = Experiment(
        name="exploration",
        title="Tuning the exploration constant c of UCT",
        about="`uct(exploration=c)` against greedy tree search, which is the same without exploration.",
        conditions="hill climbing found c = 0.4; no curve is given",
        comparisons=tuple(
            _curve_point("uct", "exploration", value, "mcts_greedy", games) for value in (0.1, 0.2, 0.4, 0.8, 1.6)
        ),
        axis=Axis("exploration constant c", logarithmic=True),
        conclude=best_value("exploration", "the best c", 0.4),
    )
    equivalence = Experiment(
        name="equivalence",
        title="Tuning the equivalence constant k of UCT-RAVE",
        about="`uct_rave(equivalence=k)` against `uct`.",
        conditions="hill climbing found k = 50,000; no curve is given",
        comparisons=tuple(
            _curve_point("uct_rave", "equivalence", value, "uct", games) for value in (50, 500, 5_000, 50_000, 500_000)
        ),
        axis=Axis("equivalence constant k", logarithmic=True),
        conclude=best_value("equivalence", "the best k", 50_000),
    )
    return exploration, equivalence


def _curve_point(agent: str, option: str, value: float, opponent: str, games: ByMode[int]) -> Comparison:
    return Comparison(
        what=f"{option} {value:,g}",
        game="odd",
        agent=f"{agent}({option}={value})",
        opponent=opponent,
        games=games,
        terms=CLOCK,
        place=value,
    )


def _heuristics() -> Experiment:
    claim, games = Published("random playouts better", ahead=False), ByMode(8, 400)
    return Experiment(
        name="heuristics",
        title="Heuristics in playouts and for new moves, against UCT-RAVE with random playouts",
        about=(
            "The document tried several heuristics and found that random playouts beat them all, perhaps because "
            "heuristics take time that more games would use better."
        ),
        conditions="no figures; UCT-RAVE with random playouts outperformed every combination that was tried",
        comparisons=(
            *(_meeting(agent, "uct_rave", games, published=claim, what=what) for agent, what in HEURISTICS.items()),
            *(_meeting(agent, "uct_rave", games, what=what) for agent, what in CONTROLS.items()),
        ),
    )


STUDY = Study(
    name="odd",
    document="Mouhyi Eddine El Bouhali, *Implementing an AI player for the game Odd*, McGill COMP 424, 2013",
    question="Which search plays Odd best: alpha-beta or Monte Carlo, and which form of it?",
    experiments=(*_rates(), _ranking(), *_tuning(), _heuristics()),
    caveats=(
        "How many positions or playouts the document's player had for a move is not stated; the remarks tell how many "
        "ours had.",
        "Our `negamax`, `negascout` and `mtdf` share one table, one order of moves and deepening, and find the same "
        "values; the document's three were built one upon the other and differed in all of that.",
        "The figure against a beginner, 99 %, needs a human and is left out.",
    ),
)
