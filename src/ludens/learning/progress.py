"""How far a training has come: what an exam and matches say, as plain data and as a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ludens.arena.statistics import Estimate
from ludens.engine.contract import LoadedGame
from ludens.learning.exam import Exam, wrong_ahead, wrong_by_policy
from ludens.learning.matches import duel
from ludens.learning.training import Counted
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.gradients import Loss

PAIRS = 64
"""Of games in a match against an earlier self."""


@dataclass(frozen=True, slots=True)
class Share:
    """Moves that change the outcome, of so many positions: chosen by the policy alone, and by looking a move ahead."""

    positions: int
    policy: int
    ahead: int


@dataclass(frozen=True, slots=True)
class Score:
    """Against whom, the score from 0 to 1, and its 95 % interval.

    ``clock``: seconds that both had for a move; None where both looked one move ahead.
    """

    opponent: str
    pairs: int
    score: float
    low: float
    high: float
    clock: float | None = None


@dataclass(frozen=True, slots=True)
class Progress:
    """``perfect`` and ``random``: see Exam. ``whole``: whether the game is solved. ``until``: seconds at its end."""

    seconds: float
    until: float
    generation: int
    positions: int
    value_loss: float
    move_loss: float
    whole: bool
    perfect: Share | None
    random: Share | None
    scores: tuple[Score, ...] = ()

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)

    def line(self) -> str:
        """In a line."""
        parts = [f"{self.seconds:6.0f} of {self.until:.0f} s  {self.positions:>11,} positions"]
        if self.random is not None:
            parts.append(_shown("perfect play", self.perfect))
            parts.append(_shown("random positions" if self.whole else "random positions that were solved", self.random))
        for won in self.scores:
            low, high = 100 * won.low, 100 * won.high
            clock = "" if won.clock is None else f", {won.clock:g} s a move"
            parts.append(f"{100 * won.score:.0f} % ({low:.0f} to {high:.0f}) against {won.opponent}{clock}")
        if len(parts) == 1:
            parts.append(f"losses {self.value_loss:.3f} and {self.move_loss:.3f}")
        return "; ".join(filter(None, parts))


def _shown(where: str, share: Share | None) -> str:
    if share is None or not share.positions:
        return ""
    of = 100 / share.positions
    return f"wrong in {where}: {share.policy * of:.2f} % by policy, {share.ahead * of:.2f} % a move ahead"


def share(game: LoadedGame[Any], network: NetworkEvaluation, exam: Exam | None, *, perfect: bool) -> Share | None:
    """What the network got wrong in one part of an exam, if there is one."""
    if exam is None:
        return None
    asked = exam.perfect if perfect else exam.random
    return Share(len(asked), wrong_by_policy(game, network, asked), wrong_ahead(game, network, asked))


def score(opponent: str, found: Estimate, clock: float | None = None) -> Score:
    """A score, rounded."""
    low, high = found.by_pairs.low, found.by_pairs.high
    return Score(opponent, found.pairs, round(found.mean, 4), round(low, 4), round(high, 4), clock)


def measured(
    game: LoadedGame[Any],
    network: NetworkEvaluation,
    exam: Exam | None,
    *,
    loss: Loss,
    counted: Counted,
    until: float,
    earlier: Sequence[tuple[str, NetworkEvaluation]] = (),
    others: Sequence[Score] = (),
) -> Progress:
    """Measures a network; ``until``: seconds at the end. ``earlier``: selves, by name; ``others``: scores so far."""
    found = [(name, duel(game, network, other, PAIRS, counted.generation)) for name, other in earlier]
    own = [score(name, scored) for name, scored in found if scored is not None]
    return Progress(
        round(counted.seconds, 1),
        round(until, 1),
        counted.generation,
        counted.played,
        round(loss.values, 4),
        round(loss.moves, 4),
        exam is not None and exam.whole,
        share(game, network, exam, perfect=True),
        share(game, network, exam, perfect=False),
        (*own, *others),
    )
