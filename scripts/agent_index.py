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

Wherever you name an agent, on the command line or in `ludens.players.make_agent`, put its options in parentheses after
the name: `roulette(threshold=50)`. Options that you leave out have their default values. The thinking time is not an
option of the agent: every decision has a limit of seconds, of playouts, or both. Without a limit it takes a second.
With a limit of playouts alone, the same seed gives the same choices.

`ludens suggest GAME --agent NAME` shows what an agent thinks of each move. To add your own, see [writing an
agent](writing-an-agent.md). `python scripts/agent_index.py` makes this page.

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
