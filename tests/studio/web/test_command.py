"""``ludens studio``: the address, the port, the end."""

from __future__ import annotations

import contextlib
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from click.testing import CliRunner
from websockets.sync.client import connect

from ludens.cli import app
from ludens.game import ParameterError
from ludens.studio import Settings
from ludens.studio.web.serving import address_of, bind
from ludens.studio.web.token import kept_token
from tests.studio.conftest import descendants
from tests.studio.running import PATIENCE
from tests.studio.work.test_workers import gone


def last_words(store: Path) -> str:
    return f"Press Ctrl-C to stop it; your games are saved in {store}.\nThe studio has stopped.\n"


COMMAND = [sys.executable, "-c", "from ludens.cli import main; main()", "studio"]


@pytest.fixture
def taken() -> Iterator[int]:
    """A port that something else listens on."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield other.getsockname()[1]


def test_the_next_free_port_is_taken_unless_one_is_asked_for(taken: int) -> None:
    with bind("127.0.0.1", taken, exactly=False) as found:
        assert taken < found.getsockname()[1] < taken + 50
    with pytest.raises(ParameterError, match=f"port {taken}"):
        bind("127.0.0.1", taken, exactly=True)
    with pytest.raises(ParameterError, match="no host"):
        bind("no.such.host.invalid", 0, exactly=True)


def test_what_cannot_be_is_said_with_exit_code_2(taken: int, tmp_path: Path) -> None:
    store = str(tmp_path / "store.sqlite")
    other = tmp_path / "other.sqlite"
    other.write_text("this is no store, but it is long enough to look like something " * 50)
    for options, message in (
        (["--port", str(taken), "--store", store], "something else does already"),
        (["--port", "99999"], "Invalid value"),
        (["--store", str(other)], "Cannot use"),
        (["--host", "no.such.host.invalid", "--store", store], "no host"),
    ):
        result = CliRunner().invoke(app, ["studio", "--no-open", *options])
        assert result.exit_code == 2
        assert message in result.output


def test_the_address_has_the_token() -> None:
    assert address_of(Settings()) == "http://127.0.0.1:8080/"
    assert address_of(Settings("::1", 80)) == "http://[::1]:80/"
    assert address_of(Settings("0.0.0.0", 81, token="abc")) == "http://127.0.0.1:81/?token=abc"


@dataclass
class Started:
    """A studio as a user starts it."""

    process: subprocess.Popen[str]
    address: str
    token: str

    def get(self, path: str, **options: Any) -> httpx.Response:
        return httpx.get(f"{self.address}{path}", timeout=PATIENCE, **options)

    def bearer(self) -> dict[str, str]:
        return {"authorization": f"Bearer {self.token}"}

    def ended(self, number: signal.Signals) -> tuple[int, str, str]:
        """The exit code and what was printed after a signal."""
        self.process.send_signal(number)
        rest, complaints = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, rest, complaints


@contextlib.contextmanager
def started(store: Path, *options: str) -> Iterator[Started]:
    command = [*COMMAND, "--port", "0", "--no-open", "--store", str(store), *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address, _, token = process.stdout.readline().split()[-1].partition("?token=")
            yield Started(process, address, token)
        finally:
            process.kill()


BROWSER = f"""#!{sys.executable}
import pathlib, resource, sys
told = pathlib.Path(__file__).with_name("told")
told.with_name("half").write_text(f"{{sys.argv[1]}} {{resource.getrlimit(resource.RLIMIT_AS)[0]}}")
told.with_name("half").replace(told)
"""


def test_the_browser_gets_a_ticket_and_no_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser, told = tmp_path / "browser", tmp_path / "told"
    browser.write_text(BROWSER)
    browser.chmod(0o700)
    monkeypatch.setenv("BROWSER", str(browser))
    with started(tmp_path / "store.sqlite", "--open") as studio:
        while not told.exists():
            assert studio.process.poll() is None
            time.sleep(0.02)
        address, limit = told.read_text().split()
        own, _ = resource.getrlimit(resource.RLIMIT_AS)
        assert limit == str(own)
        assert address.startswith(f"{studio.address}?token=")
        assert studio.token not in address
        assert httpx.get(address, timeout=PATIENCE).status_code == 303
        assert httpx.get(address, timeout=PATIENCE).status_code == 403


def test_it_starts_answers_and_ends_with_one_line(tmp_path: Path) -> None:
    with started(tmp_path / "store.sqlite") as studio:
        assert studio.get("api/v1/agents").status_code == 403
        agents = studio.get("api/v1/agents", headers=studio.bearer()).json()
        assert agents["default"] == "champion"
        workers = descendants(studio.process.pid)
        assert studio.ended(signal.SIGTERM) == (0, "", last_words(tmp_path / "store.sqlite"))
        assert all(gone(worker) for worker in workers)


def test_ctrl_c_with_an_open_page_prints_one_line(tmp_path: Path) -> None:
    with started(tmp_path / "store.sqlite", "--no-token") as studio, contextlib.ExitStack() as stack:
        seats = [{"kind": "person"}] * 2
        match = httpx.post(
            f"{studio.address}api/v1/matches", json={"game": "tic_tac_toe", "seats": seats}, timeout=PATIENCE
        ).json()["id"]
        address = studio.address.replace("http", "ws", 1)
        pages = [
            stack.enter_context(connect(f"{address}api/v1/matches/{match}/socket", open_timeout=PATIENCE))
            for _ in range(3)
        ]
        for page in pages:
            page.recv(timeout=PATIENCE)
        # One page that never reads, half a request, and an idle connection as a browser keeps it.
        place = ("127.0.0.1", int(studio.address.rpartition(":")[2].strip("/")))
        for said in (b"", b"GET / HT", b"POST /api/v1/rules HTTP/1.1\r\nhost: localhost\r\ncontent-length: 9\r\n\r\n{"):
            stack.enter_context(socket.create_connection(place)).sendall(said)
        assert studio.ended(signal.SIGINT) == (0, "", last_words(tmp_path / "store.sqlite"))


def test_a_second_studio_does_not_take_the_same_store(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    command = [*COMMAND, "--port", "0", "--no-open", "--store", str(store)]
    with started(store) as first:
        second = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)
        assert second.returncode == 2
        assert second.stdout == ""
        assert second.stderr == (
            f"A studio is already running at {first.address}?token={first.token} with the games in {store}. "
            "Open that one, or end it first, or choose another file with --store.\n"
        )
        workers = descendants(first.process.pid)
        first.ended(signal.SIGKILL)
        assert all(gone(worker) for worker in workers)
    # A studio that was killed does not keep its store.
    with started(store) as third:
        assert third.get("api/v1/agents", headers=third.bearer()).status_code == 200
        third.ended(signal.SIGINT)
    assert not store.with_name("store.sqlite.studio").exists()


def test_the_token_stays_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "cache"))
    token = kept_token()
    assert len(token) >= 24
    assert kept_token() == token
    path = tmp_path / "cache" / "studio-token"
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    other = kept_token()
    assert other != token
    assert kept_token() == other
    path.write_text("short")
    assert kept_token() not in ("short", other)
    monkeypatch.setenv("LUDENS_CACHE", "/dev/null/none")
    assert kept_token() != kept_token()


def test_only_this_machine_can_do_without_a_token(tmp_path: Path) -> None:
    options = ["--no-open", "--host", "0.0.0.0", "--port", "0", "--no-token", "--store", str(tmp_path / "s.sqlite")]
    result = CliRunner().invoke(app, ["studio", *options])
    assert result.exit_code == 2
    assert "needs a token" in result.output
