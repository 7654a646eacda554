"""Handicaps: an agent makes its first moves at random, so that whoever plays against it is ahead."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.studio.running import PERSON, Running, agent, running


@pytest.fixture(scope="module")
def studio(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("studio") / "store.sqlite") as found:
        yield found


def test_an_agent_gives_a_head_start_by_random_first_moves(studio: Running) -> None:
    first_moves = set()
    for seed in range(5):
        opponent = {**agent("legal"), "head_start": 1}
        with studio.page(studio.create("tic_tac_toe", PERSON, opponent, seed=seed)) as page:
            state = page.my_turn()
            assert state["seats"][1]["head_start"] == 1
            page.send("move", role=0, move="(mark 1 1)", ply=0)
            state = page.my_turn()
            first_moves.add(state["history"][1]["text"])
            mine = state["legal"]["0"][-1]["move"]
            others = [one["label"] for one in state["legal"]["0"] if one["move"] != mine]
            page.send("move", role=0, move=mine, ply=2)
            while (frame := page.next("state"))["plies"] < 4:
                pass
            assert frame["history"][3]["text"] == others[0], "from its second move on it plays as it always does"
    assert len(first_moves) > 1
    refused = studio.http.post(
        "/api/v1/matches", json={"game": "nim", "seats": [PERSON, {**agent(), "head_start": 99}]}
    )
    assert refused.status_code == 400
