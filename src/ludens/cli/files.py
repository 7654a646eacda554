"""Files that a user names: written whole or not at all, and either way the command says so."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO

from ludens.cli.terminal import echo
from ludens.game import SourceError


def write_file(path: Path, text: str) -> None:
    """Writes a text; raises SourceError, with the reason, when that cannot be."""
    with writing(path) as file:
        file.write(text)


@contextlib.contextmanager
def writing(path: Path) -> Iterator[TextIO]:
    """Gives a file to write to. It takes its place when all is written: until then what was there stays.

    Raises SourceError, with the reason, when it cannot be written.
    """
    try:
        if path.exists() and not path.is_file():
            with path.open("w", encoding="utf-8") as file:  # a pipe, or a device
                yield file
        else:
            with _replacing(path.resolve()) as file:
                yield file
    except OSError as error:
        raise _unwritable(path, error) from None
    echo(f"Wrote {path}.", err=True)


@contextlib.contextmanager
def _replacing(path: Path) -> Iterator[TextIO]:
    part = path.with_name(f".{path.name[:100]}.{os.getpid()}.part")
    try:
        with part.open("x", encoding="utf-8") as file:
            yield file
        if path.exists():
            part.chmod(path.stat().st_mode & 0o7777)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def append_line(path: Path, line: str) -> None:
    """Adds a line to a file, or makes the file; raises SourceError, with the reason, and adds nothing, if it cannot."""
    try:
        before = path.stat().st_size if path.is_file() else None
        try:
            with path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError:
            if before is not None:
                with contextlib.suppress(OSError):
                    os.truncate(path, before)
            raise
    except OSError as error:
        raise _unwritable(path, error) from None
    echo(f"Added to {path}.", err=True)


def _unwritable(path: Path, error: OSError) -> SourceError:
    return SourceError(f"Cannot write {path}: {(error.strerror or str(error)).lower()}.")
