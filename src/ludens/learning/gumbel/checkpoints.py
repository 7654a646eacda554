"""Checkpoints of a training by Gumbel AlphaZero: all that it goes on from, in one file that is always whole."""

from __future__ import annotations

import json
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.learning.arithmetic import Device
from ludens.learning.checkpoints import GUMBEL_FORMAT
from ludens.learning.gumbel.play import Lessons, Manner
from ludens.learning.gumbel.training import GumbelTraining, Plan, State
from ludens.search.networks.tensor_file import Arrays, write_arrays
from ludens.search.rules_digest import rules_digest

torch: Any = import_module("torch")

LEARNING, AVERAGE, FIRST, SECOND = "learning", "average", "first", "second"
PLACES = ("", "teacher.")
"""What the names of a learner's arrays begin with: the network itself, and the one that plays in its place."""

UNDER_WAY, ROWS, CHANCES, WORTH = "under_way", "rows", "chances", "worth"


def save(path: Path, training: GumbelTraining) -> None:
    """Writes a checkpoint in one step."""
    kept = training.memory.kept
    assert kept is not None, "a training is kept after its first generation"
    tensors = {UNDER_WAY: training.play.rows, ROWS: kept.rows, CHANCES: kept.chances, WORTH: kept.worth}
    for place, learner in zip(PLACES, training.learners, strict=False):
        for name, own in learner.learning.items():
            adam = learner.adam.state[own]
            tensors[f"{place}{LEARNING}.{name}"] = own.detach()
            tensors[f"{place}{AVERAGE}.{name}"] = learner.average[name]
            tensors[f"{place}{FIRST}.{name}"] = adam["exp_avg"]
            tensors[f"{place}{SECOND}.{name}"] = adam["exp_avg_sq"]
    about = {
        "format": GUMBEL_FORMAT,
        "rules": rules_digest(training.game),
        "inputs": training.inputs.digest,
        "seed": str(training.seed),
        "plan": json.dumps(asdict(training.plan)),
        "state": json.dumps(asdict(training.state)),
        "memory": json.dumps([training.memory.at, training.memory.filled]),
    }
    write_arrays(path, {name: own.cpu().numpy() for name, own in tensors.items() if own is not None}, about)


def restored(arrays: Arrays, about: dict[str, str], game: LoadedGame[Any], device: Device) -> GumbelTraining:
    """The training that was saved; raises KeyError, ValueError or TypeError where it does not fit."""
    plan = json.loads(about["plan"])
    training = GumbelTraining(game, Plan(**{**plan, "manner": Manner(**plan["manner"])}), int(about["seed"]), device)
    if about["inputs"] != training.inputs.digest:
        raise ValueError("other features")

    def put(name: str) -> Any:
        return torch.from_numpy(arrays[name]).to(device.name)

    training.state = State(**json.loads(about["state"]))
    for place, learner in zip(PLACES, training.learners, strict=False):
        for name, own in learner.learning.items():
            if arrays[f"{place}{LEARNING}.{name}"].shape != tuple(own.shape):
                raise ValueError(f"the weights {name} have another size")
            with torch.no_grad():
                own.copy_(put(f"{place}{LEARNING}.{name}"))
                learner.average[name].copy_(put(f"{place}{AVERAGE}.{name}"))
            learner.adam.state[own] = {
                "step": torch.tensor(float(training.state.steps), device=device.name),
                "exp_avg": put(f"{place}{FIRST}.{name}"),
                "exp_avg_sq": put(f"{place}{SECOND}.{name}"),
            }
    training.play.rows = put(UNDER_WAY)
    memory = training.memory
    memory.kept = Lessons(put(ROWS), put(CHANCES), put(WORTH))
    memory.at, memory.filled = map(int, json.loads(about["memory"]))
    return training
