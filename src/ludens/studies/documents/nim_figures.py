"""Why the seat hardly matters in Tong's nim, and for whom it would: figures that are worked out, not played."""

from __future__ import annotations

from ludens.studies.documents.nim_chances import PLAYERS, Heaps, Nim, by_wheel, more_often, sometimes_perfect
from ludens.studies.documents.roulette_sums import OPPONENTS
from ludens.studies.study import Figure, Mode

NIMS: tuple[Heaps, ...] = ((1, 5, 4, 2), (11, 12, 15, 25))
FIRST_GAMES, SECOND_GAMES = 25, 50
"""Games of the document in either seat."""

PERFECT = (0.0, 0.25, 0.5, 0.75, 0.9, 1.0)
"""Parts of all moves that are perfect."""


def measure_seats(mode: Mode, seed: int) -> list[Figure]:
    """How much more the wheel wins moving first, by opponent; and how often the document's games would show it."""
    del mode, seed
    return [figure for heaps in NIMS for figure in _seats_in(heaps)]


def _seats_in(heaps: Heaps) -> list[Figure]:
    nim, figures = Nim(heaps), list[Figure]()
    for opponent in OPPONENTS:
        first, second = nim.seats(by_wheel, PLAYERS[opponent])
        lucky = more_often(first, FIRST_GAMES, second, SECOND_GAMES)
        figures.append(
            Figure(
                what=f"heaps {_named(heaps)} v {opponent}: first less second",
                value=_points(first - second),
                unit="points",
                note=f"{100 * first:.1f} % and {100 * second:.1f} %; {FIRST_GAMES} and {SECOND_GAMES} games have the "
                f"first ahead in {100 * lucky:.0f} of 100 cases",
            )
        )
    return figures


def measure_small_heaps(mode: Mode, seed: int) -> list[Figure]:
    """What moving first is worth to players who make more and more perfect moves, in 1-5-4-2."""
    del mode, seed
    return _by_perfection(NIMS[0])


def measure_large_heaps(mode: Mode, seed: int) -> list[Figure]:
    """The same in 11-12-15-25."""
    del mode, seed
    return _by_perfection(NIMS[1])


def _by_perfection(heaps: Heaps) -> list[Figure]:
    nim, figures = Nim(heaps), list[Figure]()
    for part in PERFECT:
        player = sometimes_perfect(part, by_wheel)
        first, second = nim.seats(player, player)
        what = f"{100 * part:.0f} % of all moves perfect"
        figures.append(
            Figure(what=what, value=_points(first - second), unit="points, first less second", place=100 * part)
        )
    return figures


def _points(part: float) -> float:
    """In points, to two places; what is less is no difference at all."""
    return round(100 * part, 2) or 0.0


def _named(heaps: Heaps) -> str:
    return "-".join(map(str, heaps))
