"""The study of AlwaysPlayScissors: Cheng, Krauthamer, Ofir and Siddiqui."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludens.studies.documents.scissors_causes import measure_batches, measure_goals_alone, measure_same_turn
from ludens.studies.documents.scissors_figures import (
    CEPHALOPOD,
    LATCHED,
    measure_cache,
    measure_cones,
    measure_depth,
    measure_first_thoughts,
    measure_heuristics,
    measure_latches,
    measure_sheep,
    measure_traps,
    measure_trials,
)
from ludens.studies.documents.traps import GAME as THREE_PLAYERS
from ludens.studies.published import Published
from ludens.studies.rows import Row, score_row
from ludens.studies.study import Axis, ByMode, Comparison, Experiment, Measurement, Study, clock, playouts
from ludens.studies.sweeps import RANDOM_PLAY
from ludens.studies.tallies import Tally
from ludens.studies.verdicts import Verdict

PLAYER, TREE_ALONE, SEARCH_ALONE = "scissors", "scissors(split=1)", "scissors(split=0)"
SMALL_GAMES = ("connect_four", "breakthrough", "checkers_small")
CLOCK = clock(0.02, 0.05)
"""Enough for more trials than the authors had: some 300,000 in connect four, 18,000 in breakthrough."""

TRIALS = playouts(20_000)
"""Tens of thousands of trials a turn are what the authors had, of which alpha-beta takes its share in positions."""

CONDITIONS = "15 s a turn in the final, other clocks are not stated; one machine, Java"


def _games(game: str) -> ByMode[int]:
    """Fewer games in a quick study where they take long."""
    return ByMode({"connect_four": 60, "breakthrough": 10}.get(game, 30), 1000)


def _rules() -> Experiment:
    return Experiment(
        name="cones",
        title="How much of the rules each question needs",
        about=(
            "To know whether a game is over, only what feeds `terminal` must be worked out. Counted as the document "
            "does, in propositions of the rules without variables, and in gates with two inputs of the circuit that "
            "Ludens plays with. Propositions are many where rules are long, gates where they say much: what only "
            "carries a fact to the next position is a proposition for each fact and, in the circuit, hardly a gate. "
            "The last rows leave out of the goals what is known already once terminal was asked: in reversi, whether "
            "anybody can move. What remains there counts discs."
        ),
        conditions="Checkers (Tiny) and Connect Four of the public rulesheets; ours are the built-in games",
        measurements=(
            Measurement(what="cone sizes", measure=measure_cones),
            Measurement(what="goals without terminal", measure=measure_goals_alone),
        ),
    )


def _speed() -> Experiment:
    return Experiment(
        name="speed",
        title="Depth and trials",
        about=(
            "How deep alpha-beta alone looks from the first position of connect four in 8 seconds, and how many trials "
            "UCT makes in 7, on one thread. In cephalopod the authors lost their final, for want of trials. Ours are "
            "playouts, several from each leaf of the tree; whether a cache would help is measured, as they did."
        ),
        conditions="8 s, and turns of 15 s of which UCT had 7; a cache paid only where the network was very large",
        measurements=(
            Measurement(what="trials in a turn", measure=measure_trials),
            Measurement(what="depth of alpha-beta", measure=measure_depth),
            Measurement(what="cache", measure=measure_cache),
        ),
    )


def _cache() -> Experiment:
    return Experiment(
        name="cache",
        title="When a cache pays in minefield",
        about=(
            "The authors' player worked positions out one at a time. Ours does 512 of them in the same time as one, "
            "which no cache can match. Here it is asked about one position at a time, and about more: how long does "
            "working them out take, if looking them up takes 1?"
        ),
        conditions="it paid in Minefield, whose network is very large",
        measurements=(Measurement(what="positions at once", measure=measure_batches),),
        axis=Axis("positions that are asked about at once", logarithmic=True),
    )


def _parts(*, timed: bool = False) -> Experiment:
    """``timed``: far from what the authors' machine could do in a turn, so no claim of theirs is tested."""
    deep = Comparison(
        what=f"both v UCT alone in {CEPHALOPOD}",
        game=CEPHALOPOD,
        agent=PLAYER,
        opponent=TREE_ALONE,
        games=ByMode(6, 1000),
        terms=playouts(2_000, 5_000),
        published=Published("alpha-beta is mostly useless there", ahead=False),
    )
    return Experiment(
        name="parts_timed" if timed else "parts",
        title=f"UCT with alpha-beta against each alone, {'equal time' if timed else 'trials as the authors had'}",
        about=(
            "`scissors` gives half of its clock to UCT and half to alpha-beta, which only plays certain wins and "
            "avoids certain losses. Against it, the same player with all of the clock for one of them; alpha-beta "
            "alone makes any move that it does not know to lose."
        ),
        conditions=f"{CONDITIONS}; no matches, but the authors kept alpha-beta for what it earned",
        comparisons=(
            *(
                Comparison(
                    what=f"both v {words} in {game}",
                    game=game,
                    agent=PLAYER,
                    opponent=opponent,
                    games=ByMode(2, 400) if timed else _games(game),
                    terms=CLOCK if timed else TRIALS,
                    opening=2,
                    published=None if timed else published,
                )
                for opponent, words, published in (
                    (TREE_ALONE, "UCT alone", Published("worth its time")),
                    (SEARCH_ALONE, "alpha-beta alone", Published("UCT is the core")),
                )
                for game in SMALL_GAMES[: 2 if timed else None]
            ),
            *(() if timed else (deep,)),
        ),
    )


