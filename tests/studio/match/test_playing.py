"""Matches over real sockets: whole games, everything a page can ask for, and what happens when things break."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.studio.running import PATIENCE, PERSON, Data, Running, agent, running


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("studio") / "store.sqlite") as found:
        yield found


def test_a_whole_game_against_an_agent(studio: Running) -> None:
    with studio.page(studio.create("tic_tac_toe", PERSON, agent())) as page:
        first = page.my_turn()
        assert first["seq"] == 1
        assert first["roles"] == ["xplayer", "oplayer"]
        assert first["turn"] == first["waiting"] == [0]
        assert first["svg"].startswith("<svg")
        assert len(first["legal"]["0"]) == 9
        assert first["legal"]["0"][0]["clicks"] == [{"board": "", "column": "1", "row": "1"}]
        last = page.play_out()
        states = [frame for frame in page.seen if frame["type"] == "state"]
        assert [state["seq"] for state in states] == list(range(1, len(states) + 1))
        assert [state["plies"] for state in states] == list(range(len(states)))
        assert sum(last["goals"]) == 100
        assert not last["legal"]
        assert last["history"][0]["by"] == ["person", None]
        assert last["history"][1]["by"] == [None, "random"]
        assert last["history"][0]["text"] == "a1"


def test_a_move_is_refused_that_is_late_illegal_or_not_yours(studio: Running) -> None:
    with studio.page(studio.create("tic_tac_toe", PERSON, agent())) as page:
        page.my_turn()
        for ask, answer in (
            ({"role": 0, "move": "(mark 1 1)", "ply": 3}, "moved on"),
            ({"role": 0, "move": "(mark 9 9)", "ply": 0}, "not a legal move"),
            ({"role": 0, "move": ["x"], "ply": 0}, "not a legal move"),
            ({"role": 1, "move": "noop", "ply": 0}, "not played by a person"),
            ({"role": 7, "move": "noop", "ply": 0}, "no role"),
            ({"role": "0", "move": "noop", "ply": 0}, "whole number"),
        ):
            page.send("move", **ask)
            assert answer in page.next("error")["message"]
        page.send("dance")
        assert "no command" in page.next("error")["message"]
        page.socket.send("not json")
        assert "JSON" in page.next("error")["message"]
        page.socket.send("[" * 50_000)
        assert "JSON" in page.next("error")["message"]
        page.move()
        assert page.until(lambda state: state["plies"] == 1)["seq"] == 2


def test_undo_redo_restart_and_resign(studio: Running) -> None:
    with studio.page(studio.create("tic_tac_toe", PERSON, agent(), seed=1)) as page:
        page.my_turn()
        page.send("undo")
        assert "nothing to take back" in page.next("error")["message"]
        page.move()
        two = page.my_turn()
        page.move()
        four = page.my_turn()
        assert [two["plies"], four["plies"]] == [2, 4]
        page.send("undo")
        back = page.next("state")
        assert (back["plies"], back["redo"], back["svg"]) == (2, 2, two["svg"])
        page.send("redo")
        again = page.next("state")
        assert (again["plies"], again["redo"], again["svg"]) == (4, 0, four["svg"])
        page.send("restart")
        assert (page.next("state")["plies"], page.state["redo"]) == (0, 4)
        page.send("redo")
        assert (page.next("state")["plies"], page.state["redo"]) == (2, 2)
        page.send("undo")
        page.next("state")
        page.move(choice=4)
        assert page.my_turn()["redo"] == 0
        page.send("resign", role=0)
        end = page.next("state")
        assert (end["over"], end["resigned"], end["goals"]) == (True, 0, [0, 100])
        page.send("undo")
        assert page.next("state")["resigned"] is None
        assert not page.state["over"]


def test_looking_back_and_branching(studio: Running) -> None:
    with studio.page(studio.create("tic_tac_toe", PERSON, PERSON, moves="2 2; 1 1; 3 3")) as page:
        state = page.my_turn(1)
        assert state["plies"] == 3
        assert state["address"] == {"game": "tic_tac_toe", "moves": "mark 2 2;mark 1 1;mark 3 3"}
        page.send("look", ply=1)
        position = page.next("position")
        assert position["ply"] == 1
        assert position["svg"] != state["svg"]
        page.send("look", ply=9)
        assert "no position" in page.next("error")["message"]
        page.send("branch", ply=1)
        other = page.next("branched")["match"]
    found = studio.http.get(f"/api/v1/matches/{other}").json()
    assert found["plies"] == 1
    assert found["svg"] == position["svg"]
    shared = studio.create("tic_tac_toe", moves=state["address"]["moves"])
    assert studio.http.get(f"/api/v1/matches/{shared}").json()["svg"] == state["svg"]


def test_a_position_looked_at_shows_what_agents_thought_there(studio: Running) -> None:
    match = studio.create("tic_tac_toe", PERSON, agent("monte_carlo", playouts=200))
    with studio.page(match) as page:
        page.my_turn()
        page.move()
        page.until(lambda state: state["plies"] == 2)
        page.send("look", ply=1)
        (thought,) = page.next("position")["thoughts"]
        assert thought["role"] == 1
        assert 0 < len(thought["moves"]) <= 6
        page.send("look", ply=0)
        assert page.next("position")["thoughts"] == []


def test_simultaneous_choices_stay_hidden_until_both_are_in(studio: Running) -> None:
    match = studio.create("rock_paper_scissors", PERSON, PERSON)
    with studio.page(match) as one, studio.page(match) as two:
        one.my_turn()
        assert two.my_turn(1)["simultaneous"]
        one.send("move", role=0, move="paper", ply=0)
        for page in (one, two):
            waiting = page.until(lambda state: state["choices"] == [0])
            assert waiting["waiting"] == [1]
            assert "0" not in waiting["legal"]
            assert waiting["history"] == []
            told = {key: value for key, value in waiting.items() if key not in ("game", "title", "address", "legal")}
            assert "paper" not in str(told)
        one.send("move", role=0, move="rock", ply=0)
        assert "chosen already" in one.next("error")["message"]
        two.send("move", role=1, move="rock", ply=0)
        for page in (one, two):
            assert page.until(lambda state: state["plies"] == 1)["history"][0]["moves"] == ["paper", "rock"]


def test_an_agent_that_chooses_at_the_same_time_shows_nothing_before(studio: Running) -> None:
    with studio.page(studio.create("rock_paper_scissors", PERSON, agent("duct"))) as page:
        page.my_turn()
        thought = page.next("thinking", lambda frame: frame["final"])
        assert thought["hidden"]
        assert not {"move", "moves", "value", "values", "line"} & set(thought)
        page.move()
        shown = page.next("thinking", lambda frame: frame["final"] and not frame.get("hidden"))
        assert shown["ply"] == 0
        assert {report["move"] for report in shown["moves"]} == {"rock", "paper", "scissors"}


def test_a_person_sees_no_more_than_the_role_does(studio: Running) -> None:
    match = studio.create("monty_hall", PERSON)
    with studio.page(match) as page:
        state = page.my_turn()
        assert state["hidden"]
        assert state["history"][0]["moves"] == ["noop", None]
        assert state["history"][0]["text"] == "…"
        assert state["address"]["moves"] == ""
        assert "hide" not in str(state)
        page.move()
        later = page.my_turn()
        assert later["history"][1]["text"].startswith("choose")
        page.send("look", ply=1)
        looked = page.next("position")["svg"]
        assert 'data-board="door"' in looked
        assert ">car<" not in looked
        page.move()
        end = page.until(lambda state: state["over"])
        assert end["history"][0]["text"].startswith("hide")
        assert None not in end["history"][0]["moves"]
        assert end["address"]["moves"].startswith("hide")
    with studio.page(studio.create("kuhn_poker", PERSON, agent("ismcts", 0.1), seed=3)) as page:
        page.my_turn()
        page.move()
        page.until(lambda state: state["over"] or "0" in state["legal"])
        thoughts = [frame for frame in page.seen if frame["type"] == "thinking" and not page.state["over"]]
        assert all(thought["hidden"] and "move" not in thought for thought in thoughts)


def test_the_example_of_the_documentation(studio: Running) -> None:
    text = (Path(__file__).parents[3] / "docs" / "studio-api.md").read_text("utf-8")
    code = text.partition("```python\n")[2].partition("```")[0]
    found: dict[str, Data] = {}
    exec(code.replace("127.0.0.1:8080", studio.address.removeprefix("http://")), found)
    assert found["state"]["title"] == "Tic-tac-toe"


def test_thinking_is_shown_and_can_be_cut_short(studio: Running) -> None:
    with studio.page(studio.create("connect_four", agent("uct", 600.0), PERSON)) as page:
        thought = page.next("thinking", lambda frame: bool(frame.get("moves")))
        assert thought["stage"] == "thinking"
        later = page.next("thinking", lambda frame: frame.get("simulations", 0) > thought["simulations"])
        assert later["moves"][0]["visits"] > thought["moves"][0]["visits"]
        assert later["values"].keys() == {"0", "1"}
        page.send("stop")
        assert page.until(lambda state: state["plies"] == 1)["history"][0]["value"]


def test_seats_can_be_changed_while_an_agent_thinks(studio: Running) -> None:
    with studio.page(studio.create("connect_four", agent("uct", 600.0), agent("uct", 600.0))) as page:
        page.next("thinking", lambda frame: bool(frame.get("moves")))
        page.send("seats", seats=[PERSON, PERSON])
        assert len(page.my_turn()["legal"]["0"]) == 7
        page.send("seats", seats=[PERSON, {"kind": "agent", "agent": "no_such_agent"}])
        assert "no agent" in page.next("error")["message"]
        page.send("seats", seats=[PERSON] * 3)
        assert "one for each" in page.next("error")["message"]


def test_an_agent_that_cannot_play_says_why_and_the_match_waits(studio: Running) -> None:
    with studio.page(studio.create("rock_paper_scissors", PERSON, agent("negamax"))) as page:
        state = page.until(lambda state: state["paused"])
        assert "negamax cannot play" in state["notice"]
        page.send("seats", seats=[PERSON, PERSON])
        assert page.next("state")["notice"] is None


def test_agents_play_each_other_while_somebody_looks(studio: Running) -> None:
    with studio.page(studio.create("tic_tac_toe", agent(), agent())) as page:
        end = page.until(lambda state: state["over"])
        assert 5 <= end["plies"] <= 9
        page.send("undo")
        assert page.next("state")["paused"]


def test_a_page_that_comes_back_misses_nothing(studio: Running) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON)
    with studio.page(match) as page, studio.page(match) as other:
        page.my_turn()
        other.my_turn()
        for role in (0, 1, 0):
            page.move(role)
            page.until(lambda state: state["plies"] > 0)
        latest = page.state["seq"]
        with studio.page(match, since=2) as back:
            assert [back.next("state")["seq"] for _ in range(latest - 2)] == list(range(3, latest + 1))
        with studio.page(match, since=latest) as back:
            page.move(1)
            assert back.next("state")["seq"] == latest + 1
        with studio.page(match, since=999) as back:
            assert back.next("state")["seq"] == latest + 1


def test_fifty_pages_lose_no_state(studio: Running) -> None:
    match = studio.create("tic_tac_toe", PERSON, agent())

    def look(number: int) -> list[int]:
        with studio.page(match) as page:
            page.until(lambda state: state["over"])
            return [frame["seq"] for frame in page.seen if frame["type"] == "state"]

    with ThreadPoolExecutor(50) as threads, studio.page(match) as player:
        watching = [threads.submit(look, number) for number in range(50)]
        player.next("seated", lambda frame: frame["connected"] == 51)
        player.play_out()
        everything = [frame["seq"] for frame in player.seen if frame["type"] == "state"]
        for each in watching:
            seen = each.result(PATIENCE)
            assert seen == everything[-len(seen) :]
            assert len(seen) == len(everything)


def test_a_hint_goes_to_who_asks(studio: Running) -> None:
    match = studio.create("tic_tac_toe", PERSON, PERSON, moves="2 2; 1 1; 1 2; 1 3")
    with studio.page(match) as one, studio.page(match) as two:
        one.my_turn()
        one.send("hint", role=0)
        hint = one.next("hint", lambda frame: frame["final"])
        assert hint["move"] == "(mark 3 2)"
        one.send("hint", role=1, ply=3)
        assert one.next("hint", lambda frame: frame["final"])["ply"] == 3
        one.send("hint", role=1)
        assert "nothing to choose" in one.next("error")["message"]
        one.move()
        two.until(lambda state: state["plies"] == 5)
        assert "hint" not in {frame["type"] for frame in two.seen}


def test_mistakes_of_a_finished_game(studio: Running) -> None:
    # In the fourth move o does not stop the row of x.
    match = studio.create("tic_tac_toe", PERSON, PERSON, moves="2 2; 1 1; 1 2; 3 3; 3 2")
    with studio.page(match) as page:
        assert page.until(lambda state: state["over"])["goals"] == [100, 0]
        page.send("mistakes")
        found: dict[int, Data] = {}
        while len(found) < 5:
            frame = page.next("analysis")
            found[frame["ply"]] = frame
        assert found[4]["lost"]["1"] == pytest.approx(50, abs=5)
        assert found[4]["best"] == {"1": "(mark 3 2)"}
        assert found[5]["lost"] == {"0": 0.0}
        assert all(max(found[ply]["lost"].values()) < 5 for ply in (1, 2, 3))
        assert found[1]["done"] == found[1]["total"] == 5
        last = page.until(lambda state: not state["analysing"])
        assert last["history"][3]["lost"] == found[4]["lost"]
        assert last["result"] == "xplayer won"
        page.send("look", ply=3)
        (best,) = page.next("position")["best"]
        assert (best["role"], best["label"]) == (1, "b3")
        assert best["places"] == [{"board": "", "column": "2", "row": "3"}]


def test_a_match_says_how_its_game_is_played(studio: Running) -> None:
    match = studio.create("odd", PERSON, agent())
    told = studio.http.get(f"/api/v1/matches/{match}/rules").json()
    assert told["origin"] == "page"
    assert told["roles"]["player1"].startswith("You want an odd number of groups")
    assert studio.http.get("/api/v1/matches/none/rules").status_code == 404


def test_the_game_goes_on_when_the_thinking_process_is_killed(studio: Running) -> None:
    with studio.page(studio.create("connect_four", agent("uct", 3.0), PERSON)) as page:
        page.next("thinking", lambda frame: bool(frame.get("moves")))
        for process in studio.studio.thinkers.pids:
            os.kill(process, signal.SIGKILL)
        assert page.until(lambda state: state["plies"] == 1)["notice"] is None


def test_the_game_goes_on_when_the_table_process_is_killed(studio: Running) -> None:
    with studio.page(studio.create("tic_tac_toe", PERSON, PERSON)) as page:
        page.my_turn()
        for process in studio.studio.tables.pids:
            os.kill(process, signal.SIGKILL)
        page.move()
        assert page.until(lambda state: state["plies"] == 1)["notice"] is None


def test_matches_are_listed_and_deleted(studio: Running) -> None:
    match = studio.create("nim(heaps=1-2)", PERSON, PERSON)
    listed = studio.http.get("/api/v1/matches").json()
    mine = next(each for each in listed if each["id"] == match)
    assert mine["title"] == "Nim (heaps 1-2)"
    assert (mine["plies"], mine["over"]) == (0, False)
    assert studio.http.delete(f"/api/v1/matches/{match}").status_code == 204
    assert studio.http.get(f"/api/v1/matches/{match}").status_code == 404
    assert studio.http.delete(f"/api/v1/matches/{match}").status_code == 404
    with studio.page(match) as page:
        assert "no such match" in page.next("error")["message"]


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ({}, "name of a game"),
        ({"game": "no_such_game"}, "no game"),
        ({"game": "/etc/passwd"}, "no game"),
        ({"game": "(role x)"}, "no game"),
        ({"game": "rules:none"}, "no such rules"),
        ({"game": "connect_four(columns=99)"}, "columns"),
        ({"game": "nim", "moves": [["no", "no"]]}, "does not fit"),
        ({"game": "nim", "moves": [["no"]]}, "every role"),
        ({"game": "nim", "moves": "no"}, "not a legal move"),
        ({"game": "nim", "seats": "all"}, "one for each"),
        ({"game": "nim", "seats": [{"kind": "robot"}]}, "person"),
        ({"game": "nim", "seats": [agent("uct", 1e9)]}, "seconds"),
        ({"game": "nim", "seats": [agent("uct", 1, -5)]}, "playouts"),
        ({"game": "nim", "seats": [agent("uct(exploration=x)")]}, "exploration"),
        ({"game": "nim", "seed": -1}, "seed"),
    ],
)
def test_a_match_that_cannot_be_is_refused(studio: Running, asked: Data, reason: str) -> None:
    answer = studio.http.post("/api/v1/matches", json=asked)
    assert answer.status_code in (400, 404)
    assert reason in answer.json()["error"]["message"]


def test_a_match_survives_the_server(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    with running(store) as first:
        match = first.create("tic_tac_toe", PERSON, agent())
        with first.page(match) as page:
            page.my_turn()
            page.move()
            before = page.my_turn()
            page.move()
            page.until(lambda state: state["plies"] == 3)
    with running(store) as second, second.page(match, since=before["seq"]) as page:
        # Whoever was to move when the server ended goes on.
        state = page.my_turn()
        assert state["plies"] == 4
        assert state["history"][:2] == before["history"]
        assert state["seq"] > before["seq"]
        page.play_out()
