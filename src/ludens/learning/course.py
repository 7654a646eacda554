"""A training from its beginning or from a checkpoint to the end of its time: it learns, is measured, and is kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import ParameterError, UnsuitableGameError
from ludens.learning.arithmetic import device_of
from ludens.learning.checkpoints import checkpoint_path, load, save, trained_by
from ludens.learning.exam import Exam, exam_of
from ludens.learning.progress import Progress, measured
from ludens.learning.training import AnyTraining, Training, plan_for
from ludens.search.evaluations.learnt.stopping import Stopped, never
from ludens.search.facts import facts_of
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.forms import DENSE, SIZES
from ludens.search.networks.gradients import Loss
from ludens.search.networks.one_thread import one_thread_for_good
from ludens.search.networks.store import own_path
from ludens.search.networks.trained import write_trained

NAME = "ludens train"

AHEAD, GUMBEL, USUAL = "ahead", "gumbel", "usual"
METHODS = (USUAL, AHEAD, GUMBEL)
"""Looking one move ahead; Gumbel AlphaZero, which needs PyTorch and roles that take turns; whichever suits."""

SAVE_SECONDS = 20.0
"""How often a checkpoint is written, at the end of a generation."""

FIRST_LOOK_SECONDS, MOST_LOOK_SECONDS = 10.0, 120.0
"""When progress is measured for the first time, and how long it takes at most until the next: it doubles."""

COOLING = 0.2
"""The last part of a training, in which the rate of learning falls to nothing."""

Tell = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a user asks for. ``resume``: goes on from the checkpoint; ``anew``: begins again, though there is one.

    ``width``, ``layers``: of the network, 0 for the usual ones of its form. ``teacher``: width of a larger network that
    plays the games, or 0.
    """

    minutes: float = 10.0
    device: str = "cpu"
    resume: bool = False
    anew: bool = False
    seed: int = 0
    width: int = 0
    layers: int = 0
    method: str = USUAL
    form: str = DENSE
    teacher: int = 0


def begun(game: LoadedGame[Any], wanted: Wanted) -> AnyTraining:
    """The training of a game: a new one, or the one that was kept; raises ParameterError, UnsuitableGameError."""
    info, path = game.info, checkpoint_path(game)
    if info.hidden or info.chance_role is not None:
        raise UnsuitableGameError(NAME, info.name, "it is for games without chance and secrets")
    one_thread_for_good()
    method = method_for(game, wanted)
    device = device_of(wanted.device, library="torch" if method == GUMBEL else "numpy")
    if wanted.resume:
        if not path.exists():
            raise ParameterError(f"There is no training of {info.name} to go on with.")
        return load(path, game, device)
    if path.exists() and not wanted.anew:
        raise ParameterError(f"There is a training of {info.name} already: --resume continues it, --anew begins again.")
    width, layers = (
        asked or usual for asked, usual in zip((wanted.width, wanted.layers), SIZES[wanted.form], strict=True)
    )
    if method == GUMBEL:
        gumbel = import_module("ludens.learning.gumbel.training")
        plan = replace(
            gumbel.plan_for(game, width, layers, wanted.device),
            form=wanted.form,
            teacher_width=wanted.teacher,
            teacher_layers=layers if wanted.teacher else 0,
        )
        found: AnyTraining = gumbel.GumbelTraining(game, plan, wanted.seed, device)
        return found
    if wanted.form != DENSE and device.name != "cpu":
        raise ParameterError("A network of the form grid is trained on a graphics card by --method gumbel.")
    if wanted.teacher:
        raise ParameterError("A teacher plays with --method gumbel only.")
    return Training(game, plan_for(game, width, layers, wanted.form), wanted.seed, device)


def method_for(game: LoadedGame[Any], wanted: Wanted) -> str:
    """How a network learns: as asked for, or else by searches on a graphics card, if roles take turns."""
    if wanted.method != USUAL:
        return wanted.method
    return GUMBEL if wanted.device != "cpu" and facts_of(game).seems_in_turns else AHEAD


def warmth(done: float) -> float:
    """Of the rate of learning, when so much of the time is over, from 0 to 1."""
    return min(1.0, max(0.0, (1 - done) / COOLING))


class Course:
    """Trains for a while. ``tell`` is told what was measured, ``stopped`` asked between generations."""

    def __init__(self, training: AnyTraining, tell: Tell, stopped: Stopped = never) -> None:
        self.training, self._tell, self._stopped = training, tell, stopped
        self._exam: Exam | None = None
        self._earlier: list[tuple[str, NetworkEvaluation]] = []
        self._loss = Loss(0.0, 0.0)

    def run(self, minutes: float) -> Progress:
        """Trains for so many minutes, not counting what measuring takes; at least one generation."""
        training, state = self.training, self.training.state
        self._exam = exam_of(training.game, solved=training.whole)
        begun_at, saved = state.seconds, time.perf_counter()
        until = begun_at + 60 * minutes
        look, pause = state.seconds + FIRST_LOOK_SECONDS, FIRST_LOOK_SECONDS
        self._remember()
        with training.beside():
            while True:
                begin = time.perf_counter()
                if training.device.name != "cpu":  # there, a training that was interrupted must learn the same
                    training.warmth = warmth((state.seconds - begun_at) / (until - begun_at))
                self._loss = training.generation()
                state.seconds += time.perf_counter() - begin
                if time.perf_counter() > saved + SAVE_SECONDS:
                    self.keep()
                    saved = time.perf_counter()
                if state.seconds >= until or self._stopped():
                    break
                if state.seconds >= look:
                    self._measure()
                    pause = min(2 * pause, MOST_LOOK_SECONDS)
                    look = state.seconds + pause
        found = self._measure()
        self.keep(found)
        return found

    def keep(self, found: Progress | None = None) -> Path:
        """Writes the checkpoint and the network; where the network is."""
        training, path = self.training, own_path(self.training.game)
        save(checkpoint_path(training.game), training)
        last = found.data() if found else (training.state.history[-1] if training.state.history else None)
        write_trained(path, trained_by(training, last))
        return path

    def _measure(self) -> Progress:
        training, state = self.training, self.training.state
        counted = state.seconds, state.generation, state.played
        found = measured(
            training.game,
            training.network,
            self._exam,
            loss=self._loss,
            counted=counted,
            earlier=self._earlier[-1:],
        )
        state.history.append(found.data())
        self._remember()
        self._tell(found)
        return found

    def _remember(self) -> None:
        """Keeps the network as it is, as an opponent for later."""
        training = self.training
        frozen = training.frozen()
        seconds = training.state.seconds
        self._earlier.append((f"itself after {seconds:.0f} s" if seconds else "an untrained network", frozen))
