"""The columns of many positions: what weights are fitted to, and the plain way to work out an evaluation."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludens.circuit.planes import Looking
from ludens.engine.rows import Rows, unpack_rows
from ludens.search.evaluations.learnt.collecting import Features
from ludens.search.evaluations.learnt.ties import Columns

BLOCK = 4_096
"""Positions that are looked at together."""

Counts = NDArray[np.int8]

LARGEST = 127
"""A column counts no further."""


def column_values(features: Features, columns: Columns, rows: Rows) -> Counts:
    """The columns of positions, shape (positions, columns)."""
    found = np.zeros((len(rows), len(columns.added)), dtype=np.int8)
    for first in range(0, len(rows), BLOCK):
        part = rows[first : first + BLOCK]
        held = feature_values(features, part).T.astype(np.float32)
        counts = columns.members @ held + columns.added[:, None]
        found[first : first + BLOCK] = np.clip(counts.T, -LARGEST, LARGEST)
    return found


def feature_values(features: Features, rows: Rows) -> NDArray[np.bool_]:
    """Which features hold, shape (positions, features)."""
    circuit = features.circuit
    looking = Looking(circuit, unpack_rows(rows, len(circuit.fluents)))
    return looking.values([feature.literal for feature in features.features])
