"""Everything that is claimed about a move is true by the plain rules, in random positions of many kinds of games."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from ludens.game import Move, random_joint_move
from ludens.games.loading import load
from ludens.teaching.captures import captures
from ludens.teaching.explaining import Fact, explain
from ludens.teaching.proofs import Proofs
from ludens.teaching.threats import danger
from tests.brute_force import Paranoid
from tests.random_games import random_table_game
from tests.teaching.by_the_rules import ByTheRules

GAMES = ("tic_tac_toe", "nim", "connect_four", "breakthrough(size=4)", "tron(size=4)", "blocker")
TABLES = 150


@cache
def built_in(name: str) -> Any:
    return load(name)


def positions(game: Any, seed: int, games: int = 3) -> Iterator[Any]:
    """Positions of random games that are not over."""
    numbers = random.Random(seed)
    for _ in range(games):
        state = game.initial_state()
        for _ in range(60):
            if game.is_terminal(state):
                break
            yield state
            state = game.next_state(state, random_joint_move(game, state, numbers))


def tables() -> Iterator[tuple[Any, Any]]:
    """All positions of small random games, of one role to three, in turns and at once."""
    for seed in range(TABLES):
        game = random_table_game(seed, open_start=True)
        for state in game.reachable:
            if not game.is_terminal(state):
                yield game, state


def check_danger(game: Any, state: Any, role: int) -> int:
    """Compares what is seen one turn ahead with the rules; answers how many threats there were."""
    rules, found = ByTheRules(game), danger(game, state, role)
    assert set(found.wins) == {move for move in rules.legal(state, role) if rules.wins_at_once(state, role, move)}
    together = len(rules.choosing(state)) > 1
    threats = rules.threats_now(state, role) if together else rules.threats(state, role)
    assert {(threat.role, threat.move): set(threat.stops) for threat in found.threats} == threats
    assert all(threat.now == together for threat in found.threats)
    if not together:
        fresh = set()
        for move in rules.going_on(state, role):
            for other, wins in rules.winning_replies(state, role, move).items():
                left = frozenset(one for one in wins if (other, one) not in threats)
                if left:
                    fresh.add((move, other, left))
        assert {(move, other, frozenset(by)) for move, other, by in found.traps} == fresh
    return len(threats)


def test_threats_wins_and_traps_are_those_of_the_rules_in_random_games() -> None:
    threats = 0
    for game, state in tables():
        for role in game.info.players:
            if len(game.legal_moves(state, role)) > 1:
                threats += check_danger(game, state, role)
    assert threats > 40


@pytest.mark.parametrize("name", [*GAMES, pytest.param("free_for_all", marks=pytest.mark.slow)])
def test_threats_wins_and_traps_are_those_of_the_rules(name: str) -> None:
    game = built_in(name)
    for state in list(positions(game, seed=1, games=2))[::3]:
        for role in game.info.players:
            if len(game.legal_moves(state, role)) > 1:
                check_danger(game, state, role)


def _pieces_named(game: Any, state: Any, role: int) -> int:
    """The cells on which, by the facts, something stands that is named after a role: ``(cell 1 2 black_man)``."""
    name = game.info.roles[role]
    return sum(isinstance(fact, tuple) and fact[0] == "cell" and str(fact[-1]).startswith(name) for fact in state)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("breakthrough(size=4)", "captures"), ("checkers_small", "captures"), ("free_for_all", "captures"),
     ("reversi(size=4)", "turns"), ("cephalopod", "captures")],
)  # fmt: skip
def test_what_moves_take_is_told_and_nothing_else(name: str, kind: str) -> None:
    game, found = built_in(name), Counter[str]()
    for state in list(positions(game, seed=3, games=4))[::2]:
        for role in game.info.players:
            legal = game.legal_moves(state, role)
            for move in legal if len(legal) > 1 else ():
                joint = [game.legal_moves(state, other)[0] for other in range(len(game.info.roles))]
                joint[role] = move
                after = game.next_state(state, tuple(joint))
                told = {one.role: one.count for one in captures(game, state, after, role)}
                gone = {
                    other: _pieces_named(game, state, other) - _pieces_named(game, after, other)
                    for other in game.info.players
                }
                assert told == {other: lost for other, lost in gone.items() if lost > 0 and other != role}
                found.update("turns" if one.turned else "captures" for one in captures(game, state, after, role))
    assert set(found) == {kind}


class Checker:
    """Says of each fact whether it is true. Proofs are compared only where all positions can be looked at."""

    def __init__(self, game: Any, *, small: bool) -> None:
        self.game, self.rules, self.small = game, ByTheRules(game), small
        self.paranoid = [Paranoid(game, role) for role in range(len(game.info.roles))] if small else []

    def holds(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        return bool(getattr(self, fact.kind)(state, role, move, fact))

    def wins(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        return self.rules.wins_at_once(state, role, move)

    def loses(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        return all(self.rules.has_lost(after, role) for after in self.rules.after(state, **{f"r{role}": move}))

    def ends(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        rules = self.rules
        return all(
            self.game.is_terminal(after) and not rules.has_won(after, role) and not rules.has_lost(after, role)
            for after in rules.after(state, **{f"r{role}": move})
        )

    def misses(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        wins = {one for one in self.rules.legal(state, role) if self.rules.wins_at_once(state, role, one)}
        return bool(wins) and set(fact.moves) == wins and move not in wins

    def captures(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        (after,) = self.rules.after(state, **{f"r{role}": move})
        return _pieces_named(self.game, state, fact.role) - _pieces_named(self.game, after, fact.role) == fact.count > 0

    def turns(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        (after,) = self.rules.after(state, **{f"r{role}": move})
        gained = _pieces_named(self.game, after, role) - _pieces_named(self.game, state, role)
        return self.captures(state, role, move, fact) and fact.count <= gained <= fact.count + 1

    def makes_sure(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        if not self.small:
            return True
        worth = {one: self.paranoid[role].after_move(state, one) for one in self.rules.legal(state, role)}
        others = [points for one, points in worth.items() if one != move]
        assert fact.points is not None
        return worth[move] >= fact.points and (not fact.only or all(points < fact.points for points in others))

    def loses_all(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        if not self.small:
            return True
        return all(self.paranoid[role].after_move(state, one) == fact.points for one in self.rules.legal(state, role))

    def gives_away(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        if not self.small:
            return True
        assert fact.points is not None
        assert fact.better is not None
        worth = self.paranoid[role].after_move
        return (
            worth(state, move) <= fact.points < fact.better
            and bool(fact.moves)
            and all(worth(state, one) >= fact.better for one in fact.moves)
        )

    def prevents(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        threats = (self.rules.threats_now if fact.now else self.rules.threats)(state, role)
        stops = [threats[fact.role, one] for one in fact.moves]
        alone = set.intersection(*stops) == {move}
        return all(move in each for each in stops) and fact.only == alone

    def forces(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        return self.rules.wins_next(self.rules.next_state(state, role, move), role)

    def threatens(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        after = self.rules.next_state(state, role, move)
        (victim,) = self.rules.choosing(after)
        mine = {one for who, one in self.rules.threats(after, victim) if who == role}
        return set(fact.moves) == mine and bool(mine)

    def allows(self, state: Any, role: int, move: Move, fact: Fact) -> bool:
        rules = self.rules
        safe = False
        for one in rules.legal(state, role):
            after = rules.next_state(state, role, one)
            over = self.game.is_terminal(after)
            safe |= not rules.has_lost(after, role) if over else not rules.winning_replies(state, role, one)
        return rules.winning_replies(state, role, move)[fact.role] == set(fact.moves) and fact.only == safe


def check_all(game: Any, state: Any, proofs: dict[int, Proofs], checker: Checker, positions: int) -> Counter[str]:
    """Checks all facts about all moves in a position; answers how many there were of each kind."""
    seen: Counter[str] = Counter()
    for role in game.info.players:
        legal = game.legal_moves(state, role)
        if len(legal) < 2:
            continue
        if role not in proofs:
            proofs[role] = Proofs(game, role)
        for move in legal:
            for fact in explain(game, state, role, move, proofs[role], positions=positions):
                assert checker.holds(state, role, move, fact), (game.info.name, game.text(state), role, move, fact)
                seen[fact.kind] += 1
    return seen


def test_every_fact_is_true_in_random_games() -> None:
    seen: Counter[str] = Counter()
    last, kept, checker = None, dict[int, Proofs](), None
    for game, state in tables():
        if game is not last:
            last, kept, checker = game, {}, Checker(game, small=True)
        assert checker is not None
        seen += check_all(game, state, kept, checker, 2_000)
    kinds = {"wins", "loses", "ends", "makes_sure", "loses_all", "gives_away", "prevents", "forces"}
    assert {kind for kind in kinds | {"allows", "misses"} if seen[kind] < 5} == set()


@pytest.mark.parametrize("name", GAMES[:5])
def test_every_fact_is_true(name: str) -> None:
    game = built_in(name)
    small = name == "tic_tac_toe"
    checker, kept = Checker(game, small=small), dict[int, Proofs]()
    seen: Counter[str] = Counter()
    for number, state in enumerate(positions(game, seed=2, games=3 if small else 1)):
        if small or number % 4 == 0:
            seen += check_all(game, state, kept, checker, 500)
    if small:
        assert min(seen[kind] for kind in ("threatens", "prevents", "allows", "forces", "makes_sure")) > 0


def test_what_a_position_looks_like_from_the_other_side_says_nothing_where_something_is_hidden() -> None:
    game = built_in("kuhn_poker")
    for state in positions(game, seed=0):
        for role in game.info.players:
            for move in game.legal_moves(state, role):
                assert explain(game, state, role, move) == []
