"""Training by Gumbel AlphaZero: generation after generation, games are played on, and the network learns from them.

The random numbers of a generation depend on its number and the seed alone. On the processor, a training that goes on
from a checkpoint gives the same weights as one that was never interrupted; a card may round differently each time.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from importlib import import_module
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludens.engine.contract import LoadedGame
from ludens.game import UnsuitableGameError
from ludens.learning.arithmetic import Device
from ludens.learning.gumbel.eyes import Eyes
from ludens.learning.gumbel.lanes import lanes_on
from ludens.learning.gumbel.learner import Learner
from ludens.learning.gumbel.memory import Memory
from ludens.learning.gumbel.net import Network, Parameters, as_kind, copy_into, losses, masked
from ludens.learning.gumbel.play import Manner, Play
from ludens.learning.gumbel.recording import recorded
from ludens.learning.solved import Solved
from ludens.search.facts import facts_of
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.forms import DENSE, form_of
from ludens.search.networks.gradients import Loss
from ludens.search.networks.inputs import Seen, inputs_of

torch: Any = import_module("torch")

WARM_STEPS, STEADY = 200, 8_000
"""Steps in which the rate of learning rises, and after which it falls with the root of their number."""

TOGETHER = 1 << 18
"""Positions that are drawn and looked at at a time."""

GAMES = {"cpu": 256, "cuda": 16_384}
BATCH = {"cpu": 256, "cuda": 4_096}
MOST_ENTRIES = 1 << 28
"""Games times nodes times moves: what an array of all trees may have."""

OPENING_SHARE = 0.6
"""Of a random game's length: random moves at the beginning of a game, at most."""


@dataclass(frozen=True, slots=True)
class Plan:
    """How a network is made and trained.

    ``form``, ``width``, ``layers``: of the network. ``batch``: positions of a step. ``reuse``: how often a position is
    learnt from, on average. ``kept``: generations whose positions lessons are drawn from. ``rate``: of learning, at its
    highest. ``graphs``: whether a card repeats recorded simulations. ``teacher_width``, ``teacher_layers``: of another,
    larger network that plays in its place; both learn from its games.
    """

    width: int = 128
    layers: int = 3
    batch: int = 1_024
    reuse: float = 2.0
    kept: int = 8
    rate: float = 1e-3
    graphs: bool = True
    form: str = DENSE
    teacher_width: int = 0
    teacher_layers: int = 0
    manner: Manner = field(default_factory=Manner)


