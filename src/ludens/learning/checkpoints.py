"""Checkpoints: all that a training goes on from, in one file that is always whole."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from ludens.engine.contract import LoadedGame
from ludens.folders import networks_folder
from ludens.learning.arithmetic import Device, device_of, torch_or_refuse
from ludens.learning.selfplay import Manner, Positions
from ludens.learning.training import AnyTraining, Plan, Training
from ludens.search.networks.tensor_file import TensorFileError, read_arrays, write_arrays
from ludens.search.networks.trained import Trained
from ludens.search.rules_digest import rules_digest

FORMAT, GUMBEL_FORMAT = "ludens training 2", "ludens gumbel training 1"
PARTS = ("weights", "first", "second", "average")
"""Of Adam."""

PLAYING, ROWS, CHANCES, WORTH = "playing", "rows", "chances", "worth"


def checkpoint_path(game: LoadedGame[Any]) -> Path:
    """Where the training of these rules is kept."""
    return networks_folder() / f"{rules_digest(game)}.training"


def save(path: Path, training: AnyTraining) -> None:
    """Writes a checkpoint in one step."""
    if not isinstance(training, Training):
        gumbel = _gumbel()
        gumbel.save(path, training)
        return
    state, get = training.state, training.device.get
    assert state.positions is not None, "a training is kept after its first generation"
    arrays = {f"{part}.{name}": get(own) for part in PARTS for name, own in getattr(state.adam, part).items()}
    arrays |= {f"{PLAYING}.{name}": get(own) for name, own in state.playing.items()}
    arrays |= {ROWS: state.positions.rows, CHANCES: state.positions.chances, WORTH: state.positions.worth}
    counted = {
        "steps": state.adam.steps,
        "generation": state.generation,
        "played": state.played,
        "looked": state.looked,
        "seconds": state.seconds,
        "history": state.history,
    }
    about = {
        "format": FORMAT,
        "rules": rules_digest(training.game),
        "inputs": training.inputs.digest,
        "seed": str(training.seed),
        "plan": json.dumps(asdict(training.plan)),
        "state": json.dumps(counted),
    }
    write_arrays(path, arrays, about)


def load(path: Path, game: LoadedGame[Any], device: Device) -> AnyTraining:
    """The training that was saved; raises TensorFileError, with the reason, where it is not one of this game."""
    arrays, about = read_arrays(path)
    if about.get("format") not in (FORMAT, GUMBEL_FORMAT):
        raise TensorFileError(f"{path} is not a training of this version of Ludens ({FORMAT}).")
    if about.get("rules") != rules_digest(game):
        raise TensorFileError(f"{path} is the training of a game with other rules than {game.info.name}.")
    try:
        if about["format"] == GUMBEL_FORMAT:
            found: AnyTraining = _gumbel().restored(arrays, about, game, device_of(device.name, library="torch"))
            return found
        return _restored(arrays, about, game, device)
    except (KeyError, ValueError, TypeError) as error:
        raise TensorFileError(f"{path} does not fit this version of Ludens, or it is damaged.") from error


def _restored(arrays: dict[str, Any], about: dict[str, str], game: LoadedGame[Any], device: Device) -> Training:
    plan = json.loads(about["plan"])
    training = Training(game, Plan(**{**plan, "manner": Manner(**plan["manner"])}), int(about["seed"]), device)
    if about["inputs"] != training.inputs.digest:
        raise ValueError("other features")
    state, counted = training.state, json.loads(about["state"])
    for part in PARTS:
        _fill(getattr(state.adam, part), arrays, part, device)
    _fill(state.playing, arrays, PLAYING, device)
    state.positions = Positions(arrays[ROWS], arrays[CHANCES], arrays[WORTH])
    state.adam.steps, state.generation = int(counted["steps"]), int(counted["generation"])
    state.played, state.looked, state.seconds = counted["played"], counted["looked"], counted["seconds"]
    state.history = list(counted["history"])
    return training


def _fill(weights: dict[str, Any], arrays: dict[str, Any], part: str, device: Device) -> None:
    for name, own in weights.items():
        found = arrays[f"{part}.{name}"]
        if tuple(found.shape) != tuple(own.shape) or found.dtype != np.float32:
            raise ValueError(f"the weights {name} have another size")
        weights[name] = device.put(found)


def _gumbel() -> Any:
    """What needs PyTorch; raises ParameterError without it."""
    torch_or_refuse()
    return import_module("ludens.learning.gumbel.checkpoints")


def trained_by(training: AnyTraining, measured: dict[str, Any] | None = None) -> Trained:
    """The network of a training, to be written to a file, with what was measured of it."""
    return Trained(
        game=training.game.info.name,
        rules=rules_digest(training.game),
        inputs=training.inputs.digest,
        width=training.plan.width,
        layers=training.plan.layers,
        training={**training.described(), "measured": measured or {}},
        weights=training.weights,
        form=training.plan.form,
    )
