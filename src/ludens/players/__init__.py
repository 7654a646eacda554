"""The agents, one file each, and their table of names."""

from __future__ import annotations

from ludens.engine.any_game import with_engine
from ludens.game import Game, S, UnknownNameError, UnsuitableGameError
from ludens.names import split_name
from ludens.players import (
    cadia,
    champion,
    duct,
    exp3,
    factored,
    flat_ucb,
    flux,
    grave,
    greedy_goal,
    ismcts,
    legal,
    maxn,
    mcts_greedy,
    monte_carlo,
    mtdf,
    negamax,
    negascout,
    paranoid,
    random,
    regret_matching,
    ropasci_best,
    ropasci_document,
    ropasci_greedy,
    roulette,
    roulette_tree,
    scissors,
    search_light,
    sequential_uct,
    sm_minimax,
    thompson,
    uct,
    uct_mast,
    uct_rave,
    zero,
    zero_original,
    zero_system,
)
from ludens.players.agent import Agent
from ludens.players.kind import AgentKind
from ludens.players.options import Options, read_options

AGENTS: dict[str, AgentKind] = {
    kind.name: kind
    for kind in (
        champion.AGENT,
        random.AGENT,
        legal.AGENT,
        greedy_goal.AGENT,
        search_light.AGENT,
        monte_carlo.AGENT,
        flat_ucb.AGENT,
        roulette.AGENT,
        zero_system.AGENT,
        zero.AGENT,
        zero_original.AGENT,
        mcts_greedy.AGENT,
        uct.AGENT,
        uct_rave.AGENT,
        grave.AGENT,
        thompson.AGENT,
        roulette_tree.AGENT,
        uct_mast.AGENT,
        cadia.AGENT,
        duct.AGENT,
        exp3.AGENT,
        regret_matching.AGENT,
        sequential_uct.AGENT,
        negamax.AGENT,
        negascout.AGENT,
        mtdf.AGENT,
        paranoid.AGENT,
        maxn.AGENT,
        sm_minimax.AGENT,
        flux.AGENT,
        scissors.AGENT,
        factored.AGENT,
        ismcts.AGENT,
        ropasci_greedy.AGENT,
        ropasci_document.AGENT,
        ropasci_best.AGENT,
    )
}


DEFAULT_AGENT = champion.AGENT.name
"""Who plays where nobody is named."""


def check_agent(text: str) -> tuple[AgentKind, Options]:
    """The kind and the options that a text such as ``roulette(threshold=50)`` names.

    Raises UnknownNameError or ParameterError.
    """
    name, given = split_name(text) or (text, {})
    if name not in AGENTS:
        raise UnknownNameError("agent", name, AGENTS)
    return AGENTS[name], read_options(AGENTS[name].options, name, given)


def make_agent(text: str, game: Game[S], role: int, seed: int | None = None) -> Agent[S]:
    """The agent that a text names, for a role of a game; one with the same seed makes the same choices.

    In a game that hides something it is asked to decide on a View, otherwise on a state. The role of chance is played
    by ``random``, whoever is named.
    Raises UnknownNameError, ParameterError, or UnsuitableGameError when the agent cannot play the game.
    """
    kind, options = check_agent(text)
    if role == game.info.chance_role:
        kind, options = random.AGENT, Options()
    check_knowledge(kind, game)
    return kind.agent(with_engine(game), role, options, seed)


def check_knowledge(kind: AgentKind, game: Game[S]) -> None:
    """Raises UnsuitableGameError when the game has chance or hides something and the agent cannot do with that."""
    info = game.info
    if info.hidden and not kind.hidden:
        able = ", ".join(name for name, other in AGENTS.items() if other.hidden)
        raise UnsuitableGameError(
            kind.name, info.name, f"it has to know the position, and here much is hidden; {able} can"
        )
    if info.chance_role is not None and not kind.chance:
        able = ", ".join(name for name, other in AGENTS.items() if other.chance)
        raise UnsuitableGameError(kind.name, info.name, f"it has no place for chance; {able} have")
