"""The layers of the design: each folder imports only from those above it."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import ludens

PACKAGE = Path(ludens.__file__).parent
LAYERS = [
    "game", "names", "own", "showing",
    "folders", "cache", "processes", "testing", "playthrough", "rules", "gdl", "circuit", "engine", "boards",
    "search", "games", "players", "plots", "arena", "learning", "quality", "teaching", "adapters", "ggp", "api",
    "studies", "studio", "cli",
]  # fmt: skip


def imported(path: Path) -> set[str]:
    """The parts of ludens that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            names = [f"ludens.{alias.name}" for alias in node.names] if module == "ludens" else [module]
        found |= {name.split(".")[1] for name in names if name.startswith("ludens.")}
    return found


def test_each_layer_imports_only_from_those_above_it() -> None:
    for path in sorted(PACKAGE.rglob("*.py")):
        parts = path.relative_to(PACKAGE).with_suffix("").parts
        if parts == ("__init__",):
            continue
        assert parts[0] in LAYERS, f"{path} belongs to no layer"
        below = {layer for layer in imported(path) if LAYERS.index(layer) > LAYERS.index(parts[0])}
        assert not below, f"{path} imports from below: {below}"


def test_circuits_engines_and_search_know_no_rules_language() -> None:
    for folder in ("rules", "circuit", "engine", "search"):
        assert not [path for path in (PACKAGE / folder).rglob("*.py") if "gdl" in imported(path)]


def test_there_is_no_drawer_for_odds_and_ends() -> None:
    assert not [path for path in PACKAGE.rglob("*") if path.stem in ("utils", "util", "common", "helpers", "misc")]


def test_the_public_names_are_exact() -> None:
    assert ludens.__all__ == sorted(ludens.__all__)
    assert all(getattr(ludens, name) is not None for name in ludens.__all__)
    public = {
        name for name, value in vars(ludens).items() if not name.startswith("_") and not isinstance(value, type(ast))
    }
    assert set(ludens.__all__) == {*public, "games"} - {"annotations", "TYPE_CHECKING"}  # games is a package
    assert set(dir(ludens)) == {*ludens.__all__, "__version__"}


LIGHT = """
import sys
import ludens.cli
heavy = {"click", "numpy", "rich", "numba", "llvmlite", "clingo", "ludens.game"} & set(sys.modules)
assert not heavy, heavy
ludens.cli.app.main(["--version"], standalone_mode=False)
heavy = {"numpy", "rich", "numba", "llvmlite", "clingo", "ludens.games"} & set(sys.modules)
assert not heavy, heavy
from ludens.players import make_agent
assert "ludens.players.trees.uct" not in sys.modules
import ludens.games.loading
assert not {"ludens.games.ropasci", "ludens.games.hex", "ludens.circuit.compiled", "clingo"} & set(sys.modules)
"""


def test_importing_takes_no_time_and_is_left_until_it_is_needed() -> None:
    subprocess.run([sys.executable, "-c", LIGHT], check=True, stdout=subprocess.DEVNULL)
