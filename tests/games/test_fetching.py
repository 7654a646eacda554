"""Rulesheets by address, from a server of this machine: what is fetched, kept, and refused, with which words."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from click.testing import CliRunner

import ludens
from ludens.arena.match import rules_digest
from ludens.cli import app
from ludens.game import SourceError
from ludens.games import fetching
from ludens.games.fetching import fetched_source, raw_address
from ludens.games.loading import built_in_source, is_address
from ludens.ggp.messages import MessageError, Start, read_message
from ludens.ggp.player.server_reading import read_as_server
from ludens.own.references import ALLOWED, restrict
from ludens.studio.games.opened_games import open_game
from ludens.studio.watch.tournament_work import tournament_of

RULES = built_in_source("tic_tac_toe", {}).text


@dataclass
class Site:
    """What a server answers, by path: a status, a body or where to look instead; and what it was asked."""

    address: str
    answers: dict[str, tuple[int, bytes]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    def put(self, path: str, body: str | bytes, status: int = 200) -> str:
        self.answers[path] = status, body if isinstance(body, bytes) else body.encode()
        return self.address + path


@pytest.fixture
def site(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Site]:
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("no_proxy", "*")
    monkeypatch.delenv(ALLOWED, raising=False)

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            found.asked.append(self.path)
            status, body = found.answers.get(self.path, (404, b"<!doctype html>no"))
            self.send_response(status)
            if status in (301, 302, 307):
                self.send_header("Location", body.decode())
                body = b""
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        found = Site(f"http://127.0.0.1:{server.server_port}")
        thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        yield found
        server.shutdown()
        thread.join()


def test_a_rulesheet_is_fetched_once_and_then_kept(site: Site) -> None:
    address = site.put("/ticTacToe.kif", RULES)
    game = ludens.load(address)
    assert game.info.roles == ("xplayer", "oplayer")
    assert game.info.name == address
    site.answers.clear()
    assert ludens.load(f"{address}#L7").info.roles == ("xplayer", "oplayer")
    assert rules_digest(address) == rules_digest("tic_tac_toe")
    assert site.asked == ["/ticTacToe.kif"]


def test_check_fetches_anew(site: Site) -> None:
    address = site.put("/t.kif", RULES)
    assert CliRunner().invoke(app, ["check", address]).exit_code == 0
    site.put("/t.kif", RULES + "(")
    result = CliRunner().invoke(app, ["check", address])
    assert result.exit_code == 2
    assert site.asked == ["/t.kif"] * 2


def test_commands_take_an_address(site: Site) -> None:
    address = site.put("/sheets/t.kif?raw=1", RULES)
    result = CliRunner().invoke(app, ["match", address, "random", "--playouts", "1", "--seed", "1"])
    assert result.exit_code == 0, result.output
    result = CliRunner().invoke(app, ["show", site.address + "/nothing.kif"])
    assert result.exit_code == 2
    assert "There is nothing at" in result.stderr


def test_a_description_of_ggp_org_leads_to_its_rulesheet(site: Site) -> None:
    address = site.put("/base/games/ticTacToe", json.dumps({"rulesheet": "ticTacToe.kif", "roleNames": ["a", "b"]}))
    site.put("/base/games/ticTacToe/ticTacToe.kif", RULES)
    assert fetched_source(address).text == RULES
    elsewhere = site.put("/x/", json.dumps({"rulesheet": "file:///etc/passwd"}))
    with pytest.raises(SourceError, match="http:// and https:// addresses only"):
        fetched_source(elsewhere)


def test_redirects_are_followed_but_not_for_ever_and_not_out_of_the_web(site: Site) -> None:
    site.put("/there", RULES)
    assert fetched_source(site.put("/moved", "/there", 302)).text == RULES
    for number in range(fetching.MOST_REDIRECTS + 1):
        site.put(f"/{number}", f"/{number + 1}", 302)
    with pytest.raises(SourceError, match="more than 5 redirects are not followed"):
        fetched_source(site.address + "/0")
    assert len(site.asked) <= fetching.MOST_REDIRECTS + 4
    with pytest.raises(SourceError, match="more than 5 redirects are not followed"):
        fetched_source(site.put("/round", "/round", 302))
    for bad in ("file:///etc/passwd", "ftp://example.org/x.kif"):
        with pytest.raises(SourceError, match="which is not followed"):
            fetched_source(site.put("/out", bad, 302))


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ("", 404, "There is nothing at .*status 404.*Check the address"),
        ("", 403, "is not public"),
        ("", 500, "its server answered with status 500"),
        ("<!DOCTYPE html><html>(role x)</html>", 200, "is a page for browsers.*Look for a link such as 'raw'"),
        ("  <html>", 200, "is a page for browsers"),
        (b"(role\0x)", 200, "it is not text"),
        ("hello", 200, "is not a rulesheet: no rule in GDL is without parentheses"),
        ("", 200, "is not a rulesheet"),
        ('{"a": "("}', 200, None),
        ('(game "Hex" (players 2))', 200, "written in Ludii's language"),
        ("#players = white(100), black(100)", 200, "Regular Boardgames"),
    ],
)
def test_what_is_no_rulesheet_is_told(site: Site, body: str | bytes, status: int, message: str | None) -> None:
    with pytest.raises(ludens.LudensError, match=message):
        ludens.load(site.put("/x", body, status))


def test_long_ones_are_refused_and_not_kept(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fetching, "MOST_BYTES", 1_000)
    address = site.put("/x.kif", "(" * 2_000)
    for _ in range(2):
        with pytest.raises(SourceError, match="longer than 1,000 bytes"):
            fetched_source(address)
    assert len(site.asked) == 2


def test_a_server_that_never_answers_is_given_up(site: Site) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"http://127.0.0.1:{silent.getsockname()[1]}/x.kif"
        with pytest.raises(SourceError, match=r"it took longer than 0\.05 seconds"):
            fetched_source(address, seconds=0.05)
    with pytest.raises(SourceError, match="cannot be reached: connection refused"):
        fetched_source(address)


@pytest.mark.parametrize(
    "address",
    ["ftp://example.org/x.kif", "file:///etc/passwd", "https://", "http://me:secret@example.org/x.kif",
     "http://[::1/x.kif", "http://example.org:port/x.kif", "http://example.org/a b.kif"],
)  # fmt: skip
def test_what_is_no_address_is_refused_without_asking_anybody(address: str) -> None:
    assert is_address(address)
    with pytest.raises(SourceError, match=r"is not an address|addresses only"):
        ludens.load(address)


@pytest.mark.parametrize(
    ("page", "raw"),
    [
        ("https://github.com/ggp-org/ggp-base/blob/develop/games/games/x/x.kif",
         "https://raw.githubusercontent.com/ggp-org/ggp-base/develop/games/games/x/x.kif"),
        ("https://gist.github.com/ann/0123abcd", "https://gist.githubusercontent.com/ann/0123abcd/raw"),
        ("https://gitlab.com/a/b/-/blob/main/x.kif", "https://gitlab.com/a/b/-/raw/main/x.kif"),
        ("https://bitbucket.org/a/b/src/main/x.kif", "https://bitbucket.org/a/b/raw/main/x.kif"),
        ("https://codeberg.org/a/b/src/branch/main/x.kif", "https://codeberg.org/a/b/raw/branch/main/x.kif"),
        ("https://example.org/x.kif", None),
    ],
)  # fmt: skip
def test_pages_that_show_a_file_are_told_with_the_address_of_the_file(page: str, raw: str | None) -> None:
    assert raw_address(page) == raw


def test_pages_of_known_sites_name_the_raw_address(site: Site) -> None:
    page = site.put("/ann/games/-/blob/main/x.kif", "<!doctype html>")
    with pytest.raises(SourceError, match=f"The file itself is at {site.address}/ann/games/-/raw/main/x.kif"):
        fetched_source(page)


def test_nothing_is_fetched_where_strangers_name_games(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(ALLOWED, "")  # so that it is undone
    restrict([])
    with pytest.raises(SourceError, match="rules are not fetched from addresses here"):
        ludens.load(site.put("/x.kif", RULES))
    assert site.asked == []


def test_pages_of_the_studio_cannot_name_an_address(site: Site) -> None:
    address = site.put("/x.kif", RULES)
    for restricted in (False, True):
        with pytest.MonkeyPatch.context() as patch:
            if restricted:
                patch.setenv(ALLOWED, "[]")
            with pytest.raises(ludens.LudensError, match="There is no game called"):
                open_game({"name": address})
            with pytest.raises(ludens.LudensError, match="There is no game called"):
                tournament_of({"games": [address], "agents": ["random", "legal"], "terms": {"seconds": 0.1}})
            with pytest.raises(ludens.LudensError):  # rules that are an address, and not a name that is one
                open_game({"rules": address, "title": "mine"})
    assert site.asked == []


def test_managers_cannot_send_a_player_to_an_address(site: Site) -> None:
    address = site.put("/x.kif", RULES)
    with pytest.raises(MessageError):
        read_message(f"( START match x {address} 10 10 )")
    message = read_message(f"( START match x ( {address} ) 10 10 )")
    assert isinstance(message, Start)
    _, problems, _ = read_as_server(message.rules)
    assert problems
    assert site.asked == []
