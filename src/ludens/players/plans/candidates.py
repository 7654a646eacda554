"""The plans that may be worth a thought, for each family of games. A new option is one line here.

Whether a plan is any good is not said here: ``scripts/evidence.py`` plays all of them, and only evidence chooses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from ludens.engine.contract import LoadedGame
from ludens.names import split_name
from ludens.search.evaluations.learnt.game_features import NAME
from ludens.search.facts import facts_of
from ludens.search.networks.trained import BY_NETWORK

ALPHABETA = ("negamax", "negascout", "mtdf")
"""Agents without a tree that threads could search."""

REFERENCE = "uct"
"""What all plans are measured against."""


@dataclass(frozen=True, slots=True)
class Family:
    """Games that the same plans are for. ``default``: how they are played where nothing is known."""

    name: str
    default: str
    plans: tuple[str, ...]

    @property
    def all(self) -> tuple[str, ...]:
        """The plans, with the default and what they are measured against."""
        return tuple(dict.fromkeys((self.default, REFERENCE, *self.plans)))


IN_TURNS = Family(
    "two in turns",
    REFERENCE,
    (
        "uct(exploration=0.2)",
        "uct(exploration=0.7)",
        "uct(exploration=1.2)",
        "uct(tuned=true)",
        "uct(history=5)",
        "uct(initial=even)",
        "uct(initial=grandfather)",
        "uct(choice=secure)",
        "uct(initial=parent)",
        "uct(ripe=8)",
        "uct(lanes=64)",
        "uct(lanes=64, choice=secure)",
        "uct(lanes=64, playouts=8)",
        "uct(lanes=128)",
        "uct(lanes=128, choice=secure)",
        "uct(lanes=64, virtual_loss=0.3)",
        "uct(playouts=1)",
        "uct(playouts=8)",
        "uct_rave",
        "grave",
        "grave(exploration=0.1)",
        "grave(equivalence=5000)",
        "grave(playouts=64)",
        "grave(playouts=64, exploration=0.1)",
        "grave(ripe=4)",
        "grave(lanes=64)",
        "grave(lanes=64, choice=secure)",
        "grave(evaluation=learnt, blend=0.8)",
        "proving_tree(share=0)",
        "proving_tree(share=0.05)",
        "proving_tree(playout=preferred, share=0)",
        "proving_tree(playout=foresight, share=0.05)",
        "proving_tree(playout=foresight, share=0.5, least=0.5)",
        "proving_tree(playout=foresight, exploration=0.7, share=0.05)",
        "proving_tree(policy=grave, playout=foresight, share=0.05)",
        "proving_tree(playout=foresight, share=0.05, implicit=0.4, heuristic=learnt)",
        "proving_tree(playout=foresight, share=0.05, evaluation=learnt, blend=0.5)",
        "proving_tree(playout=foresight, share=0.5, least=0.5, evaluation=learnt, blend=0.5)",
        "proving_tree(playout=foresight, share=0.5, least=0.5, evaluation=learnt, blend=0.5, df_pn=true)",
        "uct(playout=foresight, evaluation=learnt, blend=0.3)",
        "uct(playout=foresight, evaluation=learnt, blend=0.5)",
        "uct(playout=foresight, evaluation=learnt, blend=0.7)",
        "uct(playout=careful)",
        "uct(playout=decisive)",
        "uct(playout=foresight)",
        "uct(playout=mast)",
        "uct(playout=captures)",
        "uct(playout=policy)",
        "uct(playout=mast+foresight)",
        "uct(playout=ngrams)",
        "uct(evaluation=learnt)",
        "uct(evaluation=learnt, exploration=0.2)",
        "uct(evaluation=learnt, exploration=0.8)",
        "uct(evaluation=learnt, cut=4)",
        "uct(evaluation=learnt, blend=0.2)",
        "uct(evaluation=learnt, blend=0.5)",
        "uct(evaluation=learnt, blend=0.8)",
        "uct(evaluation=learnt, implicit=0.4, heuristic=learnt)",
        "uct(implicit=0.2, heuristic=learnt)",
        "uct(implicit=0.4, heuristic=learnt)",
        "proving_tree(evaluation=learnt, share=0.05)",
        "mtdf(evaluation=learnt)",
        "negascout(evaluation=learnt)",
        "uct(adapt=tree)",
        "uct(adapt=leaves)",
        "grave(adapt=tree)",
        "uct(evaluation=learnt, adapt=tree)",
        "uct(evaluation=learnt, blend=0.5, adapt=both)",
        "proving_tree(playout=foresight, share=0.05, adapt=tree)",
    ),
)

AT_ONCE = Family(
    "two at once",
    "equilibrium_first",
    (
        "duct",
        "duct(threshold=0.25)",
        "duct(exploration=0.7)",
        "duct(exploration=1.2)",
        "uct(exploration=0.7)",
        "regret_matching",
        "regret_matching(threshold=0.25)",
        "exp3",
        "equilibrium_first(share=0.1)",
        "equilibrium_first(choice=visits)",
        "equilibrium_first(choice=visits, share=0.1)",
        "uct(playout=careful, playouts=8)",
        "uct(playout=careful, playouts=8, exploration=0.2)",
        "duct(playout=careful, playouts=8, threshold=0.25)",
        "equilibrium_first(choice=visits, playout=careful, playouts=8)",
        "sequential_uct",
    ),
)
"""A constant sum: an equilibrium, where one is found, loses to nobody, so it is what is played without evidence."""

AT_ONCE_FREELY = Family(
    "at once, no constant sum", "duct", ("duct(exploration=0.7)", "duct(threshold=0.25)", "regret_matching")
)

MANY_AT_ONCE = Family(
    "three or more at once",
    "duct(choice=visits)",
    ("duct(choice=visits, exploration=0.7)", "duct", "regret_matching"),
)
"""Between two, whoever is foreseen loses, and ``duct`` draws its move. Nobody plays against one alone where there are
more, and a drawn move costs more than a foreseen one."""

MANY = Family(
    "three or more in turns",
    REFERENCE,
    (
        "uct(exploration=0.2)",
        "uct(exploration=0.7)",
        "uct(exploration=1.2)",
        "uct(initial=even)",
        "uct(hostility=0.5)",
        "uct(hostility=1)",
        "uct(scaled=true)",
        "uct(playout=captures)",
        "uct(playout=captures, scaled=true)",
        "uct(playout=decisive)",
        "uct(playout=foresight)",
        "uct(playout=foresight, scaled=true)",
        "grave",
        "proving_tree(share=0)",
        "proving_tree(share=0.05)",
    ),
)

ALONE = Family("one player", REFERENCE, ())

FREELY = Family("two in turns, no constant sum", REFERENCE, MANY.plans)

FAMILIES = {family.name: family for family in (IN_TURNS, AT_ONCE, AT_ONCE_FREELY, MANY_AT_ONCE, MANY, ALONE, FREELY)}


def family_of(game: LoadedGame[Any]) -> Family:
    """The family of a game, as far as it is declared or random games show."""
    facts, roles = facts_of(game), len(game.info.players)
    if roles == 1:
        return ALONE
    opposed = roles == 2 and facts.seems_constant_sum
    if not facts.seems_in_turns:
        return AT_ONCE if opposed else AT_ONCE_FREELY if roles == 2 else MANY_AT_ONCE
    if roles > 2:
        return MANY
    return IN_TURNS if opposed else FREELY


def goes_by_learning(plan: str) -> bool:
    """Whether a plan asks for the learnt evaluation."""
    _, given = split_name(plan) or (plan, {})
    return NAME in (given.get("evaluation"), given.get("heuristic"))


def gains_by_threads(plan: str) -> bool:
    """Whether more threads make a plan stronger: not alpha-beta, nor a tree whose leaves are valued without playouts.

    Such a tree has its lock nearly all the time.
    """
    name, given = split_name(plan) or (plan, {})
    by_playouts = "evaluation" not in given or "blend" in given or "cut" in given
    return by_playouts and name not in {*ALPHABETA, BY_NETWORK}
