"""The package that users get: built, installed in a clean environment, and used from there."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import tarfile
import zipfile
from email import message_from_bytes
from pathlib import Path
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "src" / "ludens"
pytestmark = pytest.mark.slow


class Built(NamedTuple):
    """What was built, and a Python that has nothing but the wheel and what it needs."""

    sdist: Path
    wheel: Path
    python: Path
    folder: Path

    def ludens(self, *arguments: str, given: str = "") -> str:
        """What a command prints, far from this checkout."""
        environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        environment["LUDENS_CACHE"] = str(self.folder / "cache")
        environment["XDG_STATE_HOME"] = str(self.folder / "state")
        command = [str(self.python.with_name("ludens")), *arguments]
        done = subprocess.run(
            command, input=given, cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, f"ludens {' '.join(arguments)}\n{done.stdout}\n{done.stderr}"
        return done.stdout


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    package: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "package.py"))
    folder = tmp_path_factory.mktemp("package")
    try:
        sdist, wheel = package["build"](folder / "dist")
        python = package["environment"](folder / "installed", str(wheel))
    except package["NoIndexError"] as error:
        pytest.skip(f"no package index can be reached here: {str(error)[-200:]}")
    (folder / "elsewhere").mkdir()
    return Built(sdist, wheel, python, folder / "elsewhere")


def files_of_the_package() -> set[str]:
    """Also those of linked folders, which a wheel holds as plain ones."""
    folders = [(Path(folder), names) for folder, _, names in os.walk(PACKAGE, followlinks=True)]
    found = {folder / name for folder, names in folders for name in names if folder.name != "__pycache__"}
    return {path.relative_to(PACKAGE.parent).as_posix() for path in found}


def test_everything_is_in_the_wheel(built: Built) -> None:
    with zipfile.ZipFile(built.wheel) as wheel:
        names = {name for name in wheel.namelist() if name.startswith("ludens/")}
        assert names == files_of_the_package()
        about = message_from_bytes(wheel.read(next(name for name in wheel.namelist() if name.endswith("METADATA"))))
    assert about["Description-Content-Type"] == "text/markdown"
    assert "](docs/" not in str(about.get_payload())
    assert any(each.startswith("Repository, https://") for each in about.get_all("Project-URL", []))
    assert not [each for each in about.get_all("Requires-Dist", []) if each.startswith("numba") and "extra" not in each]


def test_the_sdist_has_tests_and_documents(built: Built) -> None:
    with tarfile.open(built.sdist) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    for wanted in ("tests/packaging/test_install.py", "docs/api.md", "Makefile", "constraints.txt", "CITATION.cff"):
        assert wanted in names
    assert not [name for name in names if name.endswith((".pyc", ".sqlite"))]


def test_what_is_installed_plays(built: Built) -> None:
    assert "0.1.0" in built.ludens("--version")
    assert "connect_four" in built.ludens("games")
    told = json.loads(built.ludens("suggest", "tic_tac_toe", "--agent", "uct", "--playouts", "500", "--json"))
    assert told["move"]
    assert "forfeits" in built.ludens("match", "odd", "random", "--json")
    played = built.ludens("play", "tic_tac_toe", "--against", "random", given="1\n1\n1\n1\n1\n")
    assert "1" in played


def test_it_finds_its_data(built: Built) -> None:
    assert "(role" in built.ludens("show", "connect_four", "--rules")
    assert "worth 50" in built.ludens("solve", "tic_tac_toe")
    assert json.loads(built.ludens("suggest", "ropasci", "--agent", "ropasci_best", "--playouts", "50", "--json"))


def test_a_tournament_and_its_table(built: Built) -> None:
    agents = ["--agents", "uct,random", "--pairs", "2", "--playouts", "100", "--json"]
    table = built.ludens("tournament", "--games", "tic_tac_toe", *agents)
    assert "uct" in table
    assert json.loads(built.ludens("standings", "--json").splitlines()[0])
    assert "games" in built.ludens("standings")


def test_all_is_well(built: Built) -> None:
    found = json.loads(built.ludens("doctor", "--json"))
    assert found["well"], found["problems"]
    assert "shipped" in found["facts"]["kernels"]
    assert "numba" not in found["facts"]["needed packages"]


def test_the_studio_starts(built: Built) -> None:
    script = "import ludens.studio.web.app, ludens.studio.web.serving, ludens.studio.studio"
    subprocess.run([str(built.python), "-P", "-c", script], cwd=built.folder, check=True)


def test_importing_it_imports_next_to_nothing(built: Built) -> None:
    script = "import sys, ludens; print(len([name for name in sys.modules if name.partition('.')[0] in HEAVY]))"
    heavy = "HEAVY = {'numpy', 'scipy', 'llvmlite', 'numba', 'clingo', 'rich', 'click', 'starlette', 'asyncio'}; "
    done = subprocess.run([str(built.python), "-c", heavy + script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0"
