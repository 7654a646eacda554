"""What ``--json`` prints is what the page and the schema say."""

from __future__ import annotations

import json
import runpy
import types
import typing
from pathlib import Path
from typing import Any, Literal

import click
import pytest
from click.testing import CliRunner

from ludens.cli import app
from ludens.cli.group import COMMANDS, command_module
from ludens.cli.outputs import OUTPUTS

ROOT = Path(__file__).parents[2]
SCRIPT: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "json_page.py"))
NIM = "nim(heaps=2-3)"

PLAYED = ["--games", NIM, "--agents", "random,legal", "--pairs", "1", "--playouts", "1", "--workers", "1"]
CHEAP = [
    ["agents"],
    ["analyse", NIM, "--games", "64", "--threads", "1"],
    ["analyse", NIM, "--structure"],
    ["bench", NIM, "--seconds", "0.01"],
    ["check", NIM, "--play", "2"],
    ["check", "broken.kif"],
    ["check", "unclosed.kif"],
    ["check", "endless.kif", "--play", "1", "--max-steps", "5"],
    ["devices"],
    ["exploit", "legal", "rock_paper_scissors", "--playouts", "1"],
    ["export"],
    ["export", "--format", "ggp"],
    ["games"],
    ["match", NIM, "random", "--playouts", "1"],
    ["match", NIM, "random", "--playouts", "1", "--ggp"],
    ["merge", "other.sqlite", "--store", "merged.sqlite"],
    ["perft", NIM, "2"],
    ["perft", NIM, "2", "--split"],
    ["perft", NIM, "2", "--states"],
    ["puzzles", "nim", "--count", "1", "--seed", "3"],
    ["replay", "ID"],
    ["rules", NIM],
    ["rules", "kuhn_poker"],
    ["show", NIM],
    ["show", "odd"],
    ["show", NIM, "--circuit"],
    ["show", "kuhn_poker", "--role", "first"],
    ["solve", NIM],
    ["standings"],
    ["standings", "--roles"],
    ["standings", "--list"],
    ["standings", "--games"],
    ["suggest", NIM, "--agent", "zero", "--playouts", "64"],
    ["suggest", NIM, "--agent", "uct", "--playouts", "64"],
    ["tournament", *PLAYED, "--store", "new.sqlite"],
    ["tournament", *PLAYED, "--store", "swiss.sqlite", "--kind", "swiss", "--rounds", "2"],
    ["tournament", *PLAYED, "--store", "sprt.sqlite", "--kind", "sprt"],
]
SLOW = [
    ["doctor"],
    ["learn", "nim"],
    ["train", "nim(heaps=2-3)", "--minutes", "0.001", "--width", "8", "--pairs", "1"],
    ["train", "tic_tac_toe", "--measure", "--pairs", "1"],
    ["tune", "roulette", NIM, "--parameter", "threshold=40|60", "--pairs", "4", "--candidates", "2", "--confirm", "1",
     "--playouts", "64", "--log", "log.jsonl"],
]  # fmt: skip
ELSEWHERE = {"manage"}
"""Its tests need a network; a match of it is one of ``match``, and its report card is tested where it is made."""


