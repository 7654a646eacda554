"""Who is better off: decided once, by the best evidence that there is."""

from __future__ import annotations

import enum
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.quality.figures import Estimate, Figures, exactly

EVEN, AHEAD = 12.0, 40.0
"""Points of 100 between best and worst: up to the first it counts as even, beyond the second one is far ahead."""


ENOUGH = 16
"""Games of the strongest players from which on they are listened to."""


class Strength(enum.Enum):
    """Whose play something was seen in."""

    PROOF = "proof"
    STRONG = "strong"
    THINKING = "thinking"
    RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Standing:
    """The goals of the players by some play; ``leader``: the role that is better off than the worst, for certain."""

    strength: Strength
    estimates: tuple[Estimate, ...]
    leader: int | None
    lead: float

    @staticmethod
    def of(figures: Figures, strength: Strength, estimates: Sequence[Estimate]) -> Standing:
        """Judges by intervals: a leader's must lie above that of the worst, and of all others."""
        order = sorted(range(len(estimates)), key=lambda place: -estimates[place].mean)
        lead = estimates[order[0]].mean - estimates[order[-1]].mean
        clear = all(estimates[order[0]].low > estimates[place].high for place in order[1:])
        # A lead that is certain but very small does not count.
        leads = clear and (strength is Strength.PROOF or lead > EVEN)
        return Standing(strength, tuple(estimates), figures.info.players[order[0]] if leads else None, lead)

    @property
    def goals(self) -> tuple[float, ...]:
        return tuple(estimate.mean for estimate in self.estimates)

    @property
    def drawn(self) -> bool:
        """All get the same."""
        return len(set(self.goals)) == 1

    @property
    def won(self) -> bool:
        """One gets everything."""
        return sorted(self.goals)[-1] == 100 and sorted(self.goals)[0] == 0

    def answer(self, figures: Figures) -> str:
        """Who is better off, as an answer."""
        return "nobody" if self.leader is None else figures.info.roles[self.leader]


def standing(figures: Figures) -> Standing | None:
    """By a proof if there is one; else by the strongest players whose games tell; else by what there is."""
    if len(figures.players) < 2:
        return None
    if figures.proof is not None:
        goals = [exactly(figures.proof.goals[role]) for role in figures.info.players]
        return Standing.of(figures, Strength.PROOF, goals)
    found = []
    if figures.skill is not None and figures.skill.goals and figures.skill.goals[0].games >= ENOUGH:
        found.append(Standing.of(figures, Strength.STRONG, figures.skill.goals))
    if figures.thinking is not None:
        found.append(Standing.of(figures, Strength.THINKING, figures.thinking.goals))
    if figures.random is not None and (figures.random.ended or not figures.random.games):
        found.append(Standing.of(figures, Strength.RANDOM, figures.random.goals))
    if not found:
        return None
    # Few games of strong players tell nothing: then many of weaker ones speak.
    telling = [each for each in found if each.leader is not None or max(e.high - e.low for e in each.estimates) < 30]
    return (telling or found)[0]
