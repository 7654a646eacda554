"""The one place that writes JSON for pages: answers of routes, and frames of sockets."""

from __future__ import annotations

import dataclasses
import json
from typing import Any

from ludens.studio.frames.design import Board, CheckedRules, Done, Failed, Judgement, Queued, Report
from ludens.studio.frames.errors import Error, ErrorAnswer
from ludens.studio.frames.games import (
    AgentList,
    Checked,
    GameList,
    Identity,
    Instructions,
    ListedRules,
    SavedAs,
    SavedRules,
    Template,
    TurnedRules,
)
from ludens.studio.frames.learn import CircuitLesson, LessonList, LessonRun
from ludens.studio.frames.match import Analysis, Branched, Halted, ListedMatch, Position, Seated, State, StateAnswer
from ludens.studio.frames.positions import About
from ludens.studio.frames.teaching import (
    Explained,
    MadePuzzles,
    NextPuzzle,
    PuzzleList,
    PuzzleSolution,
    Threats,
    Tried,
)
from ludens.studio.frames.thinking import Hint, Thinking
from ludens.studio.frames.train import TrainingAnswer, TrainingCard, TrainingFrame, TrainingsFrame
from ludens.studio.frames.watch import ListedTournament, Replay, Stopped, TableAnswer, TableFrame

VERSION = 1

MatchFrame = State | Thinking | Hint | Position | Analysis | Branched | Seated | Halted | Threats | Explained | Error
DesignFrame = Queued | CheckedRules | Board | Report | Judgement | Done | Failed
Frame = MatchFrame | DesignFrame | TableFrame | TrainingFrame | TrainingsFrame
"""Everything that goes over a socket."""

RouteAnswer = (
    GameList
    | AgentList
    | Checked
    | Instructions
    | About
    | Identity
    | SavedAs
    | TurnedRules
    | SavedRules
    | list[ListedRules]
    | list[Template]
    | StateAnswer
    | list[ListedMatch]
    | TableAnswer
    | list[ListedTournament]
    | Stopped
    | Replay
    | list[TrainingCard]
    | TrainingAnswer
    | LessonList
    | LessonRun
    | CircuitLesson
    | PuzzleList
    | NextPuzzle
    | Tried
    | PuzzleSolution
    | MadePuzzles
    | ErrorAnswer
)
"""Everything that a route answers in JSON."""


def frame_text(frame: Frame, number: int | None = None) -> str:
    """A frame as text; ``number``: of the version of rules that it is about, where it is about one."""
    version: dict[str, object] = {} if number is None else {"number": number}
    return json_text({"v": VERSION, "type": frame["type"], **version, **frame})


def json_text(data: object) -> str:
    """Data as JSON; dataclasses become objects. Raises ValueError for what is not a number."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=_plain)


def plain(data: object) -> Any:
    """Data as JSON has them, for the line between processes."""
    return json.loads(json_text(data))


def _plain(value: Any) -> dict[str, Any]:
    """A dataclass as plain data; raises TypeError for anything else."""
    return dataclasses.asdict(value)
