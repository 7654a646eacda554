"""The child process that grounds: run as a script, it imports nothing of Ludens, so that it starts quickly.

Reads a logic program from its input and writes the ground program in the aspif format (Kaminski, Schaub and Wanko
2017) to its output. Its arguments are the number of bytes of memory it may use, the number of its parent's process,
and the folders in which its parent finds packages. It ends when its parent has, however that came about.
"""

from __future__ import annotations

import contextlib
import os
import sys
import threading
import time

LOOK_SECONDS = 0.2


def limit_memory(size: int) -> None:
    """Makes allocations fail beyond ``size`` bytes, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (there is none on Windows)

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def end_with_parent(parent: int) -> None:
    """Ends this process soon after its parent has ended; clingo leaves other threads free to run."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(LOOK_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def main() -> int:
    memory, parent, *folders = sys.argv[1:]
    sys.path[:] = folders
    end_with_parent(int(parent))
    limit_memory(int(memory))
    from clingo.application import Application, clingo_main  # noqa: PLC0415  (the limit comes first)

    return clingo_main(Application(), ["--mode=gringo", "--output=intermediate", "--warn=none", "-"])


if __name__ == "__main__":
    sys.exit(main())