def run(*arguments: str) -> str:
    return CliRunner().invoke(app, arguments).stdout


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with two stores and three rulesheets that have mistakes."""
    monkeypatch.chdir(tmp_path)
    run("tournament", *PLAYED, "--store", "arena.sqlite")
    run("merge", "arena.sqlite", "--store", "other.sqlite")
    Path("broken.kif").write_text("(role x) (<= (next (a ?y)) (true (b)))", "utf-8")
    Path("unclosed.kif").write_text("((role x)", "utf-8")
    Path("endless.kif").write_text("(role x) (legal x go) (init (a)) (<= (next (a)) (true (a)))", "utf-8")
    return tmp_path


def test_page_and_schema_are_current() -> None:
    assert (ROOT / "docs" / "json.md").read_text("utf-8") == SCRIPT["page"](), "run: python scripts/json_page.py"
    assert json.loads((ROOT / "docs" / "json-schema.json").read_text("utf-8")) == SCRIPT["whole_schema"]()


def test_every_command_that_prints_json_is_written_down() -> None:
    takes = set()
    for name in COMMANDS:
        command: click.Command = getattr(command_module(name), name)
        if any("--json" in parameter.opts for parameter in command.params):
            takes.add(name)
    assert takes | {"export"} == set(OUTPUTS)
    assert {each[0] for each in (*CHEAP, *SLOW)} | ELSEWHERE == set(OUTPUTS)


@pytest.mark.usefixtures("folder")
def test_what_is_printed_is_what_is_written_down() -> None:
    for arguments in CHEAP:
        check(arguments)


@pytest.mark.slow
@pytest.mark.parametrize("arguments", SLOW, ids=lambda each: each[0])
def test_what_slow_commands_print_is_what_is_written_down(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LUDENS_NETWORKS", str(tmp_path))  # another test may have trained the same game
    check(arguments)


def check(arguments: list[str]) -> None:
    given = [run("export").partition('"id":"')[2][:8] if each == "ID" else each for each in arguments]
    printed = run(*given, *(() if arguments[0] == "export" else ("--json",)))
    lines = [json.loads(line) for line in printed.splitlines()]
    assert lines, arguments
    for line in lines:
        reasons = [misfit(line, kind) for kind in OUTPUTS[arguments[0]]]
        assert None in reasons, f"{' '.join(arguments)} prints {json.dumps(line)[:400]}: {reasons}"


def misfit(value: Any, kind: Any, place: str = "") -> str | None:
    """Where a value is not of a type; None when it is."""
    kind = SCRIPT["unwrapped"](kind)[0]
    origin, inner = typing.get_origin(kind), typing.get_args(kind)
    if typing.is_typeddict(kind):
        if not isinstance(value, dict):
            return f"{place} is no object"
        fields = SCRIPT["hints"](kind)
        missing = [name for name, each in fields.items() if SCRIPT["unwrapped"](each)[2] and name not in value]
        unknown = [name for name in value if name not in fields]
        if missing or unknown:
            return f"{place}: missing {missing}, unknown {unknown}"
        return first(misfit(each, fields[name], f"{place}.{name}") for name, each in value.items())
    if origin is list:
        if not isinstance(value, list):
            return f"{place} is no list"
        return first(misfit(each, inner[0], f"{place}[]") for each in value)
    if origin is dict:
        if not isinstance(value, dict):
            return f"{place} is no object"
        return first(misfit(each, inner[1], f"{place}.{name}") for name, each in value.items())
    if origin in (types.UnionType, typing.Union):
        reasons = [misfit(value, each, place) for each in inner]
        return None if None in reasons else reasons[0]
    if origin is Literal:
        return None if value in inner else f"{place} is {value!r}"
    if kind is Any:
        return None
    allowed = (int, float) if kind is float else kind
    fits = isinstance(value, allowed) and (kind is bool or not isinstance(value, bool))
    return None if fits else f"{place} is {value!r}, not {kind}"


def first(reasons: typing.Iterable[str | None]) -> str | None:
    return next((reason for reason in reasons if reason), None)


def test_a_misfit_is_noticed() -> None:
    game = OUTPUTS["games"][0]
    good: dict[str, Any] = {"name": "x", "title": "X", "summary": "", "parameters": {}}
    assert misfit(good, game) is None
    assert misfit({**good, "more": 1}, game)
    assert misfit({**good, "title": 1}, game)
    assert misfit({**good, "parameters": {"a": {"default": None, "choices": ""}}}, game)


@pytest.mark.slow
def test_real_output_fits_the_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema", reason="jsonschema is not installed")
    schema = SCRIPT["whole_schema"]()
    jsonschema.Draft202012Validator.check_schema(schema)
    for line in run("games", "--json").splitlines():
        jsonschema.validate(json.loads(line), {"$ref": "#/$defs/Game", "$defs": schema["$defs"]})
