"""The plan that goes by a trained network: only where there is one for the rules, and by what that very one scored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import LudensError
from ludens.players import check_agent
from ludens.players.plans.belief import Belief, Trial
from ludens.players.plans.candidates import IN_TURNS, Family
from ludens.search.networks.store import matches_of
from ludens.search.networks.trained import BY_NETWORK

OF_NETWORKS = 2.0
"""How much networks of one game differ in log-odds: a minute of training or a day, of a game that suits them or not."""


def with_network(family: Family, game: LoadedGame[Any]) -> tuple[Family, tuple[Trial, ...]]:
    """The plans for a game, with those of a network if there is one, and the matches that this has played."""
    matches = matches_of(game) if family is IN_TURNS else None
    if matches is None:
        return family, ()
    known = [own for own in matches if is_by_network(own.plan)]
    trials = (Trial(own.plan, own.opponent, own.seconds, own.pairs, own.score, own.squares) for own in known)
    plans = dict.fromkeys((*family.plans, BY_NETWORK, *(own.plan for own in known)))
    return replace(family, plans=tuple(plans)), tuple(trials)


def is_by_network(plan: str) -> bool:
    """Whether a plan is the agent that goes by a network, with options that it has."""
    try:
        return check_agent(plan)[0].name == BY_NETWORK
    except LudensError:
        return False


def doubting_networks(belief: Belief) -> Belief:
    """What is believed, but a network may be much better or worse than those of other games."""
    return belief.doubting(frozenset(filter(is_by_network, belief.plans)), OF_NETWORKS)
