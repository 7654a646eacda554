"""What lies beside a board, read off the rules: hands, purses to bid from, things, numbers with a meaning."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ludens.boards.description import Description, HandTerms, LookupTerms, PurseTerms, ThingTerms
from ludens.boards.inference.constants import derived, static_relations
from ludens.boards.inference.signature import Fluent, Signature
from ludens.boards.orders import number_of, ordered
from ludens.boards.picture import Look
from ludens.gdl.domains import RELATION, Domains, constants, infer_domains
from ludens.gdl.reasoner import Reasoner
from ludens.gdl.terms import Compound, Literal, Relation, Rule, Variable
from ludens.rules.ground_rules import ground_text

DICE = ("die", "dice", "roll", "pips")
DOORS = ("door", "gate", "curtain")
HELD = ("hold", "hand", "card", "dealt")
"""Words in names that say what a thing looks like, or that it is held."""

MOST_THINGS = 13
MOST_COINS = 24
MOST_ROWS = 60
"""With more than these, a picture says less than a number."""


def beside(game: Reasoner, known: Signature, description: Description) -> Description:
    """The description with what lies beside the board, as far as it says nothing of it itself."""
    rest = [f for f in known.fluents if f.relation not in _drawn(description) and f.name not in description.controls]
    hands = description.hands or tuple(_hands(rest, known))
    rest = [f for f in rest if f.relation not in {(hand.name, hand.arguments) for hand in hands}]
    purses = description.purses or tuple(_purses(rest, game.sheet.rules, known))
    domains = infer_domains(game.sheet.rules)
    lookups = description.lookups or tuple(_lookups(game, rest, known, hands, domains))
    rest = [f for f in rest if f.name not in {lookup.name for lookup in lookups}]
    axes = {value for board in description.boards for value in (frozenset(board.columns), frozenset(board.rows))}
    found = () if description.stacks else _things(game, rest, known)
    things = description.things or tuple(thing for thing in found if {*thing.values} not in axes)
    return replace(description, hands=hands, purses=purses, lookups=lookups, things=things)


def _drawn(description: Description) -> set[Relation]:
    layers = {(layer.name, layer.arguments) for board in description.boards for layer in board.layers}
    heaps = {(heap.name, heap.arguments) for heap in description.heaps}
    stacks = {(name, 2) for name, _ in description.stacks}
    return layers | heaps | stacks | {*description.sequences, *description.hidden}


def look_of(name: str, values: frozenset[str]) -> Look:
    """What things look like that a name of the rules speaks of."""
    if any(word in name for word in DICE) and values <= set("123456"):
        return Look.DIE
    return Look.DOOR if any(word in name for word in DOORS) else Look.CARD


def is_function(fluent: Fluent) -> bool:
    """Whether at the start every first argument has one second argument."""
    keys = {fact[0] for fact in fluent.start}
    return len(fluent.arguments) == 2 and len(fluent.start) > 1 and len(keys) == len(fluent.start)


def _hands(fluents: Sequence[Fluent], known: Signature) -> Iterator[HandTerms]:
    """Fluents that list what can be chosen in a move, or what their names say is held."""
    for fluent in fluents:
        if not fluent.arguments or is_function(fluent):
            continue
        what = fluent.arguments[-1].values
        chosen = any(found and found <= what for values in known.moves.values() for found in values)
        look = look_of(fluent.name, what)
        if len(fluent.arguments) == 1 and chosen and len(fluent.start) >= 3:
            yield HandTerms(fluent.name, 1, look=look)
        elif len(fluent.arguments) == 2 and fluent.arguments[0].is_role and chosen:
            named = look is Look.DIE or any(word in fluent.name for word in HELD)
            if len(fluent.start) >= 3 or named:
                yield HandTerms(fluent.name, 2, owner=0, look=look)


def _purses(fluents: Sequence[Fluent], rules: Sequence[Rule], known: Signature) -> Iterator[PurseTerms]:
    """Counters of roles that decide which numbers a move of one number may name."""
    for fluent in fluents:
        if not is_function(fluent) or not fluent.arguments[0].is_role:
            continue
        values = fluent.arguments[1].values
        if any(number_of(value) is None for value in values) or not 1 < len(values) <= MOST_COINS:
            continue
        bids = [move for move, (*_, found) in known.moves.items() if move[1] == 1 and found and found <= values]
        if any(_allows(rule, bid, fluent.relation) for rule in rules for bid in bids):
            yield PurseTerms(fluent.name, tuple(ordered(values)))


def _allows(rule: Rule, move: Relation, fluent: Relation) -> bool:
    """Whether a rule makes a move legal because of a fluent."""
    if rule.head.name != "legal" or len(rule.head.args) != 2:
        return False
    made = rule.head.args[1]
    return isinstance(made, Compound) and made.relation == move and any(t.relation == fluent for t in _trues(rule))


def _things(game: Reasoner, fluents: Sequence[Fluent], known: Signature) -> Iterator[ThingTerms]:
    """Values that several fluents of one argument share, and of which a move names one."""
    by_values: defaultdict[frozenset[str], list[Fluent]] = defaultdict(list)
    for fluent in fluents:
        if len(fluent.arguments) == 1 and not fluent.arguments[0].is_role:
            by_values[fluent.arguments[0].values].append(fluent)
    chosen = {found for values in known.moves.values() for found in values}
    for values, alike in by_values.items():
        if len(alike) > 1 and 1 < len(values) <= MOST_THINGS and any(found and found <= values for found in chosen):
            kind = _kind(game, values) or alike[0].name
            yield ThingTerms(kind, tuple(ordered(values)), look_of(kind, values))


def _kind(game: Reasoner, values: frozenset[str]) -> str:
    """What the rules call things of which they list just these."""
    for relation in static_relations(game, 1):
        if {ground_text(fact) for (fact,) in derived(game, relation)} == values:
            return relation[0]
    return ""


def _lookups(
    game: Reasoner, fluents: Sequence[Fluent], known: Signature, hands: Sequence[HandTerms], domains: Domains
) -> Iterator[LookupTerms]:
    """Fluents of one number by which rules look something up that is no other number of the same count."""
    for fluent in fluents:
        if len(fluent.arguments) != 1 or not fluent.arguments[0].is_ordered or len(fluent.start) != 1:
            continue
        for relation, key in _looked_up(game, fluent.relation):
            rows = [tuple(map(ground_text, fact)) for fact in derived(game, relation)]
            keys = [row[key] for row in rows]
            if not 1 < len(rows) <= MOST_ROWS or len(set(keys)) < len(keys):
                continue
            meant = {row[key]: row[:key] + row[key + 1 :] for row in rows}
            columns = [frozenset(column) for column in zip(*meant.values(), strict=True)]
            title = _title(relation, key, columns, known, domains)
            dice = any(hand.look is Look.DIE and columns[-1] <= _held(known, hand) for hand in hands)
            copies = dice and len(columns) == 2
            table = tuple((name, meant[name]) for name in ordered(keys))
            yield LookupTerms(fluent.name, title, table, Look.DIE if dice else Look.CARD, copies)
            break


def _held(known: Signature, hand: HandTerms) -> frozenset[str]:
    return next(f.arguments[-1].values for f in known.fluents if f.relation == (hand.name, hand.arguments))


def _title(relation: Relation, key: int, columns: Sequence[frozenset[str]], known: Signature, domains: Domains) -> str:
    """What to call that which is looked up: the move that says the same, otherwise the relation."""
    others = [constants(values) for number, values in enumerate(domains.of(RELATION, relation)) if number != key]
    alike = [name for (name, _), values in known.moves.items() if list(values) in (list(columns), others)]
    return alike[0] if len(alike) == 1 and len(columns) > 1 else relation[0]


def _looked_up(game: Reasoner, fluent: Relation) -> list[tuple[Relation, int]]:
    """The relations that hold always and that rules ask about the value of a fluent, with the argument that it is.

    Not those by which the value itself is changed, or goals are given.
    """
    static = set(static_relations(game, 2)) | set(static_relations(game, 3))
    found: dict[tuple[Relation, int], None] = {}
    changing: set[Relation] = set()
    for rule in game.sheet.rules:
        variables = {true.args[0] for true in _trues(rule) if true.relation == fluent}
        head = rule.head.args[0] if rule.head.name == "next" else None
        changes = isinstance(head, Compound) and head.relation == fluent
        for condition in rule.body:
            if not isinstance(condition, Literal) or condition.atom.relation not in static:
                continue
            for number, argument in enumerate(condition.atom.args):
                if isinstance(argument, Variable) and argument in variables:
                    if changes:
                        changing.add(condition.atom.relation)
                    elif rule.head.name != "goal":
                        found[condition.atom.relation, number] = None
    return [one for one in found if one[0] not in changing]


def _trues(rule: Rule) -> Iterator[Compound]:
    """The fluents of which a rule asks whether they are true."""
    for condition in rule.body:
        if isinstance(condition, Literal) and condition.positive and condition.atom.name == "true":
            term = condition.atom.args[0]
            if isinstance(term, Compound):
                yield term
