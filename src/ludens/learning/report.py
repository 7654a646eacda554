"""What a training says of itself in a file that others read while it goes on, such as the page of the studio."""

from __future__ import annotations

import json
import os
import tempfile
import time
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.folders import networks_folder
from ludens.game import SourceError
from ludens.search.rules_digest import rules_digest

FORMAT = "ludens report of a training 1"
SUFFIX = ".report.json"

GAMES = 8
"""The latest games to look at that are kept."""

SILENT_SECONDS = 300.0
"""A training that has not said anything for so long goes on no more."""


class Stage(StrEnum):
    """What a training does."""

    LEARNING = "learning"
    MEASURING = "measuring"
    OVER = "over"


@dataclass(slots=True)
class Report:
    """The state of a training.

    ``game``: what it is loaded by; ``name``: of the game; ``rules``: their digest, which the report is found by.
    ``seconds`` of training are over, of ``until``. ``about``: how the network comes about (``Training.described``).
    ``history``: what was measured (``Progress.data``). ``games``: the latest to look at, as records of matches.
    ``match``: the games at the end. ``written``: seconds since 1970; ``process``: who wrote it.
    """

    game: str
    name: str
    rules: str
    stage: str = Stage.LEARNING
    seconds: float = 0.0
    until: float = 0.0
    positions: int = 0
    about: dict[str, Any] = field(default_factory=dict)
    history: list[dict[str, Any]] = field(default_factory=list)
    games: list[str] = field(default_factory=list)
    match: dict[str, Any] | None = None
    written: float = 0.0
    process: int = 0

    def write(self) -> None:
        """Writes the file in one step."""
        self.written, self.process, self.games = round(time.time(), 1), os.getpid(), self.games[-GAMES:]
        path = networks_folder() / f"{self.rules}{SUFFIX}"
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=path.parent, suffix=".part", delete=False, encoding="utf-8") as file:
            part = Path(file.name)
            try:
                json.dump({"format": FORMAT, **asdict(self)}, file)
                file.close()
                part.replace(path)
            except BaseException:
                part.unlink(missing_ok=True)
                raise

    @property
    def goes_on(self) -> bool:
        """Whether somebody is still at work, as far as can be seen from the file."""
        return self.stage != Stage.OVER and time.time() - self.written < SILENT_SECONDS


def report_path(game: LoadedGame[Any]) -> Path:
    """Where the report of the training of these rules is."""
    return networks_folder() / f"{rules_digest(game)}{SUFFIX}"


def read_report(path: Path) -> Report:
    """The report in a file; raises SourceError where there is none."""
    try:
        return _from_data(json.loads(path.read_text("utf-8")))
    except (OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise SourceError(f"{path} is not the report of a training, or of another version of Ludens.") from None


def all_reports() -> list[Report]:
    """The reports that can be read, the latest first."""
    found = []
    for path in networks_folder().glob(f"*{SUFFIX}"):
        try:
            found.append(read_report(path))
        except SourceError:
            continue
    return sorted(found, key=lambda report: -report.written)


def _from_data(data: dict[str, Any]) -> Report:
    """A report with all its parts; raises ValueError and the like where they are not what they should be."""
    if data.pop("format") != FORMAT:
        raise ValueError("another format")
    report = Report(**data)
    texts = [report.game, report.name, report.rules, report.stage, *report.games]
    numbers = [report.seconds, report.until, report.positions, report.written, report.process]
    if not all(isinstance(text, str) for text in texts) or not all(isinstance(one, int | float) for one in numbers):
        raise TypeError("a part of another kind")
    if not isinstance(report.about, dict) or not all(isinstance(one, dict) for one in report.history):
        raise TypeError("a part of another kind")
    Stage(report.stage)
    return report
