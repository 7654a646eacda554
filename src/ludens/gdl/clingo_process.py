"""The child process that grounds: run as a script, it imports nothing of Ludens, so that it starts quickly.

Reads a logic program from its input and writes the ground program in the aspif format (Kaminski, Schaub and Wanko
2017) to its output. Its one argument is the number of bytes of memory it may use.
"""

from __future__ import annotations

import contextlib
import sys


def limit_memory(size: int) -> None:
    """Makes allocations fail beyond ``size`` bytes, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (there is none on Windows)

        resource.setrlimit(resource.RLIMIT_AS, (size, size))


def main() -> int:
    limit_memory(int(sys.argv[1]))
    from clingo.application import Application, clingo_main  # noqa: PLC0415  (the limit comes first)

    return clingo_main(Application(), ["--mode=gringo", "--output=intermediate", "--warn=none", "-"])


if __name__ == "__main__":
    sys.exit(main())
