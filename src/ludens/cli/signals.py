"""Commands that run until they are stopped: Ctrl-C and SIGTERM end them in order, whatever they wait for."""

from __future__ import annotations

import asyncio
import contextlib
import signal
from collections.abc import Coroutine, Iterator
from typing import IO, Any, TypeVar

import click

Result = TypeVar("Result")

SIGNALS = (signal.SIGINT, signal.SIGTERM)


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
    with _handlers_kept():
        return asyncio.run(_run(main))


async def _run(main: Coroutine[Any, Any, Result]) -> Result:
    # The loop's own handlers wake it up whichever thread a signal reaches; Python's would wait for the next event.
    loop, came = asyncio.get_running_loop(), list[signal.Signals]()
    task = loop.create_task(main)

    def end(number: signal.Signals) -> None:
        came.append(number)
        task.cancel()
        for each in SIGNALS:
            loop.remove_signal_handler(each)

    for number in SIGNALS:
        loop.add_signal_handler(number, end, number)
    try:
        return await task
    except asyncio.CancelledError:
        if not came:
            raise
        raise (KeyboardInterrupt() if came[0] is signal.SIGINT else TerminatedError()) from None


@contextlib.contextmanager
def _handlers_kept() -> Iterator[None]:
    """Afterwards signals are handled as before."""
    handlers = {number: signal.getsignal(number) for number in SIGNALS}
    descriptor = signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(descriptor)
