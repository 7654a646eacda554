"""RoPaSci 360: the rules, kernels for its engine, heuristics, evaluations, and how it is drawn."""

from __future__ import annotations

from ludens.games.catalogue import Native
from ludens.games.ropasci.rules import Configuration, Ending, Ropasci, RopasciState, Token, ending, position, symmetric

__all__ = [
    "GAME",
    "Configuration",
    "Ending",
    "Ropasci",
    "RopasciState",
    "Token",
    "ending",
    "position",
    "symmetric",
]

GAME = Native(
    name="ropasci",
    title="RoPaSci 360",
    summary="Rocks, papers and scissors are thrown and moved on a hexagon, by both sides at once.",
    make=Ropasci,
    evaluations=("ropasci", "ropasci_td"),
)
