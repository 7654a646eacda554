"""Runs the tests in a fresh clone with an empty cache while busy loops keep the processors from them.

    python scripts/stress.py [--runs 2] [--loops 8] [--command "make test"] [--install]

The clone is of the last commit. Its virtual environment has the packages that are installed here, so that nothing is
downloaded; with --install it gets its own. Exit code 1 if any run failed.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Iterator
from pathlib import Path
from types import FrameType

HERE = Path(__file__).resolve().parents[1]
LOOP = "import os\nparent = os.getppid()\nwhile os.getppid() == parent:\n    sum(range(100_000))"


@contextlib.contextmanager
def busy(loops: int) -> Iterator[None]:
    """So many busy loops meanwhile; they end with this process, however it ends."""
    started = [subprocess.Popen([sys.executable, "-c", LOOP]) for _ in range(loops)]
    try:
        yield
    finally:
        for each in started:
            each.kill()
            each.wait()


@contextlib.contextmanager
def fresh_clone(install: bool) -> Iterator[tuple[Path, dict[str, str]]]:
    """A clone of the last commit, and the environment in which it has an empty cache."""
    folder = Path(tempfile.mkdtemp(prefix="ludens-stress-"))
    try:
        clone = folder / "clone"
        subprocess.run(["git", "clone", "--quiet", HERE, clone], check=True)
        if not install:
            lend_packages(clone)
        own = {"LUDENS_CACHE": str(folder / "cache"), "XDG_STATE_HOME": str(folder / "state")}
        yield clone, {**os.environ, **own}
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def lend_packages(clone: Path) -> None:
    """Makes the environment that ``make`` looks for, with the clone's sources and the packages of this Python."""
    environment = clone / ".venv"
    venv.create(environment, symlinks=True)
    (packages,) = environment.glob("lib/python*/site-packages")
    installed = [each for each in sys.path if each.endswith("-packages")]
    (packages / "clone.pth").write_text("\n".join([str(clone / "src"), *installed]) + "\n")
    # Later than what they are made from, for make.
    (environment / "ready").touch()
    (environment / "ready-for-tests").touch()


def run(command: str, install: bool) -> bool:
    """One run; prints how it ended."""
    with fresh_clone(install) as (clone, environment):
        begin = time.monotonic()
        process = subprocess.Popen(shlex.split(command), cwd=clone, env=environment, start_new_session=True)
        try:
            code = process.wait()
        finally:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
    ending = "passed" if code == 0 else f"failed with exit code {code}"
    print(f"{command}: {ending} after {time.monotonic() - begin:.0f} s", flush=True)
    return code == 0


def _end(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)


def main() -> None:
    parser = argparse.ArgumentParser(description="Runs the tests on a busy machine.")
    parser.add_argument("--runs", type=int, default=2)
    parser.add_argument("--loops", type=int, default=8)
    parser.add_argument("--command", default="make test")
    parser.add_argument("--install", action="store_true", help="install packages for each clone")
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, _end)
    with busy(options.loops):
        results = [run(options.command, options.install) for _ in range(options.runs)]
    print(f"{sum(results)} of {len(results)} runs passed beside {options.loops} busy loops.")
    sys.exit(0 if all(results) else 1)


if __name__ == "__main__":
    main()
