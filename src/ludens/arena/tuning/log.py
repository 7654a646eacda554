"""The log of a tuning run: lines of JSON, first what was asked for, then one line for each pair, written at once."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TextIO

from ludens.arena.pairs import PlayedPair
from ludens.arena.tuning.trials import Job
from ludens.game import SourceError

FORMAT = 1
"""Of the lines; a log with another number is not continued."""


class TuningLog:
    """A log that is open for writing, with the scores it knows already. A context manager that closes the file.

    Raises SourceError when the file cannot be used, or is not a log of the same task. A last line that was only half
    written is removed.
    """

    def __init__(self, path: Path, task: Mapping[str, object]) -> None:
        self.path = path
        self.scores: dict[tuple[str, int], float] = {}
        lines = _whole_lines(path)
        if lines:
            _check_task(path, lines[0], task)
            for number, line in enumerate(lines[1:], start=2):
                self._learn(line, number)
        try:
            self._file: TextIO = path.open("a", encoding="utf-8")
        except OSError as error:
            raise _unusable(path, error) from None
        if not lines:
            self._write({"ludens_tune": FORMAT, "task": task})

    def __enter__(self) -> TuningLog:
        return self

    def __exit__(self, *_: object) -> None:
        with contextlib.suppress(OSError):
            self._file.close()

    def add(self, job: Job, values: Mapping[str, object], pair: PlayedPair) -> None:
        """Writes a pair and remembers its score."""
        self._write(
            {
                "agent": job.agent,
                "values": values,
                "pair": job.number,
                "score": pair.score,
                "opening": pair.opening,
                "games": [
                    {"seat": game.seat, "goals": game.goals, "steps": game.steps, "cut": game.cut}
                    for game in pair.games
                ],
                "seconds": round(pair.seconds, 4),
            }
        )
        self.scores[job.agent, job.number] = pair.score

    def _learn(self, line: str, number: int) -> None:
        try:
            data = json.loads(line)
            self.scores[str(data["agent"]), int(data["pair"])] = float(data["score"])
        except (ValueError, KeyError, TypeError):
            raise SourceError(f"{self.path}: line {number} does not describe a pair.") from None

    def _write(self, data: Mapping[str, object]) -> None:
        try:
            self._file.write(json.dumps(data, ensure_ascii=False) + "\n")
            self._file.flush()
        except OSError as error:
            raise _unusable(self.path, error) from None


def _whole_lines(path: Path) -> list[str]:
    """The lines of the file, if there is one, after removing what follows the last end of a line."""
    try:
        if not path.exists():
            return []
        if not path.is_file():
            raise SourceError(f"{path} is not a file. Choose another with --log.")
        data = path.read_bytes()
        whole = data[: data.rfind(b"\n") + 1]
        lines = whole.decode("utf-8").splitlines()
        if len(whole) < len(data) and (not lines or _is_log(lines[0])):
            # A first line can be half written too, but then it must at least begin like one of ours.
            if not lines and not data.startswith(b'{"ludens_tune"'[: len(data)]):
                raise SourceError(f"{path} is not a log of ludens tune. Choose another file with --log.")
            with path.open("r+b") as file:
                file.truncate(len(whole))
    except (OSError, UnicodeDecodeError) as error:
        raise _unusable(path, error) from None
    return lines


def _is_log(line: str) -> bool:
    try:
        data: Any = json.loads(line)
    except ValueError:
        return False
    return isinstance(data, dict) and data.get("ludens_tune") == FORMAT and isinstance(data.get("task"), dict)


def _check_task(path: Path, line: str, task: Mapping[str, object]) -> None:
    if not _is_log(line):
        raise SourceError(f"{path} is not a log of ludens tune. Choose another file with --log.")
    theirs: dict[str, object] = json.loads(line)["task"]
    ours: dict[str, object] = json.loads(json.dumps(task))
    differing = [name for name in (*ours, *theirs) if ours.get(name) != theirs.get(name)]
    if differing:
        name = differing[0]
        raise SourceError(
            f"{path} is the log of another command: {name} is {_shown(theirs.get(name))} there and "
            f"{_shown(ours.get(name))} here. Choose another file with --log, or remove it."
        )


def _shown(value: object) -> str:
    if isinstance(value, list):
        return " and ".join(map(str, value))
    return "not given" if value is None else str(value)


def _unusable(path: Path, error: Exception) -> SourceError:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else "it is not text"
    return SourceError(f"Cannot use {path} as a log: {reason.lower()}.")
