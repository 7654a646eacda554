"""A studio in a process of its own, as a user starts it, on a port that is free."""

from __future__ import annotations

import json
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext

PATIENCE_SECONDS = 120.0


class Studio:
    """The server: it can be stopped, killed and started again on the same port with the same store."""

    def __init__(self, folder: Path) -> None:
        self.store = folder / "games.sqlite"
        self.port = free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        self.token = ""
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        """Starts it and waits until it answers."""
        command = "import ludens.cli; ludens.cli.main()"
        options = ["--port", str(self.port), "--no-open", "--store", str(self.store)]
        self.process = subprocess.Popen(
            [sys.executable, "-c", command, "studio", *options], stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        self.token = self.process.stdout.readline().strip().partition("?token=")[2]
        limit = time.monotonic() + PATIENCE_SECONDS
        while not self._answers():
            assert self.process.poll() is None, "the studio ended at once"
            assert time.monotonic() < limit, "the studio does not answer"
            time.sleep(0.1)

    def _answers(self) -> bool:
        try:
            self.get("agents")
        except (urllib.error.URLError, ConnectionError, TimeoutError):
            return False
        return True

    def stop(self) -> None:
        """Ends it as Ctrl-C does."""
        self._end(signal.SIGINT)

    def kill(self) -> None:
        """Ends it without any warning."""
        self._end(signal.SIGKILL)

    def _end(self, number: signal.Signals) -> None:
        if self.process is None:
            return
        self.process.send_signal(number)
        try:
            self.process.wait(PATIENCE_SECONDS)
        finally:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def get(self, path: str) -> Any:
        """What the interface answers."""
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", headers=self._headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)

    def post(self, path: str, data: object) -> Any:
        """What the interface answers to data."""
        headers = {**self._headers, "content-type": "application/json"}
        request = urllib.request.Request(f"{self.address}/api/v1/{path}", json.dumps(data).encode(), headers)
        with urllib.request.urlopen(request, timeout=PATIENCE_SECONDS) as answer:
            return json.load(answer)

    @property
    def _headers(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def admit(self, context: BrowserContext) -> None:
        """Gives the windows of a browser the token, as the printed address does."""
        name = f"ludens_token_{self.port}"
        context.add_cookies([{"name": name, "value": self.token, "url": self.address}])

    def new_match(self, game: str, *agents: str, moves: str = "") -> str:
        """The address of a page on a new match: a person in the first seat, these agents in the others."""
        others = [{"kind": "agent", "agent": agent, "seconds": 0.1} for agent in agents]
        found = self.post("matches", {"game": game, "seats": [{"kind": "person"}, *others], "moves": moves})
        return f"/play/{found['id']}"


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
