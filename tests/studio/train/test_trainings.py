"""Trainings as the studio shows them: what reports say, and that nothing goes wrong with those that are damaged."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from ludens.game import SourceError
from ludens.learning.report import FORMAT, SILENT_SECONDS, SUFFIX
from ludens.studio.train.reports import sample_game, training, training_cards
from ludens.studio.web.sockets import GONE
from tests.studio.running import PATIENCE, Running, running
from tests.studio.trained import NAME, trained

MATCH = {
    "match": {"opponent": "uct", "pairs": 4, "score": 0.6, "low": 0.4, "high": 0.8, "clock": 0.1},
    "blend": 0.5,
    "helps": True,
}

Data = dict[str, Any]
Write = Callable[..., str]


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Data:
    """The report of a short training."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUDENS_NETWORKS", str(tmp_path_factory.mktemp("trained")))
        return {"format": FORMAT, **asdict(trained())}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    with pytest.MonkeyPatch.context() as patch:
        found = tmp_path_factory.mktemp("networks")
        patch.setenv("LUDENS_NETWORKS", str(found))
        yield found


@pytest.fixture
def write(folder: Path, original: Data) -> Iterator[Write]:
    """Writes a report like that of the training, with changes, and gives its id; at the end all are gone."""

    def written(identity: str = "", **changes: Any) -> str:
        data = {**original, **changes, "rules": identity or original["rules"]}
        part = folder / "part"
        part.write_text(json.dumps(data), "utf-8")
        part.replace(folder / f"{data['rules']}{SUFFIX}")
        return str(data["rules"])

    yield written
    for path in folder.glob("*"):
        path.unlink()


def test_without_reports_there_is_nothing_to_list(folder: Path) -> None:
    assert list(folder.iterdir()) == []
    assert training_cards() == []


def test_those_that_go_on_come_first_and_then_the_latest(write: Write) -> None:
    now = time.time()
    write("a1", stage="over", written=now)
    write("a2", stage="learning", written=now - 2 * SILENT_SECONDS)
    write("a3", stage="measuring", written=now - 1)
    write("a4", stage="over", written=now - 3 * SILENT_SECONDS)
    assert [(card["id"], card["stage"], card["goes_on"]) for card in training_cards()] == [
        ("a3", "measuring", True), ("a1", "over", False), ("a2", "learning", False), ("a4", "over", False),
    ]  # fmt: skip


def test_a_training_says_how_far_it_is_and_how_it_is_made(write: Write, original: Data) -> None:
    found = training(write(match=MATCH))
    assert (found["title"], found["game"]) == ("Nim (heaps 2-3)", NAME)
    assert (found["stage"], found["goes_on"]) == ("over", False)
    assert found["positions"] == original["positions"] > 0
    assert found["generation"] == 1
    assert found["plan"] == {
        "method": "ahead", "form": "dense", "width": 8, "layers": 1, "teacher": 0, "device": "cpu", "seed": 7,
    }  # fmt: skip
    assert found["match"] == {"score": MATCH["match"], "blend": 0.5, "helps": True}


def test_what_was_measured_is_told_as_it_was(write: Write, original: Data) -> None:
    (found,) = training(write())["history"]
    (measured,) = original["history"]
    for name in ("seconds", "positions", "value_loss", "move_loss", "whole", "perfect", "random", "scores"):
        assert found[name] == measured[name]


def test_what_was_not_measured_is_null(write: Write, original: Data) -> None:
    none = {"positions": 0, "policy": 0, "ahead": 0}
    changed = {**original["history"][0], "perfect": none, "random": None, "value_loss": float("nan"), "scores": []}
    (found,) = training(write(history=[changed]))["history"]
    assert (found["perfect"], found["random"], found["value_loss"], found["scores"]) == (None, None, None, [])


def test_the_game_of_a_rulesheet_has_the_name_of_its_rules(write: Write) -> None:
    assert training(write(game="/games/mine.kif", name="mine"))["title"] == "mine"


DAMAGES: list[Data] = [
    {"format": "another"},
    {"history": [{}]},
    {"history": [{"seconds": "soon"}]},
    {"about": {}},
    {"about": {"plan": 1}},
    {"match": 1},
    {"match": {"match": {}}},
    {"games": ["{}"]},
    {"until": float("inf"), "stage": "learning"},
    {"positions": float("inf")},
    {"name": "\ud800", "game": "none"},
]


