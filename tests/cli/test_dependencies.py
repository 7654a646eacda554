"""What is imported is declared, and what is declared allows no version that the tests could not have met."""

from __future__ import annotations

import ast
import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
OTHER_NAMES = {"pyspiel": "open_spiel"}


def declared() -> set[str]:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needed = [
        *project["dependencies"],
        *(each for extra in project["optional-dependencies"].values() for each in extra),
    ]
    return {re.split(r"[\[<>=]", each)[0].lower() for each in needed}


def imported() -> set[str]:
    found = set()
    for path in (ROOT / "src").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                found |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module)
    return {name.partition(".")[0] for name in found} - sys.stdlib_module_names - {"ludens"}


def test_all_that_is_imported_is_declared() -> None:
    assert {OTHER_NAMES.get(name, name) for name in imported()} <= declared()


def test_the_versions_that_are_tested_are_allowed() -> None:
    pinned = dict(line.split("==") for line in (ROOT / "constraints.txt").read_text().splitlines() if "==" in line)
    versions = {name.lower().replace("-", "_"): numbers(version) for name, version in pinned.items()}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    for each in project["dependencies"]:
        name, least = each.split(">=")
        assert versions[name.lower()] >= numbers(least), each


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version))
