"""The study of the Roulette Wheel player: Tong 2013, tables 4.1 to 4.4 and what the thesis leaves as future work."""

from __future__ import annotations

from dataclasses import replace

from ludens.studies.documents.nim_figures import measure_large_heaps, measure_seats, measure_small_heaps
from ludens.studies.documents.roulette_sums import OPPONENTS, first_or_second, overall, without_monte_carlo
from ludens.studies.published import Published, results
from ludens.studies.study import Axis, ByMode, Comparison, Experiment, Measurement, Study, clock, playouts
from ludens.studies.sweeps import RANDOM_PLAY, fitting

TIC_TAC_TOE = "tic_tac_toe"
NIMS = ("nim", "nim(heaps=11-12-15-25)")
"""The two games of nim in the public repository of GGP Base in which the first player wins."""

HEAPS = {NIMS[0]: "heaps 1-5-4-2", NIMS[1]: "heaps 11-12-15-25"}
LIMIT = playouts(20_000)
CONDITIONS = "50 games as second player, 25 as first, under the default clocks of GGP Base, 30 and 15 s"

TABLES = {
    "4.1": (TIC_TAC_TOE, 1, (results(40, 7, 3), results(40, 3, 9), results(11, 29, 15))),
    "4.2": ("nim", 1, (results(37, 0, 13), results(39, 0, 11), results(32, 0, 19))),
    "4.3": (TIC_TAC_TOE, 0, (results(23, 2, 0), results(23, 1, 1), results(7, 15, 3))),
    "4.4": ("nim", 0, (results(20, 0, 5), results(22, 0, 3), results(15, 0, 10))),
}
"""The game, the seat of the Roulette Wheel player, and its results against each opponent."""

PROPOSED = Published("proposed as an improvement")


def _versions(game: str) -> tuple[str, ...]:
    """The games that a game of the thesis may be."""
    return NIMS if game == "nim" else (game,)


def _table(number: str) -> tuple[Comparison, ...]:
    game, seat, figures = TABLES[number]
    return tuple(
        Comparison(
            what=f"v {opponent}" + (f", {HEAPS[version]}" if version in HEAPS else ""),
            game=version,
            agent="roulette",
            opponent=opponent,
            seat=seat,
            games=ByMode(120, 2000),
            terms=LIMIT,
            published=figure,
        )
        for version in _versions(game)
        for opponent, figure in zip(OPPONENTS, figures, strict=True)
    )


def _tables() -> tuple[Experiment, ...]:
    experiments = []
    for number, (game, seat, _) in TABLES.items():
        order, name = ("first", "second")[seat], game.replace("_", "-")
        about = f"Scores of `roulette` as the {order} player of {name}; a draw counts half."
        if game == "nim":
            about += " The thesis does not say how large its four heaps are: both games of the repository are played."
        experiments.append(
            Experiment(
                name=f"table_{number.replace('.', '_')}",
                title=f"Table {number}: {name}, the Roulette Wheel player moving {order}",
                about=about,
                conditions=CONDITIONS,
                comparisons=_table(number),
            )
        )
    return tuple(experiments)


def _sums() -> Experiment:
    """Section 4 and the discussion: sums over the tables, whose games are the same ones."""
    return Experiment(
        name="sums",
        title="Section 4: overall rates, and whether to move first",
        about=(
            "From the games of the four tables. The thesis averages the rates of the three opponents, once with ties "
            "as losses and once with ties as wins; the same follows with random play in the place of Monte Carlo. It "
            "expects its player to do better when it moves first, and finds one exception: search light in nim."
        ),
        conditions="60, 84 and 72 % in tic-tac-toe and 71.6 % in nim, moving second; first and second by tables",
        comparisons=tuple(replace(each, published=None) for number in TABLES for each in _table(number)),
        conclude=lambda tallies: [
            *overall("sums", tallies),
            *without_monte_carlo("sums", tallies),
            *first_or_second("sums", tallies),
        ],
        listed=False,
    )


