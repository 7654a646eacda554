"""Output that never fails: any encoding, any width, full disks, closed pipes, missing folders; for every command."""

from __future__ import annotations

import contextlib
import errno
import io
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from ludens.cli import app
from ludens.cli.files import append_line, writing
from ludens.cli.group import COMMANDS
from ludens.cli.streams import as_plain, escaped
from ludens.game import SourceError

NIM = "nim(heaps=2-3)"
EXAMPLES = {
    "agents": ["agents"],
    "analyse": ["analyse", "nim", "--games", "64", "--threads", "1"],
    "bench": ["bench", "nim", "--seconds", "0.01"],
    "check": ["check", "nim", "--play", "2"],
    "devices": ["devices"],
    "doctor": ["doctor"],
    "engine": ["engine", "--help"],
    "exploit": ["exploit", "legal", "rock_paper_scissors", "--playouts", "1"],
    "export": ["export", "--format", "ggp"],
    "games": ["games"],
    "learn": ["learn", "nim"],
    "manage": ["manage", "--help"],
    "match": ["match", NIM, "random", "--playouts", "1"],
    "merge": ["merge", "other.sqlite", "--store", "merged.sqlite"],
    "new": ["new", "agent", "my_agent"],
    "perft": ["perft", "nim", "2", "--split"],
    "play": ["play", NIM, "--seat", "player1=you", "--seat", "player2=legal"],
    "player": ["player", "--help"],
    "puzzles": ["puzzles", "nim", "--count", "1", "--seed", "3"],
    "replay": ["replay", "", "--boards"],
    "reproduce": ["reproduce"],
    "rules": ["rules", "nim"],
    "show": ["show", "nim"],
    "solve": ["solve", NIM],
    "standings": ["standings", "--roles"],
    "studio": ["studio", "--help"],
    "suggest": ["suggest", "nim", "--agent", "zero", "--playouts", "64"],
    "tournament": ["tournament", "--games", NIM, "--agents", "random,legal", "--pairs", "1", "--playouts", "1",
                   "--workers", "1", "--store", "new.sqlite"],
    "train": ["train", NIM, "--minutes", "0.001", "--anew", "--width", "8", "--json"],
    "tune": ["tune", "roulette", NIM, "--parameter", "threshold=40|60", "--pairs", "4", "--candidates", "2",
             "--confirm", "1", "--playouts", "64", "--log", "log.jsonl"],
}  # fmt: skip


@pytest.fixture(scope="module")
def stores(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a store of two games, and a copy of it."""
    made = tmp_path_factory.mktemp("stores")
    with contextlib.chdir(made):
        assert ludens(*EXAMPLES["tournament"][:-1], "arena.sqlite").exit_code == 0
        assert ludens("merge", "arena.sqlite", "--store", "other.sqlite").exit_code == 0
        EXAMPLES["replay"][1] = json.loads(ludens("export").stdout.splitlines()[0])["id"]
    return made


@pytest.fixture
def folder(stores: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same folder for one test alone."""
    for file in stores.iterdir():
        shutil.copy(file, tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


def ludens(*arguments: str, charset: str = "utf-8", columns: int = 100, typed: str = "moves\nquit\n") -> Result:
    return CliRunner(charset=charset).invoke(app, arguments, input=typed, env={"COLUMNS": str(columns)})


def test_there_is_an_example_of_every_command() -> None:
    assert EXAMPLES.keys() == COMMANDS.keys()
    for name, text in COMMANDS.items():
        _, command, _ = app.resolve_command(app.make_context("ludens", [name]), [name])
        assert command is not None
        assert text.rstrip(".") in " ".join((command.help or "").split())


def test_the_help_lists_every_command_once_in_whole_sentences() -> None:
    shown = " ".join(ludens("--help").stdout.split())
    assert [shown.count(f" {name} {text}") for name, text in COMMANDS.items()] == [1] * len(COMMANDS)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_command_prints_in_ascii_on_forty_columns(name: str, folder: Path) -> None:
    result = ludens(*EXAMPLES[name], charset="ascii", columns=40)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code == 0, result.output
    if "--help" not in EXAMPLES[name]:  # texts of click, which writes UTF-8 where it is told ASCII
        assert result.stdout_bytes.isascii()
        assert result.stdout.strip()


@pytest.mark.parametrize("name", ["agents", "analyse", "show", "replay"])
def test_windows_consoles_of_old_are_served(name: str, folder: Path) -> None:
    result = ludens(*EXAMPLES[name], charset="cp1252", columns=60)
    assert result.exit_code == 0, result.output
    assert result.stdout_bytes.decode("cp1252")


class Failing(io.RawIOBase):
    """A file that cannot be written."""

    def __init__(self, number: int) -> None:
        self.number = number

    def writable(self) -> bool:
        return True

    def write(self, content: object) -> int:
        raise OSError(self.number, os.strerror(self.number))


@pytest.mark.parametrize("name", [name for name, words in EXAMPLES.items() if "--help" not in words])
@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EPIPE], ids=["full_disk", "closed_pipe"])
def test_output_that_cannot_be_written_is_told(
    name: str, number: int, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    raw = io.BufferedWriter(Failing(number))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(raw, encoding="utf-8"))
    monkeypatch.setattr(sys, "stdin", io.StringIO("moves\nquit\n"))
    try:
        with pytest.raises(SystemExit) as ended:
            app.main(EXAMPLES[name], prog_name="ludens")
    finally:
        raw.raw.number = errno.EBADF
        monkeypatch.undo()
    said = capsys.readouterr().err
    assert ended.value.code == (2 if number == errno.ENOSPC else 0), said
    assert ("Cannot write to standard output: no space left on device." in said) == (number == errno.ENOSPC)
    assert "Traceback" not in said


