"""Trainings of networks: how far they are, what was measured, and games to look at."""

from __future__ import annotations

from typing import Literal, TypedDict


class TrainingCard(TypedDict):
    """A training in a list.

    ``id``: the digest of the rules. ``game``: what the game is loaded by. ``stage``: learning, measuring or over.
    ``goes_on``: whether somebody is still at work, as far as can be seen. ``seconds`` of training are over, of
    ``until``. ``written``: when the training last said something, in seconds since 1970.
    """

    id: str
    title: str
    game: str
    stage: str
    goes_on: bool
    seconds: float
    until: float
    positions: int
    generation: int
    written: float


class TrainingPlan(TypedDict):
    """How the network is made and trained; ``teacher``: the width of a larger network that plays the games, or 0."""

    method: str
    form: str
    width: int
    layers: int
    teacher: int
    device: str
    seed: int


class WrongMoves(TypedDict):
    """Moves that change the outcome, of so many positions: chosen by the policy alone, and one move ahead."""

    positions: int
    policy: int
    ahead: int


class NetworkScore(TypedDict):
    """A score from 0 to 1 with its interval; ``clock``: seconds for a move, null where both looked one move ahead."""

    opponent: str
    pairs: int
    score: float
    low: float
    high: float
    clock: float | None


class Measurement(TypedDict):
    """What was measured after so many seconds of training. ``whole``: the game is solved, so all answers are known.

    A loss is null where it is not a number.
    """

    seconds: float
    positions: int
    value_loss: float | None
    move_loss: float | None
    whole: bool
    perfect: WrongMoves | None
    random: WrongMoves | None
    scores: list[NetworkScore]


class LastMatch(TypedDict):
    """The games at the end; ``blend``: what random games count for, from 0 to 1, in the best way to play."""

    score: NetworkScore
    blend: float
    helps: bool


class SampleGame(TypedDict):
    """A game of the network against itself, played after so many generations."""

    id: str
    generation: int
    roles: list[str]
    result: str
    moves: int


class TrainingAnswer(TrainingCard):
    """A training: its plan, what was measured, the latest games, and those at the end once they have been played."""

    plan: TrainingPlan
    history: list[Measurement]
    games: list[SampleGame]
    match: LastMatch | None


class TrainingFrame(TrainingAnswer):
    """The frame ``training``: one that has gone on."""

    type: Literal["training"]


class TrainingsFrame(TypedDict):
    """The frame ``trainings``: all of them, whenever one has gone on."""

    type: Literal["trainings"]
    trainings: list[TrainingCard]
