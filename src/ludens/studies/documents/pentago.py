"""The study of the Zero System on Pentago-Swap: Mavroidakos 2019, under the clocks of its course."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from ludens.arena.clock import Terms
from ludens.game import Limit
from ludens.games.loading import load
from ludens.players import make_agent
from ludens.studies.published import Published
from ludens.studies.study import (
    GRACE_SECONDS,
    Axis,
    ByMode,
    Comparison,
    Experiment,
    Figure,
    Measurement,
    Mode,
    Study,
    playouts,
)
from ludens.studies.sweeps import fitting

GAME = "pentago_swap"

FULL = Terms(limit=Limit(seconds=2.0), start_seconds=28.0, own_process=True, memory_mib=500)
"""The course: 2 s a move, 28 s more before the first, 500 MB."""

COURSE = ByMode(Terms(limit=Limit(seconds=2.0), grace_seconds=GRACE_SECONDS), FULL)
"""For players that need much less than their clock: the play clock of the course in both sizes."""

SHORT = ByMode(Terms(limit=Limit(seconds=0.6), start_seconds=2.0, grace_seconds=GRACE_SECONDS), FULL)
"""For players that use up their clock; the Zero System makes its 300 trials in that on a quiet core."""

ALL_TRIALS = 1_000_000
"""More playouts than all trials of the Zero System at the first position."""

UNTIMED = playouts(ALL_TRIALS)
"""No limit for these two, whose trials are counted: a busy machine changes nothing."""

CONDITIONS = "the clocks of the course were 2 s a move, 30 s for the first one; how many games is not stated"

OTHERS = ("monte_carlo", "roulette", "uct", "champion")
"""Agents that think for as long as they may."""

ORIGINAL_PLAYOUTS = ByMode(5_000, 50_000)
"""Playouts for which the original is timed."""


def _original() -> Experiment:
    """The Zero System against the tree search that it replaced, with few and many trials."""
    claim = Published("won every time", 1.0)
    return Experiment(
        name="original",
        title="The Zero System against the original tree search",
        about=(
            "The first version was a tree search with all four phases whose simulations had to be limited to a very "
            "small number, which is not given; so `zero_system` meets `zero_original` with several. The claim is that "
            "of the default, 100."
        ),
        conditions=CONDITIONS,
        comparisons=tuple(
            Comparison(
                what=f"original with {trials:,} trials",
                game=GAME,
                agent="zero_system",
                opponent=f"zero_original(trials={trials})",
                games=ByMode(6, 1000),
                terms=COURSE,
                published=claim if trials == 100 else None,
                place=trials,
            )
            for trials in (10, 30, 100, 300, 1_000)
        ),
        axis=Axis("trials of the original", logarithmic=True),
    )


def _few_trials() -> Experiment:
    """Why the claim is not found at the default: with how few trials the original loses every game."""
    return Experiment(
        name="few_trials",
        title="How few trials the original must have had",
        about=(
            "The same match, with trials instead of clocks: the Zero System makes all of its 300 for each move, the "
            "original those of the row. With one trial it knows next to nothing of its moves, of which there are some "
            "200 at first; with a hundred it has tried half of them once."
        ),
        conditions="won every time, against a very small number of simulations",
        comparisons=tuple(
            Comparison(
                what="1 trial" if trials == 1 else f"{trials} trials",
                game=GAME,
                agent="zero_system",
                opponent=f"zero_original(trials={trials})",
                games=ByMode(4, 400),
                terms=UNTIMED,
                place=trials,
            )
            for trials in (1, 3, 10, 30, 100)
        ),
        axis=Axis("trials of the original for a move", logarithmic=True, level=100.0),
        conclude=fitting("trials with which the Zero System may have won every time", 1.0),
    )


def _players() -> Experiment:
    return Experiment(
        name="players",
        title="The Zero System against other players",
        about="`zero_system` with its 300 trials and penalty of 15 against random play and against agents of Ludens.",
        conditions="not played",
        comparisons=(
            *(_meeting("zero_system", opponent, 8, COURSE) for opponent in ("random", "search_light")),
            *(_meeting("zero_system", opponent, 2, SHORT, full=60) for opponent in OTHERS),
        ),
    )


def _improvements() -> Experiment:
    """What the document says would make its player better."""
    proposed = Published("proposed as an improvement", ahead=True)
    return Experiment(
        name="improvements",
        title="What the document would improve",
        about=(
            "Fewer moves, chosen by a score of how pieces are placed, and replies of the opponent by that score "
            "instead of at random: each by itself and both, with nearness to the goals as the score; `zero` does both "
            "by playouts. The other rows vary the two constants of the Zero System."
        ),
        conditions="proposed, not played",
        comparisons=(
            replace(_meeting("zero", "zero_system", 6, SHORT), published=proposed),
            replace(
                _meeting("zero_system(candidates=24)", "zero_system", 6, COURSE),
                what="fewer moves, by placement",
                published=proposed,
            ),
            replace(
                _meeting("zero_system(replies=placement)", "zero_system", 4, SHORT),
                what="replies by placement",
                published=proposed,
            ),
            replace(
                _meeting("zero_system(candidates=24, replies=placement)", "zero_system", 4, SHORT),
                what="both by placement",
                published=proposed,
            ),
            _meeting("zero_system(trials=30)", "zero_system", 4, COURSE),
            _meeting("zero_system(penalty=1)", "zero_system", 4, SHORT),
        ),
    )


def _meeting(agent: str, opponent: str, quick: int, terms: ByMode[Terms], full: int = 1000) -> Comparison:
    return Comparison(
        what=f"{agent} v {opponent}",
        game=GAME,
        agent=agent,
        opponent=opponent,
        games=ByMode(quick, full),
        terms=terms,
    )


def speed(mode: Mode, seed: int) -> Sequence[Figure]:
    """Results a second of both versions at the first position, by the time of the processor, and their ratio."""
    game, rates = load(GAME), {}
    for agent, trials in (("zero_system", None), ("zero_original", ORIGINAL_PLAYOUTS.of(mode))):
        options = f"(trials={trials})" if trials else ""
        make_agent(agent + options, game, 0, seed).decide(game.initial_state(), Limit(playouts=216))
        player, begin = make_agent(agent + options, game, 0, seed), time.process_time()
        found = player.decide(game.initial_state(), Limit(playouts=trials or ALL_TRIALS))
        rates[agent] = sum(move.visits for move in found.moves) / (time.process_time() - begin)
    more = rates["zero_system"] / rates["zero_original"]
    note = "a position that the opponent wins at once counts as 15 results"
    return [
        Figure(what="results a second of zero_system", value=rates["zero_system"], unit="a second", note=note),
        Figure(what="results a second of zero_original", value=rates["zero_original"], unit="a second"),
        Figure(
            what="results of the Zero System for one of the tree",
            value=more,
            unit="",
            words="more than one",
            published=1.0,
            bound="at least",
        ),
    ]


def _speed() -> Experiment:
    return Experiment(
        name="speed",
        title="Simulations a second with and without a tree",
        about=(
            "The document gave the tree up because adding nodes and going back to the root after each simulation cost "
            "so much time that few simulations were left. Both versions are timed from the first position."
        ),
        conditions="no figures; the tree had too few simulations in 2 s a move",
        measurements=(Measurement(what="simulations a second", measure=speed),),
    )


STUDY = Study(
    name="pentago",
    document="Spiros Mavroidakos, *Comp 424 Project Report* (Pentago-Swap), McGill, 2019",
    question="Does a search that gives up its tree, to make more simulations in little time, play Pentago-Swap better?",
    experiments=(_original(), _few_trials(), _speed(), _players(), _improvements()),
    caveats=(
        "The extra time of the course for the first move is a start clock here, of use only to agents that prepare.",
        "An agent that is late forfeits here; in the course a random move was made for it first.",
        "In the quick size memory is not limited, and against players that think for as long as they may the play "
        "clock is 0.6 s instead of 2 s. The tables tell which.",
    ),
)
