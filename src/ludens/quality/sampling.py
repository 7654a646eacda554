"""What random games tell of a game, with honest intervals."""

from __future__ import annotations

import math

import numpy as np

from ludens.game import GameInfo
from ludens.quality.figures import Choices, Estimate, Lengths, RandomPlay, measured
from ludens.search.playouts.statistics import Results, Walks

NOTHING = Estimate(math.nan, math.nan, math.nan)
"""The figure of games of which none has ended."""


def random_play(info: GameInfo, found: Results, cut: int) -> RandomPlay:
    """Who wins random games."""
    ended = found.ended
    return RandomPlay(
        found.games,
        ended,
        cut,
        tuple(measured(found.goals[role].mean, ended, 100) or NOTHING for role in info.players),
        tuple(measured(found.wins[role].mean, ended) or NOTHING for role in info.players),
        measured(found.draws.mean, ended) or NOTHING,
    )


def lengths(found: Results, cut: int) -> Lengths:
    """How long random games are."""
    counts = {int(length): int(found.lengths[length]) for length in np.flatnonzero(found.lengths)}
    return Lengths(found.games, found.ended, cut, counts)


def choices(found: Walks) -> Choices:
    """How much there is to choose in random games."""
    decided = None if math.isnan(found.decided) else found.decided
    return Choices(found.games, found.choices, found.most, decided)
