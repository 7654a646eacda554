"""Every command of every page works: it is run, with less to do, or its arguments are read where it cannot be."""

from __future__ import annotations

import contextlib
import doctest
import json
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click
import pytest
from click.testing import CliRunner, Result

from ludens.cli import app
from ludens.cli.group import COMMANDS, command_module
from tests.docs.pages import PAGES, ROOT, commands, inline_commands, name_of, words

LESS: dict[str, dict[str, str | None]] = {
    "match": {"--seconds": None, "--playouts": "10"},
    "tournament": {"--seconds": None, "--playouts": "10", "--pairs": "1", "--workers": "1"},
    "suggest": {"--seconds": None, "--playouts": "50", "--seed": "1"},
    "analyse": {"--games": "640"},
    "bench": {"--seconds": "0.01", "--threads": "1"},
    "exploit": {"--playouts": "20"},
    "puzzles": {"--count": "1", "--seconds": "5"},
    "tune": {"--pairs": "2", "--candidates": "2", "--confirm": "1", "--playouts": "10", "--workers": "1"},
}
"""What commands are given instead of what stands on the page, so that they end soon; without a value it is left out."""

SMALLER = {"hex": "hex(size=3)", "breakthrough": "breakthrough(size=4)"}
"""Games that take long, and smaller ones instead, for matches."""

SOLVED_SOON = {"connect_four": "connect_four(columns=4, rows=4)"}
"""The same for analyses."""

ONLY_READ = {
    "ludens studio": "a server",
    "ludens player": "a server",
    "ludens manage": "it needs players that listen",
    "ludens match breakthrough http://": "it needs a player that listens",
    "ludens tournament --games connect_four,hex --agents http://": "it needs a player that listens",
    "ludens tournament --games tic_tac_toe --agents uct,monte_carlo --playouts 500 --executor ray": "it starts Ray; "
    "tests of the executor do so",
    "ludens bench connect_four --device cuda": "it needs a graphics processor; tests of the command have a stand-in",
    "ludens analyse connect_four --device cuda": "the same",
    'ludens play breakthrough --against "uct(device=cuda': "the same",
    "ludens play http://games.ggp.org": "it needs the network; tests/games/test_fetching.py has a server",
    "ludens show https://": "the same",
    "ludens learn": "it takes half a minute; tests of the command run it",
    "ludens play connect_four --seat red=you --seat yellow=apprentice": "it needs a trained network",
    "ludens train": "it takes minutes; tests of the command run it",
    "ludens reproduce ": "it takes minutes; tests of the studies run them",
}
"""Beginnings of commands of which only the arguments are read, with the reason."""

ELSEWHERE = {
    "ray ": "other people's program, with the options of test_cluster_page.py",
    "export ": "for the shell",
    "eval ": "for the shell; test_shell_completion below",
    "pip install": "it changes the installation",
    "python -m venv": "it makes an environment",
    ".venv/bin/python -m ": "it installs, or runs these tests",
}
"""Beginnings of lines that are not commands of ours, with the reason."""

SLOW = {
    "docs/adapters.md", "docs/tuning.md", "docs/simultaneous.md", "docs/learnt-evaluation.md",
    "docs/temporal-difference.md",
}  # fmt: skip
"""Pages whose commands take long even so."""

LEAGUE = """
games = ["tic_tac_toe"]
agents = ["monte_carlo", "random"]
pairs = 1
[terms]
playouts = 5
"""

ENGINE = ROOT / "examples" / "random_engine.py"
GREETING = "ludens 1"
"""The first line of the text protocol, which looks like a command."""

EXTRAS = {"docs/adapters.md": "pyspiel"}

WITH_COMMANDS = [page for page in PAGES if commands(page)]


def pages(slow: bool) -> list[Path]:
    return [page for page in WITH_COMMANDS if (name_of(page) in SLOW) == slow]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the files that the pages speak of."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    sheet = first_block("tutorial.md", "lisp")
    files = {
        "race.kif": sheet,
        "my_game.kif": sheet,
        "greedy.py": program("writing-an-agent.md"),
        "games.py": program("writing-a-game.md"),
        "my_agents.py": program("writing-an-agent.md"),
        "league.toml": LEAGUE,
        "file.toml": first_block("arena.md", "toml"),
        "my_engine.py": ENGINE.read_text("utf-8"),
        "my_engine": f"#!{sys.executable}\n{ENGINE.read_text('utf-8')}",
    }
    for name, text in files.items():
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "my_engine").chmod(0o755)
    return tmp_path


def first_block(page: str, language: str) -> str:
    found = re.search(rf"```{language}\n(.*?)```", (ROOT / "docs" / page).read_text("utf-8"), re.DOTALL)
    assert found
    return found[1]


def program(page: str) -> str:
    """The class of a page's first example, as a file."""
    examples = doctest.DocTestParser().get_examples(first_block(page, "python"))
    return "".join(each.source for each in examples if each.source.startswith(("import", "from", "class")))


