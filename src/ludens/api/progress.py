"""Progress for people who wait: in a terminal and in a notebook, nowhere else; never in what is printed as a result."""

from __future__ import annotations

import contextlib
import html
import sys
import threading
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Any

PATIENCE = 1.0
"""Seconds without a word."""

REFRESH_SECONDS = 0.5

Tell = Callable[[str], None]


@contextlib.contextmanager
def telling() -> Iterator[Tell]:
    """Gives a function that shows a line, in place of the one before; the last one is wiped away at the end."""
    notebook = _notebook_line()
    if notebook is not None:
        try:
            yield notebook
        finally:
            notebook("")
    elif sys.stderr is not None and sys.stderr.isatty():
        with _terminal_line() as tell:
            yield tell
    else:
        yield lambda text: None


@contextlib.contextmanager
def waiting(text: str) -> Iterator[None]:
    """Says what is being done, and for how long already, as soon as that takes longer than a moment."""
    over, begin = threading.Event(), time.monotonic()
    with telling() as tell:

        def run() -> None:
            pause = PATIENCE
            while not over.wait(pause):
                pause = REFRESH_SECONDS
                tell(f"{text} … {time.monotonic() - begin:.0f} s{_compiling()}")

        thread = threading.Thread(target=run, name="ludens-progress", daemon=True)
        thread.start()
        try:
            yield
        finally:
            over.set()
            thread.join()


def _compiling() -> str:
    """How far the kernels of a first start are; nothing where none are compiled. Asking must not load the compiler."""
    module = sys.modules.get("ludens.engine.kernels.compiling")
    progress: Callable[[], tuple[int, int] | None] | None = getattr(module, "progress", None)
    found = None if progress is None else progress()
    return "" if not found or found[0] >= found[1] else f" (first start: compiling, {found[0]} of {found[1]})"


@contextlib.contextmanager
def _terminal_line() -> Iterator[Tell]:
    """The last line of a terminal. What it shows is written over, and wiped away."""
    shown = [0]

    def tell(text: str) -> None:
        text = text.encode(sys.stderr.encoding or "ascii", "replace").decode(sys.stderr.encoding or "ascii")
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.write("\r" + text[:100].ljust(shown[0]) + ("\r" if not text else ""))
            sys.stderr.flush()
        shown[0] = len(text[:100])

    try:
        yield tell
    finally:
        tell("")


def _notebook_line() -> Tell | None:
    """A place in the output of a notebook's cell; None where no notebook is."""
    shell: Any = sys.modules.get("IPython")
    if shell is None:
        return None
    running = shell.get_ipython()
    if running is None or not hasattr(running, "kernel"):
        return None
    display: Any = import_module("IPython.display")
    handle = display.display(display.HTML(""), display_id=True)

    def tell(text: str) -> None:
        handle.update(display.HTML(f"<pre>{html.escape(text)}</pre>" if text else ""))

    return tell
