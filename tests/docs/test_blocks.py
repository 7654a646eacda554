"""Every code block of every page is of a known kind, and each kind is tried."""

from __future__ import annotations

import contextlib
import io
import re
import tomllib
from pathlib import Path

import pytest

from ludens.cli.arena.tournament import read_file
from ludens.gdl import Source
from ludens.gdl.reader import read
from tests.docs.pages import PAGES, PROGRAMS, Block, blocks, name_of

KINDS = {
    "": "commands, tried in test_commands.py, or what is printed",
    "bash": "the scripts of the page about clusters, tried in test_cluster_page.py",
    "lisp": "rules",
    "python": "programs; those with >>> are tried in test_examples.py",
    "text": "what is printed, or usage",
    "toml": "tournaments and packages",
}

NOT_RUN = {
    "docs/gpu.md": "it needs a graphics processor; tests/engine/cuda has a stand-in",
    "docs/reference.md": "how functions are called",
    "docs/search.md": "a policy for a file of Ludens; tests/search/tree/test_policies.py tries it",
    "docs/studio-api.md": "it needs a studio; tests/studio/match/test_playing.py tries it",
}
"""Pages whose programs are only compiled here, with the reason."""

PLACEHOLDER = "path/to/"


def programs(page: Path) -> list[str]:
    """The Python of a page that is not an example with a prompt."""
    return [block.text for block in blocks(page) if is_python(block) and not block.text.startswith(">>>")]


def with_less(program: str) -> str:
    """A program that plays twenty random games instead of thousands."""
    return re.sub(r"range\(\d{3,}\)", "range(20)", program)


def is_python(block: Block) -> bool:
    return block.language == "python" or (not block.language and block.text.startswith(("from ", "import ")))


WITH_PROGRAMS = [page for page in PAGES if programs(page)]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_blocks_are_of_known_kinds(page: Path) -> None:
    assert {block.language for block in blocks(page)} <= set(KINDS)


@pytest.mark.parametrize("page", WITH_PROGRAMS, ids=name_of)
def test_programs_can_be_compiled(page: Path) -> None:
    for number, program in enumerate(programs(page)):
        compile(program, f"{page.name}, program {number + 1}", "exec")


@pytest.mark.slow
@pytest.mark.parametrize(
    "page", [page for page in PAGES if programs(page) and name_of(page) not in NOT_RUN], ids=name_of
)
def test_programs_run(page: Path) -> None:
    for number, program in enumerate(programs(page)):
        if PLACEHOLDER in program or "in_ray" in program:  # a reader's own package, and a cluster
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile(with_less(program), f"{page.name}, program {number + 1}", "exec"), {"__name__": "__main__"})
        assert "print(" not in program or printed.getvalue()


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "mistakes.md"], ids=name_of)
def test_rules_can_be_read(page: Path) -> None:
    for block in blocks(page):
        if block.language == "lisp":
            sheet, problems = read(Source(block.text))
            assert sheet
            assert not problems


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_toml_is_a_tournament_or_a_package(page: Path, tmp_path: Path) -> None:
    for block in blocks(page):
        if block.language == "toml":
            (tmp_path / "file.toml").write_text(block.text, "utf-8")
            known = tomllib.loads(block.text)
            assert "project" in known or read_file(tmp_path / "file.toml").games


def test_what_is_indented_is_commands_python_or_what_is_printed() -> None:
    found = {name_of(page): [block.text for block in blocks(page) if not block.language] for page in PAGES}
    assert sum(text.startswith(PROGRAMS) for texts in found.values() for text in texts) > 20
    assert not [text for texts in found.values() for text in texts if re.match(r"(\$|>) ", text)]
