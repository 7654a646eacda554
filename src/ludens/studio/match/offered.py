"""Which agents a page may name: the built-in ones, and what whoever started the studio has allowed by name.

A name from a page runs no other code, whatever it is: see ``own/references.py``.
"""

from __future__ import annotations

from ludens.game import UnknownNameError
from ludens.names import split_name
from ludens.own.references import allowed_agents, split_reference
from ludens.players import AGENTS, check_agent
from ludens.players.kind import AgentKind


def check_offered(text: str) -> AgentKind:
    """The kind of agent that a page names; raises LudensError when it is not offered or cannot be made so."""
    named, reference = split_name(text), split_reference(text)
    if (named is None or named[0] not in AGENTS) and (reference is None or str(reference) not in allowed_agents()):
        raise UnknownNameError("agent", text.strip()[:80], (*AGENTS, *allowed_agents()))
    return check_agent(text)[0]


def offered_agents() -> list[AgentKind]:
    """All of them."""
    return [*AGENTS.values(), *(check_agent(name)[0] for name in allowed_agents())]
