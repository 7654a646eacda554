"""What managers sent to a player, on disk, so that a player killed in mid-match can be started again and go on.

A manager tells only the last joint move. So each match has a file of JSON lines: its START, every step as it came, what
was answered, a position from time to time, and how the match ended. A line that was cut off by a crash is passed over.
Files of matches that have ended stay as records, the newest RECORDS_KEPT of them.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import IO, Any

from ludens.game import LudensError
from ludens.ggp.messages import Start
from ludens.ggp.player.steps import Step, as_data, from_data
from ludens.processes.locks import lock

RECORDS_KEPT = 200
SUFFIX = ".match.jsonl"
UNSAFE = re.compile(r"[^A-Za-z0-9_-]+")


class JournalError(LudensError):
    """A folder in which no journal can be kept."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The position after so many steps, as the game's text, and the role's legal moves in it."""

    steps: int
    position: str
    legal: tuple[str, ...] = ()


@dataclass(slots=True)
class Remembered:
    """A match as its journal tells it. ``heard``: when its last line was written, in seconds of the epoch.

    ``times``: when START and each step arrived. ``receiver``: whom START was for.
    """

    start: Start
    path: Path
    heard: float
    times: list[float]
    receiver: str = ""
    steps: list[Step] = field(default_factory=list)
    snapshot: Snapshot | None = None
    ended: str | None = None


def state_folder() -> Path:
    """LUDENS_STATE, or ``ludens`` in the user's folder for states, with a folder for matches."""
    chosen = os.environ.get("LUDENS_STATE")
    base = Path(chosen) if chosen else Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local/state") / "ludens"
    return base / "matches"


class Journal:
    """The folder of all matches; raises JournalError when it cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        # To have bytes on the disk can take long there; nobody waits for it.
        self._syncing = ThreadPoolExecutor(1, thread_name_prefix="ludens-journal")
        try:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / ".writable").touch()
        except OSError as error:
            reason = (error.strerror or str(error)).lower()
            raise JournalError(f"Cannot keep a journal in {folder}: {reason}.") from None

    def begin(self, start: Start, receiver: str = "") -> MatchJournal:
        """The journal of a new match."""
        stamp = time.strftime("%Y%m%dT%H%M%S", time.gmtime())
        mark = hashlib.sha256(f"{start.match}\n{time.time_ns()}".encode()).hexdigest()[:8]
        path = self.folder / f"{stamp}-{UNSAFE.sub('_', start.match)[:60]}-{mark}{SUFFIX}"
        journal = MatchJournal(path, self._syncing)
        journal.write({"start": asdict(start), "receiver": receiver})
        return journal

    def resume(self, remembered: Remembered) -> MatchJournal:
        """The journal of a match that goes on."""
        return MatchJournal(remembered.path, self._syncing)

    def unfinished(self) -> list[Remembered]:
        """Matches without an end that no other player is at, the one heard of last first.

        What cannot be read is left out.
        """
        found = [match for match in self._all() if match.ended is None and not _is_locked(match.path)]
        return sorted(found, key=lambda match: match.heard, reverse=True)

    def tidy(self) -> None:
        """Removes records of matches beyond the newest ones."""
        paths = sorted(self.folder.glob(f"*{SUFFIX}"), reverse=True)
        for path in paths[RECORDS_KEPT:]:
            with contextlib.suppress(OSError):
                path.unlink()

    def close(self) -> None:
        """Returns when everything is on the disk."""
        self._syncing.shutdown()

    def _all(self) -> Iterator[Remembered]:
        for path in self.folder.glob(f"*{SUFFIX}"):
            match = read_journal(path)
            if match is not None:
                yield match


class MatchJournal:
    """The file of one match, open at its end."""

    def __init__(self, path: Path, syncing: ThreadPoolExecutor) -> None:
        self.path, self._syncing = path, syncing
        self._file: IO[bytes] | None = path.open("ab", buffering=0)
        with contextlib.suppress(OSError):
            lock(self._file.fileno())
        if self._file.tell():
            self._file.write(b"\n")  # the line before may have been cut off

    def step(self, step: Step) -> None:
        """Notes what the manager sent."""
        self.write({"step": as_data(step)})

    def snapshot(self, snapshot: Snapshot) -> None:
        """Notes a position, from which a restarted player goes on."""
        self.write({"snapshot": asdict(snapshot)})

    def again(self) -> None:
        """Notes that the match has begun anew."""
        self.write({"again": True})

    def answer(self, move: str, source: str) -> None:
        """Notes what was answered, and whose move it was."""
        self.write({"answer": move, "from": source})

    def end(self, how: str) -> None:
        """Notes how the match ended, and closes the file."""
        self.write({"end": how})
        self.close()

    def close(self) -> None:
        """Closes the file; nothing more is written."""
        file, self._file = self._file, None
        if file is not None:
            with contextlib.suppress(RuntimeError):
                self._syncing.submit(file.close)

    def write(self, line: dict[str, Any]) -> None:
        """Adds a line; a disk that is full costs the journal, not the match."""
        if self._file is None:
            return
        with contextlib.suppress(OSError, RuntimeError):
            self._file.write(json.dumps({**line, "time": time.time()}, ensure_ascii=False).encode() + b"\n")
            self._syncing.submit(_sync, self._file)


def read_journal(path: Path) -> Remembered | None:
    """What a file tells of its match; None when it tells of none."""
    match: Remembered | None = None
    for line in _lines(path):
        with contextlib.suppress(KeyError, TypeError, ValueError):
            if "start" in line:
                begun = float(line["time"])
                match = Remembered(Start(**line["start"]), path, begun, [begun], str(line.get("receiver", "")))
            elif match is not None:
                _take(match, line)
                match.heard = float(line["time"])
    return match


def _take(match: Remembered, line: dict[str, Any]) -> None:
    if "step" in line:
        match.steps.append(from_data(line["step"]))
        match.times.append(float(line["time"]))
    elif "snapshot" in line:
        noted = line["snapshot"]
        match.snapshot = Snapshot(int(noted["steps"]), str(noted["position"]), tuple(noted["legal"]))
    elif "again" in line:
        match.steps, match.snapshot = [], None
    elif "end" in line:
        match.ended = str(line["end"])


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    try:
        written = path.read_text("utf-8", "replace").splitlines()
    except OSError:
        return
    for line in written:
        with contextlib.suppress(ValueError):
            found = json.loads(line)
            if isinstance(found, dict):
                yield found


def _is_locked(path: Path) -> bool:
    """Whether a player that is running writes this file: two with one folder must not be at the same match."""
    with contextlib.suppress(OSError), path.open("rb") as file:
        try:
            lock(file.fileno())
        except BlockingIOError:
            return True
    return False


def _sync(file: IO[bytes]) -> None:
    with contextlib.suppress(OSError, ValueError):
        os.fsync(file.fileno())
