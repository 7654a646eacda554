"""The page of agents is up to date."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_up_to_date() -> None:
    script = runpy.run_path(str(ROOT / "scripts" / "agent_index.py"))
    assert (ROOT / "docs" / "agents.md").read_text("utf-8") == script["page"](), "run: python scripts/agent_index.py"
