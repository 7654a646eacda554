"""Reports on rules while they are written: right figures, the latest text wins, hostile rules end in words."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import signal
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

from ludens.circuit.analysis import structure
from ludens.game import LudensError
from ludens.games.loading import built_in_source, load, load_rulesheet
from ludens.studio import Caps
from ludens.studio.design.design_work import DesignWork, first_position
from ludens.studio.design.designers import Designers
from ludens.studio.design.structure_report import findings
from ludens.studio.frames.design import Queued, ReportNews
from tests.studio.games.test_rules import COUNTING, ENDLESS
from tests.studio.running import PATIENCE, PATIENT, Data, Running, running

SHEET = built_in_source("tic_tac_toe", {}).text
QUICK = {"balance", "length", "branching", "first_move", "speed", "flaws"}

NOBODY_CAN_MOVE = """
(role a) (role b)
(init (at 0))
(<= (legal ?r go) (role ?r) (true (at 0)))
(<= (legal a stay) (true (at 0)))
(<= (next (at 1)) (does a go))
(<= (next (at 2)) (does a stay))
(<= terminal (true (at 2)))
(<= (goal ?r 50) (role ?r))
"""


class Silent:
    """A call whose news are kept in a list; stopped after so many of them."""

    def __init__(self, most: int = 1_000_000) -> None:
        self.news: list[Data] = []
        self._most = most

    def tell(self, news: Data) -> None:
        self.news.append(news)

    @property
    def stopped(self) -> bool:
        return len(self.news) >= self._most


def reported(text: str, most: int = 1_000_000, *, brief: bool = False) -> list[Data]:
    """All frames of a report, made in this process; no more than so many."""
    call = Silent(most)
    DesignWork().do("report", {"text": text, "brief": brief}, call)  # type: ignore[arg-type]
    return call.news


def said(frames: list[Data]) -> dict[str, Data]:
    """The last sentences, by topic."""
    (*_, last) = [frame for frame in frames if frame["type"] == "judgement"]
    return {each["topic"]: each for each in last["statements"]}


def parts(frames: list[Data]) -> dict[str, Data]:
    return {frame["part"]: frame["data"] for frame in frames if frame["type"] == "report"}


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    caps = replace(PATIENT, reports=2)
    with running(tmp_path_factory.mktemp("studio") / "store.sqlite", caps) as found:
        yield found


class Desk:
    """A page on which rules are written."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket

    def write(self, number: int, text: str) -> None:
        self._socket.send(json.dumps({"type": "rules", "number": number, "text": text}))

    def send(self, message: object) -> None:
        self._socket.send(json.dumps(message))

    def until(self, fits: Callable[[Data], bool]) -> list[Data]:
        """All frames up to the first that fits."""
        frames: list[Data] = []
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            frames.append(json.loads(self._socket.recv(timeout=PATIENCE)))
            if fits(frames[-1]):
                return frames
        raise AssertionError(f"it never came; the last frame is {frames[-1]}")


@contextlib.contextmanager
def desk(studio: Running) -> Iterator[Desk]:
    address = studio.address.replace("http", "ws", 1)
    with connect(f"{address}/api/v1/design/socket", max_size=None, open_timeout=PATIENCE) as socket:
        yield Desk(socket)


def test_a_report_comes_part_by_part() -> None:
    frames = reported(SHEET, most=14)
    assert [frame["type"] for frame in frames[:2]] == ["checked", "board"]
    assert frames[0]["ok"]
    assert [role["count"] for role in frames[1]["legal"]] == [9, 1]
    assert "data-column" in frames[1]["svg"]
    assert set(parts(frames)) >= QUICK - {"flaws"}
    json.dumps(frames, allow_nan=False)
    assert len(frames) == 14, "a report that nobody wants goes on"


def test_a_report_on_wrong_rules_is_their_mistakes() -> None:
    (frame,) = reported(SHEET + "\n(<= (p ?x) (not (q ?x)))")
    assert frame["type"] == "checked"
    assert not frame["ok"]
    assert any(mistake["line"] == SHEET.count("\n") + 2 for mistake in frame["mistakes"])
    (frame,) = reported("(role x")
    assert frame["mistakes"] == [
        {"line": 1, "column": 1, "message": "this '(' is never closed", "severity": "error", "code": "parenthesis"}
    ]


def test_games_that_go_wrong_are_told_with_the_moves_that_lead_there() -> None:
    frames = reported(NOBODY_CAN_MOVE)
    (flaw,) = parts(frames)["flaws"]["flaws"]
    assert "no legal move" in flaw["message"]
    assert flaw["moves"] == [["go", "go"]]
    assert "left_out" in parts(frames)["skill"]


def test_rules_that_never_end_are_told_so() -> None:
    text = SHEET.replace("(<= terminal", "(<= (over)") + "\n(<= terminal (true (cell 9 9 x)))"
    frames = reported(text, most=8)
    assert parts(frames)["length"]["ended"] == 0
    assert said(frames)["length"]["kind"] == "bad"
    assert parts(frames)["balance"]["roles"][0]["goal"]["mean"] is None


