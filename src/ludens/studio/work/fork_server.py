"""Where the studio's processes come from: one process imports all that they need, once, and forks them.

A visitor's first click then waits for no imports, which matters on a busy machine; and what is imported is in memory
once. Where processes cannot be forked safely each is started anew.
"""

from __future__ import annotations

import gc
import importlib
import socket
from collections.abc import Callable
from typing import Any

from ludens.processes.child import Child
from ludens.processes.fork_server import ForkServer
from ludens.processes.forked_child import ForkedChild, be_child
from ludens.processes.forking import CAN_FORK, leave_no_zombies, serve_forks
from ludens.processes.watching import ending_with

NEEDED = (
    "ludens.studio.work.table_work",
    "ludens.studio.work.thinking_work",
    "ludens.studio.design.design_work",
    "ludens.studio.watch.watch_work",
    "ludens.studio.watch.tournament_work",
    "ludens.studio.train.train_work",
    "ludens.circuit.analysis",
    "ludens.players.champion",
    "ludens.players.ismcts",
    "ludens.search.facts",
    "ludens.search.views.shared_table",
)
"""Modules that processes of the studio import, at once or as soon as they have something to do."""


class StudioForkServer:
    """Starts processes for the studio."""

    def __init__(self) -> None:
        self._server = ForkServer(lambda: Child(_serve, forks=True))

    def start(self) -> None:
        """Has the server import what it needs, before anybody asks for a process."""
        if CAN_FORK:
            self._server.server  # noqa: B018  (made when it is asked for)

    def child(self, function: Callable[..., None], *arguments: Any) -> Child | ForkedChild:
        """A process that runs a function with a socket and these arguments."""
        if CAN_FORK:
            return ForkedChild(self._server, function, *arguments)
        return Child(function, *arguments)

    def end(self) -> None:
        """Ends the server, but not those that it has forked."""
        self._server.end()


def _serve(orders: socket.socket) -> None:
    leave_no_zombies()
    with ending_with(orders):
        for module in NEEDED:
            importlib.import_module(module)
    gc.freeze()
    serve_forks(orders, 1, be_child)
