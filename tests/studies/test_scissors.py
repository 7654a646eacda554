"""The study of AlwaysPlayScissors: cones and traps beside slow twins, and what it concludes."""

from __future__ import annotations

import functools
import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from ludens.circuit.network import Circuit, Literal
from ludens.engine.contract import LoadedGame
from ludens.game import Decision, Limit, Move
from ludens.games.loading import load
from ludens.games.rules_game import RulesGame
from ludens.gdl.grounding.grounder import ground_rules
from ludens.rules.ground_rules import GroundRules
from ludens.search.evaluations.mobility_regression import PLAYOUTS, SAMPLES, fit_mobility
from ludens.search.evaluations.sample import Positions, Sample, valued_sample
from ludens.studies.documents import scissors, scissors_causes, scissors_figures
from ludens.studies.documents.cone_sizes import ConeSizes, gate_cones, proposition_cones
from ludens.studies.documents.traps import GAME, Trap, handed, handed_by_chance, traps
from ludens.studies.rows import figure_row
from ludens.studies.study import ByMode, Mode
from ludens.studies.tallies import Tally
from ludens.studies.verdicts import Verdict
from tests.corpus import FOLDER, needs_corpus

SMALL = ("tic_tac_toe", "connect_four(columns=4, rows=4)", "minefield(size=4)", "hex(size=3)", "nim")


def compiled(name: str) -> RulesGame[Any]:
    game = load(name)
    assert isinstance(game, RulesGame)
    return game


def flows_into(users: dict[int, set[int]], node: int, wanted: set[int]) -> bool:
    """Whether something wanted is reached from a node, going forwards, one node at a time."""
    seen, waiting = set[int](), [node]
    while waiting:
        here = waiting.pop()
        if here in wanted:
            return True
        if here not in seen:
            seen.add(here)
            waiting += users.get(here, ())
    return False


def naive_gate_cones(circuit: Circuit) -> ConeSizes:
    """The same as ``gate_cones``: each gate by itself, from the gate to what uses it."""
    users: dict[int, set[int]] = {}
    for gate in range(circuit.gates):
        for literal in (int(circuit.left[gate]), int(circuit.right[gate])):
            users.setdefault(literal >> 1, set()).add(circuit.first_gate + gate)
    for block in circuit.blocks:
        for variable, literal in block.loops:
            users.setdefault(literal >> 1, set()).add(variable)

    def cone(literals: list[Literal]) -> set[int]:
        wanted = {literal >> 1 for literal in literals}
        return {gate for gate in range(circuit.gates) if flows_into(users, circuit.first_gate + gate, wanted)}

    terminal, goals = cone([circuit.terminal]), cone([literal for values in circuit.goals for _, literal in values])
    return ConeSizes(
        circuit.gates,
        len(terminal),
        len(goals),
        len(cone([literal for moves in circuit.legal for literal in moves])),
        len(cone(list(circuit.following))),
        sum(gate not in terminal for gate in goals),
    )


def naive_proposition_cones(rules: GroundRules) -> ConeSizes:
    users: dict[int, set[int]] = {}
    for head, body in zip(rules.heads, rules.bodies, strict=True):
        for atom in body:
            users.setdefault(abs(atom), set()).add(head)
    heads = set(rules.heads)

    def cone(atoms: list[int]) -> set[int]:
        return {head for head in heads if flows_into(users, head, set(atoms))}

    terminal = cone([] if rules.terminal is None else [rules.terminal])
    goals, legal, following = (cone(list(table.values())) for table in (rules.goal, rules.legal, rules.next))
    alone = sum(head not in terminal for head in goals)
    return ConeSizes(len(heads), len(terminal), len(goals), len(legal), len(following), alone)


@pytest.mark.parametrize("name", SMALL)
def test_cones_are_what_flows_into_each_question(name: str) -> None:
    game = compiled(name)
    assert gate_cones(game.compiled.circuit) == naive_gate_cones(game.compiled.circuit)
    rules = ground_rules(game.sheet.rules)
    assert proposition_cones(rules) == naive_proposition_cones(rules)


