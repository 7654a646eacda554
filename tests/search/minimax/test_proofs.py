"""Everything that is called proven, on random small games, against brute force."""

from __future__ import annotations

import pytest

from ludens.engine.rows import Rows
from ludens.game import Limit, UnsuitableGameError
from ludens.search.facts import facts_of
from ludens.search.minimax.alphabeta import AlphaBeta, Budget, Method, Settings, goal_of
from ludens.search.minimax.graph import POSITIONS, WHOLE_POSITION
from ludens.search.minimax.prove import Proving
from ludens.search.minimax.solve import Effort, solve
from ludens.search.suitability import unsuitable
from ludens.search.tree.arrays import EXACT, NODES
from ludens.search.tree.evaluate import RandomPlayouts
from ludens.search.tree.policies.selection import Selection
from ludens.search.tree.policy import GRAVE, UCB1, Policy
from ludens.search.tree.positions import rows_of
from ludens.search.tree.search import SearchSettings, TreeSearch
from ludens.search.views.solved_states import solved_in
from ludens.search.views.wrapped import Goals
from tests.brute_force import Paranoid, Rational
from tests.random_games import TableGame, random_table_game

EVERY = [pytest.param(range(100)), pytest.param(range(100, 10_000), marks=pytest.mark.slow)]
SOME = [pytest.param(range(40)), pytest.param(range(40, 2_000), marks=pytest.mark.slow)]


def opposed(game: TableGame) -> bool:
    """Whether it is a game of one role, or of two in turns with goals of constant sum: looked up, not sampled."""
    return len(game.info.roles) == 1 or (len(game.info.roles) == 2 and game.in_turns and len(game.sums) == 1)


@pytest.mark.parametrize("seeds", EVERY)
@pytest.mark.parametrize("most", [1, 1_000])
def test_solutions_are_those_of_brute_force(seeds: range, most: int) -> None:
    solved = 0
    for seed in seeds:
        plain = random_table_game(seed)
        for game in (plain, plain.declared()):
            try:
                found = solve(game, 0, Effort(positions=most, memory_bytes=0))
            except UnsuitableGameError as error:
                refused = str(error)
            else:
                refused = ""
            # Alpha-beta may not rely on what is not declared.
            undeclared = game is plain and most == 1 and "neither declared" in refused
            assert undeclared or bool(refused) != opposed(game), f"{game.info.name}: {refused}"
            if refused:
                continue
            solved += 1
            rational = Rational(game)
            values = rational.outcomes(0)
            assert {found.goals} == values, game.info.name
            if found.mover is not None:
                for report in found.moves:
                    assert rational.after_move(0, found.mover, report.move) == {report.value}, game.info.name
            state = 0
            for joint in found.line:
                state = game.next_state(state, joint)
                assert rational.outcomes(state) == values
            assert game.is_terminal(state)
    assert solved > len(seeds) / 4


@pytest.mark.parametrize("seeds", EVERY)
def test_games_that_random_play_takes_for_something_else_are_not_solved(seeds: range) -> None:
    """No random game shows that they are unsuitable, and yet they are."""
    deceived = 0
    for seed in seeds:
        game = random_table_game(seed, roles=2, most_positions=40, deceptive=True)
        if not opposed(game) and not unsuitable(game):
            deceived += 1
            with pytest.raises(UnsuitableGameError):
                solve(game, 0, Effort(memory_bytes=0))
    assert deceived > len(seeds) / 10


@pytest.mark.parametrize("seeds", SOME)
def test_solutions_of_games_that_may_go_on_for_ever(seeds: range) -> None:
    """What each side can be sure of, with 50 for both where play never ends, and nothing for one role alone."""
    solved = 0
    for seed in seeds:
        game = random_table_game(seed, roles=1 + seed % 2, cyclic=True)
        if not opposed(game):
            continue
        try:
            found = solve(game, 0, Effort(memory_bytes=0))
        except UnsuitableGameError as error:
            refused = str(error)
        else:
            refused = ""
            solved += 1
            assert found.goals == tuple(secure(game, role) for role in range(len(game.info.roles))), game.info.name
        assert not refused or ("for ever" in refused and game.sums != {100}), game.info.name
    assert solved > len(seeds) / 5


