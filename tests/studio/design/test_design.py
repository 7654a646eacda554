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

from ludens.arena.pairs import PlayedGame
from ludens.circuit.analysis import structure
from ludens.circuit.stages import CompiledCircuit
from ludens.game import BudgetError, LudensError
from ludens.games.loading import built_in_source, load, load_rulesheet
from ludens.games.rules_game import RulesGame
from ludens.rules.contract import Sheet
from ludens.studio import Caps
from ludens.studio.design import verdicts
from ludens.studio.design.design_work import DesignWork, first_position
from ludens.studio.design.designers import Designers
from ludens.studio.design.random_report import Effort, random_parts
from ludens.studio.design.skill_report import Ladder, levels_for
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


def reported(text: str, most: int = 1_000_000) -> list[Data]:
    """All frames of a report, made in this process; no more than so many."""
    call = Silent(most)
    DesignWork().do("report", {"text": text}, call)  # type: ignore[arg-type]
    return call.news


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


def test_random_play_gives_the_known_figures_of_tic_tac_toe() -> None:
    found: dict[str, Any] = dict(random_parts(load("tic_tac_toe"), Effort(first=4096, seconds=0.2, each=2048)))
    first, second = found["balance"]["roles"]
    for wins, known in ((first["wins"], 0.58492), (second["wins"], 0.28817), (found["balance"]["draws"], 0.12698)):
        assert abs(wins["mean"] - known) < 2 * wins["margin"]
    assert (found["length"]["shortest"], found["length"]["longest"]) == (5, 9)
    assert sum(bar["games"] for bar in found["length"]["bars"]) == found["length"]["ended"] == found["length"]["games"]
    assert found["branching"]["choices"] == [9, 8, 7, 6, 5, 4, 3, 2, 1]
    assert found["first_move"]["moves"][0]["label"] == "mark 2 2"
    assert found["first_move"]["moves"][0]["places"] == [{"board": "", "column": "2", "row": "2"}]
    assert len(found["first_move"]["moves"]) == 9


def test_a_game_that_cannot_be_compiled_is_reported_on_all_the_same() -> None:
    def too_large(sheet: Sheet) -> CompiledCircuit:
        raise BudgetError("too large")

    game = RulesGame(load_rulesheet("tic_tac_toe").single, compiler=too_large)
    assert not game.engine.batch
    found: dict[str, Any] = dict(random_parts(game, Effort.for_game(game)))
    assert found["balance"]["ended"] >= 4
    assert found["branching"]["choices"][0] == 9
    assert "first_move" not in found


def test_a_report_comes_part_by_part() -> None:
    frames = reported(SHEET, most=11)
    assert [frame["type"] for frame in frames[:2]] == ["checked", "board"]
    assert frames[0]["ok"]
    assert [role["count"] for role in frames[1]["legal"]] == [9, 1]
    assert "data-column" in frames[1]["svg"]
    assert set(parts(frames)) >= QUICK - {"flaws"}
    json.dumps(frames, allow_nan=False)
    assert len(frames) == 11, "a report that nobody wants goes on"


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
    frames = reported(text, most=6)
    length = parts(frames)["length"]
    assert length["ended"] == 0
    assert length["verdict"]["kind"] == "bad"
    assert parts(frames)["balance"]["roles"][0]["goal"]["mean"] is None


def test_what_the_rules_show_is_put_in_words() -> None:
    circuit = load_rulesheet("nim").compiled.circuit
    found = findings(circuit, structure(circuit))
    topics = {finding["topic"]: finding["text"] for finding in found}
    assert topics["parts"].startswith("4 independent parts")
    assert topics["goals"].startswith("always add up to 100")
    assert topics["turns"] == "one at a time: player1, player2, and again"
    assert all(finding["how"] for finding in found)


def test_thought_beats_random_moves_in_connect_four() -> None:
    ladder = Ladder(load("connect_four"))
    assert [level.playouts for level in ladder.levels] == [None, 64, 1024]
    *_, last = ladder.play(0.0, lambda: False)
    assert last["kind"] == "levels"
    assert last["final"]
    assert [step["games"] for step in last["steps"]] == [2, 2]
    assert last["steps"][0]["share"] == 1.0
    assert sum(role["goal"] for role in last["good_play"]["roles"]) == 100


@pytest.mark.parametrize(
    ("name", "agent"),
    [("nim", "uct"), ("rock_paper_scissors", "duct"), ("kuhn_poker", "ismcts"), ("eight_puzzle", "uct")],
)
def test_levels_search_as_suits_the_game(name: str, agent: str) -> None:
    assert [level.agent.partition("(")[0] for level in levels_for(load(name))] == ["random", agent, agent]


def test_points_count_against_each_opponent() -> None:
    ladder = Ladder(load("rock_paper_scissors"))
    outcomes = [PlayedGame(0, (60, 40), 1), PlayedGame(1, (60, 40), 1), PlayedGame(1, (50, 50), 1)]
    assert [ladder._points(game) for game in outcomes] == [1.0, 0.0, 0.5]


def test_verdicts_tell_good_from_bad() -> None:
    two = ["white", "black"]
    assert verdicts.balance(two, [51, 49], 0.1).kind == "good"
    assert verdicts.balance(two, [50, 50], 0.9).kind == "warn"
    assert verdicts.balance(two, [57, 43], 0.1).kind == "warn"
    assert "white is far ahead" in verdicts.balance(two, [70, 30], 0.0).text
    assert verdicts.balance(["me"], [97], 0.0).kind == "bad"
    assert verdicts.length(20, 5, 40, 0.0, 1000).kind == "good"
    assert verdicts.length(20, 5, 40, 0.2, 1000).kind == "warn"
    assert verdicts.branching(1.0, 1.0, None).kind == "bad"
    assert verdicts.first_move("white", ("a", 95.0), ("b", 40.0), 2.0).kind == "bad"
    assert verdicts.first_move("white", ("a", 52.0), ("b", 50.0), 2.0).kind == "good"
    assert [verdicts.skill(steps).kind for steps in ([0.5, 0.9], [0.9, 0.5], [0.9, 0.9])] == ["bad", "warn", "good"]
    assert [verdicts.good_play(two, [100, 0], games).kind for games in (2, 30)] == ["good", "bad"]


def test_a_report_comes_over_the_socket(studio: Running) -> None:
    with desk(studio) as page:
        page.write(7, SHEET)
        frames = page.until(lambda frame: frame["type"] == "report" and frame["part"] == "first_move")
    assert {frame["number"] for frame in frames} == {7}
    assert {frame["v"] for frame in frames} == {1}
    assert frames[-1]["data"]["verdict"]["text"]


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
