"""The child process that grounds: run without its package, it imports next to nothing, so that it starts quickly.

Reads a logic program from its input and writes the ground program in the aspif format (Kaminski, Schaub and Wanko
2017) to its line.
"""

from __future__ import annotations

import contextlib
import os
import sys

from ludens.processes.limits import limit_memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    import socket
    from typing import Any

ARGUMENTS = ["--mode=gringo", "--output=intermediate", "--warn=none", "-"]

CALLBACKS = 8
"""Functions that may stand in a ``clingo_application``; none does."""


def main(line: socket.socket, memory_bytes: int) -> None:
    """Grounds with at most so much memory, and ends the process with clingo's exit code."""
    limit_memory(memory_bytes)
    os.dup2(line.fileno(), 1)
    library = clingo_library()
    sys.exit(main_of_package() if library is None else main_of_library(library))


def main_of_library(library: Any) -> int:
    """Clingo's main function by itself: importing its package takes longer than grounding most games."""
    import ctypes  # noqa: PLC0415  (the limit comes first)

    given = [argument.encode() for argument in ARGUMENTS]
    nothing_special = (ctypes.c_void_p * CALLBACKS)()
    arguments = (ctypes.c_char_p * len(given))(*given)
    return int(library.clingo_main(nothing_special, arguments, ctypes.c_size_t(len(given)), None))


def main_of_package() -> int:
    """The same by the package, wherever that comes from."""
    from clingo.application import Application, clingo_main  # noqa: PLC0415

    return clingo_main(Application(), ARGUMENTS)


def clingo_library() -> Any:
    """Clingo as a library of C, or ``None`` where it was built in another way."""
    import ctypes  # noqa: PLC0415
    from importlib.machinery import EXTENSION_SUFFIXES  # noqa: PLC0415
    from importlib.util import find_spec  # noqa: PLC0415

    package = find_spec("clingo")
    for folder in (package and package.submodule_search_locations) or ():
        for suffix in EXTENSION_SUFFIXES:
            path = f"{folder}/_clingo{suffix}"
            if os.path.exists(path):  # noqa: PTH110  (pathlib takes long to import)
                with contextlib.suppress(OSError):
                    library = ctypes.CDLL(path)
                    return library if hasattr(library, "clingo_main") else None
    return None
