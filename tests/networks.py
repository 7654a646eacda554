"""Tiny networks for agents that need one, trained in a moment."""

from __future__ import annotations

from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.learning.checkpoints import trained_by
from ludens.learning.selfplay import Manner
from ludens.learning.training import Plan, Training
from ludens.search.networks.store import network_path, own_path
from ludens.search.networks.trained import write_trained

PLAN = Plan(width=8, layers=2, batch=64, manner=Manner(games=16, opening=4, whole=0, endings=2_000, ended=2))

PLAYED_BY_NETWORKS = ("apprentice",)
"""Agents that play nothing without a network."""


def give_network(game: LoadedGame[Any]) -> None:
    """Has a game a network, in the folder of the tests; raises UnsuitableGameError where it can have none."""
    if game.info.hidden or game.info.chance_role is not None or network_path(game) is not None:
        return
    training = Training(game, PLAN)
    training.generation()
    write_trained(own_path(game), trained_by(training))
