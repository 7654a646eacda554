"""The life of a ``ludens`` process: streams that exist, signals that are handled, and an end without accidents."""

from __future__ import annotations

import atexit
import contextlib
import os
import sys
import threading
import traceback
from collections.abc import Callable

from ludens.cli import interrupts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn


def run(command: Callable[[], object]) -> NoReturn:
    """Runs a command, which may end by SystemExit, and ends the process."""
    code = 1
    try:
        interrupts.watch()
        _open_streams()
        # No command needs more threads of OpenBLAS. Each reserves memory, and where there is little it tries for ever.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        command()
        code = 0
    except SystemExit as ended:
        code = _number(ended.code)
    except BaseException as error:
        # What an interrupt breaks can look like anything.
        if interrupts.received() or isinstance(error, KeyboardInterrupt):
            interrupts.tell()
            code = interrupts.exit_code()
        else:
            traceback.print_exc()
    _end(code)


def _open_streams() -> None:
    """Opens what is closed, lest a file of ours gets the number of a standard stream.

    Input is at its end then; output fails when it is written, with a message.
    """
    for number, name, stream in ((0, "stdin", sys.stdin), (1, "stdout", sys.stdout), (2, "stderr", sys.stderr)):
        if stream is not None:
            continue
        with contextlib.suppress(OSError):
            opened = os.open(os.devnull, os.O_RDWR if number == 2 else os.O_RDONLY)
            if opened != number:
                os.dup2(opened, number)
                os.close(opened)
            setattr(sys, name, open(number, "w" if number else "r", closefd=False))  # noqa: SIM115


def _number(code: object) -> int:
    """An exit code as Python understands what SystemExit is given."""
    if code is None:
        return 0
    if isinstance(code, int):
        return code
    print(code, file=sys.stderr)
    return 1


def _end(code: int) -> NoReturn:
    """Ends the process with this exit code.

    Not as Python does: while it takes itself apart, threads may still be in compiled code, and crash.
    """
    if not interrupts.received():
        try:
            compiling = sys.modules.get("ludens.processes.background")
            if compiling is not None:
                atexit.unregister(compiling.wait)
            # Joins threads, and ends those of executors.
            threading._shutdown()  # type: ignore[attr-defined]
            atexit._run_exitfuncs()
        except BaseException:
            if interrupts.received():
                interrupts.tell()
                code = interrupts.exit_code()
    for stream in (sys.stdout, sys.stderr):
        with contextlib.suppress(BaseException):
            stream.flush()
    os._exit(code & 0xFF)
