"""The agents, one file each, and their table of names."""

from __future__ import annotations

from collections.abc import MutableMapping

from ludens.engine.any_game import with_engine
from ludens.game import Game, S, UnknownNameError, UnsuitableGameError
from ludens.names import LazyTable, split_name
from ludens.own.known import AGENTS as OWN
from ludens.own.known import given_names, own_object
from ludens.own.references import PROGRAM
from ludens.players.agent import Agent
from ludens.players.kind import AgentKind
from ludens.players.options import Options, read_options

FOLDERS = {
    "": ("champion", "level", "factored", "ismcts", "planner", "scissors"),
    "flat": (
        "random",
        "legal",
        "greedy_goal",
        "search_light",
        "monte_carlo",
        "flat_ucb",
        "roulette",
        "zero_system",
        "zero",
    ),
    "trees": (
        "mcts_greedy",
        "uct",
        "uct_rave",
        "grave",
        "thompson",
        "roulette_tree",
        "uct_mast",
        "cadia",
        "zero_original",
        "proving_tree",
        "apprentice",
    ),
    "simultaneous": ("duct", "exp3", "regret_matching", "equilibrium_first", "sequential_uct", "sm_minimax"),
    "alphabeta": ("negamax", "negascout", "mtdf", "paranoid", "maxn", "flux"),
    "ropasci": (
        "ropasci_greedy",
        "ropasci_document",
        "ropasci_best_1",
        "ropasci_best_2",
        "ropasci_best",
        "ropasci_nash",
        "ropasci_patient",
        "ropasci_aggressive",
        "ropasci_repeater",
        "ropasci_steady",
        "ropasci_response",
    ),
}
"""The agents, which are called as their files are, by the folder they are in."""

DEFAULT_AGENT = "champion"
"""Who plays where nobody is named."""


AGENTS: MutableMapping[str, AgentKind] = LazyTable("ludens.players", "AGENT", FOLDERS)


def check_agent(text: str) -> tuple[AgentKind, Options]:
    """The kind and the options that a text such as ``roulette(threshold=50)`` names.

    An agent of a user's own is ``my_agents.py:Greedy``, ``my_package.agents:Greedy``, the name of an entry point, or a
    program in any language: ``program:./my_engine``. Raises UnknownNameError, ParameterError, or SourceError when code
    of a user's own is no agent.
    """
    if text.startswith(PROGRAM):
        from ludens.players.programs.program_agent import program_kind  # noqa: PLC0415  (few games need it)

        return program_kind(text), Options()
    name, given = split_name(text) or (text, {})
    if name in AGENTS:
        return AGENTS[name], read_options(AGENTS[name].options, name, given)
    own = own_object(OWN, text)
    if own is None:
        raise UnknownNameError("agent", name, (*AGENTS, *given_names(OWN)))
    from ludens.players.own_agent import own_kind  # noqa: PLC0415  (few games need it)

    kind = own_kind(*own[:2])
    return kind, read_options(kind.options, kind.name, own[2])


def make_agent(text: str, game: Game[S], role: int, seed: int | None = None) -> Agent[S]:
    """The agent that a text names, for a role of a game; one with the same seed makes the same choices.

    In a game that hides something it is asked to decide on a View, otherwise on a state. The role of chance is played
    by ``random``, whoever is named.
    Raises LudensError: UnsuitableGameError when the agent cannot play the game, or what ``check_agent`` raises.
    """
    kind, options = check_agent(text)
    if role == game.info.chance_role:
        kind, options = AGENTS["random"], Options()
    check_knowledge(kind, game)
    return kind.agent(with_engine(game), role, options, seed)


def check_knowledge(kind: AgentKind, game: Game[S]) -> None:
    """Raises UnsuitableGameError when the game has chance or hides something and the agent cannot do with that."""
    info = game.info
    if info.hidden and not kind.hidden:
        able = ", ".join(name for name, other in AGENTS.items() if other.hidden)
        raise UnsuitableGameError(
            kind.name, info.name, f"it needs the whole position, and this game hides some of it; {able} can play it"
        )
    if info.chance_role is not None and not kind.chance:
        able = ", ".join(name for name, other in AGENTS.items() if other.chance)
        raise UnsuitableGameError(kind.name, info.name, f"it cannot play games of chance; {able} can")