def with_less(arguments: Sequence[str]) -> list[str]:
    """A command that ends soon, instead of the one on the page."""
    changes = LESS.get(arguments[0], {})
    if "--structure" in arguments or "--resume" in arguments or arguments[1:2] == ["league.toml"]:
        return list(arguments)
    smaller = {"match": SMALLER, "analyse": SOLVED_SOON}.get(arguments[0], {})
    kept, rest = list[str](), iter(arguments)
    for argument in rest:
        if argument in changes:
            next(rest)
        else:
            kept.append(smaller.get(argument, argument))
    return kept + [part for name, value in changes.items() if value is not None for part in (name, value)]


def run(arguments: Sequence[str]) -> Result:
    return CliRunner().invoke(app, list(arguments), input="quit\n")


def read(arguments: Sequence[str]) -> None:
    """Reads the arguments of a command as it does itself, and runs nothing; raises what it would complain about."""
    name, *rest = arguments
    command: click.Command = getattr(command_module(name), name)
    command.make_context(name, rest).close()


def a_game() -> str:
    """The id of a game that was played on this page before."""
    return str(json.loads(run(["standings", "--games", "--json"]).stdout.splitlines()[0])["id"])


def a_game_of_a_file(arguments: Sequence[str]) -> str:
    """The id of the first game in the file of records that a command names."""
    named = [part for at, part in enumerate(arguments) if {part, arguments[at - 1]} & {"--file", "--game"}]
    return str(json.loads(run(["export", *named, "--format", "jsonl"]).stdout.splitlines()[0])["id"])


def a_tournament() -> str:
    return str(json.loads(run(["standings", "--list", "--json"]).stdout.splitlines()[0])["tournament"])


def the_id(arguments: Sequence[str]) -> str:
    """What a reader would type for ID."""
    if "--file" in arguments:
        return a_game_of_a_file(arguments)
    return a_tournament() if "--tournament" in arguments else a_game()


def check(command: str, folder: Path) -> None:
    """Runs a command, or says what is wrong with it."""
    if command.startswith(tuple(ELSEWHERE)):
        return
    program, *arguments = words(command)
    if program == "make":
        assert re.search(rf"^{arguments[0]}:", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE), command
    elif program == "python":
        script = (ROOT / arguments[0]).read_text("utf-8")
        missing = [argument for argument in arguments if argument.startswith("--") and f'"{argument}"' not in script]
        assert not missing, command
    elif command.startswith(tuple(ONLY_READ)):
        read(arguments)
    else:
        arguments = [name for given in arguments for name in (sorted(map(str, Path().glob(given))) or [given])]
        if "ID" in arguments:
            arguments[arguments.index("ID")] = the_id(arguments)
        result = run(with_less(arguments))
        assert result.exit_code == 0, f"{command}\n{result.output}"
        assert " forfeits: " not in result.output, command


@pytest.mark.parametrize("page", pages(slow=False), ids=name_of)
def test_commands_of_a_page_work_one_after_another(page: Path, folder: Path) -> None:
    for command in commands(page):
        check(command, folder)


@pytest.mark.slow
@pytest.mark.parametrize("page", pages(slow=True), ids=name_of)
def test_long_commands_of_a_page_work_one_after_another(page: Path, folder: Path) -> None:
    if name_of(page) in EXTRAS:
        pytest.importorskip(EXTRAS[name_of(page)])
    for command in commands(page):
        check(command, folder)


@pytest.mark.parametrize("page", [*PAGES, ROOT / "CHANGELOG.md"], ids=name_of)
def test_commands_in_sentences_can_be_read(page: Path, folder: Path) -> None:
    for command in inline_commands(page):
        name, *rest = words(command)[1:]
        if name.startswith("-") or command == GREETING:
            continue
        assert name in COMMANDS, f"{page.name}: {command}"
        known = {option for parameter in getattr(command_module(name), name).params for option in parameter.opts}
        known |= {option for each in getattr(command_module(name), name).params for option in each.secondary_opts}
        unknown = [word for word in rest if word.startswith("--") and word not in known]
        assert not unknown, f"{page.name}: {command}"
        if any(not word.startswith("-") for word in rest):
            with contextlib.suppress(click.MissingParameter):  # `ludens solve --search auto` only names an option
                read([name, *rest])


def test_every_exception_is_still_needed() -> None:
    found = [command for page in WITH_COMMANDS for command in commands(page)]
    unused = [start for start in (*ONLY_READ, *ELSEWHERE) if not any(each.startswith(start) for each in found)]
    assert unused in ([], ["pip install"])
    assert set(map(name_of, WITH_COMMANDS)) >= SLOW


def test_a_command_of_a_page_that_does_not_exist_is_found(folder: Path) -> None:
    with pytest.raises(AssertionError, match="play nim --agents"):
        check("ludens play nim --agents planner", folder)
    with pytest.raises(click.UsageError):
        read(["studio", "--colour", "red"])
    with pytest.raises(AssertionError):
        check("make coffee", folder)


def test_the_first_sentence_of_the_tutorial(folder: Path) -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    assert re.search(r"^play:.*\n\t\$\(BIN\)/ludens studio --open$", makefile, re.MULTILINE)
    assert "tic_tac_toe — xplayer: you, oplayer: champion" in run(["play"]).output


def test_shell_completion() -> None:
    result = CliRunner().invoke(app, [], env={"_LUDENS_COMPLETE": "bash_source"}, prog_name="ludens")
    assert "complete -o nosort" in result.stdout
