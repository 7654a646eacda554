"""What a study is: a document's question, and experiments made of comparisons and measurements.

A comparison is many games between two agents; a measurement is anything else that yields figures. Both come in two
sizes, quick and full.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import TYPE_CHECKING, Generic, TypeVar

from ludens.arena.clock import Terms
from ludens.arena.statistics import Interval
from ludens.arena.tournament import Kind, Tournament
from ludens.game import Limit, ParameterError
from ludens.studies.published import Published
from ludens.studies.verdicts import EVEN, Bound

if TYPE_CHECKING:
    from ludens.studies.rows import Row
    from ludens.studies.tallies import Tally

T = TypeVar("T")

GRACE_SECONDS = 5.0
"""How much too late a move may come, by default: a busy machine should not decide a study."""


class Mode(Enum):
    """How large a study is."""

    QUICK = "quick"
    FULL = "full"


@dataclass(frozen=True, slots=True)
class ByMode(Generic[T]):
    """Something for a quick study, and for a full one."""

    quick: T
    full: T

    def of(self, mode: Mode) -> T:
        return self.quick if mode is Mode.QUICK else self.full


def clock(quick_seconds: float, full_seconds: float, *, full_start_seconds: float = 0.0) -> ByMode[Terms]:
    """Play clocks in seconds; ``full_start_seconds`` is the start clock of the full size."""
    return ByMode(
        Terms(limit=Limit(seconds=quick_seconds), grace_seconds=GRACE_SECONDS),
        Terms(limit=Limit(seconds=full_seconds), start_seconds=full_start_seconds, grace_seconds=GRACE_SECONDS),
    )


def playouts(quick: int, full: int | None = None) -> ByMode[Terms]:
    """So many playouts a move, the same in both sizes unless the full one has another number; nothing is timed."""
    return ByMode(Terms(limit=Limit(playouts=quick)), Terms(limit=Limit(playouts=full or quick)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """Games between an agent and an opponent, and what the document found.

    ``seat``: the role of the agent, all others are the opponent's; None changes seats from game to game, as a
    tournament does. ``opening``: random joint moves that begin each game. ``place``: of this comparison on the axis of
    its experiment. ``even``: the score of equals, 1 divided by the roles where all share 100. ``by_wins``: who has more
    than the others scores 1, whatever the goals are, and level half.
    """

    what: str
    game: str
    agent: str
    opponent: str
    games: ByMode[int]
    terms: ByMode[Terms]
    published: Published | None = None
    seat: int | None = None
    opening: int = 0
    place: float | None = None
    even: float = EVEN
    by_wins: bool = False

    def __post_init__(self) -> None:
        if min(self.games.quick, self.games.full) < 1:
            raise ParameterError(f"{self.what}: a comparison needs at least one game.")

    def tournament(self, mode: Mode, seed: int) -> Tournament:
        """The comparison as the arena's store knows it: a gauntlet of two, of the full size.

        Games of a quick study so belong to the full one, too, where the clocks are the same.
        """
        return Tournament(
            games=(self.game,),
            agents=(self.agent, self.opponent),
            kind=Kind.GAUNTLET,
            pairs=self.games.full,
            opening=self.opening,
            seed=seed,
            terms=self.terms.of(mode),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure that was measured, beside the published one.

    ``tolerance``: the part by which both may differ and still agree. ``bound``: whether the document's figure is about
    this large, at least or at most so. ``threshold``: what the bound is, where that is our reading of words and not a
    figure of the document's. ``words``: what the document says where that is more than its figure. ``samples``: how
    many games, positions or turns it rests on. ``place``: on the axis of the experiment.
    """

    what: str
    value: float
    unit: str
    interval: Interval | None = None
    published: float | None = None
    words: str | None = None
    tolerance: float = 0.1
    bound: Bound = "about"
    threshold: float | None = None
    samples: int = 0
    place: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Measured:
    """What a measurement found, and the seconds it took."""

    figures: tuple[Figure, ...]
    seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Measurement:
    """Something that is measured without games between agents.

    ``measure`` gets the mode and the seed and returns figures; it must be a function of a module, for it runs in
    another process, on one thread. ``what`` names it within its study.
    """

    what: str
    measure: Callable[[Mode, int], Sequence[Figure]]


@dataclass(frozen=True, slots=True)
class Axis:
    """What the places of an experiment's rows are: its curve is drawn over them.

    ``level``: the document's figure, where nobody knows at which place it was found. ``names``: what is written at
    places that are no numbers.
    """

    name: str
    logarithmic: bool = False
    level: float | None = None
    names: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Experiment:
    """Comparisons and measurements that belong together: one table and one picture of a report.

    ``name``: of its files. ``conditions``: the sizes and clocks of the document, in words. ``conclude``: further rows,
    worked out from what was played. ``listed``: the comparisons have rows of their own, besides what is concluded.
    """

    name: str
    title: str
    about: str
    conditions: str
    comparisons: tuple[Comparison, ...] = ()
    measurements: tuple[Measurement, ...] = ()
    axis: Axis | None = None
    conclude: Callable[[Sequence[Tally]], Sequence[Row]] | None = None
    listed: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Study:
    """A document whose experiments are run again.

    ``quick_minutes``: the time after which a quick study begins no more games, by default. ``caveats``: what makes
    our conditions different from the document's, sentence by sentence.
    """

    name: str
    document: str
    question: str
    experiments: tuple[Experiment, ...]
    caveats: tuple[str, ...] = field(default=())
    quick_minutes: float = 4.0
