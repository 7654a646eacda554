"""The latest positions of self-play, and lessons drawn from them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.learning.arithmetic import Device
from ludens.learning.selfplay import Positions, joined
from ludens.search.networks.gradients import Lesson
from ludens.search.networks.inputs import Inputs


def added(kept: Positions | None, new: Positions, most: int) -> Positions:
    """The positions with new ones after them; the oldest go, where there are more than so many."""
    found = new if kept is None else joined([kept, new])
    return Positions(found.rows[-most:], found.chances[-most:], found.worth[-most:])


def lesson_of(
    game: LoadedGame[Any],
    inputs: Inputs,
    positions: Positions,
    chosen: NDArray[np.int64],
    *,
    image: int,
    device: Device,
) -> Lesson:
    """What should be said of some of the positions, all seen in the same one of the images that symmetries make."""
    rows, turn = positions.rows[chosen], inputs.images[image]
    legal = game.engine.legal(rows)
    second = inputs.second_moves(legal)
    ends = np.cumsum([table.shape[1] for table in legal])[:-1]
    chances = inputs.allowed(np.split(positions.chances[chosen].astype(np.float32), ends, axis=1), second)
    allowed = inputs.allowed(legal, second)
    places = turn.moves[: allowed.shape[1]]
    worth = inputs.wanted(positions.worth[chosen], second)
    seen = turn.turned(inputs.see(rows, second))
    return Lesson(device.put(seen), device.put(worth), device.put(chances[:, places]), device.put(allowed[:, places]))
