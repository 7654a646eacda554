"""Commands that run until they are told to end: Ctrl-C and SIGTERM end them in order, whatever they wait for."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Coroutine
from typing import IO, Any, TypeVar

import click

Result = TypeVar("Result")


class TerminatedError(click.ClickException):
    """SIGTERM came, and all that was to be done about it is done."""

    exit_code = 128 + signal.SIGTERM

    def __init__(self) -> None:
        super().__init__("Terminated.")

    def show(self, file: IO[Any] | None = None) -> None:
        click.echo(self.message, file, err=True)


def run_until_signal(main: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine, which is cancelled at a signal and may clean up; a second signal ends everything.

    Raises KeyboardInterrupt after Ctrl-C and TerminatedError after SIGTERM.
    """
    return asyncio.run(_run(main))


async def _run(main: Coroutine[Any, Any, Result]) -> Result:
    # The loop's own handlers wake it up whichever thread a signal reaches; Python's would wait for the next event.
    loop, came = asyncio.get_running_loop(), list[signal.Signals]()
    task = loop.create_task(main)

    def end(number: signal.Signals) -> None:
        came.append(number)
        listen(False)
        task.cancel()

    def listen(yes: bool) -> None:
        for number in (signal.SIGINT, signal.SIGTERM):
            if yes:
                loop.add_signal_handler(number, end, number)
            else:
                loop.remove_signal_handler(number)

    listen(True)
    try:
        return await task
    except asyncio.CancelledError:
        if not came:
            raise
        raise (KeyboardInterrupt() if came[0] is signal.SIGINT else TerminatedError()) from None
    finally:
        listen(False)
