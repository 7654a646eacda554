"""The file in which measurements of a study are kept, a line of JSON each, so that none is made twice."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import Any

from ludens.arena.statistics import Interval
from ludens.game import SourceError
from ludens.studies.study import Figure, Measured


class Notebook:
    """Measurements by their ids; each is written as it is added. Raises SourceError for another file."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._found: dict[str, Measured] = {}
        try:
            # A line that a killed process left half written has no end, and is written again.
            whole = path.read_text("utf-8").rpartition("\n")[0].splitlines() if path.is_file() else []
            for line in whole:
                identity, measured = _from_line(line)
                self._found[identity] = measured
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise SourceError(f"{path} does not hold the measurements of a study: {error}.") from None

    def get(self, identity: str) -> Measured | None:
        return self._found.get(identity)

    def __len__(self) -> int:
        return len(self._found)

    def add(self, identity: str, measured: Measured) -> None:
        """Keeps a measurement."""
        self._found[identity] = measured
        self._write()

    def take(self, other: Notebook) -> None:
        """Keeps what another notebook has; of a measurement that both have, the one that is here stays."""
        self._found = {**other._found, **self._found}
        self._write()

    def _write(self) -> None:
        lines = (_to_line(each, found) for each, found in self._found.items())
        partial = self._path.with_suffix(".partial")
        partial.write_text("".join(lines), "utf-8")
        partial.replace(self._path)


def _to_line(identity: str, measured: Measured) -> str:
    data = {
        "id": identity,
        "seconds": measured.seconds,
        "figures": [dataclasses.asdict(each) for each in measured.figures],
    }
    return json.dumps(data, ensure_ascii=False) + "\n"


def _from_line(line: str) -> tuple[str, Measured]:
    data = json.loads(line)
    return str(data["id"]), Measured(tuple(map(_figure, data["figures"])), float(data["seconds"]))


def _figure(data: dict[str, Any]) -> Figure:
    interval = data.pop("interval")
    return Figure(**data, interval=Interval(**interval) if interval else None)
