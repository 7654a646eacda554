"""From weights of columns to those of features, in small whole numbers."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludens.search.evaluations.learnt.logistic import Logit
from ludens.search.evaluations.learnt.model import Model
from ludens.search.evaluations.learnt.ties import Columns

LARGEST = 127
"""No weight is larger: seven bits and a sign."""

SMALLEST_UNIT = 0.01
"""Logits; a finer unit would tell no more."""


def quantised(logits: Sequence[Logit], columns: Columns) -> Model:
    """Weights of columns as weights of features, in whole numbers."""
    weights = np.stack([columns.members.T @ logit.weights for logit in logits])
    offsets = np.array([columns.added @ logit.weights + logit.offset for logit in logits])
    unit = max(SMALLEST_UNIT, float(np.abs(weights).max(initial=0.0)) / LARGEST)
    return Model(np.rint(weights / unit).astype(np.int64), offsets, unit)
