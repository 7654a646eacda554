"""The study of players for Odd: El Bouhali 2013, every win rate, the ranking, the tuned constants, the playouts."""

from __future__ import annotations

import itertools
from dataclasses import replace

from ludens.arena.clock import Terms
from ludens.studies.best_values import best_value
from ludens.studies.documents.odd_figures import measure_costs, measure_depths, measure_equal_time, measure_learnt
from ludens.studies.documents.odd_learning import measure_learnt as measure_temporal_differences
from ludens.studies.documents.odd_learning import measure_stages
from ludens.studies.published import Published, rate
from ludens.studies.ranking import ranking
from ludens.studies.study import Axis, ByMode, Comparison, Experiment, Measurement, Study, playouts
from ludens.studies.sweeps import fitting

GAME = "odd"
DOCUMENT_GAMES = 1000
CONDITIONS = "1,000 games for each figure; the clock of these games is not stated, that of the course was 5 s a move"

TREES = playouts(1_000, 5_000)
"""For players that make playouts: equal numbers for both."""

SEARCHES = playouts(5_000, 20_000)
"""For players that search by alpha-beta: positions a move."""

STEPS = {
    "negamax(table=false, ordering=false)": 60,
    "negascout(table=false, ordering=false)": 75,
    "mtdf(ordering=false)": 85,
}
"""The alpha-beta players as they followed each other: plain, then with windows of no width, then with a table."""

OURS = ("negamax", "negascout", "mtdf")
AGAINST_RANDOM = {
    "mtdf(evaluation=monte_carlo)": 100,
    "mcts_greedy": 100,
    "uct": 100,
    "uct_rave": 100,
}
"""Percentages of wins against the random player."""

RANKED = ("uct_rave", "uct", "mcts_greedy", *reversed(STEPS))
"""Table 1, the best first."""

CHAIN = {("mcts_greedy", "mtdf(ordering=false)"): 80, ("uct", "mcts_greedy"): 70, ("uct_rave", "uct"): 68}
"""Percentages of wins of each player against the one before it."""

EVALUATIONS = {
    "odd_small_clusters": "clusters of 4 count",
    "odd_empty_cells": "empty cells belong to clusters",
    "odd_merged_clusters": "clusters with several paths between them are one",
}
"""The ideas of section 2.5 that the document did not implement."""

HEURISTICS = {
    "uct_rave(playout=history)": "first-order history",
    "uct_rave(initial=grandfather)": "grandfather values",
    "uct_rave(initial=even)": "even-game values",
    "uct_rave(playout=history, initial=grandfather)": "history and grandfather values",
    "uct_rave(playout=history, initial=even)": "history and even-game values",
}
"""UCT-RAVE with heuristics of the document, and some of their combinations."""

SLOW_HEURISTICS = {
    "uct_rave(playout=proximity)": "proximity: near the last move",
    "uct_rave(evaluation=odd_merged_clusters, cut=10)": "a static evaluation after 10 moves",
}
"""Those that are played step by step here, with fewer simulations."""


def _meeting(
    agent: str,
    opponent: str,
    games: ByMode[int],
    terms: ByMode[Terms] = TREES,
    *,
    published: Published | None = None,
    what: str = "",
    place: float | None = None,
) -> Comparison:
    return Comparison(
        what=what or f"{agent} v {opponent}",
        game=GAME,
        agent=agent,
        opponent=opponent,
        games=games,
        terms=terms,
        published=published,
        place=place,
    )


CHAIN_MEETINGS = {
    pair: _meeting(
        *pair,
        ByMode(20 if "mtdf" in pair[1] else 60, DOCUMENT_GAMES),
        SEARCHES if "mtdf" in pair[1] else TREES,
        published=rate(percent, DOCUMENT_GAMES),
    )
    for pair, percent in CHAIN.items()
}


