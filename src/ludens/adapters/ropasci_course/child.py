"""The process a player of the RoPaSci course sits in: run as a script, it imports nothing of Ludens.

Arguments: the player's module or package, its class, the side, and the limits of CPU seconds and of bytes. Requests and
answers are lines of JSON on the standard streams as they were at the start; what the player prints goes to standard
error. CPU time counts in the player's own methods, with garbage collected off the clock, as the course's referee does;
memory counts from when the player has been imported.
"""

from __future__ import annotations

import contextlib
import gc
import importlib
import json
import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any


def import_player(path: Path, name: str) -> Callable[[str], Any]:
    """The player's class; its folder is where the player's own imports are looked for."""
    sys.path.insert(0, str(path.parent))
    player: Callable[[str], Any] = getattr(importlib.import_module(path.stem), name)
    return player


def limit_memory(size: int) -> None:
    """Makes allocations fail beyond ``size`` bytes more than now, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (there is none on Windows)

        pages = int(Path("/proc/self/statm").read_text("ascii").split()[0])
        most = pages * os.sysconf("SC_PAGE_SIZE") + size
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limit_time(seconds: float) -> None:
    """Ends the process soon after it has used this much CPU time, even in a loop without end."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415

        most = int(time.process_time() + seconds) + 2
        resource.setrlimit(resource.RLIMIT_CPU, (most, most + 1))


class Clock:
    """The CPU time of the calls made through it."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def run(self, function: Callable[..., Any], *arguments: object) -> Any:
        gc.collect()
        begin = time.process_time()
        try:
            return function(*arguments)
        finally:
            self.seconds += time.process_time() - begin


def as_tuples(value: Any) -> Any:
    return tuple(map(as_tuples, value)) if isinstance(value, list) else value


def serve(make: Callable[[str], Any], side: str, requests: Any, answer: Callable[[dict[str, object]], None]) -> None:
    """Makes the player, then answers each request with what it did and the CPU time used so far."""
    clock = Clock()
    player = clock.run(make, side)
    answer({"seconds": clock.seconds})
    for line in requests:
        request = json.loads(line)
        method = player.action if request["call"] == "action" else player.update
        found = clock.run(method, *as_tuples(request["arguments"]))
        answer({"seconds": clock.seconds, "action": repr(found)})


def main() -> int:
    path, name, side, seconds, memory = sys.argv[1:]
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)

    def answer(content: dict[str, object]) -> None:
        answers.write(json.dumps(content) + "\n")
        answers.flush()

    try:
        player = import_player(Path(path), name)
        limit_memory(int(memory))
        limit_time(float(seconds))
        serve(player, side, requests, answer)
    except MemoryError:
        answer({"error": "it needed more memory than it may"})
        return 1
    except Exception as error:  # whatever a stranger's program may raise
        answer({"error": f"it crashed: {type(error).__name__}: {error}"})
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
