"""Takes away from Python what only Unix has, before anything else is imported: with it, Linux is as poor as Windows."""

from __future__ import annotations

import os
import select
import signal
import socket
import sys

for module, names in {
    os: (
        "fork",
        "forkpty",
        "getpgrp",
        "killpg",
        "nice",
        "pread",
        "pwrite",
        "setsid",
        "waitid",
        "O_NOFOLLOW",
        "O_NONBLOCK",
    ),
    select: ("poll",),
    signal: ("pthread_kill", "SIGHUP"),
    socket: ("send_fds", "recv_fds"),
}.items():
    for name in names:
        delattr(module, name)
for absent in ("fcntl", "resource"):
    sys.modules[absent] = None  # type: ignore[assignment]