@needs_corpus
def test_the_document_counts_propositions_of_the_public_connect_four() -> None:
    found = proposition_cones(ground_rules(compiled(str(FOLDER / "connectFour.kif")).sheet.rules))
    _, theirs = scissors_figures.PUBLISHED_CONES[scissors_figures.CONNECT_FOUR]
    assert (found.terminal, found.goals) == (theirs.terminal, theirs.goals) == (20, 25)


def test_ratios_of_the_document_stand_beside_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scissors_figures, "CONES", ByMode((scissors_figures.CONNECT_FOUR,), ()))
    figures = {figure.what: figure for figure in scissors_figures.measure_cones(Mode.QUICK, 0)}
    terminal = figures["connect_four(columns=8): terminal, propositions"]
    assert terminal.published == pytest.approx(229 / 20)
    assert figure_row("cones", terminal).verdict is Verdict.DIRECTION
    assert figure_row("cones", figures["connect_four(columns=8): goals, gates"]).verdict is Verdict.NO_CLAIM


@functools.cache
def three_players() -> LoadedGame[Any]:
    return load(GAME)


def after(state: Any, role: int, move: Move) -> Any:
    return three_players().next_state(state, tuple(move if seat == role else "noop" for seat in range(3)))


def can_win(state: Any, role: int) -> bool:
    """Whether a role wins at once, by the rules of single positions."""
    game = three_players()
    return not game.is_terminal(state) and any(
        game.is_terminal(following := after(state, role, move)) and game.goals(following)[role] == 100
        for move in game.legal_moves(state, role)
    )


def test_traps_are_what_they_are_said_to_be() -> None:
    game = three_players()
    for here in traps(game, 6, 3):
        moves = game.legal_moves(here.state, here.role)
        assert len(moves) == here.moves > len(here.handing) > 0
        assert not can_win(here.state, here.role)
        following = (here.role + 1) % 3
        for move in moves:
            assert (move in here.handing) == can_win(after(here.state, here.role, move), following)


@dataclass
class Scripted:
    """An agent that hands the win to the next player, or never does."""

    places: dict[Any, Trap]
    handing: bool
    value: float

    def decide(self, state: Any, limit: Limit) -> Decision:
        here = self.places[state]
        moves = [
            move for move in three_players().legal_moves(state, here.role) if (move in here.handing) == self.handing
        ]
        return Decision(moves[0], self.value)


@pytest.mark.parametrize(("handing", "value", "hopeless"), [(True, 2.0, 5), (True, 40.0, 0), (False, 2.0, 0)])
def test_what_is_handed_is_counted(handing: bool, value: float, hopeless: int) -> None:
    positions = traps(three_players(), 5, 7)
    agent = Scripted({here.state: here for here in positions}, handing, value)
    told = handed([agent] * 3, positions, Limit(playouts=1))
    assert (told.traps, told.handed, told.hopeless) == (5, 5 if handing else 0, hopeless)
    assert 0 < handed_by_chance(positions) < 5


def test_all_seats_together_are_judged_by_the_majority() -> None:
    experiment = next(each for each in scissors.STUDY.experiments if each.name == "three_players")
    assert experiment.conclude is not None
    scores = (1.0, 0.9, 0.8) + 3 * (0.7,)
    tallies = [
        Tally(comparison, round(10 * score), 0, 10 - round(10 * score), 10, score, 1.0)
        for comparison, score in zip(experiment.comparisons, scores, strict=True)
    ]
    row, other = experiment.conclude(tallies)
    assert row.value == pytest.approx(90)
    assert (row.games, row.verdict) == (30, Verdict.DIRECTION)
    assert other.value == pytest.approx(70)
    assert (other.what, other.verdict) == ("uct in all seats v two monte_carlo", Verdict.NO_CLAIM)
    row, *_ = experiment.conclude([Tally(each.comparison, 0, 0, 0, 10, None, 0.0) for each in tallies])
    assert row.verdict is Verdict.NOT_PLAYED
    row, *_ = experiment.conclude([Tally(each.comparison, 3, 0, 7, 10, 0.3, 1.0) for each in tallies])
    assert row.verdict is Verdict.DIFFERS


