"""Plans that go by a learnt evaluation: whether it has been learnt, and whether it is any good."""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.players.plans.belief import Belief
from ludens.players.plans.candidates import goes_by_learning
from ludens.search.evaluations.learnt.knowledge import Knowledge, knowledge_of
from ludens.search.evaluations.learnt.skill import Skill, kept_skill, skill_of
from ludens.search.evaluations.learnt.stopping import Stopped, StoppedError
from ludens.search.facts import facts_of

WORTH = 0.1
"""How much better than the plan at hand another must be expected to be, in log-odds, for learning to be worth while."""


class Learning:
    """What has been learnt of a game, and how good that is in new games."""

    def __init__(self, game: LoadedGame[Any], knowledge: Knowledge) -> None:
        self._game, self._knowledge = game, knowledge
        self._skill: Skill | None = None

    @property
    def is_learnt(self) -> bool:
        """Whether all is known that is to be learnt."""
        return self._knowledge.known is not None

    @property
    def is_usable(self) -> bool:
        """Whether it is known, and not known to tell nothing."""
        return self.is_learnt and (self.skill is None or self.skill.is_any)

    @property
    def skill(self) -> Skill | None:
        """How good it is, if anybody has found out."""
        known = self._knowledge.known
        if self._skill is None and known is not None:
            self._skill = kept_skill(self._game, known)
        return self._skill

    def learn(self, stopped: Stopped) -> bool:
        """Learns the game, or goes on with it, and sees how good that is; whether it came to its end."""
        if not self._knowledge.learn(stopped):
            return False
        known = self._knowledge.known
        assert known is not None
        try:
            self._skill = skill_of(self._game, known, stopped)
        except StoppedError:
            return False
        return True


def learning_of(game: LoadedGame[Any]) -> Learning | None:
    """What has been learnt of a game for two, and how to learn more; nothing for a game that cannot be learnt."""
    try:
        return Learning(game, knowledge_of(game)) if _is_for_two(game) else None
    except UnsuitableGameError:
        return None


def _is_for_two(game: LoadedGame[Any]) -> bool:
    return len(game.info.roles) == 2 and facts_of(game).seems_constant_sum


def learnt_plans(belief: Belief) -> set[str]:
    """The plans that ask for it."""
    return {plan for plan in belief.plans if goes_by_learning(plan)}


def worth_learning(belief: Belief, plan: str) -> str | None:
    """The plan that learning would serve best, if it promises enough beyond the one at hand.

    What has never been played, in any game, promises nothing.
    """
    others = learnt_plans(belief) & belief.played
    best = max(sorted(others), key=lambda other: belief.gain(other, plan), default=None)
    return best if best is not None and belief.gain(best, plan) >= WORTH else None
