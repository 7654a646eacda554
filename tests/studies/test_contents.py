"""The studies themselves: well formed, with the figures that the documents state."""

from __future__ import annotations

import itertools
from dataclasses import replace
from typing import Any

import pytest

from ludens.engine.contract import LoadedGame
from ludens.game import Limit
from ludens.games.loading import find
from ludens.players import check_agent, make_agent
from ludens.players.agent import Agent
from ludens.studies import STUDIES
from ludens.studies.documents import odd, odd_figures, pentago, roulette
from ludens.studies.documents.roulette_sums import first_or_second, overall, without_monte_carlo
from ludens.studies.study import Mode, Study
from ludens.studies.tallies import Tally
from ludens.studies.verdicts import Verdict


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_names_and_labels_are_unique_and_everybody_exists(study: Study) -> None:
    names = [experiment.name for experiment in study.experiments]
    assert len(set(names)) == len(names)
    for experiment in study.experiments:
        labels = [comparison.what for comparison in experiment.comparisons]
        assert len(set(labels)) == len(labels) or not experiment.listed, experiment.name
        assert experiment.comparisons or experiment.measurements
        for comparison in experiment.comparisons:
            find(comparison.game)
            check_agent(comparison.agent)
            check_agent(comparison.opponent)
            assert comparison.games.quick <= comparison.games.full
            if experiment.axis is not None:
                assert comparison.place is not None or experiment.conclude is not None


def test_the_tables_of_the_roulette_wheel() -> None:
    counts = {number: [figure.games for figure in figures] for number, (_, _, figures) in roulette.TABLES.items()}
    assert counts == {"4.1": [50, 52, 55], "4.2": [50, 50, 51], "4.3": [25, 25, 25], "4.4": [25, 25, 25]}
    # The thesis sums the second player's results up as 60 % of wins, and 84 % with ties as wins, in tic-tac-toe.
    figures = [figure for _, seat, figures in (roulette.TABLES["4.1"],) for figure in figures if seat == 1]
    scores = [figure.score for figure in figures]
    assert scores == pytest.approx([43.5 / 50, 41.5 / 52, 25.5 / 55])


def test_a_curve_tells_where_the_documents_figure_is_found() -> None:
    curve = next(each for each in roulette.STUDY.experiments if each.name == "simulations_tic_tac_toe")
    assert curve.conclude is not None
    scores = (0.8, 0.75, 0.5, 0.3, 0.3, 0.3)
    tallies = [
        Tally(comparison, round(100 * score), 0, 100 - round(100 * score), 100, score, 1.0)
        for comparison, score in zip(curve.comparisons, scores, strict=True)
    ]
    few = [replace(tally, wins=8, losses=2) for tally in tallies]
    assert curve.conclude(few)[0].ours == "none of these"
    assert curve.conclude(tallies)[0].ours == "1 simulation of a move, 3 simulations of a move"
    assert curve.conclude(tallies[2:])[0].ours == "none of these"
    assert curve.axis is not None
    assert curve.axis.level == pytest.approx(100 * 41.5 / 52)


def test_both_nims_are_played_in_both_seats() -> None:
    for number, seat in (("4_2", 1), ("4_4", 0)):
        table = next(each for each in roulette.STUDY.experiments if each.name == f"table_{number}")
        assert {comparison.game for comparison in table.comparisons} == {"nim", "nim(heaps=11-12-15-25)"}
        assert {comparison.seat for comparison in table.comparisons} == {seat}


def as_in_the_tables() -> list[Tally]:
    """What the thesis itself played, as if it were ours, with the same in both nims."""
    tallies = []
    for experiment in roulette.STUDY.experiments:
        if not experiment.name.startswith("table"):
            continue
        for comparison in experiment.comparisons:
            assert comparison.published is not None
            words = [int(word) for word in comparison.published.words.replace(",", "").split() if word.isdigit()]
            wins, draws, losses = words if len(words) == 3 else (words[0], 0, words[1] - words[0])
            games = wins + draws + losses
            tallies.append(Tally(comparison, wins, draws, losses, games, (wins + draws / 2) / games, 1.0))
    return tallies


