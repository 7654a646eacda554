"""Everything that is found holds: in all positions of small games, in random games of all built-in ones."""

from __future__ import annotations

import pytest

from ludens.games import RULESHEETS
from tests.circuit.analysis.checks import assert_all_findings
from tests.circuit.analysis.plays import built_in_circuit, every_play, some_plays

SMALL: list[tuple[str, dict[str, str]]] = [
    ("rock_paper_scissors", {}),
    ("lights_on", {"lamps": "2"}),
    ("lights_on", {"lamps": "2", "boards": "2"}),
    ("nim", {"heaps": "1-2-2"}),
]

LARGE = {"reversi": 1, "free_for_all": 1, "tron": 2}


@pytest.mark.parametrize(("name", "parameters"), SMALL, ids=str)
def test_what_is_found_holds_in_every_position(name: str, parameters: dict[str, str]) -> None:
    assert_all_findings(every_play(built_in_circuit(name, **parameters)))


@pytest.mark.parametrize("name", sorted(RULESHEETS))
def test_what_is_found_holds_in_random_games(name: str) -> None:
    plays = some_plays(built_in_circuit(name), games=LARGE.get(name, 3), most_steps=40)
    assert_all_findings(plays, symmetry_stride=7)
