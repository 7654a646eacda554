"""A trained network in a file: for which rules it was made, what it sees, how it was trained, and its weights."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.search.networks.evaluation import NetworkEvaluation, OnProcessor
from ludens.search.networks.inputs import inputs_of
from ludens.search.networks.network import Shape, new_weights
from ludens.search.networks.tensor_file import TensorFileError, read_arrays, write_arrays
from ludens.search.rules_digest import rules_digest

FORMAT = "ludens network 1"
"""The kind of file; another number when files of today can be read no more."""

MOST_WIDTH, MOST_LAYERS = 4_096, 64


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """``rules``: the digest of the rules, ``inputs``: that of what it sees. ``training``: how it came about."""

    game: str
    rules: str
    inputs: str
    width: int
    layers: int
    training: dict[str, Any]
    weights: dict[str, NDArray[np.float32]]


def write_trained(path: Path, trained: Trained) -> None:
    """Writes a network with numbers of 16 bits, in one step."""
    about = {
        "format": FORMAT,
        "game": trained.game,
        "rules": trained.rules,
        "inputs": trained.inputs,
        "width": str(trained.width),
        "layers": str(trained.layers),
        "training": json.dumps(trained.training),
    }
    write_arrays(path, {name: own.astype(np.float16) for name, own in trained.weights.items()}, about)


def read_trained(path: Path) -> Trained:
    """What ``write_trained`` wrote; raises TensorFileError with the reason where it is something else."""
    arrays, about = read_arrays(path)
    if about.get("format") != FORMAT:
        raise TensorFileError(f"{path} is not a network of this version of Ludens ({FORMAT}).")
    try:
        width, layers = int(about["width"]), int(about["layers"])
        training = dict(json.loads(about["training"]))
        names = about["game"], about["rules"], about["inputs"]
    except (KeyError, ValueError, TypeError):
        raise TensorFileError(f"{path} does not say for which game it was trained.") from None
    weights = {name: own.astype(np.float32) for name, own in arrays.items()}
    return Trained(*names, width, layers, training, weights)


def fitting(trained: Trained, game: LoadedGame[Any], source: str) -> NetworkEvaluation:
    """The network as an evaluation of a game; raises TensorFileError with the reason where it does not fit."""
    name = game.info.name
    if trained.rules != rules_digest(game):
        raise TensorFileError(f"{source} was trained for {trained.game}; {name} has other rules.")
    inputs = inputs_of(game)
    if trained.inputs != inputs.digest:
        raise TensorFileError(f"{source} was trained by a version of Ludens that reads other features off these rules.")
    if not (0 < trained.width <= MOST_WIDTH and 0 < trained.layers <= MOST_LAYERS):
        raise TensorFileError(f"{source} has a network of an impossible size.")
    shape = Shape(inputs.size, trained.width, trained.layers, inputs.values, inputs.widths)
    wanted = {key: own.shape for key, own in new_weights(shape, np.random.default_rng(0)).items()}
    if {key: own.shape for key, own in trained.weights.items()} != wanted:
        raise TensorFileError(f"{source} has weights of other sizes than it says.")
    if not all(np.isfinite(own).all() for own in trained.weights.values()):
        raise TensorFileError(f"{source} has weights that are not numbers.")
    return NetworkEvaluation(inputs, OnProcessor(trained.weights))
