"""Builds the package: pyproject.toml says what it is; made here is the README as a package index shows it."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from setuptools import setup

ROOT = Path(__file__).parent


def whole_addresses(text: str, repository: str, version: str) -> str:
    """Markdown whose pictures and links to files of the repository are found from any place.

    ``repository``: its address; files and raw files of a tag are where GitHub has them.
    """

    def whole(found: re.Match[str]) -> str:
        kind = "raw" if found["picture"] else "blob"
        return f"{found['before']}({repository}/{kind}/v{version}/{found['path']})"

    relative = r"(?P<before>(?P<picture>!)?\[[^\]]*\])\((?P<path>(?![a-z]+:|#|/)[^)\s]+)\)"
    return re.sub(relative, whole, text)


if __name__ == "__main__":
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    readme = (ROOT / "README.md").read_text("utf-8")
    setup(
        long_description=whole_addresses(readme, project["urls"]["Repository"], project["version"]),
        long_description_content_type="text/markdown",
    )