def _rates() -> tuple[Experiment, Experiment]:
    """What the document states of its players against random play, and of each against the one before."""
    games = ByMode(60, DOCUMENT_GAMES)
    against_random = Experiment(
        name="against_random",
        title="Against random play",
        about=(
            "The alpha-beta players value only the end of the game. The document's negamax had neither table nor order "
            "of moves, its NegaScout windows of no width besides, its MTD(f) a table; ours without these switches are "
            "listed, too. One more values positions by random games."
        ),
        conditions=CONDITIONS,
        comparisons=(
            *(
                _meeting(agent, "random", games, SEARCHES, published=rate(percent, DOCUMENT_GAMES))
                for agent, percent in STEPS.items()
            ),
            *(_meeting(agent, "random", games, SEARCHES) for agent in OURS),
            *(
                _meeting(agent, "random", ByMode(20, DOCUMENT_GAMES), published=rate(percent, DOCUMENT_GAMES))
                for agent, percent in AGAINST_RANDOM.items()
            ),
        ),
        measurements=(Measurement(what="how deep alpha-beta looks", measure=measure_depths),),
    )
    chain = Experiment(
        name="each_against_the_last",
        title="Each Monte Carlo player against the one before it",
        about="Greedy tree search against MTD(f), UCT against greedy tree search, UCT-RAVE against UCT.",
        conditions=CONDITIONS,
        comparisons=tuple(CHAIN_MEETINGS.values()),
    )
    return against_random, chain


