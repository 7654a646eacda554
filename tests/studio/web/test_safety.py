"""Who is let in: the host, the origin, the token; headers, sizes and rate limits."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from ludens.game import ParameterError
from ludens.studio import Settings
from tests.studio.running import PATIENCE, PATIENT, PERSON, Running, running

TOKEN = "secret-token-of-this-test"
SMALL = replace(PATIENT, body_bytes=50_000, rules_characters=10_000, sockets_of_client=3, requests_per_second=1000)


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("studio") / "store.sqlite", SMALL) as found:
        yield found


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    # It believes that it listens on all addresses, but really listens on this machine alone.
    with running(tmp_path_factory.mktemp("guarded") / "store.sqlite", token=TOKEN, host="0.0.0.0") as found:
        yield found


@pytest.mark.parametrize("host", ["evil.example", "evil.example:8080", "127.0.0.1.evil.example", "", "[", "10.0.0.1"])
def test_other_names_for_this_machine_are_refused(studio: Running, host: str) -> None:
    for path in ("/", "/api/v1/agents", "/static/index.html"):
        answer = studio.http.get(path, headers={"host": host})
        assert answer.status_code in (400, 403)


@pytest.mark.parametrize("host", ["localhost:1", "127.0.0.1", "[::1]:8080", "LOCALHOST"])
def test_names_of_this_machine_are_accepted(studio: Running, host: str) -> None:
    assert studio.http.get("/api/v1/agents", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost", "file://", "http://[", "http://[x]/"],
)
def test_pages_of_other_sites_can_change_nothing(studio: Running, origin: str) -> None:
    headers = {"origin": origin}
    body = {"game": "tic_tac_toe"}
    assert studio.http.post("/api/v1/matches", json=body, headers=headers).status_code == 403
    assert studio.http.delete("/api/v1/matches/x", headers=headers).status_code == 403
    address = studio.address.replace("http", "ws", 1) + "/api/v1/matches/x/socket"
    with pytest.raises(InvalidStatus) as refused, connect(address, additional_headers=headers):
        pass
    assert refused.value.response.status_code == 403


def test_the_studio_s_own_pages_can(studio: Running) -> None:
    headers = {"origin": studio.address}
    created = studio.http.post(
        "/api/v1/matches", json={"game": "tic_tac_toe", "seats": [PERSON, PERSON]}, headers=headers
    )
    assert created.status_code == 201
    address = f"{studio.address.replace('http', 'ws', 1)}/api/v1/matches/{created.json()['id']}/socket"
    with connect(address, additional_headers=headers, open_timeout=PATIENCE) as socket:
        assert json.loads(socket.recv(PATIENCE))["type"] == "state"


def test_browsers_are_told_to_be_careful(studio: Running) -> None:
    for path in ("/api/v1/agents", "/api/v1/nothing", "/", "/api/v1/games/tic_tac_toe/picture.svg"):
        headers = studio.http.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_errors_are_json_for_people(studio: Running) -> None:
    for method, path, status in (
        ("GET", "/api/v1/nothing", 404),
        ("DELETE", "/api/v1/agents", 405),
        ("GET", "/api/v1/matches/none", 404),
        ("GET", "/api/v1/games/none/picture.svg", 400),
    ):
        answer = studio.http.request(method, path)
        assert answer.status_code == status
        assert answer.json()["error"]["message"]
    for body in (b"", b"no json", b"[1]", b"[" * 40_000, b'{"a":', b'{"a": "\xed\xa0\x80"}', b'{"a": "\xff"}'):
        answer = studio.http.post("/api/v1/matches", content=body)
        assert answer.status_code == 400
        assert "JSON object" in answer.json()["error"]["message"]


def test_what_is_too_large_is_refused(studio: Running) -> None:
    for path in ("/api/v1/matches", "/api/v1/rules/check"):
        answer = studio.http.post(path, content=b" " * 60_000)
        assert answer.status_code == 413
        assert "longer than" in answer.json()["error"]["message"]

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b" " * 10_000

    with contextlib.suppress(httpx.WriteError):  # the connection may be closed while we are still writing
        assert studio.http.post("/api/v1/matches", content=endless()).status_code == 413
    answer = studio.http.post("/api/v1/rules", json={"name": "long", "text": ";" * 20_000})
    assert answer.status_code == 413
    assert "10,000" in answer.json()["error"]["message"]


def test_a_client_has_only_so_many_sockets(studio: Running) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON)
    with studio.page(match) as one, studio.page(match) as two, studio.page(match) as three:
        for page in (one, two, three):
            page.my_turn()
        with studio.page(match) as four:
            assert "Too many" in four.next("error")["message"]
        one.move()
        assert three.until(lambda state: state["plies"] == 1)


def test_a_page_that_asks_too_fast_is_told_so_and_others_go_on(studio: Running) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON)
    with studio.page(match) as quiet:
        quiet.my_turn()
        with studio.page(match) as wild:
            for _ in range(2 * SMALL.frames_at_once):
                wild.send("undo")
            assert wild.next("error", lambda frame: "Too many commands" in frame["message"])
        quiet.move()
        assert quiet.until(lambda state: state["plies"] == 1)


def test_a_flood_of_requests_ends_in_429(tmp_path: Path) -> None:
    caps = replace(PATIENT, requests_per_second=0.001, requests_at_once=5)
    with running(tmp_path / "store.sqlite", caps) as studio:
        answers = [studio.http.post("/api/v1/rules", json={}).status_code for _ in range(8)]
        assert answers == [400] * 5 + [429] * 3
        assert studio.http.get("/api/v1/agents").status_code == 200


def test_nothing_is_given_without_the_token(guarded: Running) -> None:
    for path in ("/", "/play", "/api/v1/games", "/api/v1/agents", "/api/v1/agents?token=wrong"):
        answer = guarded.http.get(path)
        assert answer.status_code == 403
        assert "token" in answer.json()["error"]["message"]
    assert guarded.http.post("/api/v1/matches", json={"game": "nim"}).status_code == 403
    address = guarded.address.replace("http", "ws", 1) + "/api/v1/matches/x/socket"
    for query, headers in (("", {}), ("?token=wrong", {}), ("", {"cookie": "ludens_token=wrong"})):
        with pytest.raises(InvalidStatus) as refused, connect(address + query, additional_headers=headers):
            pass
        assert refused.value.response.status_code == 403


def test_the_token_in_an_address_becomes_a_cookie(guarded: Running) -> None:
    with httpx.Client(base_url=guarded.address, timeout=PATIENCE) as browser:
        answer = browser.get(f"/play?game=nim&token={TOKEN}&moves=1")
        assert answer.status_code == 303
        assert answer.headers["location"] == "/play?game=nim&moves=1"
        assert "HttpOnly" in answer.headers["set-cookie"]
        assert "SameSite=Lax" in answer.headers["set-cookie"]
        assert browser.get("/api/v1/agents").status_code == 200
        assert browser.post("/api/v1/rules", json={}, headers={"origin": "http://evil.example"}).status_code == 403
    bearer = {"authorization": f"Bearer {TOKEN}"}
    assert guarded.http.get("/api/v1/agents", headers=bearer).status_code == 200


def test_a_ticket_stands_for_the_token_once(tmp_path: Path) -> None:
    with running(tmp_path / "store.sqlite", token=TOKEN, ticket="ticket") as studio:
        assert studio.http.get("/api/v1/agents?token=ticket").status_code == 403
        with httpx.Client(base_url=studio.address, timeout=PATIENCE) as browser:
            assert browser.get("/?token=ticket").status_code == 303
            assert browser.get("/api/v1/agents").status_code == 200
            # Whoever has the cookie may come with an old ticket.
            assert browser.get("/?token=ticket").status_code == 303
        assert studio.http.get("/?token=ticket").status_code == 403
        seen = studio.http.get("/", headers={"accept": "text/html"})
        assert seen.status_code == 403
        assert seen.text.startswith("This studio needs its token")


def test_a_redirect_stays_here(guarded: Running) -> None:
    answer = guarded.http.get(f"{guarded.address}//evil.example/?token={TOKEN}")
    assert answer.status_code == 303
    assert answer.headers["location"] == "/evil.example/"


def test_beyond_this_machine_there_must_be_a_token() -> None:
    with pytest.raises(ParameterError, match="token"):
        Settings(host="0.0.0.0")
