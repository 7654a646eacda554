"""By how much a game was won, where the rules count something.

Two things are recognised. Facts such as ``(points red 7)``, one for each player, on which goals rest. And pieces: if
turning the winner's pieces into the loser's, one by one, turns the result over exactly where the numbers do, then
pieces are what is counted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ludens.boards.orders import number_of
from ludens.game import LudensError
from ludens.games.endings.pieces import PieceFact, pieces_on_boards, reasoner_of
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import GOAL, TRUE, Compound, Literal, Relation, Rule
from ludens.rules.ground_rules import Ground, State, ground_text

FEWEST_PIECES = 4


@dataclass(frozen=True, slots=True)
class Margin:
    """The winner is ahead by so many of something."""

    ahead: int
    unit: str


def margin(game: Any, state: State) -> Margin | None:
    """By how much the better of two players has won a finished game; None for draws, and where nothing is counted."""
    rules = reasoner_of(game)
    if rules is None or len(rules.info.players) != 2:
        return None
    try:
        goals = rules.goals(state)
    except LudensError:
        return None
    first, second = rules.info.players
    if goals[first] == goals[second]:
        return None
    winner, loser = (first, second) if goals[first] > goals[second] else (second, first)
    names = rules.info.roles[winner], rules.info.roles[loser]
    return _of_counters(rules, state, names) or _of_pieces(rules, state, pieces_on_boards(game, state), names)


def _of_counters(rules: Reasoner, state: State, names: tuple[str, str]) -> Margin | None:
    counted: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for term in state:
        if isinstance(term, tuple) and len(term) == 3 and (str(term[0]), 2) in _scored(rules.sheet.rules):
            number = number_of(ground_text(term[2]))
            if number is not None and ground_text(term[1]) in names:
                counted[str(term[0])][ground_text(term[1])] = number
    for name, numbers in sorted(counted.items()):
        if len(numbers) == 2 and numbers[names[0]] > numbers[names[1]]:
            return Margin(numbers[names[0]] - numbers[names[1]], name.replace("_", " "))
    return None


def _scored(rules: Sequence[Rule]) -> set[Relation]:
    """The fluents on which goals rest."""
    by_head: defaultdict[Relation, list[Rule]] = defaultdict(list)
    for rule in rules:
        by_head[rule.head.relation].append(rule)
    seen, queue, fluents = {GOAL}, [GOAL], set()
    while queue:
        for rule in by_head[queue.pop()]:
            for condition in rule.body:
                if not isinstance(condition, Literal):
                    continue
                atom = condition.atom
                if atom.relation == TRUE and isinstance(atom.args[0], Compound):
                    fluents.add(atom.args[0].relation)
                elif atom.relation not in seen:
                    seen.add(atom.relation)
                    queue.append(atom.relation)
    return fluents


def _of_pieces(rules: Reasoner, state: State, pieces: list[PieceFact], names: tuple[str, str]) -> Margin | None:
    mine, theirs = ([piece for piece in pieces if _names(piece.fact, name)] for name in names)
    ahead = len(mine) - len(theirs)
    if ahead <= 0 or len(mine) + len(theirs) < FEWEST_PIECES:
        return None
    facts = [piece.fact for piece in mine]
    for order in (facts, facts[::-1]):
        for turned in sorted({ahead // 2 - 1, ahead // 2, (ahead + 1) // 2, ahead // 2 + 1} - {-1, 0}):
            if turned > len(order):
                return None
            if _sign(rules, _turned(state, order[:turned], names), names) != _compare(ahead - 2 * turned):
                return None
    plain = len(mine) + len(theirs) == len(pieces) and all(piece.is_disc for piece in pieces)
    return Margin(ahead, "discs" if plain else "pieces")


def _names(fact: Ground, role: str) -> bool:
    return isinstance(fact, tuple) and role in map(ground_text, fact[1:])


def _turned(state: State, facts: Sequence[Ground], names: tuple[str, str]) -> State:
    """The position with some of the winner's pieces in the hands of the loser."""
    turned = {tuple(names[1] if part == names[0] else part for part in fact) for fact in facts}
    return (state - set(facts)) | turned


def _sign(rules: Reasoner, state: State, names: tuple[str, str]) -> int | None:
    """Who is ahead by the goals: 1 the winner, -1 the loser, 0 nobody; None where the game would not be over."""
    try:
        if not rules.is_terminal(state):
            return None
        goals = rules.goals(state)
    except LudensError:
        return None
    winner, loser = (goals[rules.info.roles.index(name)] for name in names)
    return _compare(winner - loser)


def _compare(difference: int) -> int:
    return (difference > 0) - (difference < 0)
