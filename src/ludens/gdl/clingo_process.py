"""The child process that grounds: run without its package, it imports next to nothing, so that it starts quickly.

Reads a logic program from its input and writes the ground program in the aspif format (Kaminski, Schaub and Wanko
2017) to its line.
"""

from __future__ import annotations

import os
import sys

from ludens.processes.limits import limit_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket


def main(line: socket.socket, memory_bytes: int) -> None:
    """Grounds with at most so much memory, and ends the process with clingo's exit code."""
    limit_memory(memory_bytes)
    from clingo.application import Application, clingo_main  # noqa: PLC0415  (the limit comes first)

    os.dup2(line.fileno(), 1)
    sys.exit(clingo_main(Application(), ["--mode=gringo", "--output=intermediate", "--warn=none", "-"]))