WRITING = {
    "show --svg": ["show", "nim", "--svg"],
    "show --dot": ["show", "nim", "--dot"],
    "export --output": ["export", "--output"],
    "replay --html": ["replay", "", "--html"],
    "match --record": ["match", NIM, "legal", "--playouts", "1", "--record"],
    "exploit --plot": ["exploit", "legal", "rock_paper_scissors", "--playouts", "1", "--plot"],
    "tune --log": [*EXAMPLES["tune"][:-1]],
    "solve --table": ["solve", NIM, "--table"],
    "tournament --store": [*EXAMPLES["tournament"][:-1]],
    "merge --store": ["merge", "other.sqlite", "--store"],
    "reproduce --out": ["reproduce", "roulette", "--minutes", "0", "--out"],
}


@pytest.mark.parametrize("option", WRITING)
@pytest.mark.parametrize("path", ["missing/file", "arena.sqlite/file", "/dev/full", "x" * 100_000])
def test_a_file_that_cannot_be_written_is_told(option: str, path: str, folder: Path) -> None:
    if option == "reproduce --out" and path == "missing/file":
        pytest.skip("it makes its folder")
    words = [word or EXAMPLES["replay"][1] for word in WRITING[option]]
    result = ludens(*words, path)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code == 2, result.output
    assert result.stderr.strip()


@pytest.mark.parametrize("command", ["show", "check", "play", "suggest", "solve", "perft", "analyse", "bench", "match"])
def test_a_name_of_a_hundred_thousand_letters_is_no_file(command: str) -> None:
    more = {"perft": ["2"], "match": ["random"]}.get(command, [])
    result = ludens(command, "x/" * 50_000, *more)
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert result.exit_code == 2


def test_success_is_told(folder: Path) -> None:
    for option in ("show --svg", "show --dot", "export --output", "replay --html", "exploit --plot"):
        words = [word or EXAMPLES["replay"][1] for word in WRITING[option]]
        assert ludens(*words, "it.out").stderr.splitlines()[-1] == "Wrote it.out."
    assert "Added to it.jsonl." in ludens(*WRITING["match --record"], "it.jsonl").stderr


def test_what_was_there_stays_until_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("before")
    path.chmod(0o640)

    def lines() -> Iterator[str]:
        yield "half\n"
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with pytest.raises(SourceError, match="no space left on device"), writing(path) as file:
        file.writelines(lines())
    assert path.read_text() == "before"
    with writing(path) as file:
        file.write("after")
    assert path.read_text() == "after"
    assert path.stat().st_mode & 0o777 == 0o640
    append_line(path, " and more")
    assert path.read_text() == "after and more\n"
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


