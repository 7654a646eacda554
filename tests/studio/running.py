"""A studio that runs on a real port, and pages that play in it, for tests."""

from __future__ import annotations

import contextlib
import json
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import uvicorn
from websockets.sync.client import ClientConnection, connect

from ludens.studio import Caps, Settings
from ludens.studio.studio import Studio
from ludens.studio.web.serving import bind, server_of

Data = dict[str, Any]

PATIENCE = 300.0
"""Seconds: the machine may be busy with other things, and everything may have to be compiled first."""

PATIENT = Caps(
    thinking_seconds=600, question_seconds=300, making_seconds=600, report_seconds=240, judging_playouts=20_000
)
"""Limits that no honest work reaches, however busy the machine is."""

PERSON = {"kind": "person"}


def agent(name: str = "random", seconds: float = 0.05, playouts: int | None = None) -> Data:
    return {"kind": "agent", "agent": name, "seconds": seconds, "playouts": playouts}


@dataclass(frozen=True)
class Running:
    """A studio at an address."""

    address: str
    http: httpx.Client
    server: uvicorn.Server

    @property
    def studio(self) -> Studio:
        studio: Studio = self.server.config.app.state.studio  # type: ignore[union-attr]
        return studio

    def create(self, game: str, *seats: Data, **more: Any) -> str:
        """The id of a new match."""
        answer = self.http.post("/api/v1/matches", json={"game": game, "seats": list(seats) or None, **more})
        assert answer.status_code == 201, answer.text
        return str(answer.json()["id"])

    @contextlib.contextmanager
    def page(self, match: str, since: int | None = None) -> Iterator[Page]:
        """A page that looks at a match."""
        query = "" if since is None else f"?since={since}"
        address = self.address.replace("http", "ws", 1)
        with connect(f"{address}/api/v1/matches/{match}/socket{query}", max_size=None, open_timeout=PATIENCE) as socket:
            yield Page(socket)


class Page:
    """One end of a socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.state: Data = {}
        self.seen: list[Data] = []

    def next(self, kind: str | None = None, fits: Callable[[Data], bool] = lambda frame: True) -> Data:
        """The next frame of a kind that fits; all others are read and remembered."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            frame = json.loads(self.socket.recv(timeout=PATIENCE))
            assert frame["v"] == 1
            self.seen.append(frame)
            if frame["type"] == "state":
                self.state = frame
            if (kind is None or frame["type"] == kind) and fits(frame):
                return dict(frame)
        raise AssertionError(f"no {kind} frame came")

    def send(self, kind: str, **more: Any) -> None:
        self.socket.send(json.dumps({"type": kind, **more}))

    def move(self, role: int = 0, choice: int = 0) -> None:
        """Makes one of the legal moves of a role."""
        self.send("move", role=role, move=self.state["legal"][str(role)][choice]["move"], ply=self.state["plies"])

    def until(self, fits: Callable[[Data], bool]) -> Data:
        """The next state that fits."""
        return self.next("state", fits)

    def my_turn(self, role: int = 0) -> Data:
        """The next state in which a person with this role can move, or the game is over."""
        return self.until(lambda state: state["over"] or str(role) in state["legal"])

    def play_out(self, role: int = 0) -> Data:
        """Plays first moves to the end; returns the last state."""
        while not self.state["over"]:
            self.move(role)
            self.my_turn(role)
        return self.state


@contextlib.contextmanager
def running(
    store: Path, caps: Caps | None = None, token: str = "", host: str = "127.0.0.1", ticket: str = ""
) -> Iterator[Running]:
    """A studio that listens on any free port of this machine."""
    listening = bind("127.0.0.1", 0, exactly=True)
    port = listening.getsockname()[1]
    server = server_of(Settings(host, port, store, token, ticket, caps=caps or PATIENT))
    thread = threading.Thread(target=server.run, args=([listening],))
    thread.start()
    address = f"http://127.0.0.1:{port}"
    try:
        while not server.started:
            assert thread.is_alive()
            time.sleep(0.01)
        with httpx.Client(base_url=address, timeout=PATIENCE) as client:
            yield Running(address, client, server)
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
        listening.close()
        assert not thread.is_alive()
