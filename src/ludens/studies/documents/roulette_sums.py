"""What Tong 2013 concludes from his four tables together: overall rates, and whether it is better to move first."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from dataclasses import replace

from ludens.arena.statistics import Interval, wilson_interval
from ludens.studies.published import Published
from ludens.studies.rows import Row
from ludens.studies.tallies import Tally
from ludens.studies.verdicts import LEVEL, Verdict, games_to_tell, score_verdict, side_verdict

SECOND, FIRST = 1, 0
OPPONENTS = ("random", "monte_carlo", "search_light")
DOCUMENT_GAMES = {"tic_tac_toe": 157, "nim": 151}
"""Games as second player, all opponents together."""

OVERALL = (
    ("tic_tac_toe", "wins, ties being losses", 1.0, 0.0, 60.0),
    ("tic_tac_toe", "wins, ties being wins", 1.0, 1.0, 84.0),
    ("tic_tac_toe", "the mean of both", 1.0, 0.5, 72.0),
    ("nim", "wins", 1.0, 0.0, 71.6),
)
"""The game, what is averaged over opponents, what a win and a tie count for, and the document's percentage."""

WORSE_FIRST = ("search_light", "nim")
"""Where the thesis did worse moving first than second."""


def overall(experiment: str, tallies: Sequence[Tally]) -> list[Row]:
    """The mean of the rates against the three opponents, as second player, for every game that it may have been."""
    return _overall(experiment, tallies, OPPONENTS)


def without_monte_carlo(experiment: str, tallies: Sequence[Tally]) -> list[Row]:
    """The same if the document's Monte Carlo player had made random moves: what is left of the differences."""
    rows = _overall(experiment, tallies, tuple("random" if each == "monte_carlo" else each for each in OPPONENTS))
    return [
        replace(row, what=f"{row.what}, Monte Carlo playing at random", verdict=Verdict.NO_CLAIM, needed=None)
        for row in rows
    ]


def _overall(experiment: str, tallies: Sequence[Tally], opponents: Sequence[str]) -> list[Row]:
    rows = []
    for game, words, win, tie, percent in OVERALL:
        for version in sorted({each.comparison.game for each in tallies if each.comparison.game.startswith(game)}):
            second = {each.comparison.opponent: each for each in tallies if _is(each, version, SECOND) and each.games}
            if len(second) < len(OPPONENTS):
                continue
            rate = statistics.fmean(
                (win * second[name].wins + tie * second[name].draws) / second[name].games for name in opponents
            )
            claim = Published(f"{percent:g} %", percent / 100, DOCUMENT_GAMES[game])
            played = [second[name] for name in dict.fromkeys(opponents)]
            rows.append(_row(experiment, f"{version}, second: {words}", rate, played, claim))
    return rows


def first_or_second(experiment: str, tallies: Sequence[Tally]) -> list[Row]:
    """How much higher the score is for who moves first, with Newcombe's interval, by game and opponent."""
    rows = []
    for second in tallies:
        opponent, game = second.comparison.opponent, second.comparison.game
        found = [each for each in tallies if _is(each, game, FIRST) and each.comparison.opponent == opponent]
        if not _is(second, game, SECOND) or not found or not (second.games and found[0].games):
            continue
        rows.append(_difference(experiment, found[0], second))
    return rows


def _difference(experiment: str, first: Tally, second: Tally) -> Row:
    one, other, game = first.interval, second.interval, first.comparison.game
    assert one is not None
    assert other is not None
    assert first.score is not None
    assert second.score is not None
    more = first.score - second.score
    low = more - math.hypot(first.score - one.low, other.high - second.score)
    high = more + math.hypot(one.high - first.score, second.score - other.low)
    worse = (first.comparison.opponent, game.partition("(")[0]) == WORSE_FIRST
    verdict = side_verdict(Interval(low, high), -1 if worse else 1)
    games = first.games + second.games
    needed = None
    if verdict is Verdict.UNCLEAR:
        # Either the sign becomes certain or, sooner where there is next to no difference, that they are level.
        half = max(abs(more), LEVEL - abs(more))
        needed = max(games + 1, math.ceil(games * ((high - low) / 2 / half) ** 2))
    return Row(
        experiment=experiment,
        what=f"{game} v {first.comparison.opponent}: first less second",
        document="worse when first" if worse else "better when first",
        ours=f"{100 * more:+.1f} points ({100 * low:.0f} to {100 * high:.0f})",
        verdict=verdict,
        unit="points",
        value=100 * more,
        interval=Interval(100 * low, 100 * high),
        games=games,
        planned=first.planned + second.planned,
        even=0.0,
        needed=needed,
    )


def _row(experiment: str, what: str, rate: float, played: Sequence[Tally], claim: Published) -> Row:
    games = sum(each.games for each in played)
    interval = wilson_interval(rate, games)
    verdict = score_verdict(rate, interval, claim)
    return Row(
        experiment=experiment,
        what=what,
        document=claim.words,
        ours=f"{100 * rate:.1f} % ({100 * interval.low:.0f} to {100 * interval.high:.0f})",
        verdict=verdict,
        value=100 * rate,
        interval=Interval(100 * interval.low, 100 * interval.high),
        published=100 * (claim.score or 0.0),
        games=games,
        planned=sum(each.planned for each in played),
        even=50.0,
        seats="second",
        needed=games_to_tell(rate, games, claim) if verdict is Verdict.UNCLEAR else None,
    )


def _is(tally: Tally, game: str, seat: int) -> bool:
    return tally.comparison.game == game and tally.comparison.seat == seat
