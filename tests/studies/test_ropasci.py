"""The study of RoPaSci 360: its claims, and its measurements beside slow ones."""

from __future__ import annotations

import pytest

from ludens.games.ropasci import Ropasci, ending
from ludens.studies.documents import ropasci, ropasci_figures
from ludens.studies.rows import figure_row
from ludens.studies.study import ByMode, Figure, Mode
from ludens.studies.verdicts import Verdict


def by_name(figures: list[Figure]) -> dict[str, Figure]:
    return {figure.what: figure for figure in figures}


def test_the_claims_of_the_document_about_players_are_there() -> None:
    claims = {
        comparison.what
        for experiment in ropasci.STUDY.experiments
        for comparison in experiment.comparisons
        if comparison.published is not None
    }
    assert claims == {
        "SM-MCTS v SM-minimax",
        "rules v evaluation",
        "rules v all moves",
        "heavy v light playouts",
        f"{ropasci.PATIENCE} times the time of the other",
    }


def test_the_full_study_keeps_within_the_time_of_the_course() -> None:
    assert ropasci.GAME_TURNS * ropasci.FULL_SECONDS < 60
    for experiment in ropasci.STUDY.experiments:
        for comparison in experiment.comparisons:
            limit = comparison.terms.of(Mode.FULL).limit
            assert limit.playouts or limit.seconds in (ropasci.SECONDS, ropasci.FULL_SECONDS)


def test_playouts_from_lists_end_and_say_why() -> None:
    game = Ropasci()
    for policy in ("", "greedy"):
        found = ropasci_figures.listed(policy, 60, 3)
        states = game.unpack(found.last)
        assert len(states) == 60
        assert all(game.is_terminal(state) for state in states)
        assert found.turns == sum(state.turn for state in states)
        drawn = sum(game.goals(state) == (50, 50) for state in states)
        assert drawn == sum(ending(state) in ropasci_figures.CAUSES for state in states)
        assert drawn > 0


def test_playouts_are_as_long_and_as_often_drawn_as_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ropasci_figures, "PLAYOUTS", ByMode(2000, 2000))
    found = by_name(ropasci_figures.measure_playouts(Mode.QUICK, 5))
    light = found["light playouts: turns"]
    # From 100,000 games: docs/games/ropasci.md.
    assert light.value == pytest.approx(108.0, rel=0.06)
    assert found["light playouts: drawn, for whatever reason"].value == pytest.approx(41.9, abs=5)
    heavy = found["heavy playouts: turns"]
    part = found["turns of a heavy playout, in those of a light one"]
    assert part.value == pytest.approx(heavy.value / light.value)
    late = found["light playouts: 360 turns without a decision"]
    assert figure_row("e", late).verdict is Verdict.DIFFERS


def test_choices_are_those_of_the_rules_counted_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ropasci_figures, "GAMES", ByMode(3, 3))
    found = by_name(ropasci_figures.measure_choices(Mode.QUICK, 2))
    game, most, thrown, ninth = Ropasci(), 0, list[float](), list[int]()
    for turn, rows in enumerate(ropasci_figures.random_turns(game.engine, 3, 2)):
        for state in game.unpack(rows):
            upper, lower = (game.legal_moves(state, role) for role in (0, 1))
            most = max(most, len(upper) * len(lower))
            if turn < 9:
                thrown.append(sum(move.startswith("(throw") for move in upper) / len(upper))
            if turn == 8:
                ninth.append(len(upper) * len(lower))
    assert found["joint moves in a turn: the most of all"].value == most
    assert found["joint moves in turn 9"].value == pytest.approx(sum(ninth) / len(ninth))
    share = found["throws among the legal moves of the first nine turns"]
    assert share.value == pytest.approx(100 * sum(thrown) / len(thrown))


def test_minimax_does_not_see_two_turns_ahead_past_turn_nine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ropasci_figures, "POSITIONS", ByMode(1, 1))
    monkeypatch.setattr(ropasci_figures, "TURN_SECONDS", 0.05)
    (deepest,) = ropasci_figures.measure_minimax(Mode.QUICK, 1)
    assert figure_row("e", deepest).verdict is Verdict.DIRECTION
    assert deepest.samples == 1
