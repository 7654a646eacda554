"""Kernels compiled beforehand: the bitcode belongs to the sources, and calls are checked before they are made."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ludens
from ludens.engine.kernels import compiling, shipped
from ludens.game import LudensError
from ludens.search.evaluations.byte_tables import add_up
from ludens.search.matrix.simplex import guaranteed

ROOT = Path(__file__).parent.parent.parent


def test_the_bitcode_is_that_of_the_sources() -> None:
    manifest = shipped._manifest()
    assert shipped.source_hash(manifest["sources"]) == manifest["hash"], "a kernel has changed: run `make kernels`"


@pytest.mark.parametrize("file", ["search/tree/policies/ucb1.py", "games/ropasci/layout.py", "search/tree/select.py"])
def test_kernels_of_changed_sources_are_not_used(file: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Constants of other files are compiled into kernels: a change there counts as well."""
    for source in shipped._manifest()["sources"]:
        (tmp_path / source).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(shipped.PACKAGE / source, tmp_path / source)
    monkeypatch.delenv("LUDENS_KERNELS", raising=False)
    monkeypatch.setattr(shipped, "PACKAGE", tmp_path)
    assert shipped.usable.__wrapped__()
    with (tmp_path / file).open("a", encoding="utf-8") as changed:
        changed.write("\nUCB1, GREEDY = 2, 0\n")
    assert not shipped.usable.__wrapped__()


@pytest.mark.slow
def test_the_bitcode_can_be_made_again(tmp_path: Path) -> None:
    command = [sys.executable, str(ROOT / "scripts" / "kernels.py"), "--output", str(tmp_path)]
    subprocess.run(command, check=True, capture_output=True, cwd=ROOT)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    kept = {path.name: path.read_bytes() for path in shipped.FOLDER.iterdir()}
    assert made.keys() == kept.keys()
    assert [name for name in made if made[name] != kept[name]] == []


def test_an_agent_thinks_without_importing_numba() -> None:
    program = """
import sys, ludens
from ludens.game import Limit
from ludens.players import make_agent
for name in ("tic_tac_toe", "odd", "ropasci"):
    game = ludens.load(name)
    make_agent("champion", game, 0, seed=1).decide(game.initial_state(), Limit(playouts=2000))
assert "numba" not in sys.modules
"""
    environment = {name: value for name, value in os.environ.items() if name != "LUDENS_KERNELS"}
    subprocess.run([sys.executable, "-c", program], check=True, env=environment)


needs_bitcode = pytest.mark.skipif(not shipped.usable(), reason="kernels are compiled by Numba here")


@needs_bitcode
@pytest.mark.parametrize(
    ("matrix", "row"),
    [
        (np.ones((2, 3)), np.ones(2, dtype=np.float32)),
        (np.ones((2, 3), dtype=np.int64), np.ones(2)),
        (np.ones((3, 2)).T, np.ones(2)),
        (np.ones((2, 3)), [1.0, 1.0]),
    ],
    ids=["type", "whole numbers", "layout", "list"],
)
def test_arguments_of_other_kinds_go_to_the_python_function(matrix: Any, row: Any) -> None:
    with pytest.warns(match="guaranteed is slow: it was not compiled for arguments of these kinds"):
        assert guaranteed(matrix, row) == 2.0


@needs_bitcode
def test_compiled_kernels_do_what_the_python_functions_do() -> None:
    rng = np.random.default_rng(3)
    for _ in range(20):
        matrix, row = rng.random((4, 5)), rng.random(4)
        assert guaranteed(matrix, row) == guaranteed.__wrapped__(matrix, row)  # type: ignore[attr-defined]
        rows, tables = rng.integers(0, 1 << 63, (7, 2), dtype=np.uint64), rng.random((16, 256, 3)).astype(np.float32)
        fast, slow = np.zeros((7, 3)), np.zeros((7, 3))
        add_up(rows, tables, fast)
        add_up.__wrapped__(rows, tables, slow)  # type: ignore[attr-defined]
        np.testing.assert_allclose(fast, slow, rtol=1e-6)


def test_the_package_brings_its_bitcode() -> None:
    assert list((Path(ludens.__file__).parent / "engine" / "kernels" / "bitcode").glob("*.bc.xz"))


def test_without_numba_kernels_that_have_to_be_compiled_are_refused_in_a_sentence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "numba", None)
    with pytest.raises(LudensError, match=r"takes Numba, .* pip install 'ludens\[kernels\]'\."):
        compiling._by_numba(len)
