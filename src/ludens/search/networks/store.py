"""Where networks are: those that a user has trained or been given, and those that come with the package.

A file is called after the rules it was trained for, so that it is found by them, whatever the game is called.
"""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.folders import networks_folder
from ludens.game import UnsuitableGameError
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.tensor_file import TensorFileError
from ludens.search.networks.trained import Match, Trained, fitting, read_trained
from ludens.search.once import once
from ludens.search.rules_digest import rules_digest

SHIPPED = Path(__file__).parent / "data"
SUFFIX = ".safetensors"

HASH_LENGTH = 16


def own_path(game: LoadedGame[Any]) -> Path:
    """Where the network is that a user has trained for these rules, if there is one."""
    return networks_folder() / f"{rules_digest(game)}{SUFFIX}"


def network_path(game: LoadedGame[Any]) -> Path | None:
    """The network for these rules: the user's own, or else the one that comes with the package."""
    places = own_path(game), SHIPPED / f"{rules_digest(game)}{SUFFIX}"
    return next((path for path in places if path.is_file()), None)


def network_digest(game: LoadedGame[Any]) -> str:
    """Tells the network for these rules from any other; empty where there is none."""
    path = network_path(game)
    return "" if path is None else hashlib.sha256(path.read_bytes()).hexdigest()[:HASH_LENGTH]


def matches_of(game: LoadedGame[Any]) -> tuple[Match, ...] | None:
    """What the network for these rules has been measured to score; None where there is none that can be read."""
    found = known_of(game)
    return None if found is None else found.matches


def known_of(game: LoadedGame[Any]) -> Trained | None:
    """The file of the network for these rules, read once, without its weights; None where none can be read."""
    path = network_path(game)
    if path is None:
        return None
    try:
        key = (Trained, path, path.stat().st_mtime_ns)
        return once(game, key, lambda: replace(read_trained(path), weights={}))
    except TensorFileError:
        return None


def network_for(game: LoadedGame[Any], name: str = "network") -> NetworkEvaluation:
    """The network for these rules, read once; raises UnsuitableGameError, for what has that name, without one."""
    path = network_path(game)
    if path is None:
        reason = "nobody has trained a network for these rules; 'ludens train' does"
        raise UnsuitableGameError(name, game.info.name, reason)
    try:
        found = once(game, (NetworkEvaluation, path, path.stat().st_mtime_ns), lambda: _read(path, game)[1])
    except TensorFileError as error:
        raise UnsuitableGameError(name, game.info.name, str(error).rstrip(".")) from None
    found.inputs.wait()
    return found


def _read(path: Path, game: LoadedGame[Any]) -> tuple[Trained, NetworkEvaluation]:
    trained = read_trained(path)
    return trained, fitting(trained, game, str(path))
