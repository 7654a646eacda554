"""What nobody sends by mistake: halves of characters, characters that XML does not have, endless numbers, damage."""

from __future__ import annotations

import html
import json
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from websockets.exceptions import ConnectionClosed

from ludens.boards.paint import drawable
from tests.studio.games.test_rules import save
from tests.studio.running import PATIENCE, PERSON, Running, agent, running

ODD = "a\x01", "b\x1f", "c\ufffe", "d\uffff", "e\x7f"
STRANGE = f"""
(role white\x02) (role black)
{" ".join(f"(column {name}) (row {name})" for name in ODD)}
{" ".join(f"(init (cell {column} {row} empty))" for column in ODD for row in ODD)}
(<= (legal white\x02 (mark ?c ?r)) (true (cell ?c ?r empty)))
(legal black noop)
(<= (next (cell ?c ?r x)) (does white\x02 (mark ?c ?r)))
(<= (next (cell ?c ?r ?p)) (true (cell ?c ?r ?p)) (does white\x02 (mark ?d ?s)) (distinct ?c ?d))
(<= (next (cell ?c ?r ?p)) (true (cell ?c ?r ?p)) (does white\x02 (mark ?d ?s)) (distinct ?r ?s))
(<= terminal (true (cell a\x01 a\x01 x)))
(goal white\x02 50) (goal black 50)
"""


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("studio") / "store.sqlite") as found:
        yield found


def places_in(svg: str) -> set[tuple[str, str, str]]:
    """The places of a picture, which must be XML."""
    cells = [each for each in ElementTree.fromstring(svg).iter() if "data-column" in each.attrib]
    return {(each.attrib["data-board"], each.attrib["data-column"], each.attrib["data-row"]) for each in cells}


def test_characters_that_xml_does_not_have_are_written_otherwise() -> None:
    assert drawable("plain\ttext é\u2028") == "plain\ttext é\u2028"
    assert drawable("\x00\x01\x1b\ufffe\uffff\ud800") == "␀␁␛\\ufffe\\uffff\\ud800"


def test_names_with_control_characters_can_be_played_and_saved(studio: Running) -> None:
    match = studio.create(f"rules:{save(studio, STRANGE, 'odd ' + ODD[2])}", PERSON, PERSON)
    with studio.page(match) as page:
        state = page.my_turn()
        places = places_in(state["svg"])
        assert len(places) == 25
        for move in state["legal"]["0"]:
            (click,) = move["clicks"]
            assert (click["board"], click["column"], click["row"]) in places
        page.move(choice=7)
        places_in(page.until(lambda state: state["plies"] == 1)["svg"])
    file = studio.http.get(f"/api/v1/matches/{match}/replay.html").text
    game = json.loads(html.unescape(file.partition('id="game">')[2].partition("</script>")[0]))
    assert len(game["positions"]) == 2
    for svg in game["positions"]:
        assert places_in(svg)


HUGE = int("9" * 400)


@pytest.mark.parametrize(
    "body",
    [
        '{"game": "nim", "seats": [{"kind": "agent", "playouts": HUGE}]}',
        '{"game": "nim", "seats": [{"kind": "agent", "seconds": HUGE}]}',
        '{"game": "nim", "seats": [{"kind": "agent", "seconds": 1e999}]}',
        '{"game": "nim", "seats": [{"kind": "agent", "seconds": NaN}]}',
        '{"game": "nim", "seed": HUGE}',
        '{"game": "nim(heaps=HUGE)"}',
        r'{"game": "nim\ud800"}',
        r'{"game": "nim", "moves": "\udfff"}',
        r'{"game": "nim", "moves": [["\ud800", "noop"]]}',
        r'{"game": "nim", "seats": [{"kind": "agent", "agent": "\udc00"}]}',
        r'{"\ud800": 1, "game": "nim"}',
    ],
)
def test_a_match_of_odd_numbers_and_texts_is_refused(studio: Running, body: str) -> None:
    answer = studio.http.post("/api/v1/matches", content=body.replace("HUGE", str(HUGE)))
    assert answer.status_code == 400, answer.text
    assert answer.json()["error"]["message"]


