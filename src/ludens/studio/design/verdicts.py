"""What the figures of a report mean, in a sentence: whether they speak for a game or against it, and what to try."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ludens.studio.frames.design import VerdictData

GOOD, FAIR, BAD = "good", "warn", "bad"

EVEN_LEAD, SMALL_LEAD = 6.0, 20.0
"""Points of 100 between the best and the worst role: up to the first a game is balanced, up to the second nearly so."""

CLEAR = 0.65
"""The share of points from which on one side is clearly better than the other."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """A judgement: ``kind`` is good, warn or bad."""

    kind: str
    text: str

    def as_data(self) -> VerdictData:
        """The verdict for JSON."""
        return {"kind": self.kind, "text": self.text}


def balance(roles: Sequence[str], goals: Sequence[float], draws: float) -> Verdict:
    """Whether random play favours a role; goals are means from 0 to 100, draws a share."""
    if len(roles) == 1:
        return _alone(goals[0])
    best, worst = (pick(range(len(roles)), key=lambda role: goals[role]) for pick in (max, min))
    lead = goals[best] - goals[worst]
    told = ", ".join(f"{role} {goal:.0f}" for role, goal in zip(roles, goals, strict=True))
    if lead <= EVEN_LEAD and draws > 0.7:
        return Verdict(FAIR, f"Even, but {draws:.0%} of the games are drawn: consider another way to win.")
    if lead <= EVEN_LEAD:
        return Verdict(GOOD, f"Well balanced in random play: {told} points.")
    if lead <= SMALL_LEAD:
        return Verdict(FAIR, f"{roles[best]} has a small advantage in random play: {told} points.")
    return Verdict(
        BAD,
        f"{roles[best]} is far ahead in random play ({told} points): consider giving {roles[worst]} something in "
        f"return, such as a better first position, or making the win of {roles[best]} harder.",
    )


def _alone(goal: float) -> Verdict:
    if goal >= 90:
        return Verdict(BAD, f"Too easy: random moves score {goal:.0f} of 100.")
    if goal < 0.5:
        return Verdict(FAIR, "Random moves score nothing: a hard puzzle, or one that cannot be solved.")
    return Verdict(GOOD, f"Random moves score {goal:.0f} of 100: there is something to find out.")


def length(mean: float, shortest: int, longest: int, unended: float, cut: int) -> Verdict:
    """Whether games end, and take a sensible time; ``unended`` is the share of games cut after ``cut`` moves."""
    if unended == 1:
        return Verdict(
            BAD, f"No random game ended within {cut:,} moves: add a rule that ends the game, such as a clock."
        )
    if unended > 0.001:
        return Verdict(
            FAIR,
            f"{unended:.1%} of the random games had not ended after {cut:,} moves: consider a clock that ends them.",
        )
    moves = f"{shortest}" if shortest == longest else f"{shortest} to {longest}, {mean:.1f} on average"
    if mean < 3:
        return Verdict(FAIR, f"Every game ends, but soon. Moves: {moves}.")
    if mean > 200:
        return Verdict(FAIR, f"Every game ends, but takes long. Moves: {moves}.")
    return Verdict(GOOD, f"Every game ends. Moves: {moves}.")


def branching(mean: float, most: float, decided: float | None) -> Verdict:
    """Whether there is enough to choose, and for long enough; ``decided`` is the share of games decided half-way."""
    if most <= 1:
        return Verdict(BAD, "Nobody ever has a choice.")
    if mean < 2:
        return Verdict(FAIR, f"There is little to choose: {mean:.1f} moves on average.")
    if decided is not None and decided > 0.7:
        return Verdict(
            FAIR, f"{decided:.0%} of the games are all but decided half-way: the second half hardly matters."
        )
    return Verdict(GOOD, f"There is something to choose: {mean:.1f} moves on average.")


def first_move(role: str, best: tuple[str, float], worst: tuple[str, float], margin: float) -> Verdict:
    """Whether the first move decides; both are a move and the goal of its role after it, ``margin`` their error."""
    spread = best[1] - worst[1]
    if best[1] >= 90 and spread > 2 * margin:
        return Verdict(BAD, f"Decisive: after {best[0]} even random moves bring {role} {best[1]:.0f} of 100.")
    if spread <= max(3.0, 2 * margin):
        return Verdict(GOOD, "All first moves are about equally good in random play.")
    told = f"{best[0]} brings {role} {best[1]:.0f}, {worst[0]} {worst[1]:.0f}"
    if spread > 40:
        return Verdict(FAIR, f"The first move matters very much: {told}.")
    return Verdict(GOOD, f"The first move matters, but does not decide: {told}.")


def skill(steps: Sequence[float]) -> Verdict:
    """How far more thought helps; ``steps`` are shares of points of each level of play against the one below it."""
    clear = 0
    while clear < len(steps) and steps[clear] >= CLEAR:
        clear += 1
    if clear == 0:
        return Verdict(BAD, "Thought hardly beats random moves: luck decides, or nothing does.")
    if clear < len(steps):
        return Verdict(FAIR, "A little thought beats none, but more does not help: best play is soon found.")
    return Verdict(GOOD, "The more thought, the better: there is something to master.")


def alone(levels: Sequence[float]) -> Verdict:
    """How far more thought helps who plays alone; ``levels`` are mean goals, the least thought first."""
    if levels[-1] - levels[0] < 5:
        return Verdict(FAIR, "More thought makes no difference here: too easy for any, or too hard for all.")
    return Verdict(GOOD, f"Thought pays: random moves score {levels[0]:.0f}, the most thought {levels[-1]:.0f}.")


def good_play(roles: Sequence[str], goals: Sequence[float], games: int) -> Verdict:
    """Whether a game stays balanced when all think; goals are means of the strongest level against itself."""
    best, worst = (pick(range(len(roles)), key=lambda role: goals[role]) for pick in (max, min))
    told = ", ".join(f"{role} {goal:.0f}" for role, goal in zip(roles, goals, strict=True))
    # The lead of one role varies by up to 100 in a game: what so few games cannot tell apart counts as the same.
    doubt = 196 / math.sqrt(games)
    if goals[best] - goals[worst] <= EVEN_LEAD + doubt:
        return Verdict(GOOD, f"No side is clearly better off when all think: {told} points in {games} games.")
    if goals[best] - goals[worst] <= SMALL_LEAD + doubt:
        return Verdict(FAIR, f"{roles[best]} has an advantage when all think: {told} points in {games} games.")
    return Verdict(BAD, f"{roles[best]} does far better when all think: {told} points in {games} games.")
