"""Watching: tournaments of a store, cross-tables, replays, and replays in a file."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.sync.client import connect

from ludens.arena.clock import Terms
from ludens.arena.executors import in_this_process
from ludens.arena.store import Store
from ludens.arena.tournament import Contest, Tournament
from ludens.game import Limit, LudensError
from ludens.studio.frames.watch import Replay
from ludens.studio.watch.replay_file import as_inert_json, replay_page
from ludens.studio.watch.tournament_work import tournament_of
from tests.studio.running import PATIENCE, Running, running

AGENTS = ("monte_carlo", "random", "legal")


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("watch") / "arena.sqlite"
    wanted = Tournament(games=("tic_tac_toe",), agents=AGENTS, pairs=2, terms=Terms(limit=Limit(playouts=30)))
    with Store(path) as opened:
        list(Contest(wanted, opened).play(in_this_process))
    return path


@pytest.fixture(scope="module")
def studio(store: Path) -> Iterator[Running]:
    with running(store) as found:
        yield found


@pytest.fixture
def client(studio: Running) -> httpx.Client:
    return studio.http


def test_a_tournament_has_its_tables_and_games(client: httpx.Client) -> None:
    (one,) = client.get("/api/v1/tournaments").json()
    assert one["agents"] == list(AGENTS)
    assert one["played"] == 12
    table = client.get(f"/api/v1/tournaments/{one['id']}").json()
    assert table["size"] == table["games"] == 12
    assert not table["running"]
    assert [line["games"] for line in table["standings"]] == [8, 8, 8]
    assert len(table["listed"]) == 12
    for row, column in ((0, 1), (0, 2), (1, 2)):
        here, there = table["cross"][row][column], table["cross"][column][row]
        assert here["games"] == there["games"] == 4
        assert here["share"] + there["share"] == pytest.approx(1)
        assert here["interval"][0] <= here["share"] <= here["interval"][1]
    assert table["cross"][0][0] is None


def test_the_cross_table_counts_the_games_of_two_agents(client: httpx.Client) -> None:
    (one,) = client.get("/api/v1/tournaments").json()
    table = client.get(f"/api/v1/tournaments/{one['id']}").json()
    points = 0.0
    for game in table["listed"]:
        if set(game["agents"]) == {"monte_carlo", "legal"}:
            mine = game["agents"].index("monte_carlo")
            points += {100: 1.0, 50: 0.5, 0: 0.0}[int(game["goals"][mine])]
    assert table["cross"][0][2]["share"] == points / 4


def test_a_game_is_replayed_position_by_position(client: httpx.Client) -> None:
    found = _first_game(client)
    assert len(found["positions"]) == len(found["moves"]) + 1
    assert all(svg.startswith("<svg") for svg in found["positions"])
    assert any(move["value"] for move in found["moves"])
    assert re.fullmatch(r"(x|o)player won|A draw", found["result"])
    assert all(re.fullmatch(r"[abc][123]", move["text"]) for move in found["moves"])


def test_the_file_of_a_replay_needs_nothing_else(client: httpx.Client) -> None:
    found = _first_game(client)
    answer = client.get(f"/api/v1/games_played/{found['id']}/replay.html")
    assert answer.headers["content-disposition"].startswith("attachment")
    page = answer.text
    assert not re.search(r"(src|href)=[\"']", page)
    assert not re.search(r"^\s*import\b", page, re.MULTILINE)
    held = re.search(r'<script type="application/json" id="game">(.*?)</script>', page, re.DOTALL)
    assert held
    assert json.loads(held[1]) == found


def test_names_cannot_break_out_of_the_file() -> None:
    evil = "</script><script>alert(1)</script>\u2028<!--"
    data: Replay = {
        "id": "x", "title": evil, "roles": [evil], "colours": [], "players": [evil], "result": evil,
        "positions": [], "moves": [{"text": evil, "value": None, "note": evil}],
    }  # fmt: skip
    assert "<" not in as_inert_json(data)
    assert json.loads(as_inert_json(data)) == data
    page = replay_page(data)
    assert "<script>alert" not in page
    assert page.count("</script>") == 2


def test_what_is_not_there_is_said(client: httpx.Client) -> None:
    for path in ("tournaments/ffff", "games_played/ffff", "games_played/ffff/replay.html"):
        answer = client.get(f"/api/v1/{path}")
        assert answer.status_code == 400
        assert "no" in answer.json()["error"]["message"]


def test_a_tournament_is_begun_watched_and_stopped(studio: Running, client: httpx.Client) -> None:
    wanted = {"games": ["nim"], "agents": ["monte_carlo", "legal"], "pairs": 200, "terms": {"seconds": 0.05}}
    answer = client.post("/api/v1/tournaments", json=wanted)
    assert answer.status_code == 201, answer.text
    identity = answer.json()["id"]
    assert client.post("/api/v1/tournaments", json=wanted).status_code == 409
    address = studio.address.replace("http", "ws", 1)
    with connect(f"{address}/api/v1/tournaments/{identity}/socket", max_size=None) as socket:
        seen: list[int] = []
        deadline = time.monotonic() + PATIENCE
        while len(seen) < 2 and time.monotonic() < deadline:
            frame = json.loads(socket.recv(timeout=PATIENCE))
            assert frame["type"] == "table", frame
            if frame["games"]:
                seen.append(frame["games"])
        assert seen == sorted(set(seen))
    assert client.post(f"/api/v1/tournaments/{identity}/stop").status_code == 200
    kept = client.get(f"/api/v1/tournaments/{identity}").json()
    assert not kept["running"]
    assert kept["games"] >= seen[-1]


@pytest.mark.parametrize(
    "change",
    [
        {"games": ["/etc/passwd"]},
        {"games": ["rules.kif"]},
        {"agents": ["http://127.0.0.1:9", "random"]},
        {"agents": ["random"]},
        {"terms": {"playouts": 5}},
        {"terms": {"seconds": 1e9}},
        {"what": 1},
        {"pairs": "many"},
    ],
)
def test_what_the_studio_does_not_play_is_refused(change: dict[str, Any]) -> None:
    wanted = {"games": ["nim"], "agents": ["random", "legal"], "pairs": 1, "terms": {"seconds": 0.1}}
    tournament_of(wanted)
    with pytest.raises(LudensError):
        tournament_of(wanted | change)


def _first_game(client: httpx.Client) -> dict[str, Any]:
    tournaments = client.get("/api/v1/tournaments").json()
    table = client.get(f"/api/v1/tournaments/{tournaments[-1]['id']}").json()
    game = next(each for each in table["listed"] if "monte_carlo" in each["agents"])
    found: dict[str, Any] = client.get(f"/api/v1/games_played/{game['id']}").json()
    return found