def plan_for(game: LoadedGame[Any], width: int, layers: int, device: str) -> Plan:
    """A plan for a game on a device."""
    length, manner = facts_of(game).random_games.length, Manner()
    moves = max(len(game.engine.moves(role)) for role in range(len(game.info.roles)))
    games = max(64, min(GAMES[device], MOST_ENTRIES // (moves * (manner.simulations + 1))))
    manner = Manner(games=games, opening=max(1, int(OPENING_SHARE * length)))
    return Plan(width, layers, batch=BATCH[device], manner=manner)


@dataclass(frozen=True, slots=True, eq=False)
class OnCard:
    """What a network says, worked out where it learns (``Answers``)."""

    network: Network
    weights: Parameters
    device: str

    def __call__(self, inputs: Seen, *, moves: bool) -> tuple[Seen, Seen | None]:
        with torch.no_grad():
            values, logits = self.network(self.weights, torch.from_numpy(inputs).to(self.device))
        return torch.sigmoid(values).cpu().numpy(), logits.cpu().numpy() if moves else None


@dataclass(slots=True)
class State:
    """What a training has counted."""

    generation: int = 0
    steps: int = 0
    played: int = 0
    looked: int = 0
    seconds: float = 0.0
    history: list[dict[str, Any]] = field(default_factory=list)


class GumbelTraining:
    """A training of one game in turns; raises UnsuitableGameError. ``weights`` of the network are the slow average.

    ``teacher``: a larger network that plays, if the plan has one; then ``learner`` learns from its games beside it.
    """

    whole: Solved | None = None
    warmth = 1.0
    """Of the rate of learning: near 0 at the end, where what has been learnt settles."""

    def __init__(self, game: LoadedGame[Any], plan: Plan, seed: int, device: Device) -> None:
        if not facts_of(game).seems_in_turns:
            raise UnsuitableGameError("the method gumbel", game.info.name, "several roles choose at once")
        self.game, self.plan, self.seed, self.device = game, plan, seed, device
        self.inputs, self.state = inputs_of(game), State()
        game.engine.wait()
        self.inputs.wait()
        self.learner, self.teacher = self._learner(plan.width, plan.layers, 0), None
        if plan.teacher_width:
            self.teacher = self._learner(plan.teacher_width, plan.teacher_layers, 1)
        eyes = Eyes(self.inputs, device.name)
        lanes = lanes_on(device.name, game, self.inputs, max(TOGETHER, plan.batch, plan.manner.games))
        self.play = Play(lanes, eyes, plan.manner, self._player.forward)
        self.memory = Memory(plan.kept * plan.manner.games * plan.manner.steps)
        self._playing = as_kind(self._player.average, self._player.kind)
        self._simulate: Any = None

    def replanned(self, plan: Plan) -> GumbelTraining:
        """The same training, continued by another plan; games and lessons begin anew."""
        found = GumbelTraining(self.game, plan, self.seed, self.device)
        found.state = self.state
        for mine, other in zip(self.learners, found.learners, strict=True):
            other.copy_from(mine)
        return found

    @property
    def learners(self) -> list[Learner]:
        """All that learn, the network itself first."""
        return [self.learner] if self.teacher is None else [self.learner, self.teacher]

    @property
    def _player(self) -> Learner:
        return self.teacher or self.learner

    def _learner(self, width: int, layers: int, number: int) -> Learner:
        form = form_of(self.plan.form, self.inputs, width, layers)
        return Learner(form, np.random.default_rng([self.seed, number]), self.device.name, self.plan.rate)

    @contextmanager
    def beside(self) -> Iterator[None]:
        """As ``Training`` has it; here games and lessons take turns."""
        yield

    def rest(self) -> None:
        """Nothing ever goes on beside."""

    @property
    def network(self) -> NetworkEvaluation:
        """The network as it is: the slow average of the weights."""
        return self.evaluation(self.learner, self.learner.average)

    def frozen(self) -> NetworkEvaluation:
        """The same, but it stays as it is now."""
        return self.evaluation(self.learner, as_kind(self.learner.average, torch.float32))

    @property
    def weights(self) -> dict[str, NDArray[np.float32]]:
        """The weights of the network, copied."""
        return {name: own.cpu().numpy().copy() for name, own in self.learner.average.items()}

    def generation(self) -> Loss:
        """Plays the games on, and learns; the mean losses."""
        state, plan = self.state, self.plan
        random = torch.Generator(self.device.name)
        random.manual_seed(int(np.random.default_rng([self.seed, state.generation + 1]).integers(1 << 62)))
        with torch.no_grad():
            copy_into(self._playing, self._player.average)
            if plan.graphs and self._simulate is None and self.device.name != "cpu":
                self._simulate = recorded(self.play, self._playing, random)
            lessons = self.play.generation(self._playing, random, self._simulate)
            self.memory.add(lessons)
        loss = self._learn(max(1, int(plan.reuse * len(lessons) / plan.batch)), random)
        state.generation += 1
        state.played += len(lessons)
        state.looked += len(lessons) * plan.manner.simulations
        return loss

    def _learn(self, steps: int, random: Any) -> Loss:
        """So many steps, each from positions drawn from memory, seen in one of the images that symmetries make."""
        plan, play, state, device, sums = self.plan, self.play, self.state, self.device.name, []
        images = torch.randint(len(self.inputs.images), (steps,), generator=random, device=device).tolist()
        together = max(1, TOGETHER // plan.batch)
        for first in range(0, steps, together):
            some = images[first : first + together]
            drawn = self.memory.drawn(len(some) * plan.batch, random)
            turns = play.eyes.turns(play.lanes.legal(drawn.rows))
            seen = play.eyes.see(play.lanes.features(drawn.rows), turns.second)
            wanted = play.eyes.wanted(drawn.worth, turns.second).float()
            for number, image in enumerate(some):
                own = slice(number * plan.batch, (number + 1) * plan.batch)
                state.steps += 1
                for learner in self.learners:
                    values, logits = learner.says(play.eyes.image(image, seen[own]))
                    mine = play.eyes.of_mover(play.eyes.unturned(image, logits), turns.part(own))
                    lost = losses(values, masked(mine, turns.allowed[own]), wanted[own], drawn.chances[own].float())
                    learner.step(lost[0] + lost[1], self._rate(), state.steps)
                    if learner is self.learner:
                        sums.append(torch.stack(lost).detach())
        return Loss(*torch.stack(sums).mean(0).tolist())

    def _rate(self) -> float:
        steps = self.state.steps
        return self.plan.rate * self.warmth * min(steps / WARM_STEPS, 1.0, math.sqrt(STEADY / steps))

    def evaluation(self, learner: Learner, weights: Parameters) -> NetworkEvaluation:
        """What a network says with some weights."""
        if self.device.name == "cpu":
            return NetworkEvaluation(
                self.inputs, learner.form.answers({name: own.numpy() for name, own in weights.items()})
            )
        return NetworkEvaluation(self.inputs, OnCard(learner.forward, weights, self.device.name))

    def described(self) -> dict[str, Any]:
        """How the network came about, as plain data."""
        state = self.state
        return {
            "method": "gumbel",
            "seed": self.seed,
            "device": self.device.name,
            "plan": asdict(self.plan),
            "generations": state.generation,
            "positions": state.played,
            "looked_at": state.looked,
            "seconds": round(state.seconds, 1),
        }
