"""The study of the Roulette Wheel player: Tong 2013, tables 4.1 to 4.4 and what the thesis leaves as future work."""

from __future__ import annotations

from collections.abc import Sequence

from ludens.arena.clock import Terms
from ludens.game import Limit
from ludens.studies.published import Published, results
from ludens.studies.rows import Row, Tally
from ludens.studies.study import Axis, ByMode, Comparison, Experiment, Study, clock
from ludens.studies.verdicts import Verdict

TIC_TAC_TOE, NIM = "tic_tac_toe", "nim"
CLOCK = clock(0.03, 1.0)
CONDITIONS = "50 games as second player, 25 as first, under the default clocks of the GGP base package"
OPPONENTS = {"random": "random", "monte_carlo": "Monte Carlo", "search_light": "search light"}

TABLES = {
    "4.1": (TIC_TAC_TOE, 1, (results(40, 7, 3), results(40, 3, 9), results(11, 29, 15))),
    "4.2": (NIM, 1, (results(37, 0, 13), results(39, 0, 11), results(32, 0, 19))),
    "4.3": (TIC_TAC_TOE, 0, (results(23, 2, 0), results(23, 1, 1), results(7, 15, 3))),
    "4.4": (NIM, 0, (results(20, 0, 5), results(22, 0, 3), results(15, 0, 10))),
}
"""The game, the seat of the Roulette Wheel player, and its results against each opponent."""


def _tables() -> tuple[Experiment, ...]:
    experiments = []
    for number, (game, seat, figures) in TABLES.items():
        order = ("first", "second")[seat]
        name = game.replace("_", "-")
        experiments.append(
            Experiment(
                name=f"table_{number.replace('.', '_')}",
                title=f"Table {number}: {name}, the Roulette Wheel player moving {order}",
                about=f"Scores of `roulette` as the {order} player of {name}; a draw counts half.",
                conditions=CONDITIONS,
                comparisons=tuple(
                    _against(game, "roulette", opponent, ByMode((50, 80)[seat], 500), seat=seat, published=figure)
                    for opponent, figure in zip(OPPONENTS, figures, strict=True)
                ),
            )
        )
    return tuple(experiments)


def _against(
    game: str,
    agent: str,
    opponent: str,
    games: ByMode[int],
    *,
    seat: int | None = None,
    published: Published | None = None,
) -> Comparison:
    return Comparison(
        what=f"{agent} v {opponent}" + (f" in {game}" if seat is None else ""),
        game=game,
        agent=agent,
        opponent=opponent,
        seat=seat,
        games=games,
        terms=CLOCK,
        published=published,
    )


def _simulations() -> Experiment:
    """How the result against Monte Carlo depends on the number of simulations."""
    return Experiment(
        name="simulations",
        title="Monte Carlo with few and many simulations",
        about=(
            "Table 4.1 has the Roulette Wheel player far ahead of pure Monte Carlo. How many simulations either made "
            "is not said, and a wheel that often takes the second best move should lose to whoever takes the best "
            "once simulations are many. So both get the same number of simulations a move, fewer and more."
        ),
        conditions="simulations a move not stated; 40 wins, 3 draws, 9 losses in table 4.1",
        comparisons=tuple(
            Comparison(
                what=f"{count:,} simulations a move",
                game=TIC_TAC_TOE,
                agent="roulette",
                opponent="monte_carlo",
                seat=1,
                games=ByMode(60, 1000),
                terms=ByMode(Terms(limit=Limit(playouts=count)), Terms(limit=Limit(playouts=count))),
                place=count,
            )
            for count in (9, 30, 100, 300, 1000, 10_000)
        ),
        axis=Axis("simulations a move", logarithmic=True),
        conclude=_fitting,
    )


def _fitting(tallies: Sequence[Tally]) -> Sequence[Row]:
    """Which numbers of simulations would explain table 4.1: those whose interval holds its score."""
    score = TABLES["4.1"][2][1].score or 0.0
    fitting = [
        f"{tally.comparison.place:,.0f}"
        for tally in tallies
        if tally.interval and tally.interval.low <= score <= tally.interval.high
    ]
    row = Row(
        experiment="simulations",
        what=f"simulations with which table 4.1's score, {100 * score:.0f} %, is found in tic-tac-toe",
        document="–",
        ours=", ".join(fitting) or "none of these",
        verdict=Verdict.NO_CLAIM,
        games=sum(tally.games for tally in tallies),
        planned=sum(tally.planned for tally in tallies),
    )
    return [row]


def _threshold() -> Experiment:
    return Experiment(
        name="threshold",
        title="Future work: no move below a threshold",
        about=(
            "The thesis proposes never to choose a move with a score below a threshold such as 50, the score of a tie. "
            "`roulette(threshold=…)` against `roulette`, seats changing from game to game, in tic-tac-toe."
        ),
        conditions="proposed, not played",
        comparisons=tuple(
            Comparison(
                what=f"threshold {threshold}",
                game=TIC_TAC_TOE,
                agent=f"roulette(threshold={threshold})",
                opponent="roulette",
                games=ByMode(40, 1000),
                terms=CLOCK,
                place=threshold,
            )
            for threshold in (20, 35, 50, 65, 80)
        ),
        axis=Axis("threshold"),
    )


def _tree() -> Experiment:
    games = ByMode(30, 500)
    return Experiment(
        name="tree",
        title="Future work: the wheel in a tree",
        about=(
            "The thesis would next build the wheel into a whole Monte Carlo tree search: `roulette_tree`, against the "
            "flat `roulette` and against the same tree with upper confidence bounds, `uct`."
        ),
        conditions="proposed, not played",
        comparisons=tuple(
            _against(game, "roulette_tree", opponent, games)
            for game in (TIC_TAC_TOE, NIM, "connect_four")
            for opponent in ("roulette", "uct")
        ),
    )


def _more_games() -> Experiment:
    games = ByMode(20, 500)
    return Experiment(
        name="more_games",
        title="Future work: more games",
        about=(
            "The thesis asks how the player does in larger games. Heaps of 11, 12, 15 and 25 are the other nim of the "
            "public repository in which the first player wins; the threshold is 50."
        ),
        conditions="proposed, not played",
        comparisons=tuple(
            _against(game, agent, opponent, games)
            for game in ("nim(heaps=11-12-15-25)", "connect_four", "breakthrough(size=6)")
            for agent, opponent in (
                ("roulette", "random"),
                ("roulette", "search_light"),
                ("roulette", "monte_carlo"),
                ("roulette(threshold=50)", "monte_carlo"),
            )
        ),
    )


STUDY = Study(
    name="roulette",
    document="Scott Tong, *Roulette Wheel Selection Game Player*, honors project, Macalester College, 2013",
    question="Is a roulette wheel, spun over the scores of random games, a good way to choose a move?",
    experiments=(*_tables(), _simulations(), _threshold(), _tree(), _more_games()),
    caveats=(
        "The thesis had the default clocks of GGP Base, 30 s before the first move and 15 s for each. How many "
        "simulations its player made in them is not stated, nor what happened to late moves, for which the server of "
        "GGP Base plays any.",
        "It says that its player was undefeated in tic-tac-toe when it went first, and almost so in nim; its tables 4.3 "
        "and 4.4 have 4 losses of 75 and 18 of 75.",
        "It names four heaps for nim but not their sizes; these are 1, 5, 4 and 2, where, as it says, moving first "
        "is an advantage.",
        "Its percentages sometimes leave out draws; here they are recomputed from the counts, a draw being half.",
    ),
)
