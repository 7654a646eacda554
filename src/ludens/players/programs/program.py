"""A program that somebody has written, in any language, as a process of its own: lines to it, and lines from it.

A child of ours starts the program and gives it the socket between us as standard input and output. The child only
waits: when the program ends so does the child, and when this process is gone the child ends the program and whatever
that has started.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import shlex
import shutil
import socket
import subprocess
import threading
import time
import weakref
from collections.abc import Iterable, Sequence

from ludens.game import LudensError, ParameterError
from ludens.players.programs.protocol import LONGEST_LINE, one_line
from ludens.processes.child import Child
from ludens.processes.descendants import kill_descendants

PART = 1 << 16

LAST_WORDS = 600
"""Bytes that are kept of what a program writes to standard error."""

SET_CHILD_SUBREAPER = 36
"""The number of that wish among those of Linux's prctl."""

STATUS_SECONDS = 10.0
"""For a program to be gone after it has closed its output."""


class ProgramError(LudensError):
    """A program that cannot go on, and why."""


class SilentProgramError(ProgramError, TimeoutError):
    """A program that has not answered in time."""


class Program:
    """A running program; ``command`` is a command line, without a shell. It ends with this object, at the latest."""

    def __init__(self, command: str) -> None:
        self.command = command
        arguments = _arguments(command)
        reading, writing = os.pipe()
        try:
            with os.fdopen(writing, "wb") as errors:
                self._child = Child(keep_program, arguments, stderr=errors)
        except BaseException:
            os.close(reading)
            raise
        self._line = self._child.socket
        self._come = bytearray()
        self._errors = _Tail(reading)
        self._end = weakref.finalize(self, _end, self._child, self._line)

    @property
    def pid(self) -> int:
        """The number of the process that leads the program's session."""
        return self._child.pid

    def send(self, lines: Iterable[str], patience: float) -> None:
        """Writes lines; raises ProgramError when nobody reads them, or not within so many seconds."""
        text = "".join(f"{one_line(line)}\n" for line in lines)
        try:
            self._line.settimeout(patience)
            self._line.sendall(text.encode("utf-8"))
        except TimeoutError:
            self.end()
            raise SilentProgramError(f"{self.command} does not read what it is told.") from None
        except OSError:
            raise self._ended() from None

    def receive(self, until: float) -> str:
        """The next line, at the latest at this time of ``time.monotonic``; raises ProgramError when there is none.

        The program is ended then.
        """
        while (place := self._come.find(b"\n")) < 0:
            if len(self._come) > LONGEST_LINE:
                self.end()
                raise ProgramError(f"{self.command} wrote a line of more than {LONGEST_LINE:,} bytes.")
            self._come += self._part(until)
        line = self._come[:place].decode("utf-8", "replace")
        del self._come[: place + 1]
        return line

    def _part(self, until: float) -> bytes:
        try:
            self._line.settimeout(max(0.001, until - time.monotonic()))
            part = self._line.recv(PART)
        except TimeoutError:
            words = self._errors.text()
            self.end()
            raise SilentProgramError(f"{self.command} has not answered in time.{_quoted(words)}") from None
        except OSError:
            part = b""
        if not part:
            raise self._ended()
        return part

    def _ended(self) -> ProgramError:
        """What is told of a program that has closed its end."""
        status = self._child.status(STATUS_SECONDS)
        self._errors.finish()
        how = "closed its output" if status is None else f"ended with {_status(status)}"
        words = self._errors.text()
        self.end()
        return ProgramError(f"{self.command} {how}.{_quoted(words)}")

    def let_end(self, patience: float) -> None:
        """Waits so many seconds for the program to end by itself, and then ends it."""
        if self._end.alive:
            self._child.status(patience)
        self.end()

    def end(self) -> None:
        """Ends the program and all that it has started; more than once does no harm."""
        self._end()
        self._errors.finish()


def _end(child: Child, line: socket.socket) -> None:
    child.end()
    line.close()


def keep_program(line: socket.socket, arguments: Sequence[str]) -> None:
    """The life of the child: starts the program, ends as it does, and ends what that has left."""
    _adopt_orphans()
    try:
        program = subprocess.Popen(arguments, stdin=line.fileno(), stdout=line.fileno())
    except OSError as error:
        os.write(2, f"it cannot be started: {(error.strerror or str(error)).lower()}\n".encode())
        raise SystemExit(127) from None
    code = program.wait()
    kill_descendants()
    raise SystemExit(code if code >= 0 else 128 - code)


def _adopt_orphans() -> None:
    """Makes this process the parent of those whose own parents have ended, where the system can do that (Linux)."""
    with contextlib.suppress(OSError, AttributeError, TypeError):
        ctypes.CDLL(None).prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _arguments(command: str) -> list[str]:
    """The words of a command line; raises ParameterError when there is no such program."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise ParameterError(f"'{command}' is no command line: {str(error).lower()}.") from None
    if not words:
        raise ParameterError("There is no program without a name; write 'program:./my_engine'.")
    if shutil.which(words[0]) is None:
        raise ParameterError(f"There is no program called {words[0]} that can be run. Is it executable?")
    return words


def _status(code: int) -> str:
    return f"signal {code - 128}" if code > 128 else f"status {code}"


def _quoted(words: str) -> str:
    return f" It wrote: {words}" if words else ""


class _Tail:
    """The last that comes out of a pipe, read by a thread so that nobody has to wait to write."""

    def __init__(self, reading: int) -> None:
        self._kept = bytearray()
        self._thread = threading.Thread(target=self._read, args=(reading,), daemon=True)
        self._thread.start()

    def text(self) -> str:
        return " ".join(self._kept.decode("utf-8", "replace").split())

    def finish(self) -> None:
        """Waits for what is still in the pipe, when nobody writes any more."""
        self._thread.join(1.0)

    def _read(self, reading: int) -> None:
        with contextlib.suppress(OSError), os.fdopen(reading, "rb", buffering=0) as pipe:
            while part := pipe.read(PART):
                self._kept += part
                del self._kept[:-LAST_WORDS]