def secure(game: TableGame, role: int) -> int:
    """The goal that a role can make sure of."""
    endless = 50 if len(game.info.roles) > 1 else 0
    for goal in sorted({goals[role] for goals in game.ends.values()} | {endless}, reverse=True):
        if 0 in sure_of(game, role, goal, endless >= goal):
            return goal
    return 0


def sure_of(game: TableGame, role: int, goal: int, endless_will_do: bool) -> set[int]:
    """The positions in which a role can make sure of a goal, or, if that will do, of play without end.

    The largest set that can be kept to, or the smallest that can be come to.
    """
    going = [position for position in game.reachable if position not in game.ends]
    after = {position: set(game.following(position).values()) for position in going}
    sure = {position for position, goals in game.ends.items() if goals[role] >= goal}
    if endless_will_do:
        sure |= set(going)
    while True:
        able = {
            position
            for position in going
            if (after[position] & sure if len(game.legal[position][role]) > 1 else after[position] <= sure)
        }
        ends = {position for position in sure if position in game.ends}
        following = ends | (able & sure if endless_will_do else able)
        if following == sure:
            return sure
        sure = following


@pytest.mark.parametrize("seeds", EVERY)
@pytest.mark.parametrize("method", Method)
def test_what_alphabeta_is_certain_of_is_so(seeds: range, method: Method) -> None:
    exact = 0
    for seed in seeds:
        game = random_table_game(seed)
        role = seed % len(game.info.roles)
        search = AlphaBeta(game.engine, Settings(method, role, memory_bytes=0))
        search.start(game.engine.initial())
        list(search.deepen(Budget(left=seed % 50), 40))
        secure, graph = Paranoid(game, role), search.graph
        for number in range(int(graph.sizes[POSITIONS])):
            node = graph.nodes[number]
            state = game.unpack(graph.states[number][None])[0]
            half = int(node["half"])
            value = secure.value(state) if half == WHOLE_POSITION else secure.after_move(state, f"m{half}")
            assert goal_of(int(node["certain_low"])) <= value <= goal_of(int(node["certain_high"])), game.info.name
            exact += node["certain_low"] == node["certain_high"] and not game.is_terminal(state)
    assert exact > len(seeds)


@pytest.mark.parametrize("seeds", SOME)
def test_what_is_kept_of_solved_positions_is_so(seeds: range) -> None:
    """Searching on from turn to turn, with the graph given up in between."""
    for seed in seeds:
        game = random_table_game(seed)
        role = seed % len(game.info.roles)
        proving, secure = Proving(game.engine, role, 0), Paranoid(game, role)
        for state in game.reachable[::-1]:
            if game.is_terminal(state):
                continue
            found = proving.think(game.pack([state]), left=20)
            for move, guarantee in found.known.items():
                assert guarantee.lowest <= secure.after_move(state, f"m{move}") <= guarantee.highest, game.info.name
            rows, goals = _solved(proving)
            assert [secure.value(position) for position in game.unpack(rows)] == goals.tolist(), game.info.name


def _solved(proving: Proving) -> tuple[Rows, Goals]:
    """What is solved, once the graph has been given up."""
    rows, goals = solved_in(proving.search.graph)
    proving.solved.put(rows, goals)
    proving.search = AlphaBeta(proving._engine, proving._settings)
    return rows, goals


@pytest.mark.parametrize("seeds", EVERY)
@pytest.mark.parametrize("kind", [UCB1, GRAVE], ids=["ucb1", "grave"])
def test_what_a_tree_proves_is_so(seeds: range, kind: Selection) -> None:
    proved = 0
    for seed in seeds:
        plain = random_table_game(seed)
        game = plain.declared() if seed % 2 else plain
        settings = SearchSettings(
            Policy(kind, exploration=1.0), lanes=4, playouts=1, shared=bool(seed % 3), evaluation=RandomPlayouts(50)
        )
        search = TreeSearch(game.engine, settings, seed, settled=facts_of(game).certain.settled)
        if game.is_terminal(0):
            continue
        search.start(game.engine.initial())
        search.think(Limit(playouts=20 + seed % 100))
        tree = search.tree
        for node in range(int(tree.sizes[NODES])):
            if tree.nodes["kind"][node] == EXACT:
                state = game.unpack(rows_of(tree, slice(node, node + 1)))[0]
                assert {tuple(tree.exact[node].tolist())} == Rational(game).outcomes(state), game.info.name
                proved += not game.is_terminal(state)
    assert proved > len(seeds) / 2
