"""What is kept on disk: never taken when damaged or another's, never left half written, never too large."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from ludens import cache


def only_file(folder: Path) -> Path:
    (path,) = folder.iterdir()
    return path


def test_what_was_kept_is_fetched(empty_cache: Path) -> None:
    cache.keep("kind", "source", b"data")
    assert cache.fetch("kind", "source") == b"data"
    assert cache.fetch("kind", "other source") is None
    assert cache.fetch("other", "source") is None


def test_the_folder_is_for_its_user_alone(empty_cache: Path) -> None:
    before = os.umask(0)
    try:
        cache.keep("kind", "source", b"data")
    finally:
        os.umask(before)
    assert empty_cache.stat().st_mode & 0o077 == 0
    assert only_file(empty_cache).stat().st_mode & 0o077 == 0


def test_a_folder_that_others_could_write_to_is_closed_to_them(empty_cache: Path) -> None:
    empty_cache.mkdir()
    empty_cache.chmod(0o777)
    cache.keep("kind", "source", b"data")
    assert empty_cache.stat().st_mode & 0o077 == 0
    assert cache.fetch("kind", "source") == b"data"


def test_a_file_that_others_could_write_is_not_taken(empty_cache: Path) -> None:
    cache.keep("kind", "source", b"data")
    only_file(empty_cache).chmod(0o666)
    assert cache.fetch("kind", "source") is None


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="this system has no owners of files")
def test_a_file_of_another_user_is_not_taken(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 4321)
    monkeypatch.setattr(cache, "_TRUSTED", ())
    empty_cache.mkdir(mode=0o700)
    assert not cache._is_ours(empty_cache)


@pytest.mark.parametrize("damage", ["emptied", "cut", "flipped", "renamed"])
def test_a_damaged_file_counts_as_missing(empty_cache: Path, damage: str) -> None:
    cache.keep("kind", "source", b"data" * 100)
    path = only_file(empty_cache)
    data = path.read_bytes()
    if damage == "renamed":
        cache.keep("kind", "other", b"other")
        other = next(file for file in empty_cache.iterdir() if file != path)
        other.replace(path)
    else:
        path.write_bytes({"emptied": b"", "cut": data[:-1], "flipped": data[:-1] + bytes([data[-1] ^ 1])}[damage])
    assert cache.fetch("kind", "source") is None


def test_a_full_disk_is_no_error_and_leaves_nothing(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, target: Path) -> Path:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    cache.keep("kind", "source", b"data")
    assert list(empty_cache.iterdir()) == []


def test_a_folder_that_cannot_be_made_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("no folder")
    monkeypatch.setenv("LUDENS_CACHE", str(tmp_path / "file" / "cache"))
    cache.keep("kind", "source", b"data")
    assert cache.fetch("kind", "source") is None


def test_what_was_not_used_for_longest_goes_first(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "MOST_BYTES", 250)
    for age, name in ((3, "old"), (2, "used"), (1, "young")):
        cache.keep("kind", name, bytes(60))
        path = cache._path("kind", name)
        os.utime(path, (path.stat().st_atime, path.stat().st_mtime - 1000 * age))
    assert cache.fetch("kind", "used") is not None
    cache.keep("kind", "new", bytes(60))
    kept = {name for name in ("old", "used", "young", "new") if cache.fetch("kind", name) is not None}
    assert kept == {"used", "new"}


def test_files_that_were_never_finished_are_swept_away(empty_cache: Path) -> None:
    empty_cache.mkdir(mode=0o700)
    abandoned, fresh = empty_cache / f"one{cache.UNFINISHED}", empty_cache / f"two{cache.UNFINISHED}"
    abandoned.touch()
    fresh.touch()
    os.utime(abandoned, (0, 0))
    cache.keep("kind", "source", b"data")
    assert not abandoned.exists()
    assert fresh.exists()


def test_other_code_has_another_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cache, "__file__", str(tmp_path / "cache.py"))
    (tmp_path / "part" / "deep").mkdir(parents=True)
    versions = []
    for text in ("first", "second", "first"):
        (tmp_path / "part" / "deep" / "code.py").write_text(text)
        cache.code_version.cache_clear()
        versions.append((cache.code_version("part/**/*.py"), cache.code_version("part/*.py")))
    cache.code_version.cache_clear()
    assert versions[0] == versions[2] != versions[1]
    assert versions[0][1] == versions[1][1], "a pattern without ** leaves folders below it out"
