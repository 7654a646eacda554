"""The same game judged otherwise: over as soon as its result is certain, and with goals that say who has won.

The rules stay as they are; gates are added to the part of the network that depends on the position alone. So whatever
plays the game, random games included, sees the new ends and goals at full speed.

Both ideas are from Cheng, Krauthamer, Ofir and Siddiqui (*AlwaysPlayScissors*): a position in which a latch has decided
the goals counts as terminal, and goals are coerced to 100, 50 and 0 for being ahead of, level with, or behind the best
of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludens.circuit.added_gates import AddedGates, Values
from ludens.circuit.findings import GoalLatch
from ludens.circuit.network import FALSE, Circuit, Literal, inverted
from ludens.game import HIGHEST_GOAL

WON, LEVEL, LOST = HIGHEST_GOAL, HIGHEST_GOAL // 2, 0

Verdict = Callable[[AddedGates, Sequence[Values], int], Values]
"""What a role gets, given the goals of all roles and its number.

It must be monotone: given the goals that are still possible, it returns the results that are.
"""


def as_given(gates: AddedGates, goals: Sequence[Values], role: int) -> Values:
    """The role's own goal, as the rules give it."""
    return goals[role]


def coerced(gates: AddedGates, goals: Sequence[Values], role: int) -> Values:
    """100 for a goal above those of all others, 50 for one level with the best of them, 0 for one below."""
    others = [listed for other, listed in enumerate(goals) if other != role]
    if not others:
        return goals[role]
    won, level, lost = list[Literal](), list[Literal](), list[Literal]()
    for value, own in goals[role].items():
        lower = [gates.any(x for v, x in listed.items() if v < value) for listed in others]
        equal = [listed.get(value, FALSE) for listed in others]
        higher = [gates.any(x for v, x in listed.items() if v > value) for listed in others]
        none_higher = gates.all(gates.any(pair) for pair in zip(lower, equal, strict=True))
        won.append(gates.both(own, gates.all(lower)))
        level.append(gates.all((own, gates.any(equal), none_higher)))
        lost.append(gates.both(own, gates.any(higher)))
    return {LOST: gates.any(lost), LEVEL: gates.any(level), WON: gates.any(won)}


def ended_early(circuit: Circuit, latches: Sequence[GoalLatch]) -> Circuit:
    """The same game, over as soon as goal latches have decided the goals of every role, who then get them."""
    gates = AddedGates(circuit)
    possible = _possible(gates, circuit, latches)
    decided = [_decided(gates, values) for values in possible]
    early = gates.all(gates.any(values.values()) for values in decided)
    goals = [
        _chosen(gates, circuit.terminal, dict(listed), certain)
        for listed, certain in zip(circuit.goals, decided, strict=True)
    ]
    return gates.circuit(terminal=gates.any((circuit.terminal, early)), goals=goals)


def for_one_role(
    circuit: Circuit, role: int, latches: Sequence[GoalLatch] = (), verdict: Verdict = as_given
) -> Circuit:
    """The game as one role sees it, over as soon as its own result is certain; every other role gets the rest to 100.

    The result is what the verdict makes of the goals.
    """
    gates = AddedGates(circuit)
    decided = _decided(gates, verdict(gates, _possible(gates, circuit, latches), role))
    at_the_end = verdict(gates, [dict(listed) for listed in circuit.goals], role)
    own = _chosen(gates, circuit.terminal, at_the_end, decided)
    rest = {HIGHEST_GOAL - value: literal for value, literal in own.items()}
    terminal = gates.any((circuit.terminal, *decided.values()))
    return gates.circuit(
        terminal=terminal, goals=[own if other == role else rest for other in range(len(circuit.roles))]
    )


def ends_early(circuit: Circuit, role: int, latches: Sequence[GoalLatch], verdict: Verdict = as_given) -> bool:
    """Whether latches can decide the role's result before the end; otherwise ``for_one_role`` adds no ends."""
    gates = AddedGates(circuit)
    decided = _decided(gates, verdict(gates, _possible(gates, circuit, latches), role))
    return gates.any(decided.values()) != FALSE


def _possible(gates: AddedGates, circuit: Circuit, latches: Sequence[GoalLatch]) -> list[Values]:
    """For each role and goal, whether no latch excludes it."""
    found: list[Values] = []
    for role, listed in enumerate(circuit.goals):
        own = [(latch.values, gates.any(latch.literals)) for latch in latches if latch.role == role]
        found.append({v: gates.all(inverted(holds) for values, holds in own if v not in values) for v, _ in listed})
    return found


def _decided(gates: AddedGates, possible: Values) -> Values:
    """For each result, whether it is the only one that is possible."""
    return {
        value: gates.all([literal, *(inverted(other) for v, other in possible.items() if v != value)])
        for value, literal in possible.items()
    }


def _chosen(gates: AddedGates, terminal: Literal, at_the_end: Values, decided: Values) -> Values:
    """The results at the end of the game, and those that are certain before it."""
    return {
        value: gates.any((gates.both(terminal, literal), gates.both(inverted(terminal), decided.get(value, FALSE))))
        for value, literal in at_the_end.items()
    }
