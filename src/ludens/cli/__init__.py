"""The command ``ludens``: one file for each of its commands.

Exit codes: 0, all went well; 2, the input was wrong, and the message says what and where; 130, interrupted; 143,
terminated. Data goes to standard output, progress and messages to standard error.

This file imports next to nothing, so that an interrupt is noticed by us, not by Python, from the first moment on.
"""

from __future__ import annotations

TYPE_CHECKING = False
"""As in ``typing``, which is not imported for it."""

if TYPE_CHECKING:
    from typing import Any, NoReturn

    from ludens.cli.group import app

__all__ = ["app", "main"]


def main() -> NoReturn:
    """The entry point of the ``ludens`` command."""
    import os  # noqa: PLC0415

    try:
        from ludens.cli.process import run  # noqa: PLC0415
    except KeyboardInterrupt:
        os.write(2, b"Interrupted.\n")
        os._exit(130)
    run(_run)


def _run() -> None:
    from ludens.cli.group import app  # noqa: PLC0415

    app.main(prog_name="ludens")


def __getattr__(name: str) -> Any:
    if name != "app":
        raise AttributeError(f"module 'ludens.cli' has no attribute {name!r}")
    from ludens.cli.group import app  # noqa: PLC0415

    return app
