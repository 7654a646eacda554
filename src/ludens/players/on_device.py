"""Where agents play their random games: on the processor, or on a graphics processor that is asked for."""

from __future__ import annotations

import functools
import os
from typing import Any

from ludens.circuit.network import Circuit
from ludens.circuit.winners import with_winners
from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.engine.devices import CPU, CUDA, engine_on, places
from ludens.engine.engine import Engine
from ludens.game import UnsuitableGameError
from ludens.search.once import once
from ludens.search.playouts.elsewhere import PlayoutsElsewhere
from ludens.search.playouts.foresight import EnginePlayouts
from ludens.search.tree.evaluate import Evaluation, RandomPlayouts

USUAL = "usual"
VARIABLE = "LUDENS_DEVICE"
"""What names the usual device. Agents and games that have no use for it stay on the CPU."""

MEANING = f"where random games are played: cpu, cuda, cuda:1, …; usual: as ${VARIABLE} says, otherwise cpu"

PAYS_UP_TO = 0
"""A tree is searched with a graphics processor, where there is one and nobody names a device, in games of which the
CPU has time for at most so many playouts from a leaf. 0: in none, as long as it has not been measured that it pays.
"""


def device_engine(game: LoadedGame[Any], device: str) -> BatchEngine:
    """The engine of a game on a device; raises LudensError where one that was asked for cannot be had."""
    circuit = _elsewhere(game, device)
    return game.engine if circuit is None else _engine(game, circuit, _named(device))


def counting_engine(game: LoadedGame[Any], device: str) -> BatchEngine | None:
    """An engine on a device that also counts who wins; none on the CPU. Raises LudensError likewise."""
    circuit, name = _elsewhere(game, device), _named(device)
    return None if circuit is None else once(game, ("counting", name), lambda: engine_on(with_winners(circuit), name))


def _elsewhere(game: LoadedGame[Any], device: str) -> Circuit | None:
    """The circuit of a game that is to be run elsewhere; none where it is not."""
    if _named(device) == CPU:
        return None
    if game.engine.circuit is None and device != USUAL:
        raise UnsuitableGameError(f"device={device}", game.info.name, "its rules do not run on other devices")
    return game.engine.circuit


def on_device(
    game: LoadedGame[Any], playouts: Evaluation, tree: BatchEngine, device: str, *, per_leaf: int, amaf: bool = False
) -> Evaluation:
    """The same playouts on a device, where they are those of whole engines: random ones, with foresight or without.

    ``tree``: the engine that random ones would be played on. ``per_leaf``: how many of them the CPU has time for.
    ``amaf``: their moves are wanted, too.
    """
    name = _named(device)
    if device == USUAL and VARIABLE not in os.environ and per_leaf <= PAYS_UP_TO and _has_graphics():
        name = CUDA
    if name == CPU:
        return playouts
    engine, games = (playouts.engine, playouts.random) if isinstance(playouts, EnginePlayouts) else (tree, playouts)
    if not amaf and isinstance(games, RandomPlayouts) and engine.circuit is not None:
        elsewhere = _engine(game, engine.circuit, name)
        return PlayoutsElsewhere(elsewhere, games.max_steps, near=engine, unfinished=games.unfinished)
    if device == USUAL:
        return playouts
    reason = "other devices only make random playouts of compiled rules, with or without foresight, and count no moves"
    raise UnsuitableGameError(f"device={device}", game.info.name, reason)


@functools.cache
def _has_graphics() -> bool:
    return any(place.usable and place.device != CPU for place in places())


def _named(device: str) -> str:
    return (os.environ.get(VARIABLE) or CPU) if device == USUAL else device


def _engine(game: LoadedGame[Any], circuit: Circuit, device: str) -> Engine:
    """Made once for a game, since its code takes a while to make."""
    return once(game, ("engine", device, circuit.digest), lambda: engine_on(circuit, device))
