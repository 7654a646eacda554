"""Builds sdist and wheel, installs the wheel in a clean environment, and prints how much room that takes, and how long.

    python scripts/package.py [--output FOLDER] [--python PYTHON] [--constraint FILE]

It needs a package index, or PIP_FIND_LINKS with what is needed. Without ``--output`` all goes to a folder that is
removed again.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEFT_OUT = shutil.ignore_patterns(".*", "build", "dist", "*.egg-info", "__pycache__", "*.sqlite*")
MEGABYTE = 1_000_000

BUILD = "import sys, setuptools.build_meta as backend; getattr(backend, sys.argv[1])(sys.argv[2])"


class NoIndexError(Exception):
    """Packages cannot be fetched here."""


def environment(folder: Path, *packages: str, python: str = sys.executable, constraint: Path | None = None) -> Path:
    """Makes a virtual environment with these packages and returns its Python; raises NoIndexError."""
    subprocess.run([python, "-m", "venv", str(folder)], check=True)
    inside = folder / ("Scripts" if os.name == "nt" else "bin") / "python"
    if packages:
        limits = [] if constraint is None else ["--constraint", str(constraint)]
        command = [str(inside), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *limits, *packages]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            raise NoIndexError(done.stderr.strip() or f"pip ended with {done.returncode}")
    return inside


def build(output: Path) -> tuple[Path, Path]:
    """The sdist of this checkout, made from a copy, and the wheel that is made from the sdist."""
    output.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        shutil.copytree(ROOT, place / "copy", ignore=LEFT_OUT)
        python = environment(place / "build", "setuptools>=77")
        _build(python, "build_sdist", place / "copy", output)
        sdist = max(output.glob("ludens-*.tar.gz"), key=lambda path: path.stat().st_mtime)
        shutil.unpack_archive(sdist, place / "unpacked", filter="data")
        _build(python, "build_wheel", next((place / "unpacked").iterdir()), output)
    return sdist, max(output.glob("ludens-*.whl"), key=lambda path: path.stat().st_mtime)


def _build(python: Path, what: str, source: Path, output: Path) -> None:
    command = [str(python), "-c", BUILD, what, str(output.resolve())]
    done = subprocess.run(command, cwd=source, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(done.stderr)


def sizes(python: Path) -> dict[str, int]:
    """The bytes of each package of an environment, with its libraries, without pip and without bytecode."""
    script = "import sysconfig; print(sysconfig.get_path('platlib'))"
    packages = Path(
        subprocess.run([str(python), "-c", script], capture_output=True, text=True, check=True).stdout.strip()
    )
    found: dict[str, int] = {}
    for place in packages.iterdir():
        files = [place] if place.is_file() else [each for each in place.rglob("*") if each.is_file()]
        name = place.name.partition("-")[0].partition(".")[0].lower()
        size = sum(each.stat().st_size for each in files if each.suffix != ".pyc")
        found[name] = found.get(name, 0) + size
    return {name: size for name, size in found.items() if name not in ("pip", "setuptools", "pkg_resources")}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--output", type=Path, help="where sdist, wheel and environment go and stay")
    parser.add_argument("--python", default=sys.executable, help="the Python that is installed for")
    parser.add_argument("--constraint", type=Path, help="versions to install, as pip takes them")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        output = given.output or Path(folder)
        sdist, wheel = build(output)
        for file in (sdist, wheel):
            print(f"{file.name}: {file.stat().st_size / MEGABYTE:.1f} MB")
        begin = time.perf_counter()
        python = environment(output / "installed", str(wheel), python=given.python, constraint=given.constraint)
        print(f"installed in {time.perf_counter() - begin:.0f} s")
        found = sizes(python)
        for name, size in sorted(found.items(), key=lambda each: -each[1])[:10]:
            print(f"{size / MEGABYTE:8.1f} MB  {name}")
        print(f"{sum(found.values()) / MEGABYTE:8.1f} MB  in all, {len(found)} packages")


if __name__ == "__main__":
    main()
