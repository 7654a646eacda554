"""What of a tree search is chosen anew while it runs: which numbers and names, and between which values."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ludens.engine.contract import BatchEngine, LoadedGame
from ludens.game import UnsuitableGameError
from ludens.search.playouts.blended import BlendedLeaves
from ludens.search.playouts.by_name import playouts_by_name
from ludens.search.tree.adaptation.tuner import Manner, Parameter, Tuner
from ludens.search.tree.evaluate import Evaluation
from ludens.search.tree.policy import Policy
from ludens.search.tree.search import SearchSettings

NOTHING, TREE, LEAVES, BOTH = ADAPTED = ("nothing", "tree", "leaves", "both")
"""What may be adapted."""

FACTORS = {"exploration": (1.0, 0.5, 2.0), "equivalence": (1.0, 0.1, 10.0), "weight": (1.0, 0.3, 3.0)}
"""Parameters of policies that are adapted, and by how much."""

SMALL = {"exploration": (0.0, 0.1, 0.2)}
"""The same where the usual value is 0."""

STEP = 0.2
"""Between weights from 0 to 1: of playouts in a leaf, or of implicit minimax."""

KINDS = ("random", "foresight", "mast")
"""Playouts that are tried beside those that were asked for, where the game has them."""


@dataclass(frozen=True, slots=True)
class _Choice:
    parameter: Parameter
    taken: Callable[[Manner, Any], Manner]


def kinds_of_playouts(
    game: LoadedGame[Any], adapt: str, usual: tuple[str, Evaluation], engine: BatchEngine | None = None
) -> Mapping[str, Evaluation]:
    """The playouts between which a search may choose, by name, the usual ones first; none where it may not.

    ``engine``: as for ``playouts_by_name``.
    """
    if adapt not in (LEAVES, BOTH):
        return {}
    found = dict([usual])
    for name in KINDS:
        if name not in found:
            with contextlib.suppress(UnsuitableGameError):
                found[name] = playouts_by_name(game, name, engine)
    return found


def tuner_for(
    game: LoadedGame[Any], role: int, adapt: str, settings: SearchSettings, kinds: Mapping[str, Evaluation]
) -> Tuner | None:
    """Who adapts a search; nobody where that is not wanted. Raises UnsuitableGameError where nothing can be chosen."""
    if adapt == NOTHING:
        return None
    in_tree = _of_policy(settings.policy) if adapt in (TREE, BOTH) else []
    at_leaves = _of_leaves(settings.evaluation, kinds) if adapt in (LEAVES, BOTH) else []
    choices = [*in_tree, *at_leaves]
    if not choices:
        raise UnsuitableGameError(f"adapt={adapt}", game.info.name, "this agent has nothing to adapt there")

    def manner(*values: Any) -> Manner:
        found = Manner(settings.policy, settings.evaluation)
        for choice, value in zip(choices, values, strict=True):
            found = choice.taken(found, value)
        return found

    return Tuner(role, [choice.parameter for choice in choices], manner)


def _of_policy(policy: Policy) -> list[_Choice]:
    found = []
    for place, (name, usual) in enumerate(zip(policy.selection.parameters, policy.parameters, strict=True)):
        values = tuple(usual * factor for factor in FACTORS.get(name, ())) if usual else SMALL.get(name, ())
        if values:
            found.append(_Choice(Parameter(name, values), _parameter_at(place)))
    if policy.minimax > 0:
        found.append(_Choice(Parameter("implicit", _near(policy.minimax)), _with_minimax))
    return found


def _of_leaves(evaluation: Evaluation, kinds: Mapping[str, Evaluation]) -> list[_Choice]:
    found, blended = [], isinstance(evaluation, BlendedLeaves)
    if len(kinds) > 1 and (blended or evaluation is next(iter(kinds.values()))):
        found.append(_Choice(Parameter("playout", tuple(kinds)), _playouts_among(kinds)))
    if isinstance(evaluation, BlendedLeaves):
        found.append(_Choice(Parameter("blend", _near(evaluation.part)), _with_blend))
    return found


def _near(weight: float) -> tuple[float, ...]:
    """A weight, and less and more of it, but always some."""
    others = (max(STEP / 2, weight - STEP), min(1.0, weight + STEP))
    return tuple(dict.fromkeys(round(value, 6) for value in (weight, *others)))


def _parameter_at(place: int) -> Callable[[Manner, Any], Manner]:
    def taken(manner: Manner, value: float) -> Manner:
        values = manner.policy.parameters
        return replace(manner, policy=manner.policy._replace(parameters=(*values[:place], value, *values[place + 1 :])))

    return taken


def _with_minimax(manner: Manner, value: float) -> Manner:
    return replace(manner, policy=manner.policy._replace(minimax=value))


def _playouts_among(kinds: Mapping[str, Evaluation]) -> Callable[[Manner, Any], Manner]:
    def taken(manner: Manner, name: str) -> Manner:
        leaves = manner.evaluation
        other = replace(leaves, playouts=kinds[name]) if isinstance(leaves, BlendedLeaves) else kinds[name]
        return replace(manner, evaluation=other)

    return taken


def _with_blend(manner: Manner, value: float) -> Manner:
    assert isinstance(manner.evaluation, BlendedLeaves)
    return replace(manner, evaluation=replace(manner.evaluation, part=value))