def test_the_sums_of_section_4_follow_from_its_own_tables() -> None:
    """To about a point: the thesis rounds 59, 83.1 and 71.1 % up, and has 71.6 % of nim right."""
    rows = overall("sums", as_in_the_tables())
    assert [round(row.value or 0, 1) for row in rows] == [59.0, 83.1, 71.1, 71.6, 71.6]
    assert [row.published for row in rows] == pytest.approx([60, 84, 72, 71.6, 71.6])
    assert {row.verdict for row in rows} == {Verdict.AGREES}


def test_with_random_play_for_monte_carlo_the_sums_leave_its_games_out() -> None:
    tallies = as_in_the_tables()
    rows = without_monte_carlo("sums", tallies)
    assert [row.what.rpartition(", ")[2] for row in rows] == 5 * ["Monte Carlo playing at random"]
    # Tables 4.1 and 4.2: 40 of 50, and 37 of 50, twice, then search light.
    assert rows[0].value == pytest.approx(100 * (40 / 50 + 40 / 50 + 11 / 55) / 3)
    assert rows[3].value == pytest.approx(100 * (37 / 50 + 37 / 50 + 32 / 51) / 3)
    assert {row.verdict for row in rows} == {Verdict.NO_CLAIM}
    assert rows[0].games == 105


def test_the_thesis_does_better_moving_first_but_against_search_light_in_nim() -> None:
    rows = first_or_second("sums", as_in_the_tables())
    assert len(rows) == 9
    below = {row.what for row in rows if (row.value or 0) < 0}
    assert below == {row.what for row in rows if row.document == "worse when first"}
    assert len(below) == 2
    assert all(row.verdict is not Verdict.DIFFERS for row in rows)


def test_every_win_rate_of_odd_is_there() -> None:
    rates = [
        comparison.published.score
        for experiment in odd.STUDY.experiments
        for comparison in experiment.comparisons
        if comparison.published and comparison.published.score is not None
    ]
    assert rates == [0.6, 0.75, 0.85, 1.0, 1.0, 1.0, 1.0, 0.8, 0.7, 0.68]


def test_the_steps_of_alpha_beta_differ_in_what_the_document_says() -> None:
    plain, scout, table = odd.STEPS
    assert [name.partition("(")[0] for name in (plain, scout, table)] == ["negamax", "negascout", "mtdf"]
    assert ["table=false" in name for name in (plain, scout, table)] == [True, True, False]


@pytest.mark.parametrize(("winner", "expected"), [("uct_rave", 0), ("uct_rave(playout=proximity)", 100)])
def test_at_equal_time_the_wins_of_proximity_are_counted_in_both_seats(
    winner: str, expected: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In place of the winner a good player, in place of the other one that makes the first legal move."""
    monkeypatch.setattr(odd_figures, "FEWER", 1_000)
    monkeypatch.setattr(odd_figures, "SLOWER", 1)
    made: list[tuple[str, int]] = []

    def make(name: str, game: LoadedGame[Any], role: int, seed: int) -> Agent[Any]:
        made.append((name, role))
        return make_agent("uct_rave" if name == winner else "legal", game, role, seed)

    monkeypatch.setattr(odd_figures, "make_agent", make)
    (figure,) = odd_figures.measure_equal_time(Mode.QUICK, 0)
    assert (figure.value, figure.samples) == (expected, 2)
    assert sorted(made) == sorted(itertools.product(("uct_rave", "uct_rave(playout=proximity)"), (0, 1)))


def test_the_full_size_of_odd_is_the_documents() -> None:
    against_random = odd.STUDY.experiments[0]
    assert {comparison.games.full for comparison in against_random.comparisons} == {1000}


def test_the_zero_system_plays_under_the_clocks_of_its_course() -> None:
    for experiment in pentago.STUDY.experiments:
        for comparison in experiment.comparisons:
            if experiment.name == "few_trials":
                assert comparison.terms.of(Mode.FULL).limit == Limit(playouts=pentago.ALL_TRIALS)
                continue
            terms = comparison.terms.of(Mode.FULL)
            assert (terms.limit.seconds, terms.memory_mib, terms.own_process) == (2.0, 500, True)
            assert terms.limit.seconds is not None
            assert terms.start_seconds + terms.limit.seconds == 30


@pytest.mark.slow
def test_the_zero_system_collects_more_results_than_the_tree() -> None:
    figures = {figure.what: figure for figure in pentago.speed(Mode.QUICK, 0)}
    assert figures["results of the Zero System for one of the tree"].value > 1


def test_every_verdict_has_words() -> None:
    assert all(verdict.value for verdict in Verdict)
