"""Training: generation after generation, games are played by the network as it was, and the network learns from them.

While it learns from one generation of games, the next is being played, by the network from before. The random numbers
of a generation depend on its number and the seed alone. So what comes out depends on neither time nor threads, and a
training that goes on from a checkpoint gives the same weights as one that was never interrupted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.learning.arithmetic import Device, OnDevice, device_of
from ludens.learning.lessons import added, lesson_of
from ludens.learning.selfplay import Manner, Positions, play
from ludens.learning.solved import Solved, solvable, whole_game
from ludens.search.facts import facts_of
from ludens.search.networks.adam import Adam, new_adam
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.forms import DENSE, GRID, form_of
from ludens.search.networks.gradients import Loss
from ludens.search.networks.inputs import Inputs, inputs_of

LOOKED_AT, FEWEST_GAMES = {DENSE: 200_000, GRID: 25_000}, 64
"""Positions that a generation looks at, about, and games that it plays at least."""

BATCH = {DENSE: 1_024, GRID: 256}
"""Positions of a step: a network on a board learns more from each, and sees fewer."""

SOLVED_BYTES, NODE_BYTES, MOVE_BYTES = 1 << 29, 72, 8
"""Memory that a whole game may take while it is solved, about, and what a position takes, without itself."""

STEADY = 8_000
"""Steps after which the rate of learning falls with the root of their number; nobody need know how many will follow."""

KEPT, MOST_CHANCES = 200_000, 32_000_000
"""The latest positions that are kept, and positions times moves: their chances take two bytes each."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a network is made and trained.

    ``form``, ``width``, ``layers``: of the network. ``batch``: positions of a step. ``reuse``: how often a position is
    learnt from, on average. ``kept``: the latest positions, which lessons are drawn from. ``rate``: of learning, at
    first.
    """

    width: int = 128
    layers: int = 2
    batch: int = 1_024
    reuse: float = 2.0
    kept: int = KEPT
    rate: float = 4e-3
    form: str = DENSE
    manner: Manner = field(default_factory=Manner)


def plan_for(game: LoadedGame[Any], width: int, layers: int, form: str = DENSE) -> Plan:
    """A plan for a game: as many games at once as make a generation short, some begun anywhere in a game."""
    length = facts_of(game).random_games.length
    start = game.engine.initial()
    choices = sum(int(table.sum()) for table in game.engine.legal(start) if table.sum() > 1)
    looked_at = min(choices, Manner().most)
    games = int(np.clip(LOOKED_AT[form] / max(1.0, length * looked_at), FEWEST_GAMES, 2_048))
    moves = sum(len(game.engine.moves(role)) for role in range(len(game.info.roles)))
    kept = int(min(KEPT, max(20_000, MOST_CHANCES // moves)))
    whole = SOLVED_BYTES // (NODE_BYTES + start.nbytes + MOVE_BYTES * choices)
    manner = Manner(games=games, opening=max(2, int(length)), whole=min(Manner().whole, whole))
    return Plan(width, layers, BATCH[form], kept=kept, form=form, manner=manner)


@dataclass(slots=True)
class State:
    """All that a training goes on from: ``playing`` are the weights that the next generation is played by."""

    adam: Adam
    playing: dict[str, Any]
    positions: Positions | None = None
    generation: int = 0
    played: int = 0
    looked: int = 0
    seconds: float = 0.0
    history: list[dict[str, Any]] = field(default_factory=list)


class Counted(Protocol):
    """What every training counts."""

    generation: int
    played: int
    seconds: float
    history: list[dict[str, Any]]


class Size(Protocol):
    """What a plan says of the network."""

    @property
    def form(self) -> str: ...
    @property
    def width(self) -> int: ...
    @property
    def layers(self) -> int: ...


class AnyTraining(Protocol):
    """What a course asks of a training, whatever its method."""

    game: LoadedGame[Any]
    seed: int
    inputs: Inputs
    device: Device
    warmth: float

    @property
    def plan(self) -> Size: ...
    @property
    def state(self) -> Counted: ...
    @property
    def network(self) -> NetworkEvaluation: ...
    @property
    def weights(self) -> dict[str, NDArray[np.float32]]: ...
    @property
    def whole(self) -> Solved | None: ...

    def beside(self) -> AbstractContextManager[None]: ...
    def rest(self) -> None: ...
    def frozen(self) -> NetworkEvaluation: ...
    def generation(self) -> Loss: ...
    def described(self) -> dict[str, Any]: ...


class Training:
    """A training of one game; raises UnsuitableGameError without a circuit. ``state`` is whole between generations."""

    warmth = 1.0
    """Of the rate of learning: near 0 at the end, where what has been learnt settles."""

    def __init__(self, game: LoadedGame[Any], plan: Plan, seed: int = 0, device: Device | None = None) -> None:
        self.game, self.plan, self.seed = game, plan, seed
        self.device, self.inputs = device or device_of("cpu"), inputs_of(game)
        self.form = form_of(plan.form, self.inputs, plan.width, plan.layers)
        weights = self.form.fresh(np.random.default_rng([seed, 0]))
        adam = new_adam({name: self.device.put(own) for name, own in weights.items()})
        self.state = State(adam, _copied(adam.average))
        self._next: Future[tuple[Positions, int]] | None = None
        self._player: ThreadPoolExecutor | None = None
        game.engine.wait()
        self.inputs.wait()

    @contextmanager
    def beside(self) -> Iterator[None]:
        """Has the next generation played in a thread while one learns from the last."""
        with ThreadPoolExecutor(1, "ludens-self-play") as player:
            self._player = player
            try:
                yield
            finally:
                self._player, self._next = None, None

    def rest(self) -> None:
        """Returns when the next generation has been played, so that nothing goes on beside."""
        if self._next is not None:
            wait([self._next])

    @property
    def network(self) -> NetworkEvaluation:
        """The network as it is: the slow average of the weights."""
        return self._evaluation(self.state.adam.average)

    def frozen(self) -> NetworkEvaluation:
        """The same, but it stays as it is now."""
        return self._evaluation(_copied(self.state.adam.average))

    @property
    def weights(self) -> dict[str, NDArray[np.float32]]:
        """The weights of the network, copied."""
        return {name: np.array(self.device.get(own)) for name, own in self.state.adam.average.items()}

    def generation(self) -> Loss:
        """Takes the next generation of games, and learns from it; the mean losses."""
        state = self.state
        number = state.generation + 1
        positions, looked = self._play(state.playing, number) if self._next is None else self._next.result()
        state.playing = _copied(state.adam.average)
        if self._player is not None:
            self._next = self._player.submit(self._play, state.playing, number + 1)
        state.positions = added(state.positions, positions, self.plan.kept)
        loss = self._learn(len(positions), np.random.default_rng([self.seed, number, 1]))
        state.generation, state.played, state.looked = number, state.played + len(positions), state.looked + looked
        return loss

    def _evaluation(self, weights: dict[str, Any]) -> NetworkEvaluation:
        answers = self.form.answers(weights) if self.device.name == "cpu" else OnDevice(self.device, weights)
        return NetworkEvaluation(self.inputs, answers)

    def _play(self, weights: dict[str, Any], number: int) -> tuple[Positions, int]:
        random = np.random.default_rng([self.seed, number, 0])
        return play(self.game, self._evaluation(weights), self.plan.manner, random, self.whole)

    @cached_property
    def whole(self) -> Solved | None:
        """The game, solved, if it is a small one; worked out when it is asked for first."""
        return whole_game(self.game, self.plan.manner.whole) if solvable(self.game) else None

    def _learn(self, new: int, random: np.random.Generator) -> Loss:
        plan, adam, positions = self.plan, self.state.adam, self.state.positions
        assert positions is not None
        losses = []
        for _ in range(max(1, int(plan.reuse * new / plan.batch))):
            chosen = random.integers(0, len(positions), plan.batch)
            image = int(random.integers(len(self.inputs.images)))
            lesson = lesson_of(self.game, self.inputs, positions, chosen, image=image, device=self.device)
            loss, gradient = self.form.learn_from(self.device.xp, adam.weights, lesson)
            rate = plan.rate * self.warmth * min(1.0, math.sqrt(STEADY / max(1, adam.steps)))
            adam.step(self.device.xp, gradient, rate)
            losses.append((loss.values, loss.moves))
        return Loss(*np.mean(losses, axis=0).tolist())

    def described(self) -> dict[str, Any]:
        """How the network came about, as plain data."""
        state = self.state
        return {
            "seed": self.seed,
            "device": self.device.name,
            "plan": asdict(self.plan),
            "generations": state.generation,
            "positions": state.played,
            "looked_at": state.looked,
            "seconds": round(state.seconds, 1),
        }


def _copied(weights: dict[str, Any]) -> dict[str, Any]:
    return {name: own * 1 for name, own in weights.items()}
