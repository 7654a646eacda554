"""The user's folders: for what can be made again, for what cannot, and for what was trained."""

from __future__ import annotations

import os
from pathlib import Path


def cache_folder() -> Path:
    """LUDENS_CACHE, or ``ludens`` in the user's cache folder: everything there can be made again."""
    chosen = os.environ.get("LUDENS_CACHE")
    return Path(chosen) if chosen else _usual("XDG_CACHE_HOME", ".cache")


def state_folder() -> Path:
    """LUDENS_STATE, or ``ludens`` in the user's folder for states: games in progress, journals, the studio's store."""
    chosen = os.environ.get("LUDENS_STATE")
    return Path(chosen) if chosen else _usual("XDG_STATE_HOME", ".local/state")


def networks_folder() -> Path:
    """LUDENS_NETWORKS, or ``ludens/networks`` in the folder for a user's data."""
    chosen = os.environ.get("LUDENS_NETWORKS")
    return Path(chosen) if chosen else _usual("XDG_DATA_HOME", ".local/share") / "networks"


def _usual(variable: str, otherwise: str) -> Path:
    return Path(os.environ.get(variable) or Path.home() / otherwise) / "ludens"