def _heuristics() -> Experiment:
    improved = Published("a great improvement")
    return Experiment(
        name="heuristics",
        title="The players before: mobility and focus, with weights by regression",
        about=(
            "The first heuristics counted moves, one step ahead, with weights that a linear regression on random "
            "samples gave before the match. How much of the results of random games do they explain, on positions of "
            "other games? In blocker both sides always have the same number, the empty cells, which only tells how far "
            "the game is: so the regression is repeated among positions of the same turn. Then `monte_carlo` against "
            "alpha-beta one move deep with these weights."
        ),
        conditions="development history: weakly correlated at best; pure Monte Carlo was a great improvement",
        comparisons=tuple(
            Comparison(
                what=f"monte_carlo v numbers of moves in {game}",
                game=game,
                agent="monte_carlo",
                opponent="paranoid(evaluation=mobility_regression, depth=1)",
                games=ByMode(20, 1000),
                terms=playouts(5_000),
                opening=2,
                published=improved,
            )
            for game in ("connect_four", "breakthrough")
        ),
        measurements=(
            Measurement(what="weights by regression", measure=measure_heuristics),
            Measurement(what="weights within a turn", measure=measure_same_turn),
        ),
    )


def _older() -> Experiment:
    return Experiment(
        name="monte_carlo",
        title="The player before: pure Monte Carlo",
        about="The authors left pure Monte Carlo for UCT, which they call superior without exception.",
        conditions="development history, without figures",
        comparisons=tuple(
            Comparison(
                what=f"scissors v monte_carlo in {game}",
                game=game,
                agent=PLAYER,
                opponent="monte_carlo",
                games=_games(game),
                terms=TRIALS,
                opening=2,
                published=Published("categorically superior"),
            )
            for game in ("connect_four", "breakthrough")
        ),
    )


def _latches() -> Experiment:
    return Experiment(
        name="latches",
        title="Latches on and off",
        about=(
            "A latch is a fact that stays once it is true. Where it decides the goals, the game is as good as over. "
            "Our `minefield` was written for this: its walkers can be blown up long before the end."
        ),
        conditions="Minefield 2p Easy was won by it, and a game of the last tournament; no other such latch was met",
        comparisons=tuple(
            Comparison(
                what=f"latches on v off, {count:,} playouts a move",
                game=LATCHED,
                agent=PLAYER,
                opponent=f"{PLAYER}(latches=false)",
                games=ByMode(80, 1000),
                terms=playouts(count),
                opening=2,
                published=Published("used to win"),
            )
            for count in (500, 2_000)
        ),
        measurements=(Measurement(what="latches", measure=measure_latches),),
    )


def _coercion() -> Experiment:
    return Experiment(
        name="coercion",
        title="Goals coerced to won, level and lost",
        about=(
            "In free for all goals are ten points for each capture, but in the class only who had more counted; so it "
            "is scored here by who had more. In sheep points count: a player that only asks who has more should take "
            "the first small success and end the game, as the authors' did in Burning Sheep. There alpha-beta, which "
            "as a rule only plays what wins and avoids what loses, may in a third variant count certain points, too."
        ),
        conditions="no matches; said to be very helpful where only winning counts, and harmful where points do",
        comparisons=tuple(
            Comparison(
                what=f"coerced v as they are in {game}, by who has more",
                game=game,
                agent=PLAYER,
                opponent=f"{PLAYER}(coerce=false)",
                games=ByMode(games, 1000),
                terms=TRIALS,
                opening=2,
                by_wins=True,
                published=Published("very helpful"),
            )
            for game, games in (("free_for_all", 12), ("free_for_all(players=3)", 3))
        ),
        measurements=(Measurement(what="points of the sheep", measure=measure_sheep),),
    )


def _for_three(agent: str, opponent: str, games: int) -> tuple[Comparison, ...]:
    """Connect four for three, one against two, in each seat."""
    return tuple(
        Comparison(
            what=f"{agent} as {role} v two {opponent}",
            game=THREE_PLAYERS,
            agent=agent,
            opponent=opponent,
            seat=seat,
            games=ByMode(games, 400),
            terms=TRIALS,
            even=1 / 3,
        )
        for seat, role in enumerate(("red", "yellow", "blue"))
    )


