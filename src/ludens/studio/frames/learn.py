"""Lessons: how they are listed, and every step of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict

from ludens.studio.frames.games import Option

if TYPE_CHECKING:
    from ludens.studio.learn.lessons.lesson import Step


class ExampleData(TypedDict):
    title: str
    game: str


class Rounds(TypedDict):
    """What a reader chooses the number of."""

    title: str
    default: int
    highest: int


class LessonCard(TypedDict):
    name: str
    title: str
    question: str
    text: list[str]
    source: str
    examples: list[ExampleData]
    rounds: Rounds
    knobs: list[Option]


class LessonList(TypedDict):
    lessons: list[LessonCard]


class LessonRun(TypedDict):
    lesson: str
    roles: list[str]
    steps: list[Step]
