"""Odd: the rules, kernels for its engine, evaluations, and how it is drawn."""

from __future__ import annotations

from ludens.games.catalogue import Native
from ludens.games.odd.rules import COLOURS, ROLES, Odd, OddState, canonical, cell_number, groups, symmetric

__all__ = ["COLOURS", "GAME", "ROLES", "Odd", "OddState", "canonical", "cell_number", "groups", "symmetric"]

GAME = Native(
    name="odd",
    title="Odd",
    summary="Stones of either colour on a hexagon; one player wants an odd number of groups, the other an even one.",
    make=Odd,
    evaluations=("odd_small_clusters", "odd_empty_cells", "odd_merged_clusters", "odd_learnt", "odd_td"),
)
