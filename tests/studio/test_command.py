"""``ludens studio``: the address, the port, the end."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from click.testing import CliRunner

from ludens.cli import app
from ludens.game import ParameterError
from ludens.studio import Settings
from ludens.studio.serving import address_of, bind

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


def test_the_address_has_the_token_where_one_is_needed() -> None:
    assert address_of(Settings()) == "http://127.0.0.1:8080/"
    assert address_of(Settings("::1", 80)) == "http://[::1]:80/"
    assert address_of(Settings("0.0.0.0", 81, token="abc")) == "http://127.0.0.1:81/?token=abc"


def test_it_starts_answers_and_ends_without_a_word(tmp_path: Path) -> None:
    command = [*COMMAND, "--port", "0", "--no-open", "--store", str(tmp_path / "store.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().split()[-1]
        agents = httpx.get(f"{address}api/v1/agents", timeout=60).json()
        assert agents["default"] == "champion"
        process.send_signal(signal.SIGINT)
        rest, complaints = process.communicate(timeout=60)
    assert process.returncode == 0
    assert rest == ""
    assert complaints == "Ctrl-C ends it; games are kept.\n"
