"""What a process may use: memory, CPU time, threads, and before whom. Each limit holds where the system can set it.

The limits are set by the process itself, when it has imported what is not to count.
"""

from __future__ import annotations

import contextlib
import os
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "NUMBA_NUM_THREADS")
"""Variables by which libraries are told how many threads to use."""

CPU_SLACK_SECONDS = 2
"""Limits of CPU time are whole seconds; who counts more exactly should be first."""


UNLIMITED = "This system sets no limits of memory: a game or an agent may use all there is."
"""What users are told where it matters."""


def can_limit_memory() -> bool:
    """Whether limits of memory hold here: they need what Linux has."""
    try:
        import resource  # noqa: F401, PLC0415
    except ImportError:
        return False
    return os.path.exists("/proc/self/statm")  # noqa: PTH110  (pathlib takes long to import)


def one_thread(environment: Mapping[str, str]) -> dict[str, str]:
    """The environment of a process whose libraries keep to one thread."""
    return {**environment, **dict.fromkeys(THREADS, "1")}


def limit_memory(size: int) -> None:
    """Makes allocations fail beyond ``size`` bytes more than now, for good: also in processes started from here."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415  (there is none on Windows)

        most = _address_space() + size
        resource.setrlimit(resource.RLIMIT_AS, (most, most))


def limit_own_memory(size: int) -> None:
    """The same for this process alone: those that it starts may lift the limit."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        wanted = _address_space() + size
        resource.setrlimit(resource.RLIMIT_AS, (wanted if hard == resource.RLIM_INFINITY else min(wanted, hard), hard))


@contextlib.contextmanager
def memory_limited(size: int) -> Iterator[None]:
    """Meanwhile allocations beyond ``size`` bytes more than now fail with MemoryError."""
    try:
        import resource  # noqa: PLC0415
    except ImportError:
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_AS)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (_address_space() + size, hard))
    try:
        yield
    finally:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_AS, (soft, hard))


def lift_memory_limit() -> None:
    """Lifts a limit that the process which started this one has set for itself alone."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (hard, hard))


def limit_cpu_time(seconds: float) -> None:
    """Ends the process soon after it has used this much CPU time from now on, even in a loop without end.

    A later call sets another limit.
    """
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource  # noqa: PLC0415

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        most = int(time.process_time() + seconds) + CPU_SLACK_SECONDS
        resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


def set_niceness(wanted: int) -> None:
    """Makes this process yield to others, or, below 0, others to it, where the system knows and allows that."""
    with contextlib.suppress(AttributeError, OSError):
        os.nice(wanted - os.nice(0))


def _address_space() -> int:
    """Bytes of addresses that this process has taken."""
    with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123  (pathlib takes long to import)
        return int(file.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