def _seats() -> tuple[Experiment, ...]:
    """Why moving first is not worth what the thesis expects: the games of nim are worked out."""
    worked_out = Experiment(
        name="seats",
        title="Moving first in nim, worked out",
        about=(
            "Nim is small enough to work out what these players win, without playing: simulations are as many as one "
            "likes. Whoever moves first can win, but these players do not know how. The remarks say in how many of "
            "100 cases the thesis's numbers of games would have had the first player ahead."
        ),
        conditions="better when first against random play and Monte Carlo, worse against search light",
        measurements=(Measurement(what="seats in nim", measure=measure_seats),),
    )
    curves = tuple(
        Experiment(
            name=f"perfect_{HEAPS[version].replace(' ', '_').replace('-', '_')}",
            title=f"For whom moving first matters in nim, {HEAPS[version]}",
            about=(
                "The wheel against itself, worked out as above; but both make a part of their moves perfectly, and "
                "spin for the others."
            ),
            conditions="the first player wins, if both play well",
            measurements=(Measurement(what=f"perfect moves, {HEAPS[version]}", measure=measure),),
            axis=Axis("moves that are perfect, %"),
        )
        for version, measure in zip(NIMS, (measure_small_heaps, measure_large_heaps), strict=True)
    )
    return worked_out, *curves


def _simulations_of(count: int) -> str:
    return "1 simulation" if count == 1 else f"{count:,} simulations"


def _opponents() -> tuple[Experiment, ...]:
    """Against Monte Carlo that simulates less than the wheel does: whom the thesis may really have met."""
    experiments = []
    for number, version in (("4.1", TIC_TAC_TOE), ("4.2", NIMS[0]), ("4.2", NIMS[1])):
        figures = TABLES[number][2]
        name = HEAPS.get(version, "tic-tac-toe")
        experiments.append(
            Experiment(
                name=f"weaker_{name.replace(' ', '_').replace('-', '_')}",
                title=f"Table {number}, {name}: the wheel against weaker and weaker Monte Carlo",
                about=(
                    "The wheel makes 100 simulations of each move, its opponent one to a hundred, or none: random "
                    "play. The thesis has nearly the same scores against Monte Carlo as against random play. If its "
                    "figure is found only at the left end of the curve, its Monte Carlo player made next to no use of "
                    "simulations. Perhaps its moves came too late, and the server made any in their place."
                ),
                conditions=f"{figures[0].words} against random play, {figures[1].words} against Monte Carlo",
                comparisons=tuple(
                    Comparison(
                        what=f"v {_simulations_of(count)} of a move" if count else "v random play",
                        game=version,
                        agent="roulette(simulations=100)",
                        opponent=f"monte_carlo(simulations={count})" if count else "random",
                        seat=1,
                        games=ByMode(100, 1000),
                        terms=LIMIT,
                        place=count or RANDOM_PLAY,
                    )
                    for count in (0, 1, 3, 10, 30, 100)
                ),
                axis=Axis(
                    "simulations of each move by the opponent",
                    names=((RANDOM_PLAY, "random play"),),
                    logarithmic=True,
                    level=100 * (figures[1].score or 0.0),
                ),
                conclude=fitting(f"simulations of a move with which the {100 * (figures[1].score or 0):.0f} % against "
                                 "Monte Carlo are found", figures[1].score or 0.0),
            )
        )  # fmt: skip
    return tuple(experiments)


def _simulations() -> tuple[Experiment, ...]:
    """How the result against Monte Carlo depends on the number of simulations, which both have alike."""
    experiments = []
    for number, version in (("4.1", TIC_TAC_TOE), ("4.2", NIMS[0]), ("4.2", NIMS[1])):
        figure, name = TABLES[number][2][1], HEAPS.get(version, "tic-tac-toe")
        experiments.append(
            Experiment(
                name=f"simulations_{name.replace(' ', '_').replace('-', '_')}",
                title=f"Table {number}, {name}: few and many simulations, equal for both",
                about=(
                    "A wheel that often takes the second best move should lose to whoever takes the best, once "
                    "simulations are many. How many the thesis had is not said."
                ),
                conditions=f"{figure.words} against Monte Carlo, simulations a move not stated",
                comparisons=tuple(
                    Comparison(
                        what=f"{_simulations_of(count)} of a move",
                        game=version,
                        agent=f"roulette(simulations={count})",
                        opponent=f"monte_carlo(simulations={count})",
                        seat=1,
                        games=ByMode(60, 1000),
                        terms=playouts(10_000_000),
                        place=count,
                    )
                    for count in (1, 3, 10, 30, 100, 1000)
                ),
                axis=Axis("simulations of each move", logarithmic=True, level=100 * (figure.score or 0.0)),
                conclude=fitting(
                    f"simulations with which the {100 * (figure.score or 0):.0f} % of the table are found",
                    figure.score or 0.0,
                ),
            )
        )
    return tuple(experiments)