def test_a_proof_changes_what_is_said_of_first_moves() -> None:
    """Misère tic-tac-toe: random play calls the only move that does not lose the worst."""
    misere = SHEET.replace("(<= (goal ?player 100) (wins ?player))", "(<= (goal ?player 0) (wins ?player))").replace(
        "(<= (goal ?player 0) (opponent ?player ?other) (wins ?other))",
        "(<= (goal ?player 100) (opponent ?player ?other) (wins ?other))",
    )
    frames = reported(misere, most=24)
    sentences = said(frames)
    assert sentences["verdict"]["text"].startswith("With best play nobody wins. Only one of 9 first moves, mark 2 2,")
    assert sentences["verdict"]["proven"]
    assert "That misleads: best play tells otherwise." in sentences["balance"]["text"]
    assert "8 traps" in sentences["first_move"]["text"]
    moves = parts(frames)["first_move"]["moves"]
    assert [move["label"] for move in moves if move["best"]] == ["mark 2 2"]
    assert len({move["group"] for move in moves}) == 3
    for group in range(3):
        assert len({move["worth"]["mean"] for move in moves if move["group"] == group}) == 1


def test_what_the_rules_show_is_put_in_words() -> None:
    circuit = load_rulesheet("nim").compiled.circuit
    found = findings(circuit, structure(circuit))
    topics = {finding["topic"]: finding["text"] for finding in found}
    assert topics["parts"].startswith("4 independent parts")
    assert topics["goals"].startswith("always add up to 100")
    assert topics["turns"] == "one at a time: player1, player2, and again"
    assert all(finding["how"] for finding in found)


def test_a_report_comes_over_the_socket(studio: Running) -> None:
    with desk(studio) as page:
        page.write(7, SHEET)
        frames = page.until(lambda frame: frame["type"] == "report" and frame["part"] == "first_move")
    assert {frame["number"] for frame in frames} == {7}
    assert {frame["v"] for frame in frames} == {1}
    assert frames[-1]["data"]["moves"][0]["worth"]["games"] > 0


def test_the_latest_text_wins(studio: Running) -> None:
    with desk(studio) as page:
        for number in range(1, 8):
            page.write(number, f"{SHEET}\n; {number}")
        page.write(8, SHEET + "\n(init (version 8))")
        frames = page.until(lambda frame: frame.get("part") == "branching" and frame["number"] == 8)
        assert not [frame for frame in frames if frame["type"] == "done"]
        page.write(9, "(role x")
        frames = page.until(lambda frame: frame["type"] == "done")
    assert frames[-1]["number"] == 9
    assert len(studio.studio.designers.pids) <= 3


@pytest.mark.slow
def test_hostile_rules_end_in_words_while_other_rules_are_reported_on(studio: Running) -> None:
    with desk(studio) as suffering, desk(studio) as page:
        suffering.write(1, COUNTING)
        page.write(1, SHEET)
        page.until(lambda frame: frame.get("part") == "branching")
        page.write(2, ENDLESS)
        (*_, checked) = page.until(lambda frame: frame["type"] == "checked" and frame["number"] == 2)
        assert checked["mistakes"][0]["code"] == "endless-recursion"
        *_, last = suffering.until(lambda frame: frame["type"] in ("failed", "done"))
    assert last["type"] == "failed"
    assert "facts" in last["message"] or "longer than" in last["message"]


def test_a_process_that_is_killed_is_told_of_and_replaced(studio: Running) -> None:
    with desk(studio) as page:
        page.write(1, SHEET)
        page.until(lambda frame: frame["type"] == "checked")
        for pid in studio.studio.designers.pids:
            os.kill(pid, signal.SIGKILL)
        *_, last = page.until(lambda frame: frame["type"] in ("failed", "done"))
        assert last["type"] == "failed"
        assert "has ended" in last["message"]
        page.write(2, SHEET)
        page.until(lambda frame: frame.get("part") == "branching" and frame["number"] == 2)


@pytest.mark.parametrize(
    "message",
    [
        [],
        {"type": "sing"},
        {"type": "rules", "text": "x"},
        {"type": "rules", "number": "1", "text": "x"},
        {"type": "rules", "number": 1},
    ],
)
def test_frames_that_make_no_sense_are_refused(studio: Running, message: object) -> None:
    with desk(studio) as page:
        page.send(message)
        (frame,) = page.until(lambda frame: True)
    assert frame["type"] == "error"


def test_rules_that_are_too_long_are_refused(studio: Running) -> None:
    with desk(studio) as page:
        page.write(3, ";" * 500_001)
        (frame,) = page.until(lambda frame: True)
    assert frame["type"] == "failed"
    assert "500,001 characters" in frame["message"]


def test_too_many_reports_wait_and_then_are_refused() -> None:
    async def ask() -> list[Any]:
        designers = Designers(Caps(reports=1, waiting_reports=1))
        news: list[Queued | ReportNews] = []
        tasks = [asyncio.ensure_future(designers.report("(role x", news.append)) for _ in range(3)]
        try:
            return [await asyncio.gather(*tasks, return_exceptions=True), news]
        finally:
            await designers.close()

    answers, news = asyncio.run(ask())
    refused = [answer for answer in answers if isinstance(answer, LudensError)]
    assert len(refused) == 1
    assert "waiting already" in str(refused[0])
    assert {"type": "queued"} in news


def test_a_report_without_time_is_given_up(tmp_path: Path) -> None:
    async def ask() -> str:
        designers = Designers(Caps(report_seconds=0.01))
        try:
            await designers.report(SHEET, lambda news: None)
        except LudensError as error:
            return str(error)
        finally:
            await designers.close()
        return ""

    assert "was cancelled" in asyncio.run(ask())


def test_the_first_position_of_every_kind_of_game_is_shown() -> None:
    for name in ("monty_hall", "eight_puzzle", "rock_paper_scissors", "hex"):
        found = first_position(load(name))
        json.dumps(found, allow_nan=False)
        assert len(found["legal"]) == len(found["roles"])