SHEET = """
(role a{0}[41mb) (role o{0}[31mx)
(init (cell {0}[2J 1)) (init (cell a 2)) (init (cell b 2))
(<= (legal ?r (go{0}[5m ?x)) (role ?r) (true (cell ?x ?y)))
(<= (next (cell done ?x)) (does ?r (go{0}[5m ?x)))
(<= terminal (true (cell done ?x)))
(<= (goal ?r 50) (role ?r))
(<= (foo{0}[1m ?x) (true (nix{0}[1m ?x)))
"""


@pytest.mark.parametrize("letter", ["\x1b", "\x9b", "\x08", "\x07"])
def test_control_characters_of_names_are_shown_and_not_obeyed(letter: str, tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.kif"
    sheet.write_text(SHEET.format(letter))
    commands = (
        ["show"], ["show", "--rules"], ["check", "--play", "2"], ["perft", "1", "--split"], ["match", "random"],
        ["play"], ["suggest", "--agent", "legal"], ["show", "--moves", "nothing"], ["nonsense\x1b[2J"],
    )  # fmt: skip
    for name, *rest in commands:
        result = ludens(name, str(sheet), *rest)
        assert result.exception is None or isinstance(result.exception, SystemExit)
        shown = [each for each in result.output if each != "\n" and (each < " " or "\x7f" <= each < "\xa0")]
        assert not shown, (name, rest, shown)
    assert json.loads(ludens("show", str(sheet), "--json").stdout)["roles"][0] == f"a{letter}[41mb"


def test_json_stays_the_same_whatever_the_encoding(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.kif"
    sheet.write_text(SHEET.format("\x9b").replace("done", "fertig—é"), encoding="utf-8")
    everywhere = [json.loads(ludens("show", str(sheet), "--json", charset=name).stdout) for name in ("utf-8", "ascii")]
    assert everywhere[0] == everywhere[1]
    assert "\x9b" in everywhere[0]["roles"][0]


def test_brackets_in_names_are_no_markup(tmp_path: Path) -> None:
    sheet = tmp_path / "sheet.kif"
    sheet.write_text(SHEET.format("[red]"))
    assert "a[red][41mb" in ludens("show", str(sheet)).stdout


def test_texts_without_their_letters() -> None:
    assert as_plain("± … ● é ½ ☃") == "+- ... o e 1/2 \\u2603"
    assert escaped("a\x1b[2Jb\tc\n\u202e") == "a\\x1b[2Jb\tc\n\\u202e"


def run(command: str, **options: object) -> subprocess.CompletedProcess[str]:
    """A command line of the shell, in which ``ludens`` is ours."""
    ours = f"ludens() {{ {sys.executable} -c 'from ludens.cli import main; main()' \"$@\"; }}; set -o pipefail; "
    return subprocess.run(["bash", "-c", ours + command], capture_output=True, text=True, check=False, **options)  # type: ignore[call-overload,no-any-return]


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("ludens games | head -1", 0, ""),
        ("ludens games > /dev/full", 2, "Cannot write to standard output: no space left on device.\n"),
        ("ludens games >&-", 2, "Cannot write to standard output: bad file descriptor.\n"),
        ("ludens games 2>&- >/dev/null", 0, ""),
        ("ludens play nim --against legal <&- >/dev/null", 0, ""),
        ("LC_ALL=C PYTHONUTF8=0 PYTHONCOERCECLOCALE=0 ludens show nim >/dev/null", 0, ""),
        ("ludens show 'nim(heaps=1-x)'", 2, None),
    ],
)
def test_streams_of_a_real_process(command: str, code: int, said: str | None, tmp_path: Path) -> None:
    result = run(command, env={**os.environ, "XDG_STATE_HOME": str(tmp_path)})
    assert result.returncode == code, result.stderr
    assert "Traceback" not in result.stderr
    assert said is None or result.stderr == said


def test_a_game_that_cannot_be_kept_is_played_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "file"))
    result = ludens("play", NIM, "--against", "legal", typed="1\n" * 20)
    assert result.exit_code == 0, result.output
    assert "The game is over after" in result.stdout
    assert result.stderr.count("The game cannot be saved") == 1
    assert "The game is kept" not in ludens("play", NIM, "--against", "legal", typed="quit\n").stdout
