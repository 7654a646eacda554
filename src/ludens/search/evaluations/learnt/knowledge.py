"""What has been learnt of a game: kept in the process, on disk, and with the package; learnt only where it is nowhere.

What was learnt in part, because there was no time for more, is kept in the process alone, and learning can go on.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

from ludens import cache
from ludens.engine.contract import LoadedGame
from ludens.search.evaluations.cone import circuit_of
from ludens.search.evaluations.learnt.game_features import NAME, features_of
from ludens.search.evaluations.learnt.model import Learnt, Model, features_digest, model_from
from ludens.search.evaluations.learnt.schedule import Schedule
from ludens.search.evaluations.learnt.shipped import shipped
from ludens.search.evaluations.learnt.stopping import Stopped, StoppedError, after, never
from ludens.search.facts import facts_of
from ludens.search.once import once
from ludens.search.rules_digest import rules_digest

if TYPE_CHECKING:
    from ludens.search.evaluations.learnt.learning import Course

SECONDS = 60.0
"""The most time for learning, by default: several times what it takes on a core of one's own."""

CODE = (
    "rules/*.py",
    "circuit/*.py",
    "circuit/passes/*.py",
    "engine/**/*.py",
    "search/*.py",
    "search/evaluations/**/*.py",
)
"""What learns."""

KIND = "learnt"
"""Of files in the cache."""


class Knowledge:
    """What has been learnt of one game by one schedule. Threads may share it; one at a time learns."""

    def __init__(self, game: LoadedGame[Any], schedule: Schedule, seed: int) -> None:
        circuit = circuit_of(game, NAME)
        info = game.info
        known = f"{info.turns} {info.goal_sum} {info.max_steps}"
        self._made_from = f"{cache.code_version(*CODE)}\n{schedule} {seed}\n{known}\n{circuit.digest}"
        self._game, self._schedule, self._seed = game, schedule, seed
        self._course: Course | None = None
        self._found: Learnt | None = None
        self._cut: Learnt | None = None
        self._learning = threading.Lock()

    @property
    def known(self) -> Learnt | None:
        """The whole of it, if it is somewhere."""
        if self._found is None:
            model = self._on_disk() or self._shipped()
            self._found = None if model is None else self._made(model)
        return self._found

    def learn(self, stopped: Stopped = never) -> bool:
        """Learns what is not known yet, or goes on with it; whether all is known now."""
        with self._learning:
            if self.known is not None:
                return True
            try:
                self._found = self._made(self._learnt(stopped))
            except StoppedError:
                return False
            self._course = None
            cache.keep(KIND, self._made_from, self._found.model.to_text().encode())
            return True

    def as_it_is(self) -> Learnt:
        """The whole of it, or what there is: at least what random games taught, and always the same from then on."""
        if self.known is not None:
            return self.known
        if self._cut is None:
            self._cut = self._begun().evaluation
        return self._cut

    @property
    def was_cut(self) -> bool:
        """Whether somebody took it as it was."""
        return self._cut is not None

    def _learnt(self, stopped: Stopped) -> Model:
        course = self._begun(stopped)
        while not course.is_complete:
            course.generation(stopped)
        return course.evaluation.model

    def _begun(self, stopped: Stopped = never) -> Course:
        from ludens.search.evaluations.learnt.learning import Course  # noqa: PLC0415  (SciPy takes long to import)

        if self._course is None:
            self._course = Course(self._game, self._schedule, self._seed, stopped)
        return self._course

    def _on_disk(self) -> Model | None:
        data = cache.fetch(KIND, self._made_from)
        return None if data is None else model_from(data.decode())

    def _shipped(self) -> Model | None:
        """What comes with the package, if it is about the features that there are now."""
        entry = shipped().get(rules_digest(self._game))
        if entry is None or self._schedule != Schedule() or self._seed:
            return None
        checked = cache.fetch(KIND, f"{self._made_from}\nfeatures")
        if checked is None:
            checked = features_digest(features_of(self._game)).encode()
            structure = facts_of(self._game).structure
            if structure is not None and structure.complete:
                cache.keep(KIND, f"{self._made_from}\nfeatures", checked)
        return model_from(entry.model) if checked == entry.features.encode() else None

    def _made(self, model: Model) -> Learnt:
        game = self._game
        return Learnt(model, len(game.info.roles), lambda: features_of(game), self._made_from)


def knowledge_of(game: LoadedGame[Any], schedule: Schedule | None = None, seed: int = 0) -> Knowledge:
    """What has been learnt of a game; the same object for everybody. Raises UnsuitableGameError without a circuit."""
    schedule = schedule or Schedule()
    return once(game, (NAME, schedule, seed), lambda: Knowledge(game, schedule, seed))


def learnt_evaluation(
    game: LoadedGame[Any],
    schedule: Schedule | None = None,
    seed: int = 0,
    seconds: float = SECONDS,
    stopped: Stopped = never,
) -> Learnt:
    """The evaluation of a game: as it is known, or learnt now.

    What a time limit, or ``stopped``, has ended early is at least what random games taught.
    """
    knowledge = knowledge_of(game, schedule, seed)
    if not knowledge.was_cut:
        knowledge.learn(after(seconds, stopped))
    return knowledge.as_it_is()