@pytest.mark.parametrize("damage", DAMAGES, ids=str)
def test_a_damaged_report_is_passed_over(write: Write, damage: Data) -> None:
    whole, damaged = write("a1"), write("a2", **damage)
    assert [card["id"] for card in training_cards()] == [whole]
    with pytest.raises(SourceError, match="no such training"):
        training(damaged)


@pytest.mark.parametrize("identity", ["f00", "..", "x", "", "a/b"])
def test_a_training_that_there_is_not_is_said(write: Write, identity: str) -> None:
    write()
    with pytest.raises(SourceError, match="no such training"):
        training(identity)


def test_a_game_that_there_is_not_is_said(write: Write) -> None:
    with pytest.raises(SourceError, match="is gone"):
        sample_game(write(), "none")


@pytest.fixture(scope="module")
def studio(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("train") / "arena.sqlite") as found:
        yield found


@pytest.fixture
def client(studio: Running) -> httpx.Client:
    return studio.http


def test_the_studio_answers_with_trainings(client: httpx.Client, write: Write) -> None:
    assert client.get("/api/v1/trainings").json() == []
    identity = write()
    (card,) = client.get("/api/v1/trainings").json()
    found = client.get(f"/api/v1/trainings/{identity}").json()
    assert card["id"] == identity
    assert {name: found[name] for name in card} == card
    answer = client.get("/api/v1/trainings/none")
    assert answer.status_code == 400
    assert "no such training" in answer.json()["error"]["message"]


def test_games_are_replayed_and_saved(client: httpx.Client, write: Write) -> None:
    identity = write()
    (listed,) = client.get(f"/api/v1/trainings/{identity}").json()["games"]
    path = f"/api/v1/trainings/{identity}/games/{listed['id']}"
    found = client.get(path).json()
    assert len(found["moves"]) == listed["moves"]
    assert len(found["positions"]) == listed["moves"] + 1
    assert found["result"] == listed["result"]
    assert found["players"] == ["apprentice"] * 2
    answer = client.get(f"{path}/replay.html")
    assert answer.headers["content-disposition"].startswith("attachment")
    assert not re.search(r"(src|href)=[\"']", answer.text)


def test_games_of_rules_that_have_moved_are_listed_but_not_shown(
    client: httpx.Client, write: Write, original: Data
) -> None:
    record = {**json.loads(original["games"][0]), "game": "gone.kif"}
    identity = write(game="gone.kif", games=[json.dumps(record)])
    found = client.get(f"/api/v1/trainings/{identity}").json()
    assert len(found["history"]) == len(original["history"])
    (game,) = found["games"]
    answer = client.get(f"/api/v1/trainings/{identity}/games/{game['id']}")
    assert answer.status_code == 400
    message = answer.json()["error"]["message"]
    assert message.startswith("The rules of this game can no longer be loaded: Cannot read gone.kif")


def test_pages_hear_of_a_training_as_it_goes_on(studio: Running, write: Write, folder: Path) -> None:
    identity = write(stage="learning", written=time.time(), seconds=1.0)
    address = f"{studio.address.replace('http', 'ws', 1)}/api/v1/trainings"
    with connect(f"{address}/{identity}/socket", max_size=None) as one, connect(f"{address}/socket") as every:
        assert _next(one)["seconds"] == 1.0
        (card,) = _next(every)["trainings"]
        assert card["goes_on"]
        write(stage="over", seconds=2.0)
        found = _next(one)
        assert (found["type"], found["seconds"], found["stage"]) == ("training", 2.0, "over")
        assert _next(every)["trainings"][0]["seconds"] == 2.0
        (folder / f"{identity}{SUFFIX}").unlink()
        assert _next(every) == {"v": 1, "type": "trainings", "trainings": []}
        assert "no such training" in _next(one)["message"]
        with pytest.raises(ConnectionClosed) as closed:
            one.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == GONE


def _next(socket: Any) -> Data:
    found: Data = json.loads(socket.recv(timeout=PATIENCE))
    return found
