"""Instructions from a game's page: the list below its heading "How to play".

An entry is ``- **Goal:** text``, ``- **Your turn:** …``, ``- **End:** …`` or one for a role. With a parameter,
``- **Goal, `misere=true`:** …``, it takes the place of the plain one in games that have this value.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from ludens.games.how_to_play.instructions import HowToPlay

LINK = Path(__file__).parent / "pages"
FOLDER = LINK if LINK.is_dir() else Path(__file__).parents[4] / "docs" / "games"
"""The pages of the documentation, which are installed with the package. A checkout has a link to them, and where Git
makes no links, as on Windows, the folder itself."""

SECTION = re.compile(r"^## How to play\n(.*?)^## ", re.DOTALL | re.MULTILINE)
ENTRY = re.compile(r"^- \*\*(.*?):\*\* (.*?)(?=^- |\Z)", re.DOTALL | re.MULTILINE)
PARAMETER = re.compile(r", `(\w+)=(\w+)`$")


def from_page(name: str, title: str, roles: Sequence[str], values: Mapping[str, object]) -> HowToPlay:
    """How a built-in game with these roles and values of parameters is played."""
    told = entries((FOLDER / f"{name}.md").read_text("utf-8"), values)
    return HowToPlay(
        title=title,
        goal=told["Goal"],
        turn=(told["Your turn"],),
        end=(told["End"],),
        roles={role: told[f"`{role}`"] for role in roles if f"`{role}`" in told},
    )


def entries(page: str, values: Mapping[str, object]) -> dict[str, str]:
    """The entries by their names, each on one line; those for other values of parameters are left out."""
    section = SECTION.search(page)
    assert section is not None, "the page does not tell how to play"
    found: dict[str, str] = {}
    for name, text in ENTRY.findall(section[1]):
        special = PARAMETER.search(name)
        if special is None:
            found.setdefault(name, " ".join(text.split()))
        elif str(values[special[1]]).lower() == special[2]:
            found[name[: special.start()]] = " ".join(text.split())
    return found
