"""Ctrl-C, SIGTERM and SIGHUP: each ends a command at any moment, in a line and without a traceback.

The first signal raises KeyboardInterrupt in the main thread, so that whatever has to be kept or told is. Python does
that only between two of its instructions, and some libraries swallow it. So a guard, a thread of its own, hears of
every signal at once, and ends the process where the main thread does not get to it, takes too long, or is asked twice.

Commands that wait in an event loop are cancelled instead, so that they end in order (``run_until_signal``).
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import sys
import threading
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from asyncio import AbstractEventLoop
    from collections.abc import Callable, Coroutine, Iterator
    from types import FrameType
    from typing import Any, NoReturn, TypeVar

    Result = TypeVar("Result")

SIGNALS = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))

LOOP_SIGNALS = (signal.SIGINT, signal.SIGTERM)
"""Those that cancel what runs in an event loop."""

STUCK_SECONDS = 2.0
"""How long the main thread may be in compiled code without noticing a signal."""

CLEANUP_SECONDS = 15.0
"""How long it may take to end after it has noticed."""

TWICE_SECONDS = 1.0
"""A second signal sooner than this is the same one: programs that start others often pass on what those got too."""

LOOK_SECONDS = 0.1
"""Between two looks of the guard at how far the main thread has come."""

WAITS_FOR_PIPES = hasattr(os, "fork")
"""Elsewhere, on Windows, one can wait for sockets only."""

SHOW_CURSOR = b"\x1b[?25h"


class _Interrupts:
    """What has come so far.

    ``number``: of the signal, 0 as long as there is none. ``raised``: whether KeyboardInterrupt has been. ``lost``:
    whether it was swallowed. ``again``: how many signals of our own are on their way, to raise it anew.
    """

    def __init__(self) -> None:
        self.number = 0
        self.raised = self.lost = self.told = False
        self.again = 0


_state = _Interrupts()


def watch() -> None:
    """Handles signals from now on; to be called by the main thread. Signals that are ignored stay so."""
    reading, read = _woken()
    for number in SIGNALS:
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _handle)
    sys.unraisablehook = _unraisable
    threading.excepthook = _in_thread
    threading.Thread(target=_guard, args=(reading, read), daemon=True, name="ludens-guard").start()


def _woken() -> tuple[int, Callable[[int], bytes]]:
    """What becomes readable at a signal, and the function that reads the numbers of signals from it."""
    if WAITS_FOR_PIPES:
        reading, writing = os.pipe()
        os.set_blocking(writing, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        return reading, lambda most: os.read(reading, most)
    import socket  # noqa: PLC0415

    here, there = socket.socketpair()
    there.setblocking(False)
    signal.set_wakeup_fd(there.detach(), warn_on_full_buffer=False)
    return here.fileno(), here.recv


def received() -> int:
    """The number of the signal that asked us to end; 0 as long as none has."""
    return _state.number


def exit_code() -> int:
    """The exit code after an interrupt."""
    return 128 + (_state.number or signal.SIGINT)


def tell() -> None:
    """Says, once, that the command has been ended."""
    if not _state.told:
        _state.told = True
        with contextlib.suppress(OSError):
            os.write(2, b"Interrupted.\n" if _state.number in (0, signal.SIGINT) else b"Terminated.\n")


def run_until_signal(main: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine, which is cancelled at a signal and may clean up; a second signal ends everything.

    Raises KeyboardInterrupt after a signal; ``received`` says which one it was.
    """
    import asyncio  # noqa: PLC0415

    with _handlers_kept():
        return asyncio.run(_run(main))


async def _run(main: Coroutine[Any, Any, Result]) -> Result:
    # The loop's own handlers wake it up whichever thread a signal reaches; Python's would wait for the next event.
    import asyncio  # noqa: PLC0415

    loop, came = asyncio.get_running_loop(), list[signal.Signals]()
    task = loop.create_task(main)

    def end(number: signal.Signals) -> None:
        came.append(number)
        task.cancel()
        for each in LOOP_SIGNALS:
            _leave_to_system(loop, each)

    def come(number: int, frame: FrameType | None) -> None:
        loop.call_soon_threadsafe(end, signal.Signals(number))

    for number in LOOP_SIGNALS:
        try:
            loop.add_signal_handler(number, end, number)
        except NotImplementedError:  # as on Windows
            signal.signal(number, come)
    try:
        return await task
    except asyncio.CancelledError:
        if not came:
            raise
        _state.number = _state.number or came[0]
        raise KeyboardInterrupt from None


def _leave_to_system(loop: AbstractEventLoop, number: signal.Signals) -> None:
    try:
        loop.remove_signal_handler(number)
    except NotImplementedError:
        signal.signal(number, signal.default_int_handler if number == signal.SIGINT else signal.SIG_DFL)


@contextlib.contextmanager
def _handlers_kept() -> Iterator[None]:
    """Afterwards signals are handled as before."""
    handlers = {number: signal.getsignal(number) for number in LOOP_SIGNALS}
    descriptor = signal.set_wakeup_fd(-1)
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(descriptor)


def _handle(number: int, frame: FrameType | None) -> None:
    _state.number = _state.number or number
    if not _state.raised:
        _state.raised = True
        raise KeyboardInterrupt


def _unraisable(lost: sys.UnraisableHookArgs) -> None:
    """An exception that Python has to drop: an interrupt is raised anew, and what follows from one is not shown.

    Not here, where it would be dropped again: the guard does it.
    """
    if not _state.number:
        sys.__unraisablehook__(lost)
    elif issubclass(lost.exc_type, KeyboardInterrupt):
        _state.lost = True


def _in_thread(failed: threading.ExceptHookArgs) -> None:
    if not _state.number:
        threading.__excepthook__(failed)


def _guard(reading: int, read: Callable[[int], bytes]) -> None:
    """Waits for signals, and then for the end of the process, but not for long."""
    first, main = 0.0, threading.main_thread().ident or 0
    while True:
        if not select.select([reading], [], [], LOOK_SECONDS if first else None)[0]:
            limit = CLEANUP_SECONDS if _state.raised else STUCK_SECONDS
            if time.monotonic() > first + limit:
                _end_now()
            if _state.lost:
                _state.lost = _state.raised = False
                _state.again += 1
                _raise_again(main)
            continue
        # Whoever handles a signal in another way, as servers do, is left alone.
        come = [number for number in read(64) if number in SIGNALS and signal.getsignal(number) is _handle]
        ours = min(_state.again, len(come))
        _state.again -= ours
        if not come[ours:]:
            continue
        if first and time.monotonic() > first + TWICE_SECONDS:
            _end_now()
        _state.number = _state.number or come[0]
        first = first or time.monotonic()


def _raise_again(main: int) -> None:
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, _state.number)
    else:
        import _thread  # noqa: PLC0415

        _thread.interrupt_main(signal.Signals(_state.number))


def _end_now() -> NoReturn:
    from ludens.processes.descendants import kill_pythons  # noqa: PLC0415

    if os.isatty(2):
        os.write(2, SHOW_CURSOR)
    tell()
    kill_pythons()
    os._exit(exit_code())
