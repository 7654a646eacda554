"""Captures before other moves, those that cannot be taken back first: read off the circuit, nothing is learnt."""

from __future__ import annotations

import numpy as np

from ludens.circuit.captures import CAPTURES, SAFE_CAPTURES
from ludens.circuit.network import Circuit
from ludens.engine.preference import MARK, NO_LEVEL, Levels, Preference
from ludens.search.playouts.preferences.guide import Watched

CHANCES = {SAFE_CAPTURES: 0.75, CAPTURES: 0.25}
"""How often a capture is made where there is one, of those that cannot be taken back and of any."""


class CaptureFirst:
    """With a chance for each class of captures one of them; otherwise any move."""

    learns = False

    def __init__(self, circuit: Circuit) -> None:
        roles = []
        for role, moves in enumerate(circuit.moves):
            cases = []
            for level, mark in enumerate(CHANCES):
                able = np.flatnonzero(circuit.marks[mark][role])  # some moves never capture
                condition = np.full(len(able), MARK + mark)
                cases.append(np.stack([able, condition, condition, np.full(len(able), level)], axis=1))
            none = np.zeros(len(CHANCES), dtype=np.bool_)
            own = np.full(len(moves), NO_LEVEL)
            roles.append(Levels(np.array(list(CHANCES.values())), none, own, np.concatenate(cases)))
        self._preference = Preference(tuple(roles))

    def learn(self, watched: Watched) -> None:
        pass

    def preference(self) -> Preference:
        return self._preference