@pytest.mark.parametrize("path", ["rules", "rules/check", "tournaments", "learn/uct"])
def test_halves_of_characters_are_refused_everywhere(studio: Running, path: str) -> None:
    for text in (r'{"name": "\ud800", "text": "(role x)"}', r'{"name": "x", "text": "(role \udc00)"}'):
        answer = studio.http.post(f"/api/v1/{path}", content=text)
        assert answer.status_code == 400
        assert "lone surrogate" in answer.json()["error"]["message"]
    assert studio.http.post("/api/v1/rules", content=r'{"name": "\ud83d\ude00", "text": "x"}').status_code == 200


@pytest.mark.parametrize("name", ["example", "rounds", "seed"])
@pytest.mark.parametrize("value", [HUGE, -HUGE, -1, 10**18, True, None, 1.5])
def test_a_lesson_with_odd_numbers_is_refused_or_run(studio: Running, name: str, value: object) -> None:
    answer = studio.http.post("/api/v1/learn/uct", json={name: value})
    assert answer.status_code in (200, 400), answer.text


def test_frames_with_odd_texts_and_numbers_are_refused(studio: Running) -> None:
    with studio.page(studio.create("tic_tac_toe", PERSON, PERSON)) as page:
        page.my_turn()
        for text in (
            r'{"type": "move", "role": 0, "move": "\ud800", "ply": 0}',
            r'{"type": "\udfff"}',
            '{"type": "look", "ply": HUGE}',
            '{"type": "branch", "ply": HUGE}',
            '{"type": "hint", "role": HUGE}',
            '{"type": "move", "role": 0, "move": "noop", "ply": HUGE}',
            '{"type": "seats", "seats": [{"kind": "agent", "playouts": HUGE}]}',
        ):
            page.socket.send(text.replace("HUGE", str(HUGE)))
            assert page.next("error")["message"]
        page.move()
        page.until(lambda state: state["plies"] == 1)


def broken(data: dict[str, Any]) -> list[str]:
    """What may have become of a match in the store."""
    found = ["", "not json", "[]", "null", '"text"', "[" * 5000, "{}", json.dumps(data)[:-30]]
    for name in ("id", "game", "title", "spec", "roles", "seats", "moves", "about", "choices", "seed", "sequence"):
        found += [json.dumps({key: value for key, value in data.items() if key != name})]
        found += [json.dumps({**data, name: value}) for value in (None, 7, [7], {"a": 7})]
    return found


def test_a_damaged_match_is_skipped_and_told_of(tmp_path: Path) -> None:
    store = tmp_path / "store.sqlite"
    with running(store) as studio:
        sound = studio.create("tic_tac_toe", PERSON, agent(), moves="2 2; 1 1")
        with sqlite3.connect(store) as file:
            data = json.loads(file.execute("SELECT data FROM studio_match").fetchone()[0])
            texts = broken(data)
            rows = [(f"damaged{number}", 1.0 + number, 1, text) for number, text in enumerate(texts)]
            file.executemany("INSERT INTO studio_match VALUES (?, ?, ?, ?)", rows)
        file.close()
        listed = studio.http.get("/api/v1/matches").json()
        assert [each["id"] for each in listed if not each["damaged"]][:1] == [sound]
        assert len([each for each in listed if each["damaged"]]) >= 40
        for number, text in enumerate(texts):
            answer = studio.http.get(f"/api/v1/matches/damaged{number}")
            assert answer.status_code in (200, 400), (text, answer.text)
        assert "damaged" in studio.http.get("/api/v1/matches/damaged0").json()["error"]["message"]
        with studio.page("damaged0") as page:
            assert "damaged" in page.next("error")["message"]
            with pytest.raises(ConnectionClosed) as closed:
                page.socket.recv(timeout=PATIENCE)
            assert closed.value.rcvd is not None
            assert closed.value.rcvd.code == 4404
        assert studio.http.delete("/api/v1/matches/damaged0").status_code == 204
        with studio.page(sound) as page:
            assert page.my_turn()["plies"] >= 2
