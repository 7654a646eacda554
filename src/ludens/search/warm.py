"""The first call of each kernel, which may have to compile it, before anybody's clock is running."""

from __future__ import annotations

import numpy as np

from ludens.engine.contract import BatchEngine
from ludens.search.joint_moves import joint_moves


def warm_up(engine: BatchEngine) -> None:
    """Calls what a search will call, on the first position; an engine in Python has nothing to compile."""
    start = engine.initial()
    if not engine.batch or engine.outcome(start)[0][0]:
        return
    joint = joint_moves(engine.legal(start), 0, 1, np.random.default_rng(0))
    engine.step(np.repeat(start, len(joint.moves), axis=0), joint.moves)
    engine.playouts(start, 1, 0, max_steps=1)
    engine.games(start, 1, 0, max_steps=1)
