"""How far a training has come: what an exam and matches say, as plain data and as a line of text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any

from ludens.arena.statistics import Estimate
from ludens.engine.contract import LoadedGame
from ludens.learning.exam import Exam, wrong_ahead, wrong_by_policy
from ludens.learning.matches import duel
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
    """Against whom, the score from 0 to 1, and its 95 % interval."""

    opponent: str
    pairs: int
    score: float
    low: float
    high: float


@dataclass(frozen=True, slots=True)
class Progress:
    """``perfect`` and ``random``: see Exam. ``whole``: whether the game is solved."""

    seconds: float
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
        parts = [f"{self.seconds:6.0f} s  {self.positions:>11,} positions"]
        if self.random is not None:
            parts.append(_shown("perfect play", self.perfect))
            parts.append(_shown("random positions" if self.whole else "random positions that were solved", self.random))
        for won in self.scores:
            low, high = 100 * won.low, 100 * won.high
            parts.append(f"{100 * won.score:.0f} % ({low:.0f} to {high:.0f}) against {won.opponent}")
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


def score(opponent: str, found: Estimate) -> Score:
    """A score, rounded."""
    low, high = found.by_pairs.low, found.by_pairs.high
    return Score(opponent, found.pairs, round(found.mean, 4), round(low, 4), round(high, 4))


def measured(
    game: LoadedGame[Any],
    network: NetworkEvaluation,
    exam: Exam | None,
    *,
    loss: Loss,
    counted: tuple[float, int, int],
    earlier: Sequence[tuple[str, NetworkEvaluation]] = (),
) -> Progress:
    """Measures a network; ``counted``: seconds, generations and positions so far. ``earlier``: selves, by name."""
    scores = [(name, duel(game, network, other, PAIRS, counted[1])) for name, other in earlier]
    seconds, generation, positions = counted
    return Progress(
        round(seconds, 1),
        generation,
        positions,
        round(loss.values, 4),
        round(loss.moves, 4),
        exam is not None and exam.whole,
        share(game, network, exam, perfect=True),
        share(game, network, exam, perfect=False),
        tuple(score(name, found) for name, found in scores if found is not None),
    )
