"""Work for processes of the studio that goes wrong in every way, for tests."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from ludens.game import ParameterError, RulesError
from ludens.processes.messages import Data
from ludens.processes.serving import Call


class Trouble:
    """Does what it is told, which is seldom good."""

    def do(self, what: str, request: Data, call: Call) -> Any:  # noqa: PLR0912  (there are many ways to fail)
        print("this goes to standard error")
        match what:
            case "pid":
                return os.getpid()
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "die_once" if not Path(request["path"]).exists():
                Path(request["path"]).touch()
                os.kill(os.getpid(), signal.SIGKILL)
            case "hang":
                child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
                Path(request["path"]).write_text(str(child.pid))
                time.sleep(600)
            case "count":
                for number in range(request["most"]):
                    call.tell({"number": number})
                    time.sleep(0.02)
                    if call.stopped:
                        return number
            case "not_numbers":
                call.tell({"value": float("nan")})
                return {"values": [1.5, float("inf"), {"a": float("-inf")}], "more": (float("nan"), None, "NaN")}
            case "no_json":
                return {1, 2}
            case "long":
                return "x" * request["size"]
            case "full":
                raise sqlite3.OperationalError("database or disk is full")
            case "refuse":
                raise ParameterError("that cannot be")
            case "rules":
                raise RulesError("wrong rules", [(2, 3)])
            case "bug":
                raise ZeroDivisionError("oh")
            case "recurse":
                return self.do("recurse", request, call)
            case "memory":
                return len(bytearray(request["bytes"]))
        return what
