"""Work for processes of the studio that goes wrong in every way, for tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

from ludens.game import ParameterError, RulesError
from ludens.studio.worker_process import Call, Data


class Trouble:
    """Does what it is told, which is seldom good."""

    def do(self, what: str, request: Data, call: Call) -> Any:
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
