"""The beginning of a child's life. It imports little, since every child does this first."""

from __future__ import annotations

import pickle
import signal
import socket
import sys

from ludens.processes.limits import lift_memory_limit
from ludens.processes.watching import end_with, ending_with

SIZE_BYTES = 8
"""Of the number that says how long the first message is."""


class Script:
    """The function ``main`` of a file, called as any other, which is run without the package that it lies in."""

    def __init__(self, path: str) -> None:
        self.path = path

    def __call__(self, line: socket.socket, *arguments: object) -> None:
        from importlib.util import module_from_spec, spec_from_file_location  # noqa: PLC0415

        spec = spec_from_file_location("script", self.path)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules["script"] = module_from_spec(spec)
        spec.loader.exec_module(module)
        module.main(line, *arguments)


def live(line: socket.socket, *, forks: bool) -> None:
    """Does what it is told over a socket; ``forks``: without threads of ours."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    lift_memory_limit()
    with ending_with(line):
        size = int.from_bytes(_exactly(line, SIZE_BYTES), "big")
        function, arguments = pickle.loads(_exactly(line, size))
    if not forks:
        end_with(line)
    function(line, *arguments)


def _exactly(line: socket.socket, size: int) -> bytes:
    found = bytearray()
    while len(found) < size:
        part = line.recv(size - len(found))
        if not part:
            raise SystemExit(1)
        found += part
    return bytes(found)
