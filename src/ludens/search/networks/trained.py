"""A trained network in a file: for which rules it was made, what it sees, how it was trained, and its weights."""

from __future__ import annotations

import json
import statistics
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.game import ParameterError
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.forms import DENSE, FORMS, form_of
from ludens.search.networks.inputs import inputs_of
from ludens.search.networks.tensor_file import Arrays, TensorFileError, read_arrays, write_arrays
from ludens.search.rules_digest import rules_digest

FORMAT = "ludens network 1"
"""The kind of file; another number when files of today can be read no more."""

MOST_WIDTH, MOST_LAYERS = 4_096, 64

MOST_BYTES = 2 << 20
"""Of a file with numbers of 16 bits."""

SCALES, HIGHEST = ".scales", 127
"""What is added to the name of a matrix of 8 bits for what its columns count, and the highest number in it."""


BY_NETWORK = "apprentice"
"""The agent that plays by a network, as matches name it."""


@dataclass(frozen=True, slots=True)
class Match:
    """What a network scored with a search, from 0 to 1, in so many pairs of games, with so many seconds a move.

    ``squares``: the sum of the squares of pair scores. ``plan``: the agent that searched, with its options.
    """

    opponent: str
    seconds: float
    pairs: int
    score: float
    squares: float
    plan: str = BY_NETWORK


@dataclass(frozen=True, slots=True, eq=False)
class Trained:
    """``rules``: the digest of the rules, ``inputs``: that of what it sees. ``training``: how it came about.

    ``matches``: what it has been measured to score. ``blend``: what random games should count for beside it, 0 to 1.
    """

    game: str
    rules: str
    inputs: str
    width: int
    layers: int
    training: dict[str, Any]
    weights: dict[str, NDArray[np.float32]]
    matches: tuple[Match, ...] = ()
    form: str = DENSE
    blend: float = 0.0


def write_trained(path: Path, trained: Trained) -> None:
    """Writes a network in one step, with numbers of 16 bits; matrices of a large one have 8 bits."""
    about = {
        "format": FORMAT,
        "game": trained.game,
        "rules": trained.rules,
        "inputs": trained.inputs,
        "form": trained.form,
        "width": str(trained.width),
        "layers": str(trained.layers),
        "blend": str(trained.blend),
        "training": json.dumps(trained.training),
        "matches": json.dumps([asdict(match) for match in trained.matches]),
    }
    large = 2 * sum(own.size for own in trained.weights.values()) > MOST_BYTES
    arrays: Arrays = {}
    for name, own in trained.weights.items():
        if large and own.ndim > 1:
            arrays[name], arrays[name + SCALES] = _rounded(own)
        else:
            arrays[name] = own.astype(np.float16)
    write_arrays(path, arrays, about)


def _rounded(matrix: NDArray[np.float32]) -> tuple[NDArray[np.int8], NDArray[np.float32]]:
    """A matrix as whole numbers up to HIGHEST, and what they count for in each column."""
    scales = np.maximum(np.abs(matrix).max(axis=0), np.finfo(np.float32).tiny * HIGHEST) / np.float32(HIGHEST)
    return np.rint(matrix / scales).astype(np.int8), scales.astype(np.float32)


def read_trained(path: Path) -> Trained:
    """What ``write_trained`` wrote; raises TensorFileError with the reason where it is something else."""
    arrays, about = read_arrays(path)
    if about.get("format") != FORMAT:
        raise TensorFileError(f"{path} is not a network of this version of Ludens ({FORMAT}).")
    try:
        width, layers = int(about["width"]), int(about["layers"])
        training = dict(json.loads(about["training"]))
        names, form = (about["game"], about["rules"], about["inputs"]), about.get("form", DENSE)
        matches = tuple(_match(**row) for row in json.loads(about.get("matches", "[]")))
        blend = min(1.0, max(0.0, float(about.get("blend", "0"))))
    except (KeyError, ValueError, TypeError):
        raise TensorFileError(f"{path} does not say for which game it was trained.") from None
    try:
        weights = {name: _exact(arrays, name) for name in arrays if not name.endswith(SCALES)}
    except ValueError:
        raise TensorFileError(f"{path} has weights that do not fit together.") from None
    return Trained(*names, width, layers, training, weights, matches, form, blend)


def _match(*, opponent: str, seconds: float, pairs: int, score: float, squares: float, plan: str = BY_NETWORK) -> Match:
    """A match as a file tells it; raises ValueError or TypeError where it says what cannot be."""
    if not (seconds > 0 and pairs > 0 and 0 <= score <= 1 and 0 <= squares <= pairs):
        raise ValueError("no score of a match")
    return Match(str(opponent), float(seconds), int(pairs), float(score), float(squares), str(plan))


def with_match(
    trained: Trained, opponent: str, seconds: float, scores: Sequence[float], plan: str = BY_NETWORK
) -> Trained:
    """A network with one more match, in place of an earlier one by the same plan, at the same clock and opponent."""
    key = opponent, seconds, plan
    others = [match for match in trained.matches if (match.opponent, match.seconds, match.plan) != key]
    score, squares = round(statistics.fmean(scores), 4), round(sum(each**2 for each in scores), 4)
    return replace(trained, matches=(*others, Match(opponent, seconds, len(scores), score, squares, plan)))


def _exact(arrays: Arrays, name: str) -> NDArray[np.float32]:
    """Weights as numbers of 32 bits; raises ValueError where what they count for does not fit."""
    found: NDArray[np.float32] = arrays[name].astype(np.float32)
    scales = arrays.get(name + SCALES)
    return found if scales is None else np.asarray(found * scales, dtype=np.float32)


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
    if trained.form not in FORMS:
        raise TensorFileError(f"{source} has a network of an unknown form.")
    try:
        form = form_of(trained.form, inputs, trained.width, trained.layers)
    except ParameterError as error:
        raise TensorFileError(f"{source} does not fit. {error}") from None
    wanted = {key: own.shape for key, own in form.fresh(np.random.default_rng(0)).items()}
    if {key: own.shape for key, own in trained.weights.items()} != wanted:
        raise TensorFileError(f"{source} has weights of other sizes than it says.")
    if not all(np.isfinite(own).all() for own in trained.weights.values()):
        raise TensorFileError(f"{source} has weights that are not numbers.")
    return NetworkEvaluation(inputs, form.answers(trained.weights))
