"""The cache of object code: used when it is right, ignored when it is not."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from ludens.engine.backend import Backend
from ludens.engine.engine import Engine
from ludens.engine.machine_code import kept_code
from tests.engine.circuits import tic_tac_toe


def value(engine: Engine) -> int:
    return int(engine.playouts(engine.initial(), 1_000, 3).goals[0, 0])


def test_object_code_is_kept_and_used_again(empty_cache: Path) -> None:
    first = value(Engine(tic_tac_toe(), Backend.LLVM))
    (kept,) = empty_cache.iterdir()
    made = kept.stat().st_ino
    assert value(Engine(tic_tac_toe(), Backend.LLVM)) == first
    assert kept.stat().st_ino == made


@pytest.mark.parametrize("damage", [b"", b"nonsense", b"\0" * 10_000])
def test_damaged_object_code_is_made_anew(empty_cache: Path, damage: bytes) -> None:
    first = value(Engine(tic_tac_toe(), Backend.LLVM))
    (kept,) = empty_cache.iterdir()
    right = kept.read_bytes()
    for wrong in (damage, right[:-1], right[:40] + bytes([right[40] ^ 1]) + right[41:]):
        kept.write_bytes(wrong)
        assert value(Engine(tic_tac_toe(), Backend.LLVM)) == first
        assert kept.read_bytes() == right


def test_a_folder_that_cannot_be_written_does_no_harm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("in the way")
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "file" / "cache"))
    assert value(Engine(tic_tac_toe(), Backend.LLVM)) > 0


def test_code_that_two_threads_ask_for_at_once_is_never_replaced() -> None:
    """Loops keep addresses only: what the first thread was given must stay."""
    both = threading.Barrier(2)

    class Owner:
        @kept_code
        def code(self) -> object:
            """Made by both before either has it."""
            both.wait(timeout=600)
            return object()

    owner, given = Owner(), list[object]()
    threads = [threading.Thread(target=lambda: given.append(owner.code)) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert given[0] is given[1] is owner.code
    assert Owner.code.__doc__ == "Made by both before either has it."
