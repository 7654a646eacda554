"""Where something stands in a rulesheet, and how to show a mistake there."""

from __future__ import annotations

import enum
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

from ludens.game import RulesError


class Place(NamedTuple):
    """Line and column, both counted from 1."""

    line: int
    column: int


NOWHERE = Place(1, 1)


class Severity(enum.Enum):
    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Problem:
    """One mistake in a rulesheet. ``code`` names its entry in the table of known mistakes."""

    code: str
    severity: Severity
    message: str
    place: Place


@dataclass(frozen=True)
class Source:
    """The text of a rulesheet and the name it is reported under."""

    text: str
    name: str = "rules"
    lines: list[str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "lines", self.text.split("\n"))

    def show(self, problem: Problem) -> str:
        """The problem in the form ``name:line:column: error: message``, its line, and a caret."""
        line, column = problem.place
        head = f"{self.name}:{line}:{column}: {problem.severity.value}: {problem.message} [{problem.code}]"
        written = self.lines[line - 1] if line <= len(self.lines) else ""
        start = max(0, column - 60)
        excerpt = "".join(c if c.isprintable() else " " for c in written[start : start + 100])
        return f"{head}\n    {excerpt}\n    {' ' * (column - 1 - start)}^"

    def refuse(self, problems: Iterable[Problem]) -> RulesError:
        """The error that reports these problems, in the order of their places."""
        ordered = sorted(problems, key=lambda problem: problem.place)
        report = "\n".join(self.show(problem) for problem in ordered)
        return RulesError(report, [(p.place.line, p.place.column) for p in ordered])
