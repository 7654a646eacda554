"""The plan that goes by a trained network: only where there is one for the rules, and by what that very one scored."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.players.plans.belief import Trial
from ludens.players.plans.candidates import BY_NETWORK, IN_TURNS, Family
from ludens.search.networks.store import matches_of

OF_NETWORKS = 2.0
"""How much networks of one game differ in log-odds: a minute of training or a day, of a game that suits them or not."""


def with_network(family: Family, game: LoadedGame[Any]) -> tuple[Family, tuple[Trial, ...]]:
    """The plans for a game, with those of a network if there is one, and the matches that this has played."""
    matches = matches_of(game) if family is IN_TURNS else None
    if matches is None:
        return family, ()
    trials = (Trial(BY_NETWORK, own.opponent, own.seconds, own.pairs, own.score, own.squares) for own in matches)
    return replace(family, plans=(*family.plans, BY_NETWORK)), tuple(trials)
