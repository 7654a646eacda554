"""What learners ask of a running studio: threats, explanations, puzzles, and how they get on."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ludens.studio.teach.teaching_work import certainly_better
from ludens.teaching.explaining import Fact
from tests.studio.running import PERSON, Running, agent, running


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("teach") / "games.sqlite") as found:
        yield found


def post(studio: Running, path: str, **data: Any) -> Any:
    answer = studio.http.post(f"/api/v1/puzzles/{path}", json=data)
    assert answer.status_code == 200, answer.text
    return answer.json()


def test_threats_and_explanations(studio: Running) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON, moves="mark 1 1;mark 1 2;mark 2 2")
    with studio.page(match) as page:
        page.next("state")
        page.send("threats", role=1)
        seen = page.next("threats")
        assert [threat["move"]["label"] for threat in seen["threats"]] == ["c3"]
        assert [move["label"] for move in seen["threats"][0]["stops"]] == ["c3"]
        assert [move["label"] for move in seen["passing"]] == ["c3"]
        page.send("explain", ply=2)
        (told,) = page.next("explained")["turn"]
        assert told["move"]["label"] == "b1"
        assert told["best"]["label"] == "b2"
        assert told["lost"] == 50
        assert {fact["kind"] for fact in told["facts"]} == {"gives_away"}
        page.send("coach", ply=3)
        found = page.next("explained")
        assert found["coach"]
        assert {fact["kind"] for fact in found["turn"][0]["facts"]} == {"makes_sure", "threatens"}
        page.send("threats", role=0)
        assert "nothing to choose" in page.next("error")["message"]
        page.send("explain", ply=9)
        assert "no move number 9" in page.next("error")["message"]


def test_nothing_is_told_where_something_is_hidden(studio: Running) -> None:
    with studio.page(studio.create("kuhn_poker", PERSON, agent(), agent())) as page:
        state = page.my_turn()
        page.send("threats", role=0)
        assert "hidden" in page.next("error")["message"]
        page.send("explain", ply=state["plies"])
        assert "hidden" in page.next("error")["message"]
    answer = post(studio, "next", game="kuhn_poker")
    assert answer["puzzle"] is None
    assert answer["reason"] == "hidden"


def test_a_puzzle_is_tried_refuted_solved_and_counted(studio: Running) -> None:
    puzzle = post(studio, "next", game="tic_tac_toe")["puzzle"]
    assert puzzle["proven"]
    solution, wrong = None, 0
    for legal in puzzle["legal"]:
        tried = post(studio, f"{puzzle['id']}/try", step=0, move=legal["move"])
        assert tried["move"]["label"] == legal["label"]
        assert tried["shown"], "the move is shown"
        assert tried["facts"]
        wrong += not tried["right"]
        if tried["right"]:
            solution = legal["label"]
            assert tried["done"] or tried["legal"]
    assert wrong == len(puzzle["legal"]) - puzzle["count"]
    found = post(studio, f"{puzzle['id']}/solution", step=0)
    assert solution in [found["move"]["label"], *(move["label"] for move in found["others"])]
    shelf = next(one for one in studio.http.get("/api/v1/puzzles").json()["shelves"] if one["game"] == "tic_tac_toe")
    assert shelf["missed"] == 1
    other = post(studio, "next", game="tic_tac_toe", after=puzzle["id"])["puzzle"]
    assert other["id"] != puzzle["id"]
    step, legal_moves, done = 0, other["legal"], False
    while not done:
        tries = (post(studio, f"{other['id']}/try", step=step, move=legal["move"]) for legal in legal_moves)
        tried = next(each for each in tries if each["right"])
        step, legal_moves, done = tried["step"], tried["legal"], tried["done"]
    shelf = next(one for one in studio.http.get("/api/v1/puzzles").json()["shelves"] if one["game"] == "tic_tac_toe")
    assert shelf["solved"] + shelf["missed"] == 2


def test_mistakes_of_a_match_become_puzzles(studio: Running) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON, moves="mark 1 1;mark 1 2;mark 2 2;mark 3 1;mark 3 3")
    with studio.page(match) as page:
        page.next("state")
        page.send("mistakes")
        state = page.until(lambda state: not state["analysing"] and any(turn["best"] for turn in state["history"]))
        assert state["history"][1]["advice"] == {"1": "b2"}, "what was best is told in words"
    assert post(studio, "from_match", match=match) == {"made": 1}, "later moves lose anyway"
    puzzle = post(studio, "next", own=True)["puzzle"]
    assert puzzle["own"]
    assert puzzle["game"] == "tic_tac_toe"


def test_what_makes_no_sense_is_refused(studio: Running) -> None:
    for path, data, status in (
        ("next", {}, 400),
        ("next", {"game": "nothing_like_it"}, 400),
        ("0123456789abcdef/try", {"step": 0, "move": "noop"}, 404),
        ("0123456789abcdef/solution", {"step": 0}, 404),
        ("from_match", {"match": "nothere"}, 404),
        ("from_match", {}, 400),
    ):
        assert studio.http.post(f"/api/v1/puzzles/{path}", json=data).status_code == status, path
    puzzle = post(studio, "next", game="nim")["puzzle"]
    for data in ({"step": 99, "move": "noop"}, {"step": "one", "move": "noop"}, {"step": 0, "move": "(fly away)"}):
        assert studio.http.post(f"/api/v1/puzzles/{puzzle['id']}/try", json=data).status_code == 400


def test_puzzles_are_still_there_after_a_restart(tmp_path: Path) -> None:
    store = tmp_path / "games.sqlite"
    with running(store) as first:
        puzzle = post(first, "next", game="nim")["puzzle"]
    with running(store) as second:
        assert post(second, "next", game="nim")["puzzle"]["id"] == puzzle["id"]


def test_a_better_move_is_one_that_is_certain_to_be_better() -> None:
    facts = [Fact("gives_away", 0, ("(mark 2 2)",), points=0, better=50)]
    assert certainly_better(facts, "(mark 1 1)") == "(mark 2 2)"
    assert certainly_better(facts, "(mark 2 2)") == "(mark 2 2)"
    assert certainly_better([Fact("threatens", 0, ("(mark 3 3)",))], "(mark 1 1)") == "(mark 1 1)"
    assert certainly_better(facts, None) is None