def test_weaker_opponents_make_a_curve() -> None:
    experiment = next(each for each in scissors.STUDY.experiments if each.name == "weaker_for_three")
    assert experiment.conclude is not None
    scores = [1.0, 1.0, 1.0, 0.9, 0.9, 0.9, 0.6, 0.7, 0.8, 0.2, 0.3, 0.4]
    tallies = [
        Tally(comparison, round(10 * score), 0, 10 - round(10 * score), 10, score, 1.0)
        for comparison, score in zip(experiment.comparisons, scores, strict=True)
    ]
    rows = experiment.conclude(tallies)
    assert [row.place for row in rows] == [0.3, 1, 10, 100]
    assert [row.value for row in rows] == pytest.approx([100, 90, 70, 30])
    assert {row.verdict for row in rows} == {Verdict.NO_CLAIM}


def test_what_goals_need_beyond_terminal() -> None:
    reversi, connect_four = scissors_causes.measure_goals_alone(Mode.QUICK, 0)
    assert reversi.note == "3,619 / 960"
    assert connect_four.value > 10 > reversi.value


def test_numbers_of_moves_in_blocker_only_tell_the_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Cells are only filled, so whoever has fewer moves than another of the same turn shared a cell with the other."""
    monkeypatch.setattr(scissors_causes, "HEURISTIC_GAMES", ("blocker",))
    monkeypatch.setattr(scissors_causes, "SECONDS", math.inf)
    (within,) = scissors_causes.measure_same_turn(Mode.QUICK, 0)
    game = load("blocker")
    among_all = fit_mobility(game, 0, valued_sample(game, SAMPLES, PLAYOUTS, 0))
    assert within.value < scissors_figures.WEAK < 100 * among_all.explained


def test_the_mean_of_a_turn_is_taken_away() -> None:
    positions = Positions(np.zeros((4, 1), dtype=np.uint64), np.arange(4), np.array([2, 5, 2, 5]))
    found = scissors_causes._within_turns(
        Sample(positions, np.zeros((4, 1)), 1), np.array([[1.0], [7.0], [3.0], [7.0]])
    )
    assert found.tolist() == [[-1.0], [0.0], [1.0], [0.0]]


def test_a_cache_is_timed_for_few_and_many_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scissors_causes, "LARGE_NETWORKS", ("minefield(size=4)",))
    found = scissors_causes.measure_batches(Mode.QUICK, 0)
    assert [figure.place for figure in found] == list(scissors_causes.AT_ONCE)
    assert all(figure.value > 0 for figure in found)


def test_latches_end_random_games_early_and_only_where_they_should(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scissors_figures, "LATCH_GAMES", ("tic_tac_toe", "minefield(size=4)"))
    monkeypatch.setattr(scissors_figures, "PLAYOUTS", ByMode(500, 500))
    found, natural, shorter = scissors_figures.measure_latches(Mode.QUICK, 0)
    assert found.value >= 1
    assert (natural.value, natural.note) == (1, "minefield(size=4)")
    assert 0 < shorter.value < 1


def test_first_thoughts_are_beside_an_even_game(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scissors_figures, "SIMULTANEOUS", ("bidding_tic_tac_toe",))
    monkeypatch.setattr(scissors_figures, "OPENING_TRIALS", ByMode(500, 500))
    (figure,) = scissors_figures.measure_first_thoughts(Mode.QUICK, 0)
    assert 0 <= figure.value <= 100
    assert figure.published == 50


@pytest.mark.slow
def test_alpha_beta_and_trials_go_beyond_the_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scissors_figures, "THINKING_SECONDS", ByMode(0.2, 0.2))
    for figure in (*scissors_figures.measure_depth(Mode.QUICK, 0), *scissors_figures.measure_trials(Mode.QUICK, 0)):
        assert figure_row("speed", figure).verdict in {Verdict.AGREES, Verdict.DIRECTION}, figure


@pytest.mark.slow
def test_the_sheep_leaves_points_behind_unless_alpha_beta_counts_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scissors_figures, "SHEEP_GAMES", ByMode(1, 1))
    points = {figure.what: figure.value for figure in scissors_figures.measure_sheep(Mode.QUICK, 0)}
    assert points["sheep, coerced goals"] == 60
    assert points["sheep, goals as they are, certain points counted"] == 70