def _three_players() -> Experiment:
    return Experiment(
        name="three_players",
        title="Connect four for three",
        about=(
            "`scissors` takes its two opponents for one conspiracy. In traps the next player wins at once unless it is "
            "stopped, and can be stopped: how often is it not, and had the player given up, its move being worth at "
            "most 5 of 100 in its own eyes? `uct` expects everybody to seek their own best. Then whole games, one "
            "`scissors` against two `monte_carlo`, and `uct` in its place; equals would score 33 %."
        ),
        conditions="one game on Tiltyard is described, in which moves seemed worth 2 to 4 of 100; most others were won",
        measurements=(Measurement(what="traps", measure=measure_traps),),
        comparisons=(*_for_three(PLAYER, "monte_carlo", 20), *_for_three("uct", "monte_carlo", 4)),
        conclude=_majorities,
    )


def _majorities(tallies: Sequence[Tally]) -> list[Row]:
    """The games of either player in all seats together, the first beside what the document says of its wins."""
    agents = dict.fromkeys(each.comparison.agent for each in tallies)
    rows = [_majority([each for each in tallies if each.comparison.agent == agent]) for agent in agents]
    return [rows[0], *map(_unclaimed, rows[1:])]


WEAKER = {"random": RANDOM_PLAY, **{f"monte_carlo(simulations={count})": count for count in (1, 10, 100)}}
"""Opponents for three, of whom the document says nothing, and their simulations of each move."""


def _weaker() -> Experiment:
    return Experiment(
        name="weaker_for_three",
        title="Connect four for three, against weaker opponents",
        about=(
            "Against whom the authors won the majority is not said. The same player against two that make fewer "
            "simulations of each move: how weak must they be for it to win more than half of all games?"
        ),
        conditions="won the majority on Tiltyard, against whom is not said",
        comparisons=tuple(each for opponent in WEAKER for each in _for_three(PLAYER, opponent, 3)),
        conclude=_by_opponent,
        axis=Axis("simulations of each move by the others", logarithmic=True, names=((RANDOM_PLAY, "random play"),)),
    )


def _by_opponent(tallies: Sequence[Tally]) -> list[Row]:
    """The games in all seats together, by opponent."""
    rows = []
    for opponent, place in WEAKER.items():
        played = [each for each in tallies if each.comparison.opponent == opponent]
        rows.append(replace(_unclaimed(_majority(played)), place=place))
    return rows


def _unclaimed(row: Row) -> Row:
    return replace(row, document="–", verdict=Verdict.NO_CLAIM, needed=None)


def _majority(tallies: Sequence[Tally]) -> Row:
    """The games in all seats together."""
    games = sum(each.games for each in tallies)
    whole = replace(
        tallies[0],
        comparison=replace(
            tallies[0].comparison,
            what=f"{tallies[0].comparison.agent} in all seats v two {tallies[0].comparison.opponent}",
            even=1 / 2,
            published=Published("won the majority, against whom is not said"),
        ),
        wins=sum(each.wins for each in tallies),
        draws=sum(each.draws for each in tallies),
        losses=sum(each.losses for each in tallies),
        planned=sum(each.planned for each in tallies),
        score=sum((each.score or 0.0) * each.games for each in tallies) / games if games else None,
        seconds=sum(each.seconds for each in tallies),
        forfeits=(),
        work=(None, None),
    )
    return score_row("three_players", whole)


def _simultaneous() -> Experiment:
    return Experiment(
        name="simultaneous",
        title="First thoughts where all move at once",
        about=(
            "Against opponents who answer a move before it is made, no move promises more than another: what "
            "`scissors` thinks its first move worth, in games for two. Tron and bidding tic-tac-toe are alike for both "
            "sides; blocker is not: one side wants to get across, the other to stop it."
        ),
        conditions="the logs of the in-class tournament, whose games were simultaneous but for the last",
        measurements=(Measurement(what="first thoughts", measure=measure_first_thoughts),),
    )


STUDY = Study(
    name="scissors",
    document="Julius Cheng, Rebecca Krauthamer, Ido Ofir, Sabeeka Siddiqui, *AlwaysPlayScissors*, Stanford CS227B "
    "final paper",
    question="What do UCT, alpha-beta, cones, latches and coerced goals each bring a general game player?",
    experiments=(
        _rules(),
        _speed(),
        _cache(),
        _parts(),
        _parts(timed=True),
        _heuristics(),
        _older(),
        _latches(),
        _coercion(),
        _three_players(),
        _weaker(),
        _simultaneous(),
    ),
    caveats=(
        "The rulesheets of the class are not part of Ludens. The built-in games of these names are written for it: "
        "checkers is on 6 × 6 squares, free for all and minefield follow the idea of their namesakes, and Burning "
        "Sheep is replaced by our sheep.",
        "Counted as propositions, the public rulesheet of Connect Four has 20 for terminal and 25 for goals, which are "
        "the figures of the document to the unit: it counts propositions, not gates.",
        "The document has a leaderboard but no matches between parts of its player; whoever is said to be better in "
        "words has to be ahead in ours.",
        "Ours makes many more trials in the same time: see depth and trials. So most games have 20,000 trials a move, "
        "of which alpha-beta takes its share in positions.",
        "Whether the others answer a move or choose without knowing it is told in two ways: UCT has them choose by "
        "counts of their own, the section on minimax says that they answer. Our UCT takes the joint reply, our "
        "alpha-beta splits the turn in two.",
    ),
    quick_minutes=4.4,
)
