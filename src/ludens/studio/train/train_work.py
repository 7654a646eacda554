"""What the process does that reads the reports of trainings and replays games from them."""

from __future__ import annotations

from typing import Any

from ludens.processes.messages import Data
from ludens.processes.serving import Call
from ludens.studio.frames.questions import (
    SAMPLE_GAME,
    SAMPLE_GAME_FILE,
    TRAINING,
    TRAININGS,
    Caller,
    NoRequest,
    SampleGameRequest,
    TrainingRequest,
)
from ludens.studio.frames.train import TrainingAnswer, TrainingCard
from ludens.studio.frames.watch import Replay
from ludens.studio.train.reports import sample_game, training, training_cards
from ludens.studio.watch.replay_file import replay_page


class TrainWork:
    """Answers questions about trainings."""

    def do(self, what: str, request: Data, call: Call) -> Any:
        """The answer to a request."""
        return TASKS[what](request, call)


def _trainings(request: NoRequest, call: Caller[None]) -> list[TrainingCard]:
    return training_cards()


def _training(request: TrainingRequest, call: Caller[None]) -> TrainingAnswer:
    return training(request["training"])


def _game(request: SampleGameRequest, call: Caller[None]) -> Replay:
    return sample_game(request["training"], request["id"])


def _game_file(request: SampleGameRequest, call: Caller[None]) -> str:
    return replay_page(_game(request, call))


TASKS = dict(
    (
        TRAININGS.answered_by(_trainings),
        TRAINING.answered_by(_training),
        SAMPLE_GAME.answered_by(_game),
        SAMPLE_GAME_FILE.answered_by(_game_file),
    )
)
