"""Writes docs/agents.md, the table of agents and their options, from players/; a test compares the two."""

from __future__ import annotations

import importlib
from pathlib import Path

from ludens.players import AGENTS
from ludens.players.kind import AgentKind
from ludens.players.options import described

PATH = Path(__file__).parents[1] / "docs" / "agents.md"

INTRODUCTION = """\
# Agents

Wherever an agent is named, on the command line or in `ludens.players.make_agent`, options go in parentheses after the
name: `roulette(threshold=50)`. An option that is not given has its default value. How long an agent thinks is not an
option of its own: every decision has a limit of seconds, of playouts, or both; with neither it takes a second.
The same seed and a limit of playouts alone give the same choices.

`ludens suggest GAME --agent NAME` shows what an agent thinks of each move. [Writing an agent](writing-an-agent.md)
adds one. This page is made by `python scripts/agent_index.py`.

| Name | In one line | Source |
|---|---|---|
"""

SOURCES = """
## Sources

- Tong 2013: Scott Tong, *Roulette Wheel Selection Game Player*, honors project, Macalester College
- Mavroidakos 2019: Spiros Mavroidakos, *Comp 424 Project Report* (Pentago-Swap), McGill
"""


def page() -> str:
    """The page as it should be."""
    rows = [f"| [`{kind.name}`](#{kind.name}) | {kind.summary} | {kind.source} |\n" for kind in AGENTS.values()]
    return INTRODUCTION + "".join(rows) + "".join(map(entry, AGENTS.values())) + SOURCES


def entry(kind: AgentKind) -> str:
    """What the file of an agent says about it, and its options."""
    module = importlib.import_module(getattr(kind.agent, "__module__", ""))
    text = f"\n## {kind.name}\n\n{(module.__doc__ or '').strip()}\n"
    options = described(kind.options)
    if options:
        text += "\n| Option | Default | May be | Means |\n|---|---|---|---|\n"
    for about in options:
        text += f"| `{about.name}` | {about.written} | {about.range} | {about.meaning} |\n"
    return text


if __name__ == "__main__":
    PATH.write_text(page(), encoding="utf-8", newline="\n")