def _threshold() -> tuple[Experiment, ...]:
    return tuple(
        Experiment(
            name=f"threshold_{HEAPS.get(game, 'tic-tac-toe').replace(' ', '_').replace('-', '_')}",
            title=f"Future work: no move below a threshold, in {HEAPS.get(game, 'tic-tac-toe')}",
            about=(
                "The thesis proposes never to choose a move with a score below a threshold such as 50, the score of a "
                "tie. `roulette(threshold=…)` against `roulette`, seats changing from game to game."
            ),
            conditions="proposed, not played",
            comparisons=tuple(
                Comparison(
                    what=f"threshold {threshold}",
                    game=game,
                    agent=f"roulette(threshold={threshold})",
                    opponent="roulette",
                    games=ByMode(60, 2000),
                    terms=playouts(5_000),
                    place=threshold,
                    published=PROPOSED if threshold == 50 else None,
                )
                for threshold in (20, 35, 50, 65, 80)
            ),
            axis=Axis("threshold"),
        )
        for game in (TIC_TAC_TOE, *NIMS)
    )


TREES = {
    "roulette_tree(depth=true)": "simulations less their length",
    "roulette_tree(lowest=50)": "no move with a mean below 50",
    "roulette_tree(solver=false, lookahead=true)": "one move ahead, instead of proofs",
    "roulette_tree(depth=true, lowest=50, lookahead=true)": "all three",
}
"""The tree with what else the thesis has, and what that is."""


def _tree() -> Experiment:
    def against(game: str, agent: str, opponent: str, what: str, published: Published | None = None) -> Comparison:
        return Comparison(what=f"{what} in {game}", game=game, agent=agent, opponent=opponent, games=ByMode(20, 500),
                          terms=playouts(2_000), published=published)  # fmt: skip

    games = (TIC_TAC_TOE, NIMS[0], "connect_four")
    return Experiment(
        name="tree",
        title="Future work: the wheel in a tree",
        about=(
            "The thesis would next build the wheel into a whole Monte Carlo tree search: `roulette_tree`, against the "
            "flat `roulette` and against the same tree with upper confidence bounds, `uct`. Then the tree with a "
            "depth term, a threshold or a look one move ahead against the tree without."
        ),
        conditions="proposed, not played",
        comparisons=(
            *(against(game, "roulette_tree", "roulette", "tree v flat", PROPOSED) for game in games),
            *(against(game, "roulette_tree", "uct", "wheel v UCT") for game in games),
            *(against(game, agent, "roulette_tree", what) for agent, what in TREES.items() for game in games),
        ),
    )


def _flow_control() -> Experiment:
    return Experiment(
        name="flow_control",
        title="Section 2.2: simulations that are cut",
        about=(
            "No simulation shall use up all the time; how to value one that is cut is left open. `roulette(cut=…)` "
            "against `roulette`, at equal time, where random games are long: a simulation that is cut is left out, "
            "counts as a tie, or is worth what nearness to the goals says where it stops."
        ),
        conditions="described, not measured",
        comparisons=tuple(
            Comparison(
                what=f"cut after {cut} moves, {words}",
                game="checkers_small",
                agent=f"roulette(cut={cut}, unfinished={unfinished})",
                opponent="roulette",
                games=ByMode(8, 100),
                terms=clock(0.02, 0.2),
            )
            for cut, unfinished, words in (
                (40, "left_out", "left out"), (40, "tie", "a tie"), (10, "tie", "a tie"), (10, "nearness", "nearness"),
            )
        ),
    )  # fmt: skip


def _more_games() -> Experiment:
    return Experiment(
        name="more_games",
        title="Future work: more games",
        about="The thesis asks how the player does in larger games. The threshold is 50.",
        conditions="proposed, not played",
        comparisons=tuple(
            Comparison(
                what=f"{agent} v {opponent} in {game}",
                game=game,
                agent=agent,
                opponent=opponent,
                games=ByMode(12, 500),
                terms=playouts(10_000),
            )
            for game in ("connect_four", "breakthrough(size=6)")
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
    experiments=(
        *_tables(),
        _sums(),
        *_seats(),
        *_opponents(),
        *_simulations(),
        *_threshold(),
        _tree(),
        _flow_control(),
        _more_games(),
    ),
    caveats=(
        "The thesis had the default clocks of GGP Base, 30 s before the first move and 15 s for each. How many "
        "simulations its player made in them is not stated, nor what happened to late moves, for which the server of "
        "GGP Base plays any. Here both sides have 20,000 simulations a move, and curves show what fewer do.",
        "It says that its player was undefeated in tic-tac-toe when it went first, and almost so in nim; its tables "
        "4.3 and 4.4 have 4 losses of 75 and 18 of 75.",
        "It names four heaps for nim but not their sizes. In both games that are played here the first player wins, "
        "as it says.",
        "Its percentages sometimes leave out draws; here they are recomputed from the counts, a draw being half.",
    ),
)