def _sweeps() -> tuple[Experiment, ...]:
    """The two steps between tree searches, with few and many simulations: the document does not state its own."""
    experiments = []
    for (agent, opponent), percent in CHAIN.items():
        if "mtdf" in opponent:
            continue
        counts = (100, 300, 1_000, 3_000, 10_000)
        experiments.append(
            Experiment(
                name=f"simulations_{agent}",
                title=f"{agent} against {opponent}: few and many simulations",
                about="Both sides make the same number of simulations a move.",
                conditions=f"{percent} %, of 1,000 games; how many simulations a move is not stated",
                comparisons=tuple(
                    _meeting(
                        agent,
                        opponent,
                        ByMode(max(4, min(40, 20_000 // count)), 400),
                        playouts(count),
                        what=f"{count:,} simulations a move",
                        place=count,
                    )
                    for count in counts
                ),
                axis=Axis("simulations a move", logarithmic=True, level=percent),
                conclude=fitting(f"simulations with which the document's {percent} % are found", percent / 100),
            )
        )
    return tuple(experiments)


def _ranking() -> Experiment:
    """Everybody against everybody; games that belong to the chain are the same ones."""
    meetings = []
    for better, worse in itertools.combinations(RANKED, 2):
        known = CHAIN_MEETINGS.get((better, worse))
        terms = SEARCHES if any(name in STEPS for name in (better, worse)) else TREES
        meetings.append(replace(known, published=None) if known else _meeting(better, worse, ByMode(2, 1000), terms))
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
    games = ByMode(24, 1000)
    exploration = Experiment(
        name="exploration",
        title="Tuning the exploration constant c of UCT",
        about="`uct(exploration=c)` against greedy tree search, which is the same without exploration.",
        conditions="hill climbing found c = 0.4; no curve is given",
        comparisons=tuple(
            _meeting(f"uct(exploration={value})", "mcts_greedy", games, what=f"c = {value:g}", place=value)
            for value in (0.1, 0.2, 0.4, 0.8, 1.6)
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
            _meeting(f"uct_rave(equivalence={value})", "uct", games, what=f"k = {value:,}", place=value)
            for value in (50, 500, 5_000, 50_000, 500_000)
        ),
        axis=Axis("equivalence constant k", logarithmic=True),
        conclude=best_value("equivalence", "the best k", 50_000),
    )
    return exploration, equivalence


def _evaluations() -> Experiment:
    games = ByMode(4, 1000)
    return Experiment(
        name="evaluations",
        title="Static evaluations",
        about=(
            "Section 2.5 lists three ways to count clusters before the board is full, and implements random games "
            "instead. Section 4 would learn weights of features: `odd_learnt` has all three counts as features. All "
            "are in MTD(f), against MTD(f) that values ends of the game alone, with equal numbers of positions."
        ),
        conditions="considered or proposed, not played",
        comparisons=(
            *(
                _meeting(f"mtdf(evaluation={name})", "mtdf", games, SEARCHES, what=words)
                for name, words in EVALUATIONS.items()
            ),
            _meeting("mtdf(evaluation=monte_carlo)", "mtdf", games, what="random games"),
            _meeting("mtdf(evaluation=odd_learnt)", "mtdf", games, SEARCHES, what="weights that are learnt",
                     published=Published("proposed as an improvement")),
        ),
        measurements=(Measurement(what="what weights can learn", measure=measure_learnt),),
    )  # fmt: skip


def _learning() -> Experiment:
    return Experiment(
        name="learning",
        title="Weights by temporal differences",
        about=(
            "Section 4 proposes reinforcement learning with a set of features. Here the features are the ideas of "
            "section 2.5, and TDLeaf(λ) learns their weights from games of the evaluation against itself. All look one "
            "move ahead, from positions with 20 random stones; *regression* has the same features, fitted to random "
            "games."
        ),
        conditions="proposed, not played",
        measurements=(
            Measurement(what="how much is known while the board fills", measure=measure_stages),
            Measurement(what="weights by temporal differences", measure=measure_temporal_differences),
        ),
    )


def _heuristics() -> Experiment:
    claim, games = Published("random playouts better", ahead=False), ByMode(4, 1000)
    return Experiment(
        name="heuristics",
        title="Heuristics in playouts and for new moves, against UCT-RAVE with random playouts",
        about=(
            "The document tried several heuristics and found that random playouts beat them all, perhaps because "
            "heuristics take time that more games would use better. Here both sides make equal numbers of simulations, "
            "so that heuristics are judged by what they know; what they cost is measured by itself. Playouts near the "
            "last move are also played with as many simulations as random ones leave time for."
        ),
        conditions="no figures; UCT-RAVE with random playouts outperformed every combination that was tried",
        comparisons=(
            *(_meeting(agent, "uct_rave", games, published=claim, what=what) for agent, what in HEURISTICS.items()),
            *(
                _meeting(agent, "uct_rave", ByMode(2, 1000), playouts(300, 1_000), published=claim, what=what)
                for agent, what in SLOW_HEURISTICS.items()
            ),
        ),
        measurements=(
            Measurement(what="what heuristics cost", measure=measure_costs),
            Measurement(what="proximity at equal time", measure=measure_equal_time),
        ),
    )


def _waiting() -> Experiment:
    return Experiment(
        name="pondering",
        title="Thinking on the opponent's time",
        about=(
            "`uct_rave(waiting=true)` searches on while the other side is to move, as long as in its own turn, and "
            "keeps the tree."
        ),
        conditions="proposed, not played",
        comparisons=(
            _meeting("uct_rave(waiting=true)", "uct_rave", ByMode(40, 1000),
                     what="thinking while the other does", published=Published("proposed as an improvement")),
        ),
    )  # fmt: skip


STUDY = Study(
    name="odd",
    document="Mouhyi Eddine El Bouhali, *Implementing an AI player for the game Odd*, McGill COMP 424, 2013",
    question="Which search plays Odd best: alpha-beta or Monte Carlo, and which form of it?",
    experiments=(
        *_rates(),
        *_sweeps(),
        _ranking(),
        *_tuning(),
        _evaluations(),
        _learning(),
        _heuristics(),
        _waiting(),
    ),
    caveats=(
        "How many positions or playouts the document's player had for a move is not stated; the remarks tell how many "
        "ours had, and curves show what fewer and more do.",
        "The document's alpha-beta players were built one upon the other. Ours share table, order of moves and "
        "deepening; `table=false` and `ordering=false` take them away again. All of them deepen move by move.",
        "Zobrist keys, which the document uses for its table, are not needed: a position is two words, compared whole.",
        "The figure against a beginner, 99 %, needs a human and is left out.",
    ),
)
