"""What the project says of itself is the same wherever it is said."""

from __future__ import annotations

import re
import runpy
import tomllib
from pathlib import Path
from typing import Any

import pytest

import ludens

ROOT = Path(__file__).parents[2]


def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return found


def test_one_version_everywhere() -> None:
    version = project()["version"]
    assert ludens.__version__ == version
    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text("utf-8")
    assert re.search(rf"^## {re.escape(version)}\b", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)


def test_the_address_stands_in_one_place() -> None:
    address = project()["urls"]["Repository"]
    files = [
        path for path in ROOT.glob("*") if path.is_file() and path.suffix in (".md", ".cff", ".toml", ".py", ".txt")
    ]
    files += [*(ROOT / "docs").rglob("*.md"), *(ROOT / ".github").rglob("*.*")]
    assert [path.name for path in files if address in path.read_text("utf-8")] == ["pyproject.toml"]


def test_the_long_description_has_whole_addresses() -> None:
    whole_addresses = runpy.run_path(str(ROOT / "setup.py"))["whole_addresses"]
    text = "![A](docs/a.png) [b](docs/b.md#c) [d](#d) [e](https://e.org/x) | ![f](docs/f.svg) |"
    made = whole_addresses(text, "https://host/ludens", "1.2.3")
    assert made == (
        "![A](https://host/ludens/raw/v1.2.3/docs/a.png) [b](https://host/ludens/blob/v1.2.3/docs/b.md#c) [d](#d) "
        "[e](https://e.org/x) | ![f](https://host/ludens/raw/v1.2.3/docs/f.svg) |"
    )
    readme = whole_addresses((ROOT / "README.md").read_text("utf-8"), "https://host/ludens", "1.2.3")
    assert not re.findall(r"\]\((?!https?:|#)[^)]*\)", readme)
    for kept in re.findall(r"\(https://host/ludens/(?:raw|blob)/v1\.2\.3/([^)#]+)", readme):
        assert (ROOT / kept).exists(), kept


def test_the_oldest_versions_are_those_that_are_declared() -> None:
    pinned = dict(
        line.split("==") for line in (ROOT / "constraints-oldest.txt").read_text("utf-8").splitlines() if "==" in line
    )
    needed = [*project()["dependencies"], *project()["optional-dependencies"]["kernels"]]
    for each in needed:
        name, least = each.split(">=")
        assert (pinned[name] + ".").startswith(least + "."), each


def test_workflows_install_what_is_declared() -> None:
    workflow = (ROOT / ".github" / "workflows" / "tests.yml").read_text("utf-8")
    for extras in re.findall(r"\.\[([a-z,]+)\]", workflow):
        assert set(extras.split(",")) <= set(project()["optional-dependencies"])
    for system in ("ubuntu", "macos", "windows"):
        assert f"{system}-latest" in workflow
    assert "python -m pytest -n auto" in workflow
    assert "make" not in workflow.partition("jobs:")[2]


@pytest.mark.parametrize("name", ["CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md"])
def test_links_of_the_other_pages_lead_somewhere(name: str) -> None:
    for target in re.findall(r"\]\(([^)#:]+)\)", (ROOT / name).read_text("utf-8")):
        assert (ROOT / target).exists(), target
