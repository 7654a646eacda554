"""Plans that go by a learnt evaluation, and whether it has been learnt."""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.names import split_name
from ludens.players.plans.belief import Belief
from ludens.search.evaluations.learnt.game_features import NAME
from ludens.search.evaluations.learnt.knowledge import Knowledge, knowledge_of

WORTH = 0.1
"""How much better than the plan at hand another must be expected to be, in log-odds, for learning to be worth while."""


def goes_by_learning(plan: str) -> bool:
    """Whether a plan asks for the learnt evaluation."""
    _, given = split_name(plan) or (plan, {})
    return NAME in (given.get("evaluation"), given.get("heuristic"))


def learnt_plans(belief: Belief) -> set[str]:
    """The plans that ask for it."""
    return {plan for plan in belief.plans if goes_by_learning(plan)}


def learning_of(game: LoadedGame[Any]) -> Knowledge | None:
    """What has been learnt of a game, and how to learn more; nothing for a game that cannot be learnt."""
    try:
        return knowledge_of(game)
    except UnsuitableGameError:
        return None


def worth_learning(belief: Belief, plan: str) -> str | None:
    """The plan that learning would serve best, if it promises enough beyond the one at hand.

    What has never been played, in any game, promises nothing.
    """
    others = learnt_plans(belief) & belief.played
    best = max(sorted(others), key=lambda other: belief.gain(other, plan), default=None)
    return best if best is not None and belief.gain(best, plan) >= WORTH else None
