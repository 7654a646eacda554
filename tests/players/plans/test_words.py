"""Plans in plain words."""

from __future__ import annotations

import pytest

from ludens.players.plans.candidates import FAMILIES
from ludens.players.plans.words import percent, plan_in_words


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        ("uct", "UCT"),
        ("uct(exploration=0.7)", "UCT with exploration 0.7"),
        ("grave", "GRAVE"),
        ("negamax", "negamax"),
        ("proving_tree(share=0)", "UCT"),
        ("proving_tree(playout=foresight, share=0)", "UCT with playouts that win at once and prevent it"),
        ("uct(playout=mast+decisive)", "UCT with playouts that prefer moves good on average and win at once"),
        ("proving_tree(share=0.05)", "UCT with alpha-beta beside it, 5 % of the clock for alpha-beta"),
        ("equilibrium_first", "an equilibrium, or decoupled UCT"),
    ],
)
def test_words(plan: str, words: str) -> None:
    assert plan_in_words(plan) == words


def test_every_candidate_has_words_of_its_own() -> None:
    for family in FAMILIES.values():
        told = [plan_in_words(plan) for plan in family.all if plan != "proving_tree(share=0)"]
        assert len(set(told)) == len(told)


def test_percent() -> None:
    assert percent(0.644, 0.038) == "64 ± 4 %"
    assert percent(1.0, 0.0) == "100 ± 1 %"
