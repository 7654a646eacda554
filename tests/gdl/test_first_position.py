"""A game in which nobody can make a first move is refused, in the same words wherever it is asked for."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

import ludens
from ludens.game import RulesError
from ludens.games.loading import load_rulesheet
from ludens.gdl import Source, examined, load_rules
from ludens.gdl.mistakes import MistakesError

OVER_AT_START = """(role a) (legal a go) (init (light on))
(<= (next (light off)) (does a go))
(<= terminal (true (light on)))
(goal a 100)"""

A_ROLE_WITHOUT_MOVES = """(role a)
(role b)
(init (count 0))
(<= (legal a go) (true (count ?n)))
(<= (legal b go) (true (count 1)))
(<= (next (count 1)) (true (count 0)))
(<= terminal (true (count 1)))
(goal a 50) (goal b 50)"""

NOBODY = "(<= (role ?r) (player ?r))\n(legal a go) (<= terminal (true x)) (goal a 0)"

ONLY_CHANCE = "(player random)\n(<= (role ?r) (player ?r))\n(legal random go) (<= terminal (true x)) (goal random 0)"

CASES = [
    (OVER_AT_START, "over-at-start", (3, 1)),
    (A_ROLE_WITHOUT_MOVES, "no-first-move", (2, 1)),
    (NOBODY, "no-role", (1, 1)),
    (ONLY_CHANCE, "only-random", (2, 1)),
]


@pytest.mark.parametrize("load", [ludens.load, load_rulesheet, lambda text: load_rules(Source(text))])
@pytest.mark.parametrize(("text", "code", "place"), CASES, ids=[code for _, code, _ in CASES])
def test_a_game_that_cannot_begin_is_refused_everywhere_alike(
    load: Callable[[str], object], text: str, code: str, place: tuple[int, int]
) -> None:
    with pytest.raises(RulesError) as refused:
        load(text)
    assert refused.value.places == (place,)
    assert f"[{code}]" in str(refused.value)
    _, problems, game = examined(Source(text))
    assert game is None
    assert (code, place) in [(problem.code, problem.place) for problem in problems]


def test_the_refusal_can_be_sent_to_another_process() -> None:
    with pytest.raises(MistakesError) as refused:
        load_rules(Source(OVER_AT_START, "sheet.kif"))
    again = pickle.loads(pickle.dumps(refused.value))
    assert (str(again), again.places, again.problems) == (
        str(refused.value), refused.value.places, refused.value.problems
    )  # fmt: skip
