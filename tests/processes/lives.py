"""What the children of these tests do; importable by them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from functools import partial
from typing import Any

from ludens.game import ParameterError
from ludens.processes.forked_child import be_child
from ludens.processes.forking import lead_session, leave_no_zombies, serve_forks
from ludens.processes.limits import limit_memory
from ludens.processes.messages import Data, Line
from ludens.processes.serving import Call, serve
from ludens.processes.watching import end_with

SLEEP = [sys.executable, "-c", "import time; time.sleep(600)"]


def sleep(line: socket.socket) -> None:
    time.sleep(600)


def tell(line: socket.socket, *what: Any) -> None:
    """Tells what a child sees of the world."""
    Line(line).send(
        {
            "path": sys.path,
            "arguments": what,
            "threads": os.environ["OMP_NUM_THREADS"],
            "unbuffered": "PYTHONUNBUFFERED" in os.environ,
            "leads": os.getsid(0) == os.getpid() == os.getpgrp(),
            "interrupted": signal.getsignal(signal.SIGINT) != signal.SIG_IGN,
            "argv": sys.argv[1:],
            "pid": os.getpid(),
        }
    )


def leave(line: socket.socket, code: int) -> None:
    sys.exit(code)


def with_children(line: socket.socket) -> None:
    """Starts one process in its group and one in a session of its own, tells their numbers, and sleeps."""
    found = [subprocess.Popen(SLEEP).pid, subprocess.Popen(SLEEP, start_new_session=True).pid]
    Line(line).send({"pids": found})
    time.sleep(600)


def write(line: socket.socket, answer: bytes, first: bytes = b"") -> None:
    """Says something, and something else when it is asked, whatever that is; and stays."""
    line.sendall(first)
    line.recv(1 << 16)
    line.sendall(answer)
    time.sleep(600)


def answer(line: socket.socket, memory_bytes: int) -> None:
    """Answers requests within a limit of memory."""
    limit_memory(memory_bytes)
    serve(Line(line), work, told)


def told(error: Exception) -> Data:
    return {"failed": f"{type(error).__name__}: {error}"}


def work(request: Data, call: Call) -> Any:
    match request["do"]:
        case "pid":
            return os.getpid()
        case "memory":
            return len(bytearray(request["bytes"]))
        case "wrong":
            raise ParameterError("that cannot be")
        case "count":
            number = 0
            while not call.stopped:
                call.tell({"number": number})
                number += 1
                time.sleep(0.01)
            return number
        case "sleep":
            time.sleep(600)
        case "die":
            os.kill(os.getpid(), signal.SIGKILL)
        case "nan":
            return [1.5, float("nan"), {"a": float("inf")}]
        case "no_json":
            return {1, 2}
    return request["do"]


def fork_server(orders: socket.socket, said: str) -> None:
    """Forks processes that answer what they are asked."""
    leave_no_zombies()
    serve_forks(orders, 1, partial(forked, said))


def forked(said: str, letter: bytes, descriptor: int) -> None:
    lead_session()
    line = socket.socket(fileno=descriptor)
    end_with(line)
    serve(Line(line), lambda request, call: [said, letter.decode(), os.getppid()], told)


def forking_children(orders: socket.socket) -> None:
    """A fork server whose processes do what they are told over their sockets."""
    leave_no_zombies()
    serve_forks(orders, 1, be_child)
