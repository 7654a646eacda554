"""Rules that people bring: checked, saved, played; and hostile ones, which end in a message while others play on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from ludens.games.loading import built_in_source
from tests.studio.running import PATIENCE, PATIENT, PERSON, Data, Running, agent, running

SHEET = built_in_source("tic_tac_toe", {}).text

NUMBERS = " ".join(f"(n {number})" for number in range(60))

COUNTING = f"""
(role a) (role b) {NUMBERS}
(init (at 0))
(<= (legal ?r go) (role ?r))
(<= (legal ?r stay) (role ?r))
(<= (next (at 1)) (true (at 0)))
(<= (next (at ?e)) (does a go) (many ?a ?b ?c ?d ?e))
(<= (many ?a ?b ?c ?d ?e) (true (at 1)) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e))
(<= terminal (true (at 77)))
(<= (goal ?r 50) (role ?r))
"""
"""Two positions are found at once, but the third takes sixty to the power of five facts."""

ENDLESS = """
(role a)
(init (p 0))
(<= (legal a go) (true (p 0)))
(<= (legal a stay) (true (p 0)))
(<= (grows 0) (true (p 0)))
(<= (grows (s ?x)) (grows ?x))
(<= (next (p 0)) (grows ?x))
(<= terminal (true (p 1)))
(<= (goal a 100) (role a))
"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("studio") / "store.sqlite") as found:
        yield found


def save(studio: Running, text: str, name: str = "mine") -> str:
    answer = studio.http.post("/api/v1/rules", json={"name": name, "text": text})
    assert answer.status_code == 200
    return str(answer.json()["id"])


def test_mistakes_have_places(studio: Running) -> None:
    good = studio.http.post("/api/v1/rules/check", json={"text": SHEET}).json()
    assert good["ok"]
    assert good["roles"] == ["xplayer", "oplayer"]
    bad = studio.http.post("/api/v1/rules/check", json={"text": SHEET + "\n(<= (p ?x) (not (q ?x)))"}).json()
    assert not bad["ok"]
    mistake = next(each for each in bad["mistakes"] if each["severity"] == "error")
    assert mistake["line"] == SHEET.count("\n") + 2
    assert mistake["message"]
    assert mistake["code"]
    broken = studio.http.post("/api/v1/rules/check", json={"text": "(role x"}).json()
    assert not broken["ok"]
    assert broken["mistakes"][0]["line"] == 1


def test_rules_are_saved_changed_listed_and_deleted(studio: Running) -> None:
    saved = save(studio, SHEET, "first")
    assert studio.http.get(f"/api/v1/rules/{saved}").json() == {"id": saved, "name": "first", "text": SHEET}
    assert studio.http.put(f"/api/v1/rules/{saved}", json={"name": "second", "text": "(role x)"}).status_code == 200
    assert next(each for each in studio.http.get("/api/v1/rules").json() if each["id"] == saved)["name"] == "second"
    assert studio.http.delete(f"/api/v1/rules/{saved}").status_code == 204
    for method in ("GET", "DELETE"):
        assert studio.http.request(method, f"/api/v1/rules/{saved}").status_code == 404
    assert studio.http.put(f"/api/v1/rules/{saved}", json={"name": "x", "text": "y"}).status_code == 404


def test_templates_are_right(studio: Running) -> None:
    found = {each["name"]: each for each in studio.http.get("/api/v1/rules/templates").json()}
    assert found["tic_tac_toe"]["title"] == "Tic-tac-toe"
    assert studio.http.post("/api/v1/rules/check", json={"text": found["nim"]["text"]}).json()["ok"]


def test_saved_rules_are_played_and_a_match_keeps_its_own(studio: Running) -> None:
    saved = save(studio, SHEET, "my <b>game</b>")
    match = studio.create(f"rules:{saved}", PERSON, agent())
    picture = studio.http.get(f"/api/v1/games/rules:{saved}/picture.svg")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert "data-column" in picture.text
    with studio.page(match) as page:
        assert page.my_turn()["title"] == "my <b>game</b>"
        studio.http.put(f"/api/v1/rules/{saved}", json={"name": "other", "text": "(role x)"})
        assert page.play_out()["over"]
    answer = studio.http.post("/api/v1/matches", json={"game": f"rules:{saved}"})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


def test_names_of_rules_are_never_paths(studio: Running) -> None:
    saved = save(studio, "/etc/passwd", "/etc/passwd")
    assert studio.http.post("/api/v1/matches", json={"game": f"rules:{saved}"}).status_code == 400


@pytest.mark.parametrize("text", ["(" * 9000 + ")" * 9000, ENDLESS, "\0\1\2"])
def test_rules_that_cannot_be_played_are_refused_in_words(studio: Running, text: str) -> None:
    checked = studio.http.post("/api/v1/rules/check", json={"text": text})
    assert checked.status_code == 200
    answer = studio.http.post("/api/v1/matches", json={"game": f"rules:{save(studio, text)}"})
    assert answer.status_code == 400
    assert answer.json()["error"]["message"]


def notice(studio: Running, *seats: Data) -> str:
    """What a page is told that plays by hostile rules; who is a person moves at once."""
    persons = [role for role, seat in enumerate(seats) if seat == PERSON]
    with studio.page(studio.create(f"rules:{save(studio, COUNTING, 'hostile')}", *seats)) as page:
        page.my_turn()
        while not page.state["notice"]:
            plies = page.state["plies"]
            for role in persons:
                if str(role) in page.state["legal"]:
                    page.move(role)
                    page.next("state")
            if page.state["plies"] == plies and not page.state["notice"] and not page.state["legal"]:
                page.next("state")
        return str(page.state["notice"])


def games_beside(studio: Running, suffering: Future[str]) -> int:
    """Plays game after game until something has come to its end; returns how many were played."""
    games = 0
    with studio.page(studio.create("tic_tac_toe", PERSON, agent())) as page:
        page.my_turn()
        while not games or not suffering.done():
            assert page.play_out()["notice"] is None
            page.send("restart")
            page.my_turn()
            games += 1
            time.sleep(0.1)
    return games


def test_hostile_rules_end_in_a_message_while_another_game_goes_on(studio: Running) -> None:
    with ThreadPoolExecutor(1) as threads:
        suffering = threads.submit(notice, studio, PERSON, PERSON)
        assert games_beside(studio, suffering) > 0
        told = suffering.result(PATIENCE)
    assert "The game cannot continue there" in told
    assert "facts" in told


@pytest.mark.slow
def test_an_agent_answers_by_hostile_rules_until_the_game_cannot_go_on(tmp_path: Path) -> None:
    caps = replace(PATIENT, making_seconds=15, grace_seconds=1)
    with running(tmp_path / "store.sqlite", caps) as studio, ThreadPoolExecutor(1) as threads:
        suffering = threads.submit(notice, studio, PERSON, agent("champion", 0.2))
        assert games_beside(studio, suffering) > 0
        assert "cannot continue" in suffering.result(PATIENCE)


def test_checking_that_takes_too_long_is_given_up(studio: Running) -> None:
    # Whatever the answer is, there is one soon, and the next sheet is checked as ever.
    wide = "(role a)\n" + "\n".join(f"(<= (p{n} ?x) (p{n + 1} ?x) (not (q{n} ?x)))" for n in range(3000))
    answer = studio.http.post("/api/v1/rules/check", json={"text": wide})
    assert answer.status_code in (200, 400)
    assert studio.http.post("/api/v1/rules/check", json={"text": SHEET}).json()["ok"]
