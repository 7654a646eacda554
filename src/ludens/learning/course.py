"""A training from its beginning or from a checkpoint to the end of its time: it learns, is measured, and is kept."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import import_module
from pathlib import Path
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.game import ParameterError, SourceError, UnsuitableGameError
from ludens.learning.arithmetic import device_of
from ludens.learning.checkpoints import checkpoint_path, load, save, trained_by
from ludens.learning.clock_games import clock_scores, game_to_look_at
from ludens.learning.exam import Exam, exam_of
from ludens.learning.progress import Progress, Score, measured
from ludens.learning.race import race, seconds_for
from ludens.learning.report import Report, Stage, read_report, report_path
from ludens.learning.training import AnyTraining, Training, plan_for
from ludens.learning.ways import MOST_PAIRS, SHARE, Way, best_way, noted
from ludens.search.evaluations.learnt.stopping import Stopped, never
from ludens.search.facts import facts_of
from ludens.search.networks.evaluation import NetworkEvaluation
from ludens.search.networks.forms import BETTER, DENSE, GRID, SIZES
from ludens.search.networks.gradients import Loss
from ludens.search.networks.grid import grid_of
from ludens.search.networks.one_thread import one_thread_for_good
from ludens.search.networks.store import own_path
from ludens.search.networks.trained import write_trained
from ludens.search.rules_digest import rules_digest

NAME = "ludens train"

AHEAD, GUMBEL, USUAL = "ahead", "gumbel", "usual"
METHODS = (USUAL, AHEAD, GUMBEL)
"""Looking one move ahead; Gumbel AlphaZero, which needs PyTorch and roles that take turns; whichever suits."""

SAVE_SECONDS = 20.0
"""How often a checkpoint is written, at the end of a generation."""

FIRST_LOOK_SECONDS, MOST_LOOK_SECONDS = 10.0, 120.0
"""When progress is measured for the first time, and how long it takes at most until the next: it doubles."""

REPORT_SECONDS = 2.0
"""How often the report is written, at the end of a generation."""

CLOCK_SECONDS = 60.0
"""Of training, before a network plays by the clock: until then it is hardly worth the time."""

CLOCK_SHARE = 0.05
"""How long games by the clock take, as a part of the time since the last ones; a few are played all the same."""

LEAST_SECONDS = 60.0
"""A shorter training ends without games, if nobody asks for them."""

PROCESSES = 2
"""That games are played in at the end."""

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
    form: str = BETTER
    teacher: int = 0


def begun(game: LoadedGame[Any], wanted: Wanted) -> AnyTraining:
    """The training of a game: a new one, or the one that was kept; raises ParameterError, UnsuitableGameError.

    A form that is not chosen is DENSE: it is the first of the two in a race (``rival_of``).
    """
    info, path = game.info, checkpoint_path(game)
    if info.hidden or info.chance_role is not None:
        raise UnsuitableGameError(NAME, info.name, "it is for games without chance and secrets")
    one_thread_for_good()
    method = method_for(game, wanted)
    device = device_of(wanted.device, library="torch" if method == GUMBEL else "numpy")
    if wanted.resume:
        if not path.exists():
            raise ParameterError(f"There is no training of {info.name} to go on with.")
        found = load(path, game, device)
        _check_same(found, wanted)
        return found
    if path.exists() and not wanted.anew:
        raise ParameterError(f"There is a training of {info.name} already: --resume continues it, --anew begins again.")
    form = DENSE if wanted.form == BETTER else wanted.form
    width, layers = (asked or usual for asked, usual in zip((wanted.width, wanted.layers), SIZES[form], strict=True))
    if 0 < wanted.teacher < width:
        raise ParameterError(
            f"The teacher is to be the larger network: --teacher {wanted.teacher} is less than {width}."
        )
    if method == GUMBEL:
        gumbel = import_module("ludens.learning.gumbel.training")
        plan = replace(
            gumbel.plan_for(game, width, layers, wanted.device),
            form=form,
            teacher_width=wanted.teacher,
            teacher_layers=layers if wanted.teacher else 0,
        )
        made: AnyTraining = gumbel.GumbelTraining(game, plan, wanted.seed, device)
        return made
    if form != DENSE and device.name != "cpu":
        raise ParameterError("A network of the form grid is trained on a graphics card by --method gumbel.")
    if wanted.teacher:
        raise ParameterError("A teacher plays with --method gumbel only.")
    return Training(game, plan_for(game, width, layers, form), wanted.seed, device)


def _check_same(training: AnyTraining, wanted: Wanted) -> None:
    """Raises ParameterError if the training that goes on was begun otherwise than somebody asks for now."""
    plan = training.plan
    asked = {
        "--method": (wanted.method if wanted.method != USUAL else "", training.described().get("method", AHEAD)),
        "--form": (wanted.form if wanted.form != BETTER else "", plan.form),
        "--width": (wanted.width, plan.width),
        "--layers": (wanted.layers, plan.layers),
        "--teacher": (wanted.teacher, getattr(plan, "teacher_width", 0)),
    }
    for option, (value, own) in asked.items():
        if value and value != own:
            begun_with = f"with {option} {own}" if own else f"without {option}"
            raise ParameterError(
                f"This training was begun {begun_with}, which stays so: leave {option} out, or begin again with --anew."
            )


def rival_of(training: AnyTraining, wanted: Wanted) -> AnyTraining | None:
    """A training of the other form, where nobody has chosen one and it has to be tried which is better.

    A game that is solved whole needs no race, and a size that was asked for is meant for one form.
    """
    chosen = wanted.form != BETTER or wanted.width or wanted.layers or wanted.teacher or wanted.device != "cpu"
    if chosen or wanted.resume or not seconds_for(wanted.minutes) or training.whole or grid_of(training.inputs) is None:
        return None
    return begun(training.game, replace(wanted, form=GRID, anew=True))


def method_for(game: LoadedGame[Any], wanted: Wanted) -> str:
    """How a network learns: as asked for, or else by searches on a graphics card, if roles take turns."""
    if wanted.method != USUAL:
        return wanted.method
    return GUMBEL if wanted.device != "cpu" and facts_of(game).seems_in_turns else AHEAD


def warmth(done: float) -> float:
    """Of the rate of learning, when so much of the time is over, from 0 to 1."""
    return min(1.0, max(0.0, (1 - done) / COOLING))


class Course:
    """Trains for a while. ``tell`` is told what was measured, ``stopped`` asked between generations.

    ``name``: what the game is loaded by; a report is kept of it, and the network plays by the clock now and then.
    ``rival``: another new training of the game; the better of the two goes on (``learning/race.py``).
    """

    def __init__(
        self,
        training: AnyTraining,
        tell: Tell,
        stopped: Stopped = never,
        name: str = "",
        rival: AnyTraining | None = None,
    ) -> None:
        self.training, self._tell, self._stopped, self._name, self._rival = training, tell, stopped, name, rival
        self._raced: list[Score] = []
        self._exam: Exam | None = None
        self._earlier: list[tuple[str, NetworkEvaluation]] = []
        self._loss = Loss(0.0, 0.0)
        self._until = self._clock = training.state.seconds
        self._report = self._new_report() if name else None
        self._reported = 0.0

    def run(self, minutes: float) -> Progress:
        """Trains for so many minutes, not counting what measuring takes; at least one generation."""
        begun_at = self.training.state.seconds
        until = self._until = begun_at + 60 * minutes
        self._say(Stage.LEARNING)
        self._exam = exam_of(self.training.game, solved=self.training.whole)
        if self._rival is not None:
            self.training, raced = race(self.training, self._rival, seconds_for(minutes), self._stopped, self._exam)
            self._rival, self._raced = None, [raced]
        training, state = self.training, self.training.state
        saved = time.perf_counter()
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
                if time.perf_counter() > self._reported + REPORT_SECONDS:
                    self._say(Stage.LEARNING)
                if state.seconds >= look:
                    self._measure()
                    self._say(Stage.LEARNING)
                    pause = min(2 * pause, MOST_LOOK_SECONDS)
                    look = state.seconds + pause
        found = self._measure()
        self.keep(found)
        self._say(Stage.OVER)
        return found

    def find_way(self, pairs: int | None = None) -> Way | None:
        """Plays games that show how the network is best played, and notes it in its file; None where there were none.

        Without a number of ``pairs``, a few, and more while they take a tenth of the training's time; none after less
        than LEAST_SECONDS of training.
        """
        training, spent = self.training, self.training.state.seconds
        if pairs == 0 or (pairs is None and spent < LEAST_SECONDS) or len(training.game.info.roles) < 2:
            return None
        self._say(Stage.MEASURING)
        seconds = SHARE * spent if pairs is None else 1e9
        way = best_way(self._name, training.game, pairs or MOST_PAIRS, processes=PROCESSES, seconds=seconds)
        if way is not None:
            noted(training.game, way)
            if self._report is not None:
                self._report.match = way.data()
        self._say(Stage.OVER)
        return way

    def keep(self, found: Progress | None = None) -> Path:
        """Writes the checkpoint and the network; where the network is."""
        training, path = self.training, own_path(self.training.game)
        save(checkpoint_path(training.game), training)
        last = found.data() if found else (training.state.history[-1] if training.state.history else None)
        write_trained(path, trained_by(training, last))
        return path

    def _measure(self) -> Progress:
        training, state = self.training, self.training.state
        self._say(Stage.MEASURING)
        found = measured(
            training.game,
            training.network,
            self._exam,
            loss=self._loss,
            counted=state,
            until=self._until,
            earlier=self._earlier[-1:],
            others=[*self._raced, *self._played()],
        )
        self._raced = []
        state.history.append(found.data())
        self._remember()
        self._tell(found)
        return found

    def _played(self) -> list[Score]:
        """Scores in games by the clock, if it is time for some; and a game to look at, for the report."""
        training, since = self.training, self.training.state.seconds - self._clock
        if self._report is None or self._stopped():
            return []
        self.keep()
        training.rest()
        record = game_to_look_at(self._name, training.game, training.seed, training.state.generation)
        self._report.games.append(record.to_json())
        if since < CLOCK_SECONDS or len(training.game.info.players) < 2:
            return []
        self._clock = training.state.seconds
        return clock_scores(training.game, CLOCK_SHARE * since, training.state.generation)

    def _new_report(self) -> Report:
        """The report of this training, with the games of an earlier part of it."""
        training, path = self.training, report_path(self.training.game)
        found = Report(self._name, training.game.info.name, rules_digest(training.game))
        if training.state.generation and path.exists():
            with suppress(SourceError):
                found.games = read_report(path).games
        return found

    def _say(self, stage: Stage) -> None:
        """Writes the report."""
        report, state = self._report, self.training.state
        if report is None:
            return
        report.stage, report.until = stage, round(max(state.seconds, self._until), 1)
        report.seconds, report.positions = round(state.seconds, 1), state.played
        report.about, report.history = self.training.described(), state.history
        report.write()
        self._reported = time.perf_counter()

    def _remember(self) -> None:
        """Keeps the network as it is, as an opponent for later."""
        training = self.training
        frozen = training.frozen()
        seconds = training.state.seconds
        self._earlier.append((f"itself after {seconds:.0f} s" if seconds else "an untrained network", frozen))
