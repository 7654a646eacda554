"""An account of a game made from its rules in GDL, for sheets that nobody has described.

Rules are retold, not understood: names are the author's own, variables become capital letters, and a relation that
the account mentions is explained by the rules that define it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from ludens.game import GameInfo
from ludens.games.how_to_play.instructions import HowToPlay, Origin, turns_text
from ludens.games.how_to_play.phrases import alternatives, listed, phrase, term_text
from ludens.games.how_to_play.range_texts import values_text
from ludens.gdl.domains import MOVE, Domains, infer_domains
from ludens.gdl.terms import DOES, GOAL, LEGAL, ROLE, TERMINAL, TRUE, Compound, Constant, Literal, Relation, Rule, Term
from ludens.gdl.terms import Variable as Var

MOST_ALTERNATIVES = 4
"""Ways in which something can hold that are told one by one."""

MOST_WORDS = 12
"""Relations that are explained."""

WAITING = ("noop", "none", "nothing", "wait")
"""Moves of those who have nothing to do."""


def account_of_rules(rules: Sequence[Rule], info: GameInfo, title: str) -> HowToPlay:
    """How the game with these rules is played, told from the rules themselves."""
    players = [info.roles[number] for number in info.players]
    goals = {role: _goals(rules, role) for role in players}
    return HowToPlay(
        title=title,
        goal=_goal_sentence(goals),
        turn=(*_turn_lines(rules, players, infer_domains(rules)), turns_text(info)),
        end=(_end_line(rules),),
        roles={role: _role_text(found) for role, found in goals.items() if found},
        words=tuple(_explained(rules)),
        origin=Origin.RULES,
    )


# ---- what is scored


def _goals(rules: Sequence[Rule], role: str) -> list[tuple[int, list[str]]]:
    """The points that a role can get, most first, each with the ways to get them."""
    found: defaultdict[int, list[str]] = defaultdict(list)
    for rule in rules:
        if rule.head.relation != GOAL:
            continue
        who, value = rule.head.args
        if who not in (Constant(role),) and not isinstance(who, Var):
            continue
        told = _conditions(rule, {who: Constant(role)} if isinstance(who, Var) else {})
        if told is not None and isinstance(value, Constant) and value.name.isdecimal():
            found[int(value.name)].append(told)
    return sorted(found.items(), reverse=True)


def _goal_sentence(goals: dict[str, list[tuple[int, list[str]]]]) -> str:
    """What everybody is after, as far as a sentence can say it."""
    wanted = {role: ways for role, found in goals.items() for best, ways in found[:1] if best > 0}
    short = {role: ways for role, ways in wanted.items() if len(ways) <= 2 and max(map(len, ways)) <= 60}
    if not short or len(short) < len(goals):
        best = max((value for found in goals.values() for value, _ in found), default=100)
        return f"Get as many points as you can, at best {best}. What brings points is told below."
    if len(short) == 1:
        return f"You want: {alternatives(*short.values())}."
    return f"{'; '.join(f'{role} wants: {alternatives(ways)}' for role, ways in short.items())}."


def _role_text(found: list[tuple[int, list[str]]]) -> str:
    parts = [f"{value} points when {_some(ways)}" if any(ways) else f"{value} points" for value, ways in found if value]
    parts += ["0 points otherwise"] if found[-1][0] == 0 else []
    return " ".join(f"You get {part}." for part in parts)


# ---- what can be done


def _turn_lines(rules: Sequence[Rule], players: Sequence[str], domains: Domains) -> Iterator[str]:
    legal = [rule for rule in rules if rule.head.relation == LEGAL and _name(rule.head.args[1]) not in WAITING]
    for move, same in groupby(sorted(legal, key=_move_key), key=_move_key):
        found = list(same)
        who = {term_text(rule.head.args[0]) for rule in found}
        only = f"{listed(sorted(who))}: " if who < set(players) else ""
        ways = [told for rule in found if (told := _conditions(rule, {})) is not None]
        when = f", when {_some(ways)}" if any(ways) else ""
        yield f"{only}{term_text(found[0].head.args[1])}{_ranges(found[0].head.args[1], move, domains)}{when}."


def _move_key(rule: Rule) -> Relation:
    return _relation(rule.head.args[1])


def _ranges(move: Term, relation: Relation, domains: Domains) -> str:
    """What the letters of a move can be."""
    if not isinstance(move, Compound):
        return ""
    values = zip(move.args, domains.of(MOVE, relation), strict=True)
    told = [f"{term_text(part)} {text}" for part, can in values if isinstance(part, Var) and (text := values_text(can))]
    return f" ({listed(told)})" if told else ""


# ---- how it ends, and what the words mean


def _end_line(rules: Sequence[Rule]) -> str:
    ways = [_conditions(rule, {}) for rule in rules if rule.head.relation == TERMINAL]
    return f"The game is over when {_some([way for way in ways if way])}."


def _explained(rules: Sequence[Rule]) -> Iterator[str]:
    """The relations that goals, the end and legal moves rest on, nearest first, each with what it means."""
    defined: defaultdict[Relation, list[Rule]] = defaultdict(list)
    for rule in rules:
        defined[rule.head.relation].append(rule)
    queue = [rule for relation in (GOAL, TERMINAL, LEGAL) for rule in defined[relation]]
    told: set[Relation] = {ROLE, TRUE, DOES, LEGAL}
    count = 0
    while queue and count < MOST_WORDS:
        rule = queue.pop(0)
        for relation in _mentioned(rule):
            meant = defined[relation]
            if relation in told or not any(each.body for each in meant):
                continue
            told.add(relation)
            queue += meant
            ways = [way for each in meant if each.body and (way := _conditions(each, {})) is not None]
            yield f"{term_text(meant[0].head)}: {_some(ways)}."
            count += 1


def _mentioned(rule: Rule) -> Iterator[Relation]:
    return (condition.atom.relation for condition in rule.body if isinstance(condition, Literal))


def _conditions(rule: Rule, given: dict[Term, Term]) -> str | None:
    """The body of a rule as a phrase; None where it cannot hold with what is given."""
    told = []
    for condition in rule.body:
        text = phrase(condition, given, rule.head)
        if text is None:
            return None
        if text:
            told.append(text)
    return " and ".join(told)


def _some(ways: Iterable[str]) -> str:
    found = list(dict.fromkeys(ways))
    more = [f"in {len(found) - MOST_ALTERNATIVES} more ways"] if len(found) > MOST_ALTERNATIVES else []
    return alternatives([*found[:MOST_ALTERNATIVES], *more])


def _relation(term: Term) -> Relation:
    return term.relation if isinstance(term, Compound) else (term_text(term), 0)


def _name(term: Term) -> str:
    return term.name
